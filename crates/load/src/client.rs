//! A client of the room: requests over HTTP, and connections over the socket.
//!
//! It speaks plain HTTP only: if a room is behind TLS, give it the address behind the proxy.

use std::fmt;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
pub use hyper::Method;
use hyper::body::Bytes;
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
use wire::frame::Frame;
use wire::request;

/// The longest answer that the client reads, in bytes.
const LONGEST_ANSWER: usize = 16 << 20;
/// A request without an answer after this time has failed.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);
/// The size of a connection's buffers, in bytes.
const BUFFER: usize = 4 * 1024;

/// What can go wrong between a client and the room.
#[derive(Debug)]
pub enum ClientError {
    /// The address cannot be used.
    Address(String),
    /// Nothing answers at the address.
    Unreachable(String),
    /// The connection broke.
    Connection(String),
    /// The room's answer is not part of the protocol.
    Answer(String),
    /// The room refused the request.
    Refused {
        /// The HTTP status.
        status: u16,
        /// The code of the refusal.
        code: String,
        /// The reason of the refusal, as a sentence.
        why: String,
    },
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::Address(why)
            | ClientError::Unreachable(why)
            | ClientError::Connection(why)
            | ClientError::Answer(why) => f.write_str(why),
            ClientError::Refused { status, code, why } => {
                write!(f, "the room refused ({status}, {code}): {why}")
            }
        }
    }
}

impl std::error::Error for ClientError {}

fn connection_error(what: &str) -> impl Fn(&dyn fmt::Display) -> ClientError + '_ {
    move |why| ClientError::Connection(format!("{what}: {why}"))
}

/// The address of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Host and port, such as `127.0.0.1:7777`.
    pub host: String,
}

impl Address {
    /// The address in a URL such as `http://127.0.0.1:7777`.
    ///
    /// # Errors
    /// When the text is not such a URL.
    pub fn parse(url: &str) -> Result<Address, ClientError> {
        let wrong = || {
            ClientError::Address(format!(
                "`{url}` is not the address of a room: expected one like http://127.0.0.1:7777"
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

    async fn connect_tcp(&self) -> Result<TcpStream, ClientError> {
        let why = |error| {
            ClientError::Unreachable(format!("no room can be reached at http://{}: {error}", self.host))
        };
        let stream = TcpStream::connect(&self.host).await.map_err(why)?;
        stream.set_nodelay(true).map_err(why)?;
        Ok(stream)
    }

    fn origin(&self) -> String {
        format!("http://{}", self.host)
    }
}

/// One person's access to a room: the requests, with the session's cookie.
#[derive(Clone, Debug)]
pub struct ClientSession {
    /// The address of the room.
    pub address: Address,
    /// The cookie of the session, once there is one.
    pub cookie: Option<String>,
}

impl ClientSession {
    /// A visitor who is not signed in.
    pub fn new(address: Address) -> ClientSession {
        ClientSession { address, cookie: None }
    }

    /// Sends one request, with a JSON body if one is given, and stores the cookie that comes back.
    ///
    /// # Errors
    /// When the connection fails or the room refuses the request.
    pub async fn call(
        &mut self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Value, ClientError> {
        let (status, bytes) = self.call_raw(method, path, body).await?;
        let value = if bytes.is_empty() {
            Value::Null
        } else {
            serde_json::from_slice(&bytes)
                .map_err(|why| ClientError::Answer(format!("{path} did not answer with JSON: {why}")))?
        };
        if status.is_success() {
            return Ok(value);
        }
        let word = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        Err(ClientError::Refused { status: status.as_u16(), code: word("code"), why: word("why") })
    }

    /// Sends one request and returns its answer as it came.
    ///
    /// # Errors
    /// When the connection fails.
    pub async fn call_raw(
        &mut self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<(StatusCode, Bytes), ClientError> {
        let why = connection_error("a request failed");
        let exchange = async {
            let stream = self.address.connect_tcp().await?;
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
        tokio::time::timeout(REQUEST_TIMEOUT, exchange)
            .await
            .unwrap_or_else(|_| Err(ClientError::Connection(format!("{path} was not answered"))))
    }

    /// Opens a connection to the room's tables.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub async fn connect(&self) -> Result<ClientConnection, ClientError> {
        self.connect_from(&self.address.origin()).await
    }

    /// Opens a connection as a page of another origin would.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub async fn connect_from(&self, origin: &str) -> Result<ClientConnection, ClientError> {
        let why = connection_error("cannot connect to the room");
        let stream = self.address.connect_tcp().await?;
        let url = format!("ws://{}/api/socket", self.address.host);
        let mut request = url.into_client_request().map_err(|error| why(&error))?;
        let value = |text: &str| hyper::header::HeaderValue::from_str(text);
        request.headers_mut().insert(ORIGIN, value(origin).map_err(|error| why(&error))?);
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert(COOKIE, value(cookie).map_err(|error| why(&error))?);
        }
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(BUFFER);
        let opening = tokio_tungstenite::client_async_with_config(request, stream, Some(config));
        let opened = tokio::time::timeout(REQUEST_TIMEOUT, opening)
            .await
            .map_err(|_| ClientError::Connection("cannot connect to the room: no answer".to_owned()))?;
        let (socket, _) = opened.map_err(|error| why(&error))?;
        Ok(ClientConnection { socket })
    }
}

/// An open connection to the room's tables.
pub struct ClientConnection {
    socket: WebSocketStream<TcpStream>,
}

/// What a connection received.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientEvent {
    /// A frame.
    Frame(Box<Frame>),
    /// The room closed the connection.
    Closed {
        /// The code of the closing frame; 1006 if there was none.
        code: u16,
        /// The reason in the closing frame.
        why: String,
    },
}

impl ClientConnection {
    /// Sends a request.
    ///
    /// # Errors
    /// When the connection is broken.
    pub async fn send(&mut self, request: &request::Request) -> Result<(), ClientError> {
        let text = serde_json::to_string(request).map_err(|error| connection_error("a frame")(&error))?;
        self.send_raw(Message::text(text)).await
    }

    /// Sends any message at all: for tests of what a client must not send.
    ///
    /// # Errors
    /// When the connection is broken.
    pub async fn send_raw(&mut self, message: Message) -> Result<(), ClientError> {
        self.socket.send(message).await.map_err(|error| connection_error("the connection broke")(&error))
    }

    /// The next text as it came, or the code and reason if the room closed the connection.
    ///
    /// # Errors
    /// When the connection breaks.
    pub async fn next_text(&mut self) -> Result<Result<String, (u16, String)>, ClientError> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(Ok(text.as_str().to_owned())),
                Some(Ok(Message::Close(Some(frame)))) => {
                    return Ok(Err((frame.code.into(), frame.reason.as_str().to_owned())));
                }
                Some(Ok(Message::Close(None))) | None => return Ok(Err((1006, String::new()))),
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_))) => {}
                Some(Err(error)) => return Err(connection_error("the connection broke")(&error)),
            }
        }
    }

    /// The next frame, or the end of the connection.
    ///
    /// # Errors
    /// When the connection breaks, or a message comes that is not a frame.
    pub async fn next(&mut self) -> Result<ClientEvent, ClientError> {
        match self.next_text().await? {
            Ok(text) => {
                serde_json::from_str(&text).map(|frame| ClientEvent::Frame(Box::new(frame))).map_err(|why| {
                    ClientError::Answer(format!("the room sent a malformed frame: {why}: {text}"))
                })
            }
            Err((code, why)) => Ok(ClientEvent::Closed { code, why }),
        }
    }
}
