//! HTTP connections: accepted, limited, and closed when the room closes.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt;

use crate::http_connections::{HttpConnectionLimits, HttpConnectionSlot, HttpConnections};
use crate::router::app;
use crate::state::AppState;
use crate::throttle::RECORD_INTERVAL;

/// How long the head of a request may take: a client that sends one letter a minute is dropped.
const HEADER_TIMEOUT: Duration = Duration::from_secs(15);
/// How many connections there may be besides those of sockets.
pub const HTTP_CONNECTIONS: u32 = 2_000;
/// How long the room waits for its connections to end when it closes.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Serves the room on a listener until `stop` completes; meanwhile it puts refusals on record and applies the
/// retention of personal data once a minute. Then it finishes the requests in progress and ends the
/// connections, within five seconds, so that the program can close the store.
///
/// # Errors
/// When listening is no longer possible.
pub async fn serve(listener: TcpListener, state: AppState, stop: impl Future<Output = ()>) -> io::Result<()> {
    let of_address = state.config.limits.connections_of_address as usize;
    let connections =
        HttpConnections::new(HttpConnectionLimits { all: HTTP_CONNECTIONS as usize, of_address });
    let trusted = state.config.trusted_proxies.clone();
    let sockets = Arc::clone(&state.connections);
    let recorder = tokio::spawn({
        let state = state.clone();
        async move {
            loop {
                tokio::time::sleep(RECORD_INTERVAL).await;
                state.record_throttled().await;
                state.apply_retention().await;
            }
        }
    });
    let final_state = state.clone();
    let router = app(state);
    let (closing, closes) = watch::channel(false);
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                // Without a free descriptor the next try fails at once: this gives the others time to end.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let is_proxy = trusted.iter().any(|network| network.contains(peer.ip()));
        let address = (!is_proxy).then(|| room::people::trace_address(peer.ip()));
        // If all others are busy, the connection is closed at once: the client tries again.
        let Some(slot) = connections.join(address) else { continue };
        tokio::spawn(serve_connection(stream, peer, router.clone(), closes.clone(), slot));
    }
    recorder.abort();
    // It holds the store until it has ended.
    let _ = recorder.await;
    final_state.record_throttled().await;
    drop(final_state);
    drop(closes);
    sockets.close_all();
    // Nobody may be left to receive this.
    closing.send_replace(true);
    if tokio::time::timeout(CLOSE_TIMEOUT, closing.closed()).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    Ok(())
}

/// Serves one HTTP connection until it ends or has to make room for another, and sets its slot busy for each
/// request. When the room closes, the request in progress is still answered.
async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: axum::Router,
    mut closes: watch::Receiver<bool>,
    slot: HttpConnectionSlot,
) {
    let slot = Arc::new(slot);
    let service_slot = Arc::clone(&slot);
    // An act is a small message that must not wait for more.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection cannot be set to send at once");
    }
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let (router, slot) = (router.clone(), Arc::clone(&service_slot));
        async move {
            slot.set_busy();
            let answered = router.oneshot(request).await;
            slot.set_idle();
            match answered {
                Ok(response) => Ok::<_, Infallible>(response),
                Err(never) => match never {},
            }
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = slot.wait_evicted() => return,
        () = wait_for_close(&mut closes) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}

/// Waits until the room closes; the receiver that is dropped afterwards tells [`serve`] that this connection
/// has ended.
async fn wait_for_close(closes: &mut watch::Receiver<bool>) {
    // If the sender is gone, the room closes too.
    drop(closes.wait_for(|closes| *closes).await);
}
