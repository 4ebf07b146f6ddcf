//! The socket: one connection for each client, over which it watches tables and sends requests to them.
//!
//! [`connection`] is the connection itself, without a network; this file has the upgrade and the pump. A
//! client that reads too slowly is cut off and reconnects; no queue is unbounded.

pub mod bucket;
pub mod connection;
pub mod connections;
pub mod frame_cache;
pub mod pulse;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use futures_util::SinkExt;
use seating::Person;
use tokio::sync::broadcast::error::RecvError;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use bucket::FrameRate;
use connection::{
    ABUSED, ConnectedPerson, Connection, GOING_AWAY, NO_WEBSOCKET, NOT_TEXT, NOT_UTF8, OutgoingMessage,
    SIGNED_OUT, SessionLookup, TOO_LONG,
};
use connections::{CloseReason, ConnectionsFull};
use pulse::{Beat, Pulse};

use crate::config::Config;
use crate::error::{Error, ErrorBody};
use crate::people::session::{Caller, tokens_of};
use crate::security::RequestOrigin;
use crate::state::AppState;
use crate::wire::encode::Names;

/// What connections may do. A room for a load test has wider limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Open connections in total.
    pub connections: usize,
    /// Open connections per person.
    pub connections_of_person: u32,
    /// Open connections per address.
    pub connections_of_address: u32,
    /// Tables that one connection watches at once.
    pub tables: usize,
    /// Requests of one connection that may wait for their answers.
    pub pending_asks: usize,
    /// How often a connection may send a frame.
    pub connection_rate: FrameRate,
    /// How often a person may, over all their connections.
    pub person_rate: FrameRate,
    /// How many frames of a connection may be refused before it is closed.
    pub strikes: u32,
    /// A frame that cannot be sent for this long ends the connection.
    pub stuck: Duration,
    /// Whether visitors who are not signed in see the tables.
    pub spectators: bool,
    /// Whether people may chat at the tables.
    pub chat: bool,
}

impl ConnectionLimits {
    /// The limits of a room for people: a hand at the keyboard, or a program that plays like one.
    pub const USUAL: ConnectionLimits = ConnectionLimits {
        connections: 20_000,
        connections_of_person: 16,
        connections_of_address: 20_000,
        tables: 16,
        pending_asks: 16,
        connection_rate: FrameRate { burst: 200, every: Duration::from_millis(10) },
        person_rate: FrameRate { burst: 400, every: Duration::from_millis(5) },
        strikes: 100,
        stuck: Duration::from_secs(10),
        spectators: true,
        chat: true,
    };

    /// The limits that the operator chose, over [`ConnectionLimits::USUAL`].
    pub fn of(config: &Config) -> ConnectionLimits {
        ConnectionLimits {
            connections: config.limits.sockets as usize,
            connections_of_person: config.limits.sockets_of_person,
            connections_of_address: config.limits.sockets_of_address,
            chat: config.chat,
            ..ConnectionLimits::USUAL
        }
    }
}

/// The longest message that is read to its end, in bytes: a longer one closes the connection.
const LONGEST_MESSAGE: usize = 64 * 1024;

/// The route of the socket, merged into `router::api_routes`.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(open_line))
}

impl Names for AppState {
    /// The name that others see, and whether a program plays under it: a house bot's, an account's, or
    /// `Player` and the number if the account is erased or unknown.
    fn name(&self, person: Person) -> (String, bool) {
        if let Some(name) = room::lobby::machine_name(person) {
            return (name.to_owned(), true);
        }
        self.people.name(person).unwrap_or_else(|| (format!("Player {}", person.0), false))
    }
}

/// Closes the connections of sessions that end (sign-out, expiry, ban, new roles), as long as the server
/// runs. Started once, with the first connection: without it a signed-out page would go on seeing its own
/// cards.
fn close_ended_sessions(state: &AppState) {
    let (mut endings, state) = (state.people.session_endings(), state.clone());
    tokio::spawn(async move {
        loop {
            match endings.recv().await {
                Ok(ending) => state.connections.close_sessions(&ending.sessions),
                Err(RecvError::Lagged(_)) => {
                    // Some endings were missed: every connection checks its session again.
                    state.connections.recheck_sessions();
                }
                Err(RecvError::Closed) => return,
            }
        }
    });
}

