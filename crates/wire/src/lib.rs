//! What goes over the wire: the frames of the socket, as `docs/protocol.md` describes them, and bodies of HTTP
//! requests and responses.
//!
//! What a client sends is parsed here and nowhere else; what is sent to a viewer is made from what the
//! table's view gave for that viewer, and from nothing else.
//!
//! The TypeScript types in `web/src/wire` are generated from these.

pub mod audit;
pub mod codes;
pub mod decode;
pub mod duplicates;
pub mod encode;
pub mod event;
pub mod frame;
pub mod hand;
pub mod json;
pub mod problem;
pub mod proof;
pub mod reasons;
pub mod report;
pub mod request;
pub mod shape;
pub mod value;
pub mod view;
