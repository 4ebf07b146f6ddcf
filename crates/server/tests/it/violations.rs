//! Violations of the WebSocket protocol itself: the connection is closed with the code from RFC 6455. And
//! violations of HTTP.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::loopback::{Served, for_programs};

const UPGRADE: &str = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";

const END: u8 = 0x80;
const TEXT: u8 = 0x1;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;

/// A client's frame: its first byte, and the payload under a mask of zeros.
fn masked(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = u16::try_from(payload.len()).expect("short");
    let head = match u8::try_from(length) {
        Ok(short) if short < 126 => vec![first, 0x80 | short],
        _ => [&[first, 0x80 | 126], &length.to_be_bytes()[..]].concat(),
    };
    [&head, &[0; 4][..], payload].concat()
}

/// What the room sends after the upgrade until the connection ends.
async fn said_to(served: &Served, frames: &[u8]) -> Vec<u8> {
    let host = &served.address.host;
    let mut stream = TcpStream::connect(host).await.expect("it listens");
    let request = format!("GET /api/socket HTTP/1.1\r\nHost: {host}\r\n{UPGRADE}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("it reads");
    stream.write_all(frames).await.expect("it reads");
    let mut said = Vec::new();
    let all = stream.read_to_end(&mut said);
    tokio::time::timeout(Duration::from_secs(30), all).await.expect("the room ends it").expect("not cut");
    let head = said.windows(4).position(|end| end == b"\r\n\r\n").expect("a head");
    said.split_off(head + 4)
}

/// The code of the close frame at the end, if there is one; 0 for one without a code.
fn close_code(said: &[u8]) -> Option<u16> {
    let mut rest = said;
    loop {
        let [first, length, ..] = *rest else { return None };
        let (length, head) = match length {
            126 => (usize::from(u16::from_be_bytes([rest[2], rest[3]])), 4),
            length => (usize::from(length), 2),
        };
        let payload = &rest[head..head + length];
        if first & 0xf == CLOSE {
            return Some(payload.first_chunk().map_or(0, |code| u16::from_be_bytes(*code)));
        }
        rest = &rest[head + length..];
    }
}

#[tokio::test]
async fn what_breaks_the_rules_of_websocket_is_closed_with_its_code() {
    let served = Served::open(for_programs()).await;
    let ping = br#"{"t":"ping","n":1}"#;
    let close = |payload: &[u8]| masked(END | CLOSE, payload);
    let cases = [
        ("a text that is not UTF-8", masked(END | TEXT, b"\xff\xfe"), 1007),
        ("one that ends within a letter", masked(END | TEXT, b"\xc3"), 1007),
        ("one in fragments", [masked(TEXT, b"{"), masked(END, b"\xff")].concat(), 1007),
        ("a frame without a mask", [&[END | TEXT, 18][..], ping].concat(), 1002),
        ("a reserved bit", masked(END | 0x40 | TEXT, ping), 1002),
        ("a reserved kind of data", masked(END | 0x3, ping), 1002),
        ("a reserved kind of control", masked(END | 0xb, ping), 1002),
        ("a continuation of nothing", masked(END, ping), 1002),
        ("a text within a text", [masked(TEXT, b"{"), masked(END | TEXT, ping)].concat(), 1002),
        ("a ping of 126 bytes", masked(END | PING, &[0; 126]), 1002),
        ("a ping in fragments", masked(PING, b""), 1002),
        ("a close of one byte", close(&[3]), 1002),
        ("a close whose reason is not UTF-8", close(&[0x03, 0xe8, 0xff]), 1007),
        // 1005 says that there was no code, and nobody sends it.
        ("a close with a code that nobody sends", close(&1005_u16.to_be_bytes()), 1002),
        ("a message of bytes", masked(END | 0x2, ping), 1003),
    ];
    for (what, frames, code) in cases {
        assert_eq!(close_code(&said_to(&served, &frames).await), Some(code), "{what}");
    }
}

#[tokio::test]
async fn a_close_is_answered_with_its_own_code() {
    let served = Served::open(for_programs()).await;
    for (payload, code) in [(&b""[..], 0), (&[0x03, 0xe8], 1000), (&[0x03, 0xe9, b'x'], 1001)] {
        let said = said_to(&served, &masked(END | CLOSE, payload)).await;
        assert_eq!(close_code(&said), Some(code), "{payload:?}");
    }
}

/// The room's raw response to a request: the status and the body.
async fn answer_to(served: &Served, request: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(&served.address.host).await.expect("it listens");
    let request = request.replace("HOST", &format!("Host: {}\r\nConnection: close", served.address.host));
    // The room may answer before it has read all of it.
    let _ = stream.write_all(request.as_bytes()).await;
    let mut said = Vec::new();
    let all = stream.read_to_end(&mut said);
    let _ = tokio::time::timeout(Duration::from_secs(30), all).await.expect("the room ends it");
    let said = String::from_utf8(said).expect("UTF-8");
    let (head, body) = said.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.expect("a status"), body.to_owned())
}