/// The connection to the tables: a WebSocket, as `docs/protocol.md` describes it.
// The origin was checked by the guard. The slot is taken before the upgrade, and the session is looked up
// again at every request.
#[utoipa::path(
    get, path = "/api/socket", tag = "tables",
    responses(
        (status = 101, description = "The connection is open"),
        (status = 403, description = "The request is from a page of another origin", body = ErrorBody),
        (status = 426, description = "The request is not for a WebSocket", body = ErrorBody),
        (status = 429, description = "Too many connections are open", body = ErrorBody),
    )
)]
async fn open_line(
    State(state): State<AppState>,
    from: RequestOrigin,
    caller: Option<Caller>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Error> {
    let no_socket =
        |_| Error::refused(StatusCode::UPGRADE_REQUIRED, "no_socket", "this path is for a WebSocket");
    let upgrade = upgrade.map_err(no_socket)?;
    state.endings_listener.call_once(|| close_ended_sessions(&state));
    let room = state.room.clone();
    let who = caller.as_ref().map(|caller| (caller.signed.person, caller.signed.session));
    let address = room::people::trace_address(from.address);
    let slot = state.connections.join_from(Some(address), who).map_err(|full| {
        let (reason, why) = match full {
            ConnectionsFull::Room => {
                ("room_full", "the room cannot accept more connections: try again later")
            }
            ConnectionsFull::Person => {
                ("too_many_own_lines", "you have too many open connections: close one")
            }
            ConnectionsFull::Address => {
                ("too_many_from_address", "too many connections are open from your address: close one")
            }
        };
        let error = Error::refused(StatusCode::TOO_MANY_REQUESTS, "too_many_lines", why);
        error.because(reason).after_seconds(5)
    })?;
    // If the session has ended, the client sees what a visitor sees, and is notified.
    let signed_out = caller.is_none() && !tokens_of(&headers, from.secure).is_empty();
    let session = caller.map(|caller| -> SessionLookup {
        let (state, token) = (state.clone(), caller.token);
        Arc::new(move || {
            let signed = state.people.signed_in(&token, (state.clock)())?;
            let room::people::SignedInPerson { person, roles, withheld_roles: waiting, since, .. } = signed;
            Some(ConnectedPerson { person, roles, waiting, since })
        })
    });
    let (connections, frame_cache, limits) =
        (state.connections.clone(), state.frame_cache.clone(), *state.connections.limits());
    let upgrade = upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(MOST_UNSENT)
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| {
        let connection =
            Connection::new(room, Arc::new(state), connections, frame_cache, slot, session, signed_out);
        pump(socket, connection, limits)
    }))
}

/// How many frames are written before they are flushed together.
const FRAMES_PER_FLUSH: usize = 64;
/// The size of a connection's buffers, in bytes: most frames are shorter.
const BUFFER: usize = 4 * 1024;
/// The most bytes of frames that a connection holds while its network does not take them.
const MOST_UNSENT: usize = 1024 * 1024;

