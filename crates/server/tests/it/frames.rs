//! What a client may send, and what it may not.

use serde_json::{Value, json};
use wire::request::{LONGEST_FRAME, Request, parse};

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
            assert!(not.why.len() < 1000, "the answer does not repeat all that was sent: {not}");
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

/// Proves ACS-05: a frame with a field missing, unknown, of another type or repeated is refused as a whole.
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

/// Proves ACS-05: impossible amounts, seats and numbers never get through.
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

/// A malformed frame is refused with the field and what is expected there, as values, so that no sentence has
/// to be parsed; the parser's own words reach nobody.
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
    let list = |field: &'static str, expected: &'static str| {
        ("frame_list", vec![("field", field), ("expected", expected)])
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
        (changed("/turn/acts", json!(1.5)), unfit("turn.acts", "number")),
        (changed("/turn", json!(1)), unfit("turn", "object")),
        (changed("/wish/seat", json!("3")), unfit("wish.seat", "seat")),
        (changed("/wish", json!(["sit", 6, 100])), list("wish", "object")),
        (changed("/turn", json!([1, 2, 0])), list("turn", "object")),
        (changed("/wish/seat", json!([3])), list("wish.seat", "seat")),
        (json!({ "t": ["ping"] }), list("t", kinds)),
        (wish(json!({ "do": "top_up", "amount": 1.5 })), unfit("wish.amount", "chips")),
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
            assert!(!not.why.contains(word), "the parser's own words: {not}");
        }
    }
}

/// A number out of bounds is refused with both bounds, however it is written and however large it is.
#[test]
fn a_number_out_of_its_bounds_is_refused_with_the_bounds() {
    let (large, small) = ("frame_number_too_large", "frame_number_too_small");
    let most = 9_007_199_254_740_991_u64;
    let digits = "9".repeat(26);
    let many = "9".repeat(400);
    let sit = |seat: &str, stack: &str| {
        let turn = r#"{"hand":1,"acts":2,"facing":3}"#;
        let wish = format!(r#"{{"do":"sit","seat":{seat},"stack":{stack}}}"#);
        format!(r#"{{"t":"ask","table":1,"key":"{KEY}","turn":{turn},"wish":{wish}}}"#)
    };
    let acts = |acts: &str| sit("1", "1").replace(r#""acts":2"#, &format!(r#""acts":{acts}"#));
    let cases = [
        (sit("0", "1"), small, "wish.seat", 1, 23),
        (sit("24", "1"), large, "wish.seat", 1, 23),
        (sit("99999", "1"), large, "wish.seat", 1, 23),
        (sit("1e400", "1"), large, "wish.seat", 1, 23),
        (sit("1", "-40"), small, "wish.stack", 0, most),
        (sit("1", "-1e400"), small, "wish.stack", 0, most),
        (sit("1", "9007199254740992"), large, "wish.stack", 0, most),
        (sit("1", &digits), large, "wish.stack", 0, most),
        (sit("1", &many), large, "wish.stack", 0, most),
        // The acts of a hand are counted with 32 bits: the maximum is 2^32 - 1.
        (acts("4294967296"), large, "turn.acts", 0, 4_294_967_295),
        (r#"{"t":"watch","table":18446744073709551616}"#.to_owned(), large, "table", 0, most),
        (r#"{"t":"ping","n":-1}"#.to_owned(), small, "n", 0, most),
    ];
    for (frame, reason, field, at_least, at_most) in cases {
        let not = parse(frame.as_bytes()).expect_err("refused");
        let numbers =
            vec![("field", field.into()), ("at_least", u64::into(at_least)), ("at_most", u64::into(at_most))];
        assert_eq!((not.code, not.reason, &not.numbers), ("not_understood", reason, &numbers), "{frame}");
    }
    let asked = wire::request::reply_address(sit("1", "1e400").as_bytes());
    assert!(asked.is_some(), "it is answered like a request");
}

#[test]
fn what_is_json_and_cannot_be_read_is_not_called_none() {
    let reason = |frame: &str| parse(frame.as_bytes()).map_err(|not| (not.reason, not.numbers));
    let deep = |depth: usize| format!(r#"{{"t":"ping","n":{}{}}}"#, "[".repeat(depth), "]".repeat(depth));
    // The frame itself is one of the 127.
    let list = vec![("field", "n".into()), ("expected", "number".into())];
    assert_eq!(reason(&deep(126)), Err(("frame_list", list)));
    assert_eq!(reason(&deep(127)), Err(("frame_too_deep", vec![("at_most", 127_u64.into())])));
    assert_eq!(reason(&deep(4_000)), Err(("frame_too_deep", vec![("at_most", 127_u64.into())])));
    // The half of a pair ends in column 12, and what follows it is not the other half.
    let half = reason(r#"{"t":"\ud800"}"#).expect_err("refused");
    assert_eq!(half.0, "frame_no_text");
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
    let not_utf8 = parse(b"{\"t\":\"\xff\"}").expect_err("no text");
    assert_eq!((not_utf8.code, not_utf8.reason), ("not_understood", "frame_no_text"));
}
