//! A whole evening in a room, on the real store, interrupted everywhere.

mod cut;
mod evening;
mod floor;
mod holds;
mod interrupted;
mod moving;
mod noted;
