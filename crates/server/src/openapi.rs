//! The OpenAPI document of the HTTP interface, made from the routes themselves.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde_json::Value;
use utoipa::OpenApi;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::router::api_routes;
use crate::state::AppState;
use crate::wire::value::LARGEST_NUMBER;

#[derive(OpenApi)]
#[openapi(info(
    title = "Cardroom",
    version = "1",
    description = "A poker room that plays by published rule books. A body is JSON, and its request says so: \
                   content-type application/json. A session is a cookie. Amounts are whole chips, times are \
                   milliseconds since 1970, and no number is larger than 2^53 - 1. A request that is not \
                   carried out is answered with a code, a sentence, and the clauses behind it; \
                   docs/protocol.md lists the codes. A key in the header Idempotency-Key is good for one \
                   request only.",
    license(name = "Apache-2.0 OR MIT")
))]
struct Interface;

/// The route that serves the document, merged into `router::api_routes` like any other and so described in
/// it.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(show_document))
}

/// The OpenAPI document of the HTTP interface, made from the routes' own descriptions: each operation also
/// gets the answer `default`, and each whole number its maximum. It is committed ([`to_json`]), served, and
/// asked whether a route takes a query.
///
/// # Panics
/// When the descriptions of the routes make no valid document; every test of the routes would show it.
pub fn document() -> utoipa::openapi::OpenApi {
    let mut document = Interface::openapi();
    document.merge(api_routes().into_openapi());
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete, &mut item.patch];
        for operation in operations.into_iter().flatten() {
            operation.responses.responses.entry("default".to_owned()).or_insert_with(default_response);
        }
    }
    let bounded = serde_json::to_value(&document).map(|mut whole| {
        add_maximums(&mut whole);
        serde_json::from_value(whole)
    });
    match bounded {
        Ok(Ok(document)) => document,
        Ok(Err(why)) | Err(why) => panic!("cannot make the OpenAPI document: {why}"),
    }
}

/// Gives every whole number from 0 up, anywhere in the document, the maximum [`LARGEST_NUMBER`], unless it
/// has one or is of 32 bits: that is what [`Body`](crate::body) accepts.
fn add_maximums(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            let kind = fields.get("type").map(Value::to_string).unwrap_or_default();
            let counts = kind.contains("\"integer\"") && fields.get("minimum") == Some(&Value::from(0));
            if counts && fields.get("format") != Some(&Value::from("int32")) {
                fields.entry("maximum").or_insert(Value::from(LARGEST_NUMBER));
            }
            fields.values_mut().for_each(add_maximums);
        }
        Value::Array(values) => values.iter_mut().for_each(add_maximums),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The answer that every path may give besides its own: rate limits, the origin, the host, a malformed
/// request, or a fault. All have the shape of [`ErrorBody`](crate::ErrorBody), which the document calls
/// `Refused`.
fn default_response() -> RefOr<Response> {
    let schema = Ref::from_schema_name("Refused");
    let content = ContentBuilder::new().schema(Some(schema)).build();
    let description = "It was not carried out: docs/protocol.md lists the codes";
    RefOr::T(ResponseBuilder::new().description(description).content("application/json", content).build())
}

/// The document as it is committed in `docs/api.json`, with a line feed at the end; a test compares the two.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn to_json() -> Result<String, serde_json::Error> {
    document().to_pretty_json().map(|text| text + "\n")
}

/// This document.
// For everybody. It is the document that `docs/api.json` has; a browser may keep it for five minutes.
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "room",
    responses((status = 200, description = "The document of this interface", content_type = "application/json"))
)]
async fn show_document(State(state): State<AppState>) -> impl IntoResponse {
    ([(header::CACHE_CONTROL, "public, max-age=300")], Json(state.document.clone()))
}
