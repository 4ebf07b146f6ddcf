//! A client of the room, as a program uses it: requests over HTTP and lines over the socket.
//!
//! It knows the protocol and nothing of the server behind it. `cardroom load` and the tests use it. It speaks plain HTTP
//! alone: in front of a room with TLS it is given the address behind the proxy.

pub mod load;

use std::fmt;
use std::time::Duration;

use axum::body::Bytes;
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
pub use hyper::Method;
use hyper::client::conn::http1;
use hyper::header::{CONTENT_TYPE, COOKIE, HOST, ORIGIN, SET_COOKIE};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
pub use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::wire::frame::Frame;
use crate::wire::request;

/// The longest answer that is read, in bytes.
const LONGEST_ANSWER: usize = 16 << 20;
/// Without an answer for so long a request has failed.
const PATIENCE: Duration = Duration::from_secs(60);
/// Bytes of a line's buffers.
const BUFFER: usize = 4 * 1024;

/// What went wrong between a client and the room.
#[derive(Debug)]
pub enum Trouble {
    /// The address is none that can be used.
    Address(String),
    /// The room cannot be reached, or the line broke.
    Line(String),
    /// The room answered something that the protocol does not have.
    Answer(String),
    /// The room said no.
    Refused {
        /// The status.
        status: u16,
        /// Its code.
        code: String,
        /// Its reason.
        why: String,
    },
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Address(why) | Trouble::Line(why) | Trouble::Answer(why) => f.write_str(why),
            Trouble::Refused { status, code, why } => write!(f, "the room refused ({status}, {code}): {why}"),
        }
    }
}

impl std::error::Error for Trouble {}

fn broken(what: &str) -> impl Fn(&dyn fmt::Display) -> Trouble + '_ {
    move |why| Trouble::Line(format!("{what}: {why}"))
}

/// Where a room is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Host and port, as in `127.0.0.1:7777`.
    pub host: String,
}

impl Address {
    /// The room of a URL such as `http://127.0.0.1:7777`.
    ///
    /// # Errors
    /// When it is no such URL.
    pub fn of(url: &str) -> Result<Address, Trouble> {
        let wrong = || {
            Trouble::Address(format!(
                "`{url}` is no address of a room: one like http://127.0.0.1:7777 would do"
            ))
        };
        let host = url.strip_prefix("http://").ok_or_else(wrong)?.trim_end_matches('/');
        if host.is_empty() || host.contains(['/', '?', '#', '@', ' ']) {
            return Err(wrong());
        }
        let host = if host.rsplit(':').next().is_some_and(|port| port.parse::<u16>().is_ok()) {
            host.to_owned()
        } else {
            format!("{host}:80")
        };
        Ok(Address { host })
    }

    async fn reach(&self) -> Result<TcpStream, Trouble> {
        let why = broken("the room cannot be reached");
        let stream = TcpStream::connect(&self.host).await.map_err(|error| why(&error))?;
        stream.set_nodelay(true).map_err(|error| why(&error))?;
        Ok(stream)
    }

    fn origin(&self) -> String {
        format!("http://{}", self.host)
    }
}

/// One person's way into a room: the requests, with the cookie of the session.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Where the room is.
    pub address: Address,
    /// The cookie, once there is one.
    pub cookie: Option<String>,
}

impl Visitor {
    /// Somebody who is not signed in.
    pub fn new(address: Address) -> Visitor {
        Visitor { address, cookie: None }
    }

    /// One request, with a JSON body where there is one. The cookie that comes back is kept.
    ///
    /// # Errors
    /// The line, or the room's refusal.
    pub async fn call(&mut self, method: Method, path: &str, body: Option<&Value>) -> Result<Value, Trouble> {
        let (status, bytes) = self.raw(method, path, body).await?;
        let value = if bytes.is_empty() {
            Value::Null
        } else {
            serde_json::from_slice(&bytes)
                .map_err(|why| Trouble::Answer(format!("{path} answered no JSON: {why}")))?
        };
        if status.is_success() {
            return Ok(value);
        }
        let word = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        Err(Trouble::Refused { status: status.as_u16(), code: word("code"), why: word("why") })
    }

