//! Tests of the program, run from the command line.

mod convert;
mod crash;
mod damaged;
#[cfg(unix)]
mod founding;
mod full;
mod help;
#[cfg(target_os = "linux")]
mod memory;
mod odds;
mod play;
#[cfg(target_os = "linux")]
mod printing;
mod replay;
#[cfg(unix)]
mod restore;
mod rules;
mod script;
mod simulate;
mod text_files;
mod uth;
mod verify;
#[cfg(unix)]
mod wrong_places;
