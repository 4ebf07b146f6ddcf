//! A client of the room: requests over HTTP, and connections over the socket.
//!
//! It speaks plain HTTP only: if a room is behind TLS, give it the address behind the proxy.

use std::error::Error;
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
pub use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, tungstenite};
use wire::frame::Frame;
use wire::request;

pub use crate::error::ClientError;

/// The longest answer that the client reads, in bytes.
const LONGEST_ANSWER: usize = 16 << 20;
/// A request without an answer after this time has failed.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);
/// The code of a connection that ended without a closing frame (RFC 6455, 7.4.1).
const NO_CLOSING_FRAME: u16 = 1006;
/// The size of a connection's buffers, in bytes.
const BUFFER: usize = 4 * 1024;

/// The address of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Host and port, such as `127.0.0.1:7777`.
    pub host: String,
}

impl Address {
    /// The address in a URL such as `http://127.0.0.1:7777`; without a port it is 80. Only plain HTTP and no
    /// path: a room behind TLS is reached at the address behind its proxy.
    ///
    /// # Errors
    /// When the text is not such a URL.
    pub fn parse(url: &str) -> Result<Address, ClientError> {
        let wrong = || ClientError::BadUrl { url: url.to_owned() };
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

    /// Opens a TCP connection that sends small packets at once, since acts are timed.
    async fn connect_tcp(&self) -> Result<TcpStream, ClientError> {
        let unreachable = |error| ClientError::Unreachable { host: self.host.clone(), error };
        let stream = TcpStream::connect(&self.host).await.map_err(unreachable)?;
        stream.set_nodelay(true).map_err(unreachable)?;
        Ok(stream)
    }

    /// The origin that a page of the room would send: the room refuses requests of any other.
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
    /// A visitor who is not signed in; the cookie of the first sign-in or sign-up is stored for the requests
    /// after it.
    pub fn new(address: Address) -> ClientSession {
        ClientSession { address, cookie: None }
    }

    /// Sends one request and returns the JSON of its answer, `Null` if it has no body. A refusal of the room
    /// is an error with its code. The session's cookie is sent, and a new one stored.
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
                .map_err(|source| ClientError::NotJson { path: path.to_owned(), source })?
        };
        if status.is_success() {
            return Ok(value);
        }
        let word = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        Err(ClientError::Refused { status: status.as_u16(), code: word("code"), why: word("why") })
    }

    /// Sends one request and returns status and body as they came, whether refused or not, for tests that
    /// look at them. The session's cookie is sent, and a new one stored.
    ///
    /// # Errors
    /// When the connection fails.
    pub async fn call_raw(
        &mut self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<(StatusCode, Bytes), ClientError> {
        let exchange = async {
            let stream = self.address.connect_tcp().await?;
            let (mut sender, connection) =
                http1::handshake(TokioIo::new(stream)).await.map_err(request_failed)?;
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
            let request = request.body(Full::new(Bytes::from(bytes))).map_err(request_failed)?;
            let response = sender.send_request(request).await.map_err(request_failed)?;
            let status = response.status();
            let cookie = response.headers().get(SET_COOKIE).and_then(|cookie| cookie.to_str().ok());
            if let Some(pair) = cookie.and_then(|cookie| cookie.split(';').next()) {
                self.cookie = Some(pair.to_owned());
            }
            let limited = http_body_util::Limited::new(response.into_body(), LONGEST_ANSWER);
            let bytes = limited.collect().await.map_err(ClientError::RequestFailed)?.to_bytes();
            driver.abort();
            Ok((status, bytes))
        };
        tokio::time::timeout(REQUEST_TIMEOUT, exchange)
            .await
            .unwrap_or_else(|_| Err(ClientError::TimedOut { path: path.to_owned() }))
    }

    /// Opens a socket to the room's tables, as the person whose cookie this session has.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub async fn connect(&self) -> Result<ClientConnection, ClientError> {
        self.connect_from(&self.address.origin()).await
    }

    /// Opens a socket as a page of another origin would, for tests: the room must refuse it.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub async fn connect_from(&self, origin: &str) -> Result<ClientConnection, ClientError> {
        let stream = self.address.connect_tcp().await?;
        let url = format!("ws://{}/api/socket", self.address.host);
        let mut request = url.into_client_request().map_err(not_connected)?;
        let value = |text: &str| hyper::header::HeaderValue::from_str(text);
        request.headers_mut().insert(ORIGIN, value(origin).map_err(not_connected)?);
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert(COOKIE, value(cookie).map_err(not_connected)?);
        }
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(BUFFER);
        let opening = tokio_tungstenite::client_async_with_config(request, stream, Some(config));
        let opened =
            tokio::time::timeout(REQUEST_TIMEOUT, opening).await.map_err(|_| ClientError::ConnectTimedOut)?;
        let (socket, _) = opened.map_err(not_connected)?;
        Ok(ClientConnection { socket })
    }
}

/// An open connection to the room's tables.
pub struct ClientConnection {
    socket: WebSocketStream<TcpStream>,
}

impl ClientConnection {
    /// Sends a request over the socket without waiting for the answer, which comes among the frames of
    /// [`Self::next`].
    ///
    /// # Errors
    /// When the connection is broken.
    pub async fn send(&mut self, request: &request::Request) -> Result<(), ClientError> {
        let text = serde_json::to_string(request).map_err(ClientError::Unwritable)?;
        self.send_raw(Message::text(text)).await
    }

    /// Sends any message at all, for tests of what a client must not send.
    ///
    /// # Errors
    /// When the connection is broken.
    pub async fn send_raw(&mut self, message: Message) -> Result<(), ClientError> {
        self.socket.send(message).await.map_err(broken)
    }

    /// Waits for the room's next text and returns it as it came; pings and binary messages are passed over.
    /// There is no time limit.
    ///
    /// # Errors
    /// When the room closes the connection ([`ClientError::Closed`]), or it breaks.
    pub async fn next_text(&mut self) -> Result<String, ClientError> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
                Some(Ok(Message::Close(Some(frame)))) => {
                    let (code, why) = (frame.code.into(), frame.reason.as_str().to_owned());
                    return Err(ClientError::Closed { code, why });
                }
                Some(Ok(Message::Close(None))) | None => {
                    return Err(ClientError::Closed { code: NO_CLOSING_FRAME, why: String::new() });
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_))) => {}
                Some(Err(error)) => return Err(broken(error)),
            }
        }
    }

    /// Waits for the room's next frame, without a time limit; frames come in the order in which the room sent
    /// them.
    ///
    /// # Errors
    /// When the room closes the connection ([`ClientError::Closed`]), it breaks, or a message comes that is
    /// not a frame.
    pub async fn next(&mut self) -> Result<Frame, ClientError> {
        let text = self.next_text().await?;
        serde_json::from_str(&text).map_err(|source| ClientError::NotAFrame { text, source })
    }
}

/// The error of an HTTP request that failed on its way, not one that the room refused.
fn request_failed(error: impl Into<Box<dyn Error + Send + Sync>>) -> ClientError {
    ClientError::RequestFailed(error.into())
}

/// The error of a socket that did not open.
fn not_connected(error: impl Into<Box<dyn Error + Send + Sync>>) -> ClientError {
    ClientError::NotConnected(error.into())
}

/// The error of an open socket that broke without being closed by the room.
fn broken(error: tungstenite::Error) -> ClientError {
    ClientError::Broken(Box::new(error))
}
