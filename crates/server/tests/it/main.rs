//! The server's tests: requests to the service, without a socket unless the socket is the point.

mod access;
mod account;
mod administrator;
mod apart;
#[path = "../../../room/tests/it/keeper/bench.rs"]
#[expect(dead_code, reason = "the tests of the room use more of it")]
mod bench;
mod by_hand;
mod choices;
mod configuration;
mod counting;
mod determined;
mod document;
mod ends;
mod evening;
mod files;
mod flood;
mod flooders;
mod fold;
mod frames;
mod growth;
mod guard;
mod hall;
mod hands;
mod hostile;
mod house;
mod limits;
mod lines;
mod loopback;
mod mid_act;
mod once;
mod openable;
mod openings;
mod own;
mod personal_data;
#[path = "../../../rulebook/tests/it/proofs.rs"]
mod proofs;
mod protocol;
mod reports;
mod results;
mod rights;
mod rules;
mod runs;
mod search;
mod second_factor;
mod secrecy;
mod secrets;
mod served;
mod shared;
mod siege;
mod stopped;
mod stored;
mod talk;
mod typescript;
mod violations;
