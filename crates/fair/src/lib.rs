//! See `ARCHITECTURE.md`.
