//! What a client may send, and what not.

use serde_json::{Value, json};
use server::wire::request::{LONGEST_FRAME, Request, parse};

use crate::hall::every_wish;

const KEY: &str = "000102030405060708090a0b0c0d0e0f";

fn ask(wish: Value) -> Value {
    json!({ "t": "ask", "table": 1, "key": KEY, "turn": { "hand": 1, "acts": 2, "facing": 3 }, "wish": wish })
}

#[track_caller]
fn taken(frame: &Value) -> Request {
    parse(frame.to_string().as_bytes()).unwrap_or_else(|not| panic!("{frame}: {not}"))
}

#[track_caller]
fn refused(text: &str, code: &str) {
    match parse(text.as_bytes()) {
        Ok(request) => panic!("{text} was taken: {request:?}"),
        Err(not) => {
            assert_eq!(not.code, code, "{text}: {not}");
            assert!(!not.why.is_empty() && !not.why.contains('\n'), "{text}: {not}");
            assert!(not.why.len() < 1000, "what was sent does not come back whole: {not}");
        }
    }
}

#[test]
fn every_frame_of_the_protocol_is_understood_and_written_as_it_was() {
    let mut frames = vec![
        json!({ "t": "ping", "n": 7 }),
        json!({ "t": "watch", "table": 3, "from": 120 }),
        json!({ "t": "watch", "table": 3, "from": null }),
        json!({ "t": "unwatch", "table": 3 }),
        json!({ "t": "say", "table": 3, "key": KEY, "text": "nice hand" }),
    ];
    frames.extend(every_wish().into_iter().map(ask));
    for frame in frames {
        let written = serde_json::to_value(taken(&frame)).expect("written");
        assert_eq!(written, frame);
    }
    let without = json!({ "t": "watch", "table": 3 });
    assert_eq!(taken(&without), Request::Watch { table: 3, from: None });
}

/// Proves ACS-05: a frame with any field too many, too few, of another kind or twice is refused whole.
#[test]
fn any_field_that_does_not_belong_refuses_the_frame() {
    for wish in every_wish() {
        let whole = ask(wish.clone());
        taken(&whole);
        let mut more = whole.clone();
        more["wish"]["more"] = json!(1);
        refused(&more.to_string(), "not_understood");
        let mut more = whole.clone();
        more["more"] = json!(1);
        refused(&more.to_string(), "not_understood");
        for field in wish.as_object().expect("an object").keys() {
            let mut less = whole.clone();
            less["wish"].as_object_mut().expect("an object").remove(field);
            refused(&less.to_string(), "not_understood");
            for other in [json!(null), json!([]), json!({ "a": 1 }), json!(-1), json!(1.5), json!(true)] {
                if wish[field].is_object() == other.is_object() || wish[field] == other {
                    continue;
                }
                let mut changed = whole.clone();
                changed["wish"][field] = other;
                refused(&changed.to_string(), "not_understood");
            }
        }
    }
    refused(r#"{"t":"ping","n":1,"n":2}"#, "not_understood");
    refused(r#"{"t":"ping","t":"ping","n":1}"#, "not_understood");
}

/// Proves ACS-05: amounts, seats and numbers that there are not never come through.
#[test]
fn amounts_and_seats_that_there_are_not_are_refused() {
    let most = 9_007_199_254_740_991_u64;
    taken(&ask(json!({ "do": "raise", "to": most })));
    for to in
        ["9007199254740992", "18446744073709551615", "18446744073709551616", "-1", "1e3", "1.0", "\"5\""]
    {
        let frame = format!(
            r#"{{"t":"ask","table":1,"key":"{KEY}","turn":{{"hand":1,"acts":1,"facing":0}},"wish":{{"do":"raise","to":{to}}}}}"#
        );
        refused(&frame, "not_understood");
    }
    for seat in [0, 24, 255, 256] {
        refused(&ask(json!({ "do": "sit", "seat": seat, "stack": 1 })).to_string(), "not_understood");
    }
    for key in ["", "00", &"0".repeat(31), &"0".repeat(33), &"g".repeat(32), &"é".repeat(16)] {
        let mut frame = ask(json!({ "do": "fold" }));
        frame["key"] = json!(key);
        refused(&frame.to_string(), "not_understood");
    }
}

/// What was sent instead of a seat, an amount or a card comes back with the name of its field.
#[test]
fn a_value_that_there_is_not_is_named_with_its_field() {
    let wishes = [
        (
            json!({ "do": "sit", "seat": 24, "stack": 1 }),
            "seat: invalid value: integer `24`, expected a seat, a whole number from 1 to 23",
        ),
        (
            json!({ "do": "sit", "seat": "3", "stack": 1 }),
            "seat: invalid type: string \"3\", expected a seat, a whole number from 1 to 23",
        ),
        (
            json!({ "do": "sit", "seat": 3, "stack": -40 }),
            "stack: invalid value: integer `-40`, expected an amount, a whole number from 0 to 9007199254740991",
        ),
        (
            json!({ "do": "top_up", "amount": 1.5 }),
            "amount: invalid type: floating point `1.5`, expected an amount, a whole number from 0 to 9007199254740991",
        ),
        (
            json!({ "do": "raise", "to": 9_007_199_254_740_992_u64 }),
            "to: invalid value: integer `9007199254740992`, expected an amount, a whole number from 0 to 9007199254740991",
        ),
        (
            json!({ "do": "show_cards", "cards": ["As", "1x"] }),
            "cards: invalid value: string \"1x\", expected a card, rank and suit as in \"As\"",
        ),
    ];
    for (wish, expected) in wishes {
        let not = parse(ask(wish.clone()).to_string().as_bytes()).expect_err("refused");
        assert_eq!(not.why.split(" at line ").next(), Some(expected), "{wish}");
    }
    let mut frame = ask(json!({ "do": "fold" }));
    frame["turn"]["facing"] = json!(-1);
    let not = parse(frame.to_string().as_bytes()).expect_err("refused");
    assert!(not.why.starts_with("facing: invalid value: integer `-1`, expected an amount"), "{not}");
}

#[test]
fn what_is_too_long_or_no_json_is_refused() {
    refused("", "not_understood");
    refused("null", "not_understood");
    refused("[]", "not_understood");
    refused(r#"{"t":"welcome"}"#, "not_understood");
    refused(&"[".repeat(LONGEST_FRAME), "not_understood");
    refused(&" ".repeat(LONGEST_FRAME + 1), "too_long");
    refused(&ask(json!({ "do": "pause", "reason": "a".repeat(201) })).to_string(), "too_long");
    taken(&ask(json!({ "do": "pause", "reason": "é".repeat(200) })));
    let not_utf8 = parse(b"{\"t\":\"ping\",\"n\":\xff}").expect_err("no text");
    assert_eq!(not_utf8.code, "not_understood");
}