/// Anything that is HTTP is answered with a refusal in JSON.
#[tokio::test]
async fn what_is_http_and_not_done_is_answered_with_a_reason() {
    let served = Served::open(for_programs()).await;
    let json = "Content-Type: application/json\r\n";
    let cases = [
        ("GET /api/nothing HTTP/1.1\r\nHOST\r\n\r\n".to_owned(), 404, "no_such"),
        ("GET /api/sign-in HTTP/1.1\r\nHOST\r\n\r\n".to_owned(), 405, "method"),
        ("BREW /api/room HTTP/1.1\r\nHOST\r\n\r\n".to_owned(), 405, "method"),
        ("PUT / HTTP/1.1\r\nHOST\r\n\r\n".to_owned(), 405, "method"),
        ("OPTIONS /api/sign-in HTTP/1.1\r\nHOST\r\n\r\n".to_owned(), 405, "method"),
        ("POST /api/sign-in HTTP/1.1\r\nHOST\r\nContent-Length: 2\r\n\r\n{}".to_owned(), 415, "not_json"),
        ("GET /api/socket HTTP/1.1\r\nHOST\r\n\r\n".to_owned(), 426, "no_socket"),
        (
            format!(
                "POST /api/sign-in HTTP/1.1\r\nHOST\r\n{json}Transfer-Encoding: chunked\r\n\r\nno\r\n\r\n"
            ),
            400,
            "body_broken_off",
        ),
    ];
    for (request, status, reason) in cases {
        let (answered, body) = answer_to(&served, &request).await;
        let refused: serde_json::Value = serde_json::from_str(&body).unwrap_or_default();
        assert_eq!((answered, refused["reason"].as_str()), (status, Some(reason)), "{request}: {body}");
    }
}

/// Anything else is answered by the library alone, which cannot be configured: `docs/protocol.md` describes
/// it.
#[tokio::test]
async fn what_is_no_http_is_answered_with_a_status_alone() {
    let served = Served::open(for_programs()).await;
    let headers = (0..101).map(|number| format!("x-{number}: 1\r\n")).collect::<String>();
    let cases = [
        ("what is this\r\n\r\n".to_owned(), 400),
        ("GET /api/room HTTP/1.1\r\nHOST\r\nno colon\r\n\r\n".to_owned(), 400),
        ("GET /api/room HTTP/3.7\r\nHOST\r\n\r\n".to_owned(), 400),
        (format!("GET /api/room HTTP/1.1\r\nHOST\r\n{headers}\r\n"), 431),
        (format!("GET /{} HTTP/1.1\r\nHOST\r\n\r\n", "a".repeat(65_534)), 414),
    ];
    for (request, status) in cases {
        let shown = request.get(..60).unwrap_or(&request);
        assert_eq!(answer_to(&served, &request).await, (status, String::new()), "{shown}");
    }
}
