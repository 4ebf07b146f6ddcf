//! What every request can reach, and the routes put together.

use std::ops::Deref;
use std::sync::Arc;

use axum::Router;
use room::port::{Now, Store};
use utoipa_axum::router::OpenApiRouter;

/// Reads both clocks.
pub type Clock = Arc<dyn Fn() -> Now + Send + Sync>;

/// What every request can reach; cheap to copy.
#[derive(Clone)]
pub struct AppState(Arc<App>);

/// The room as the server sees it.
pub struct App {
    /// The version of the program with its commit.
    pub version: String,
    /// The clocks.
    pub clock: Clock,
    /// The truth.
    pub store: Arc<dyn Store>,
}

impl AppState {
    /// A state that requests share.
    pub fn new(app: App) -> AppState {
        AppState(Arc::new(app))
    }
}

impl Deref for AppState {
    type Target = App;

    fn deref(&self) -> &App {
        &self.0
    }
}

/// Every route that is described in the interface's document.
fn described() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
}

/// The whole service.
pub fn app(state: AppState) -> Router {
    let (router, _document) = described().split_for_parts();
    router.with_state(state)
}
