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
            assert_ne!(not.reason, "not_understood", "{text}: it says what is wrong and where");
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

/// Whoever sends what is no frame learns the field and what is expected there, in values that no sentence has to be read
/// for; the words of the parser reach nobody.
#[test]
fn what_is_no_frame_is_refused_with_its_field_and_what_is_expected() {
    let changed = |place: &str, value: Value| {
        let mut frame = ask(json!({ "do": "sit", "seat": 3, "stack": 40 }));
        *frame.pointer_mut(place).expect("a field") = value;
        frame
    };
    let wish = |wish: Value| ask(wish);
    let unfit = |field: &'static str, expected: &'static str| {
        ("frame_unfit", vec![("field", field), ("expected", expected)])
    };
    let missing = |field: &'static str, expected: &'static str| {
        ("frame_missing", vec![("field", field), ("expected", expected)])
    };
    let unknown = |field: &'static str, fields: &'static str| {
        ("frame_unknown", vec![("field", field), ("fields", fields)])
    };
    let kinds = "ping, watch, unwatch, ask, say";
    let cases = [
        (json!(7), unfit("", "object")),
        (json!({ "n": 1 }), missing("t", kinds)),
        (json!({ "t": "dance" }), unfit("t", kinds)),
        (json!({ "t": "ping" }), missing("n", "number")),
        (json!({ "t": "watch", "table": "one" }), unfit("table", "number")),
        (json!({ "t": "watch", "table": 1, "since": 4 }), unknown("since", "t, table, from")),
        (changed("/key", json!("00")), unfit("key", "key")),
        (changed("/turn/facing", json!(-1)), unfit("turn.facing", "chips")),
        (changed("/turn/acts", json!(4_294_967_296_u64)), unfit("turn.acts", "number")),
        (changed("/turn", json!(1)), unfit("turn", "object")),
        (changed("/wish/seat", json!(24)), unfit("wish.seat", "seat")),
        (changed("/wish/seat", json!("3")), unfit("wish.seat", "seat")),
        (changed("/wish/stack", json!(-40)), unfit("wish.stack", "chips")),
        (wish(json!({ "do": "top_up", "amount": 1.5 })), unfit("wish.amount", "chips")),
        (wish(json!({ "do": "raise", "to": 9_007_199_254_740_992_u64 })), unfit("wish.to", "chips")),
        (wish(json!({ "do": "raise" })), missing("wish.to", "chips")),
        (wish(json!({ "do": "show_cards", "cards": ["As", "1x"] })), unfit("wish.cards", "cards")),
        (wish(json!({ "do": "fold", "to": 4 })), unknown("wish.to", "do")),
        (wish(json!({ "do": "sit_in", "posts": 1 })), unfit("wish.posts", "true, false")),
        (
            wish(json!({ "do": "determine", "settings": { "seats": 6 } })),
            unfit("wish.settings.seats", "text"),
        ),
        (wish(json!({ "do": "determine", "settings": {}, "anew": null })), unfit("wish.anew", "true, false")),
    ];
    for (frame, (reason, numbers)) in cases {
        let not = parse(frame.to_string().as_bytes()).expect_err("refused");
        let numbers: Vec<_> = numbers.into_iter().map(|(name, value)| (name, value.into())).collect();
        assert_eq!((not.code, not.reason, &not.numbers), ("not_understood", reason, &numbers), "{frame}");
        for word in ["invalid", "integer", "floating", "variant", "at line", "string"] {
            assert!(!not.why.contains(word), "the words of the parser: {not}");
        }
    }
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
    assert_eq!((not_utf8.code, not_utf8.reason), ("not_understood", "frame_no_json"));
}