    /// One request with its answer as it came.
    ///
    /// # Errors
    /// The line.
    pub async fn raw(
        &mut self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<(StatusCode, Bytes), Trouble> {
        let why = broken("a request failed");
        let exchange = async {
            let stream = self.address.reach().await?;
            let (mut sender, connection) =
                http1::handshake(TokioIo::new(stream)).await.map_err(|error| why(&error))?;
            let driver = tokio::spawn(connection);
            let mut request = Request::builder()
                .method(method)
                .uri(path)
                .header(HOST, &self.address.host)
                .header(ORIGIN, self.address.origin());
            if let Some(cookie) = &self.cookie {
                request = request.header(COOKIE, cookie);
            }
            let bytes = body.map(Value::to_string).unwrap_or_default();
            if body.is_some() {
                request = request.header(CONTENT_TYPE, "application/json");
            }
            let request = request.body(Full::new(Bytes::from(bytes))).map_err(|error| why(&error))?;
            let response = sender.send_request(request).await.map_err(|error| why(&error))?;
            let status = response.status();
            let cookie = response.headers().get(SET_COOKIE).and_then(|cookie| cookie.to_str().ok());
            if let Some(pair) = cookie.and_then(|cookie| cookie.split(';').next()) {
                self.cookie = Some(pair.to_owned());
            }
            let limited = http_body_util::Limited::new(response.into_body(), LONGEST_ANSWER);
            let bytes = limited.collect().await.map_err(|error| why(&error))?.to_bytes();
            driver.abort();
            Ok((status, bytes))
        };
        tokio::time::timeout(PATIENCE, exchange)
            .await
            .unwrap_or_else(|_| Err(Trouble::Line(format!("{path} was not answered"))))
    }

    /// A line to the room's tables.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub async fn line(&self) -> Result<Line, Trouble> {
        self.line_from(&self.address.origin()).await
    }

    /// A line opened by a page of another origin.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub async fn line_from(&self, origin: &str) -> Result<Line, Trouble> {
        let why = broken("no line to the room");
        let stream = self.address.reach().await?;
        let url = format!("ws://{}/api/socket", self.address.host);
        let mut request = url.into_client_request().map_err(|error| why(&error))?;
        let value = |text: &str| hyper::header::HeaderValue::from_str(text);
        request.headers_mut().insert(ORIGIN, value(origin).map_err(|error| why(&error))?);
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert(COOKIE, value(cookie).map_err(|error| why(&error))?);
        }
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(BUFFER);
        let opening = tokio_tungstenite::client_async_with_config(request, stream, Some(config));
        let opened = tokio::time::timeout(PATIENCE, opening)
            .await
            .map_err(|_| Trouble::Line("no line to the room: no answer".to_owned()))?;
        let (socket, _) = opened.map_err(|error| why(&error))?;
        Ok(Line { socket })
    }
}

/// A line to the room's tables.
pub struct Line {
    socket: WebSocketStream<TcpStream>,
}

/// What came over a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// A frame.
    Frame(Box<Frame>),
    /// The room closed the line.
    Closed {
        /// The code of the closing frame; 1006 when there was none.
        code: u16,
        /// Its reason.
        why: String,
    },
}

impl Line {
    /// Sends a request.
    ///
    /// # Errors
    /// When the line is broken.
    pub async fn send(&mut self, request: &request::Request) -> Result<(), Trouble> {
        let text = serde_json::to_string(request).map_err(|error| broken("a frame")(&error))?;
        self.send_raw(Message::text(text)).await
    }

    /// Sends whatever it is: for tests of what a client must not send.
    ///
    /// # Errors
    /// When the line is broken.
    pub async fn send_raw(&mut self, message: Message) -> Result<(), Trouble> {
        self.socket.send(message).await.map_err(|error| broken("the line broke")(&error))
    }

    /// The next text as it came, or the end of the line.
    ///
    /// # Errors
    /// When the line breaks.
    pub async fn text(&mut self) -> Result<Result<String, (u16, String)>, Trouble> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(Ok(text.as_str().to_owned())),
                Some(Ok(Message::Close(Some(frame)))) => {
                    return Ok(Err((frame.code.into(), frame.reason.as_str().to_owned())));
                }
                Some(Ok(Message::Close(None))) | None => return Ok(Err((1006, String::new()))),
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_))) => {}
                Some(Err(error)) => return Err(broken("the line broke")(&error)),
            }
        }
    }

    /// The next frame, or the end of the line.
    ///
    /// # Errors
    /// When the line breaks, or something comes that is no frame.
    pub async fn next(&mut self) -> Result<Heard, Trouble> {
        match self.text().await? {
            Ok(text) => serde_json::from_str(&text)
                .map(|frame| Heard::Frame(Box::new(frame)))
                .map_err(|why| Trouble::Answer(format!("the room sent no frame: {why}: {text}"))),
            Err((code, why)) => Ok(Heard::Closed { code, why }),
        }
    }
}
