//! The room's own keys, which lie apart from its data: whoever has one without the other can neither open a sealed
//! deck nor sign a checkpoint.
//!
//! They are two files of 64 hexadecimal digits, readable by their owner alone, or two secrets in the environment. They
//! are never printed.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Component, Path, PathBuf};

use ed25519_dalek::{SigningKey, VerifyingKey};
use etcetera::BaseStrategy;
use room::port::Fault;

use crate::bytes::{Bytes, from_hex, hex};
use crate::permissions::text_of_named;

/// The variable of the environment that may hold the key under which hands are sealed.
pub const ROOM_VARIABLE: &str = "CARDROOM_ROOM_KEY";
/// The variable of the environment that may hold the key that signs checkpoints.
pub const SIGNING_VARIABLE: &str = "CARDROOM_SIGNING_KEY";

const ROOM_FILE: &str = "room.key";
const SIGNING_FILE: &str = "signing.key";
/// The half of the signing key that anybody may have, beside it for auditors.
pub const PUBLIC_FILE: &str = "signing.pub";

/// The keys of a room.
#[derive(Clone)]
pub struct Keys {
    room: [u8; 32],
    signing: SigningKey,
}

impl fmt::Debug for Keys {
    /// Prints the name of the room's key, which says nothing about it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys").field("room", &self.room_id()).finish_non_exhaustive()
    }
}

impl Keys {
    /// Keys that are known.
    pub fn new(room: [u8; 32], signing: [u8; 32]) -> Keys {
        Keys { room, signing: SigningKey::from_bytes(&signing) }
    }

    /// Where keys lie unless another place is given: the folder `cardroom` where this platform has its configuration.
    ///
    /// # Errors
    /// When the platform names no such place.
    pub fn usual_folder() -> Result<PathBuf, Fault> {
        let what = "there is no home folder to keep the keys in: give a folder for them";
        let base = etcetera::choose_base_strategy().map_err(|_| Fault { what: what.to_owned() })?;
        Ok(base.config_dir().join("cardroom"))
    }

    /// The keys of a room: out of the environment where they are there, else out of the folder.
    ///
    /// They are made on the first start, which is when neither the folder has keys nor the data folder has data.
    ///
    /// # Errors
    /// A key is missing or cannot be read, others may read it, or it lies inside of the data folder.
    pub fn of_room(folder: &Path, data: &Path) -> Result<Keys, Fault> {
        let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        match (variable(ROOM_VARIABLE), variable(SIGNING_VARIABLE)) {
            (Some(room), Some(signing)) => Keys::of_texts(&room, &signing),
            (None, None) => Keys::of_folder(folder, data),
            (Some(_), None) | (None, Some(_)) => Err(Fault {
                what: format!("{ROOM_VARIABLE} and {SIGNING_VARIABLE} belong together: set both or none"),
            }),
        }
    }

    /// The keys of a room that was founded before: out of the environment or the folder, as in [`Keys::of_room`]; none are
    /// made.
    ///
    /// # Errors
    /// There are none, or as [`Keys::of_room`].
    pub fn of_founded(folder: &Path, data: &Path) -> Result<Keys, Fault> {
        let variable = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        if variable(ROOM_VARIABLE) || variable(SIGNING_VARIABLE) {
            return Keys::of_room(folder, data);
        }
        let place = folder.display();
        is_folder(folder)?;
        let there = |name: &str| {
            let path = folder.join(name);
            path.try_exists().map_err(cannot("look for", &path))
        };
        let what = match (there(ROOM_FILE)?, there(SIGNING_FILE)?) {
            (true, true) => return Keys::of_room(folder, data),
            (false, false) => format!(
                "the keys of the room are not in {place}: bring them there, or name the folder that has them with --keys"
            ),
            (has_room, _) => {
                let missing = folder.join(if has_room { SIGNING_FILE } else { ROOM_FILE });
                let missing = missing.display();
                format!(
                    "{missing} is missing: bring it back, or name the folder that has both keys with --keys"
                )
            }
        };
        Err(Fault { what })
    }

    /// The keys that two texts of 64 hexadecimal digits stand for.
    ///
    /// # Errors
    /// A text is none of that kind. The text itself is not told.
    pub fn of_texts(room: &str, signing: &str) -> Result<Keys, Fault> {
        Ok(Keys::new(key(room, ROOM_VARIABLE)?, key(signing, SIGNING_VARIABLE)?))
    }

