//! The page: built by Vite and embedded in the program, or a plain page that says how to build it.

use std::borrow::Cow;

use axum::extract::State;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::Error;
use crate::state::AppState;

/// The output of Vite. A plain `cargo build` works without it.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct PageAssets;

/// The source of the page's files.
#[derive(Clone, Copy)]
pub struct Page {
    file: fn(&str) -> Option<Cow<'static, [u8]>>,
}

impl Page {
    /// The page that was built with the program, from `web/dist`; a program built without it has no files,
    /// and serves `unbuilt.html`.
    pub fn built() -> Page {
        Page { file: |path| PageAssets::get(path).map(|file| file.data) }
    }

    /// A page whose files come from a function, by their paths without the first slash: for tests, which need
    /// no built page.
    pub fn from_fn(file: fn(&str) -> Option<Cow<'static, [u8]>>) -> Page {
        Page { file }
    }
}

/// The page of a program that was built without the real one: it says how to build it.
const UNBUILT: &str = include_str!("unbuilt.html");
/// The entry page, which Vite writes and every link opens.
const INDEX: &str = "index.html";

/// The content type by the end of a file's name. It must be right for every file that Vite writes, because
/// responses are sent with `nosniff`.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Whether the name of a file under `/assets/` contains Vite's hash of its content: `index-B3x_9-aQ.js`. Only
/// such a file never changes under its name, and may be cached for ever.
fn is_hashed(path: &str) -> bool {
    const DIGEST: usize = 8;
    let Some(name) = path.strip_prefix("assets/") else { return false };
    let Some((stem, _)) = name.rsplit_once('.') else { return false };
    let Some(at) = stem.len().checked_sub(DIGEST + 1) else { return false };
    let bytes = stem.as_bytes();
    at > 0
        && bytes[at] == b'-'
        && bytes[at + 1..].iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(byte))
}

/// A response with a file of the page. A browser may keep a hashed name for ever, and must check any other
/// again each time.
fn send(path: &str, data: Cow<'static, [u8]>) -> Response {
    let keep = if is_hashed(path) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(content_type(path))),
        (header::CACHE_CONTROL, HeaderValue::from_static(keep)),
    ];
    (headers, data.into_owned()).into_response()
}

/// Whether the page has something of its own at this path, without the first slash: the entry page, and the
/// links `first/TOKEN` and `reset/TOKEN` that the room hands out. Everything else of the page is behind `#`.
fn is_page_path(path: &str) -> bool {
    let mut parts = path.trim_end_matches('/').split('/');
    match (parts.next(), parts.next(), parts.next()) {
        (None | Some("" | INDEX), None, None) => true,
        (Some("first" | "reset"), Some(token), None) => !token.is_empty(),
        _ => false,
    }
}

/// Serves the page for every path that is not a route: a file, or else the entry page, which itself reports a
/// path that it does not know; then the status is 404. Paths under `/api/` never get the page.
pub async fn page(State(state): State<AppState>, method: Method, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Error::no_such("there is no such path: /api/openapi.json lists them").into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        let why = "use GET to read the page";
        return Error::refused(StatusCode::METHOD_NOT_ALLOWED, "method", why).into_response();
    }
    let file = state.page.file;
    if path != INDEX && !path.is_empty() {
        if let Some(data) = file(path) {
            return send(path, data);
        }
        // A missing asset is not answered with the entry page.
        if path.starts_with("assets/") {
            return Error::no_such("there is no such file").into_response();
        }
    }
    let mut response = match file(INDEX) {
        Some(data) => send(INDEX, data),
        None => send(INDEX, Cow::Borrowed(UNBUILT.as_bytes())),
    };
    if !is_page_path(path) {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_the_page_does_not_know_is_not_found() {
        for known in ["", "index.html", "first/abc", "reset/abc/"] {
            assert!(is_page_path(known), "{known}");
        }
        for unknown in ["casino", "first", "first/", "reset/a/b", "table/4", "index.html/x"] {
            assert!(!is_page_path(unknown), "{unknown}");
        }
    }

    #[test]
    fn only_files_with_a_digest_in_their_names_are_kept_for_ever() {
        for hashed in ["assets/index-B3x_9-aQ.js", "assets/a-b-12345678.css"] {
            assert!(is_hashed(hashed), "{hashed}");
        }
        for plain in
            ["assets/cardroom.svg", "index-B3x_9-aQ.js", "assets/-12345678.js", "assets/index-1234567.js"]
        {
            assert!(!is_hashed(plain), "{plain}");
        }
    }
}
