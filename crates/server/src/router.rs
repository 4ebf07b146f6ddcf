//! Every route, and the layers that each request passes through.

use std::any::Any;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::router::OpenApiRouter;

use crate::error::Error;
use crate::fault::Fault;
use crate::key_queue::one_at_a_time;
use crate::path::reject_query;
use crate::state::AppState;
use crate::{audit, embed, lobby, openapi, people, rules, security, socket, tables};

/// Every route, each described in the OpenAPI document; a module's routes are served only if they are merged
/// here. Any other path belongs to the page.
pub(crate) fn api_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(people::routes())
        .merge(people::own_data_routes())
        .merge(people::factor::routes())
        .merge(people::password_reset::routes())
        .merge(people::admin::routes())
        .merge(people::reports::routes())
        .merge(audit::routes())
        .merge(lobby::routes())
        .merge(rules::routes())
        .merge(tables::routes())
        .merge(socket::routes())
        .merge(openapi::routes())
}

/// The whole service: routes, page and layers. A request passes the layers from the last to the first: the
/// guard (origin, host, limits) before anything is read, then panics, the body's length, the queue of its
/// key, and its query.
pub fn app(state: AppState) -> Router {
    let (router, _) = api_routes().split_for_parts();
    router
        .route_layer(from_fn_with_state(state.clone(), reject_query))
        .fallback(embed::page)
        .method_not_allowed_fallback(no_such_method)
        .layer(from_fn_with_state(state.clone(), one_at_a_time))
        .layer(DefaultBodyLimit::max(state.config.limits.body_bytes))
        .layer(CatchPanicLayer::custom(panic_response))
        .layer(from_fn_with_state(state.clone(), security::guard))
        .with_state(state)
}

/// The answer to a method that a path does not have: 405, with a body like every other refusal.
async fn no_such_method() -> Error {
    let status = axum::http::StatusCode::METHOD_NOT_ALLOWED;
    Error::refused(
        status,
        "method",
        "this path does not accept this method: /api/openapi.json lists the methods",
    )
}

/// The answer to a request that panicked, a fault with 500: a broken invariant ends that request and nothing
/// else. The message goes to the log alone.
fn panic_response(why: Box<dyn Any + Send>) -> Response {
    let message =
        why.downcast_ref::<String>().cloned().or_else(|| Some((*why.downcast_ref::<&str>()?).to_owned()));
    Error::Fault(Fault::Panicked { message }).into_response()
}