    /// The keys of a folder, made on the first start.
    ///
    /// # Errors
    /// As [`Keys::of_room`].
    pub fn of_folder(folder: &Path, data: &Path) -> Result<Keys, Fault> {
        apart(folder, data)?;
        is_folder(folder)?;
        let (room, signing) = (folder.join(ROOM_FILE), folder.join(SIGNING_FILE));
        let there = |path: &Path| path.try_exists().map_err(cannot("look for", path));
        match (there(&room)?, there(&signing)?) {
            (true, true) => Ok(Keys::new(read(&room)?, read(&signing)?)),
            (false, false) if !there(&data.join(crate::sqlite::DATABASE))? => {
                Keys::make(folder)?;
                Ok(Keys::new(read(&room)?, read(&signing)?))
            }
            (has_room, _) => {
                let missing = if has_room { signing } else { room };
                let (missing, data) = (missing.display(), data.display());
                Err(Fault {
                    what: format!(
                        "{missing} is missing: the data in {data} belongs to a room whose keys were made before; bring them back, or name the folder that has them with --keys"
                    ),
                })
            }
        }
    }

    /// The keys of a folder for looking at what a room has stored: none are made, and they are the ones of its first start.
    /// A room has one key for its decks from its first start on.
    ///
    /// # Errors
    /// There is no data, the keys are others, or as [`Keys::of_room`].
    pub fn for_reading(folder: &Path, data: &Path) -> Result<Keys, Fault> {
        let sealed = crate::verify::sealed_with(data)?;
        let keys = Keys::of_folder(folder, data)?;
        match sealed {
            Some(sealed) if sealed != keys.room_id() => {
                let (folder, data) = (folder.display(), data.display());
                let what = format!(
                    "the key in {folder} is another than the one with which decks in {data} are sealed since the room's first start: name the folder that has that key, or no folder, and hidden cards are not looked at"
                );
                Err(Fault { what })
            }
            Some(_) | None => Ok(keys),
        }
    }

    fn make(folder: &Path) -> Result<(), Fault> {
        fs::create_dir_all(folder).map_err(cannot("make", folder))?;
        let mut signing = [0; 32];
        for (file, bytes) in [(ROOM_FILE, &mut [0; 32]), (SIGNING_FILE, &mut signing)] {
            getrandom::fill(bytes).map_err(|error| Fault {
                what: format!(
                    "the operating system gives no randomness for a key: {error}; start again when it does"
                ),
            })?;
            write(&folder.join(file), &hex(bytes), true)?;
        }
        let public = SigningKey::from_bytes(&signing).verifying_key();
        write(&folder.join(PUBLIC_FILE), &hex(public.as_bytes()), false)?;
        sync(folder)
    }

    /// Sees to it that the public half lies beside the key that signs, for auditors; its path, where it was missing there
    /// and has been written.
    ///
    /// # Errors
    /// Another key is in its place, by which nobody could check what this room signs; or it cannot be read or written.
    pub fn leave_public(&self, folder: &Path) -> Result<Option<PathBuf>, Fault> {
        let path = folder.join(PUBLIC_FILE);
        let there = path.symlink_metadata().is_ok();
        if !there && !folder.join(SIGNING_FILE).exists() {
            // The keys come out of the environment.
            return Ok(None);
        }
        if !there {
            write(&path, &self.public_text(), false)?;
            return Ok(Some(path));
        }
        let text = text_of_named(&path).map_err(cannot("read", &path))?;
        if public_key(&text).is_ok_and(|public| public == self.public()) {
            return Ok(None);
        }
        let place = path.display();
        let what = format!(
            "{place} is not the public half of the key that signs: whoever checks the room by it finds nothing signed; move it away, and the next start writes the right one"
        );
        Err(Fault { what })
    }

    /// The key under which the keys of hands are wrapped.
    pub const fn room(&self) -> &[u8; 32] {
        &self.room
    }

    /// The name of the room's key: a hash, from which the key cannot be found.
    pub fn room_id(&self) -> String {
        hex(&Bytes::of("cardroom key 1").fixed(&self.room).hash())
    }

    /// The key that signs checkpoints.
    pub(crate) const fn signing(&self) -> &SigningKey {
        &self.signing
    }

    /// The half of the signing key that anybody may have.
    pub fn public(&self) -> VerifyingKey {
        self.signing.verifying_key()
    }

