//! The OpenAPI document.

use axum::http::StatusCode;
use std::path::Path;

use crate::house::House;

/// The committed document is the one that the routes make; with `CARDROOM_WRITE` set, it is rewritten.
#[test]
fn the_committed_document_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/api.json");
    let made = server::openapi::to_json().expect("it can be written");
    if std::env::var_os("CARDROOM_WRITE").is_some() {
        std::fs::write(&path, &made).expect("it can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == made,
        "docs/api.json is stale: CARDROOM_WRITE=1 cargo test -p server writes it anew"
    );
}

#[tokio::test]
async fn the_room_serves_its_document() {
    let house = House::new().await;
    let served = house.get("/api/openapi.json", "").await;
    assert_eq!(served.status, StatusCode::OK);
    let written: serde_json::Value =
        serde_json::from_str(&server::openapi::to_json().expect("it can be written")).expect("JSON");
    assert_eq!(served.json(), written);
}

#[test]
fn every_route_and_every_field_has_its_sentence() {
    let document = serde_json::to_value(server::openapi::document()).expect("it can be written");
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("methods") {
            let summary = operation["summary"].as_str().unwrap_or_default();
            assert!(summary.len() > 5, "{method} {path} has no sentence");
            let responses = operation["responses"].as_object().expect("responses");
            assert!(!responses.is_empty(), "{method} {path} has no responses");
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().expect("schemas") {
        for (field, of) in schema["properties"].as_object().into_iter().flatten() {
            let whole = of.to_string();
            assert!(whole.contains("description"), "{name}.{field} has no sentence");
        }
    }
}