/// Carries frames between a socket and its connection until either ends: the client closes, is lost or
/// misbehaves, its session ends, or the room stops. No write may take longer than `stuck`. The tables are
/// left before the closing handshake.
async fn pump(mut socket: WebSocket, mut connection: Connection, limits: ConnectionLimits) {
    let mut close_reason = connection.slot_mut().close.clone();
    let mut pulse = Pulse::new(Instant::now());
    // Each received frame delays the next beat, but the timer is reset only when it runs out.
    let beat = tokio::time::sleep_until(pulse.next_beat().into());
    tokio::pin!(beat);
    let close = loop {
        tokio::select! {
            changed = close_reason.changed() => {
                let why = if changed.is_ok() { *close_reason.borrow_and_update() } else { Some(CloseReason::Stopping) };
                match why {
                    Some(CloseReason::SignedOut) => break Some((SIGNED_OUT, "signed out")),
                    Some(CloseReason::RecheckSession) if connection.is_signed_out() => break Some((SIGNED_OUT, "signed out")),
                    Some(CloseReason::RecheckSession) => {}
                    Some(CloseReason::Stopping) => break Some((GOING_AWAY, "the room stops")),
                    None => {}
                }
            }
            out = connection.next() => match send(&mut socket, &mut connection, out, limits.stuck).await {
                SendOutcome::Sent => {}
                SendOutcome::Close(code, why) => break Some((code, why)),
                SendOutcome::Lost => break None,
            },
            frame = socket.recv() => match frame {
                Some(Ok(Message::Text(text))) => {
                    let now = Instant::now();
                    pulse.note_frame(now);
                    connection.take_frame(text.as_bytes(), now);
                }
                Some(Ok(Message::Binary(_))) => break Some((NOT_TEXT, "expected text frames")),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                    let now = Instant::now();
                    pulse.note_frame(now);
                    // A client that sends nothing but pings will exceed its rate at some point.
                    if !connection.take_control_frame(now) {
                        break Some((ABUSED, "too many frames"));
                    }
                }
                Some(Ok(Message::Close(_))) => {
                    // The answer to it waits in the buffer.
                    let _ = tokio::time::timeout(limits.stuck, socket.flush()).await;
                    break None;
                }
                None => break None,
                Some(Err(error)) => break close_frame_for(error),
            },
            () = &mut beat => {
                match pulse.beat(Instant::now()) {
                    Beat::Rest => {}
                    Beat::Lost => break Some((GOING_AWAY, "nothing was received for too long")),
                    Beat::Ping => {
                        let ping = socket.send(Message::Ping(axum::body::Bytes::new()));
                        if !matches!(tokio::time::timeout(limits.stuck, ping).await, Ok(Ok(()))) {
                            break None;
                        }
                    }
                }
                beat.as_mut().reset(pulse.next_beat().into());
            }
        }
    };
    // The tables are left before the closing handshake, which may take its time.
    drop(connection);
    if let Some((code, why)) = close {
        let frame = Message::Close(Some(CloseFrame { code, reason: why.into() }));
        let _ = tokio::time::timeout(limits.stuck, socket.send(frame)).await;
    }
}

/// The code (RFC 6455, 7.4.1) and reason for closing a connection whose frames cannot be read; `None` if the
/// network is gone and nobody would read them.
fn close_frame_for(error: axum::Error) -> Option<(u16, &'static str)> {
    use tokio_tungstenite::tungstenite::Error as Broken;
    let error = error.into_inner().downcast::<Broken>().ok()?;
    match *error {
        Broken::Capacity(_) => Some((TOO_LONG, "a frame was too long")),
        Broken::Utf8(_) => Some((NOT_UTF8, "expected UTF-8 text")),
        Broken::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        Broken::Protocol(_) => Some((NO_WEBSOCKET, "not a valid WebSocket frame")),
        // Errors of the network, the upgrade and writing.
        _ => None,
    }
}

/// What became of frames that were sent: written, the last one closes the connection, or the network is gone.
enum SendOutcome {
    Sent,
    Close(u16, &'static str),
    Lost,
}

/// Sends a message, and up to [`FRAMES_PER_FLUSH`] that are ready with one flush; in the order in which the
/// connection gives them. A close message is returned for [`pump`] to send.
async fn send(
    socket: &mut WebSocket,
    connection: &mut Connection,
    first: OutgoingMessage,
    stuck: Duration,
) -> SendOutcome {
    let sending = async {
        let mut next = Some(first);
        let mut count = 0;
        let mut close = None;
        while let Some(out) = next {
            match out {
                OutgoingMessage::Text(text) => socket.feed(Message::Text(text)).await?,
                OutgoingMessage::Close { code, why } => {
                    close = Some((code, why));
                    break;
                }
            }
            count += 1;
            next = if count < FRAMES_PER_FLUSH { connection.try_next() } else { None };
        }
        socket.flush().await?;
        Ok::<_, axum::Error>(close)
    };
    match tokio::time::timeout(stuck, sending).await {
        Ok(Ok(None)) => SendOutcome::Sent,
        Ok(Ok(Some((code, why)))) => SendOutcome::Close(code, why),
        Ok(Err(_)) | Err(_) => SendOutcome::Lost,
    }
}