    /// The half of the signing key that anybody may have, as text.
    pub fn public_text(&self) -> String {
        hex(self.public().as_bytes())
    }
}

/// Reads the public half of a signing key from its 64 hexadecimal digits.
///
/// # Errors
/// The text stands for no key.
pub fn public_key(text: &str) -> Result<VerifyingKey, Fault> {
    let bytes = from_hex(text.trim()).and_then(|bytes: [u8; 32]| VerifyingKey::from_bytes(&bytes).ok());
    bytes.ok_or_else(|| Fault {
        what: "a public key has 64 hexadecimal digits and is a point of the curve".to_owned(),
    })
}

pub(crate) fn cannot(doing: &str, path: &Path) -> impl FnOnce(std::io::Error) -> Fault {
    let place = path.display().to_string();
    move |error| Fault { what: format!("cannot {doing} {place}: {error}") }
}

fn key(text: &str, place: impl fmt::Display) -> Result<[u8; 32], Fault> {
    let wrong = || Fault {
        what: format!(
            "{place} holds no key, which has 64 hexadecimal digits: bring back the one of the room's first start"
        ),
    };
    from_hex(&text.trim().to_ascii_lowercase()).ok_or_else(wrong)
}

/// Refuses what is there and is no folder.
fn is_folder(folder: &Path) -> Result<(), Fault> {
    if folder.metadata().is_ok_and(|found| !found.is_dir()) {
        let place = folder.display();
        let what = format!("{place} is not a folder: name the one of the room's keys with --keys");
        return Err(Fault { what });
    }
    Ok(())
}

/// Keys inside of the data would be copied with it.
pub(crate) fn apart(folder: &Path, data: &Path) -> Result<(), Fault> {
    if is_within(folder, data) {
        let (folder, data) = (folder.display(), data.display());
        let what = format!(
            "the keys in {folder} would lie inside of the data in {data}: keep them apart, and name another folder with --keys"
        );
        return Err(Fault { what });
    }
    Ok(())
}

/// Whether a path is in a folder, wherever links of either lead.
pub(crate) fn is_within(path: &Path, folder: &Path) -> bool {
    real(path).starts_with(real(folder))
}

/// Where a path leads. Of one that is not there yet, the part that is there is followed and the rest is read.
fn real(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let known = path.ancestors().find_map(|known| Some((known, known.canonicalize().ok()?)));
    let Some((known, mut real)) = known else { return path };
    for part in path.strip_prefix(known).into_iter().flat_map(Path::components) {
        match part {
            Component::ParentDir => {
                real.pop();
            }
            Component::Normal(name) => real.push(name),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    real
}

fn read(path: &Path) -> Result<[u8; 32], Fault> {
    private(path)?;
    let text = text_of_named(path).map_err(cannot("read", path))?;
    key(&text, path.display())
}

#[cfg(unix)]
pub(crate) fn private(path: &Path) -> Result<(), Fault> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(path).map_err(cannot("read", path))?.permissions().mode();
    if mode & 0o077 != 0 {
        let path = path.display();
        return Err(Fault { what: format!("others may read {path}: chmod 600 {path} would do") });
    }
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn private(_path: &Path) -> Result<(), Fault> {
    Ok(())
}

/// Writes a file that was not there, whole or not at all.
pub(crate) fn write(path: &Path, text: &str, secret: bool) -> Result<(), Fault> {
    let unfinished = path.with_extension("unfinished");
    match fs::remove_file(&unfinished) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(cannot("remove", &unfinished)(error));
        }
        Ok(()) | Err(_) => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if secret { 0o600 } else { 0o644 });
    #[cfg(not(unix))]
    let _ = secret;
    let mut file = options.open(&unfinished).map_err(cannot("make", &unfinished))?;
    let written = writeln!(file, "{text}").and_then(|()| file.sync_all());
    let written = written.map_err(cannot("write", &unfinished));
    let placed = written.and_then(|()| fs::rename(&unfinished, path).map_err(cannot("make", path)));
    if placed.is_err() {
        // Part of a secret is not left behind; that it cannot be taken away says less than why it is there.
        let _ = fs::remove_file(&unfinished);
    }
    placed
}

/// Has the disk keep the names in a folder.
pub(crate) fn sync(folder: &Path) -> Result<(), Fault> {
    if cfg!(unix) {
        let opened = File::open(folder).map_err(cannot("open", folder))?;
        opened.sync_all().map_err(cannot("write", folder))?;
    }
    Ok(())
}
