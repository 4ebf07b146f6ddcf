//! The room's own keys, kept apart from its data: somebody with only one of the two can neither open a sealed
//! deck nor sign a checkpoint.
//!
//! They are two files of 64 hexadecimal digits, readable by their owner alone, or two secrets in the
//! environment. They are never printed.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Component, Path, PathBuf};

use ed25519_dalek::{SigningKey, VerifyingKey};
use etcetera::BaseStrategy;
use room::port::StoreError;

use crate::bytes::{CanonicalBytes, from_hex, hex};
use crate::error::{IoError, KeysError, RandomnessPurpose};
use crate::path_checks;
use crate::permissions::read_named_text;

/// The environment variable that may hold the key which seals hands.
pub const ROOM_VARIABLE: &str = "CARDROOM_ROOM_KEY";
/// The environment variable that may hold the key which signs checkpoints.
pub const SIGNING_VARIABLE: &str = "CARDROOM_SIGNING_KEY";

const ROOM_FILE: &str = "room.key";
const SIGNING_FILE: &str = "signing.key";
/// The file of checkpoints, beside the keys.
pub(crate) const CHECKPOINTS_FILE: &str = "checkpoints";
/// The public half of the signing key, beside it for auditors.
pub const PUBLIC_FILE: &str = "signing.pub";

/// The keys of a room.
#[derive(Clone)]
pub struct Keys {
    room: [u8; 32],
    signing: SigningKey,
}

impl fmt::Debug for Keys {
    /// Prints the name of the room's key, a hash; no byte of either key may ever get into a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys").field("room", &self.room_id()).finish_non_exhaustive()
    }
}

impl Keys {
    /// Keys from known bytes, for tests and for halves that were joined; a room gets its own by [`Keys::for_room`].
    pub fn new(room: [u8; 32], signing: [u8; 32]) -> Keys {
        Keys { room, signing: SigningKey::from_bytes(&signing) }
    }

    /// The folder for keys where the operator names none: `cardroom` in the user's configuration folder, apart from
    /// any data.
    ///
    /// # Errors
    /// The platform has no such folder.
    pub fn default_folder() -> Result<PathBuf, StoreError> {
        let base = etcetera::choose_base_strategy().map_err(|_| KeysError::NoHome)?;
        Ok(base.config_dir().join("cardroom"))
    }

    /// The keys with which a room starts: from the environment if both are set there, from the folder if
    /// neither is; one alone is an error, since a room must not start with keys that nobody chose.
    ///
    /// They are created on the first start, which is when neither the folder has keys nor the data folder has
    /// data.
    ///
    /// # Errors
    /// A key is missing or cannot be read, others may read it, or it lies inside the data folder.
    pub fn for_room(folder: &Path, data: &Path) -> Result<Keys, StoreError> {
        let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        match (variable(ROOM_VARIABLE), variable(SIGNING_VARIABLE)) {
            (Some(room), Some(signing)) => Keys::parse(&room, &signing),
            (None, None) => Keys::from_folder(folder, data),
            (Some(_), None) | (None, Some(_)) => Err(KeysError::OneVariable.into()),
        }
    }

    /// The keys for a command on a room that exists, such as a backup or an upgrade: from the environment or the
    /// folder, as in [`Keys::for_room`], but never created, so that a wrong folder is noticed.
    ///
    /// # Errors
    /// There are none, or as [`Keys::for_room`].
    pub fn for_existing_room(folder: &Path, data: &Path) -> Result<Keys, StoreError> {
        let variable = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        if variable(ROOM_VARIABLE) || variable(SIGNING_VARIABLE) {
            return Keys::for_room(folder, data);
        }
        check_is_folder(folder)?;
        let there = |name: &str| {
            let path = folder.join(name);
            path.try_exists().map_err(io_fault("look for", &path))
        };
        match (there(ROOM_FILE)?, there(SIGNING_FILE)?) {
            (true, true) => Keys::for_room(folder, data),
            (false, false) => Err(KeysError::NotInFolder { folder: folder.to_owned() }.into()),
            (has_room, _) => {
                let path = folder.join(if has_room { SIGNING_FILE } else { ROOM_FILE });
                Err(KeysError::Missing { path }.into())
            }
        }
    }

    /// The keys that two texts of 64 hexadecimal digits stand for, in either case: the form of the environment
    /// variables, which the errors name.
    ///
    /// # Errors
    /// A text does not have that form. The error does not show the text.
    pub fn parse(room: &str, signing: &str) -> Result<Keys, StoreError> {
        let of_variable =
            |text, name| parse_key(text).ok_or(StoreError::from(KeysError::NotAKeyInVariable { name }));
        Ok(Keys::new(of_variable(room, ROOM_VARIABLE)?, of_variable(signing, SIGNING_VARIABLE)?))
    }

    /// The keys of a folder, created on the first start of a room: never where data may hold records, for new keys
    /// could neither open its decks nor follow its checkpoints.
    ///
    /// # Errors
    /// As [`Keys::for_room`].
    pub fn from_folder(folder: &Path, data: &Path) -> Result<Keys, StoreError> {
        check_apart(folder, data)?;
        check_is_folder(folder)?;
        let (room, signing) = (folder.join(ROOM_FILE), folder.join(SIGNING_FILE));
        let there = |path: &Path| path.try_exists().map_err(io_fault("look for", path));
        match (there(&room)?, there(&signing)?) {
            (true, true) => Ok(Keys::new(read_key(&room)?, read_key(&signing)?)),
            (false, false) if !path_checks::may_hold_records(data, folder)? => {
                Keys::create_key_files(folder)?;
                Ok(Keys::new(read_key(&room)?, read_key(&signing)?))
            }
            // The first start was cut short between the two keys: nothing has been signed or sealed yet.
            (true, false)
                if !path_checks::may_hold_records(data, folder)?
                    && !there(&folder.join(PUBLIC_FILE))?
                    && !there(&folder.join(CHECKPOINTS_FILE))? =>
            {
                let sealing = read_key(&room)?;
                Keys::create_signing_key(folder)?;
                Ok(Keys::new(sealing, read_key(&signing)?))
            }
            (has_room, _) => {
                let path = if has_room { signing } else { room };
                Err(KeysError::MissingForData { path, data: data.to_owned() }.into())
            }
        }
    }

    /// The keys of a folder, for opening the hidden cards of what a room has stored: they must be the ones of its
    /// first start, with which every deck of the room is sealed.
    ///
    /// # Errors
    /// There is no data, the keys do not belong to it, or as [`Keys::for_room`].
    pub fn for_reading(folder: &Path, data: &Path) -> Result<Keys, StoreError> {
        let sealed = crate::verify::sealing_key_name(data)?;
        let keys = Keys::from_folder(folder, data)?;
        match sealed {
            Some(sealed) if sealed != keys.room_id() => {
                Err(KeysError::OtherKey { folder: folder.to_owned(), data: data.to_owned() }.into())
            }
            Some(_) | None => Ok(keys),
        }
    }

    /// Creates the folder and both keys for a first start. The key of the decks comes first: by that order a start
    /// that was cut short is distinguished from a lost key.
    fn create_key_files(folder: &Path) -> Result<(), StoreError> {
        fs::create_dir_all(folder).map_err(io_fault("make", folder))?;
        write_new_file(&folder.join(ROOM_FILE), &hex(&random_key()?), true)?;
        Keys::create_signing_key(folder)
    }

    /// Creates the signing key and its public half, once the key of the decks exists, and flushes their names to disk
    /// before anything is signed.
    fn create_signing_key(folder: &Path) -> Result<(), StoreError> {
        let signing = random_key()?;
        write_new_file(&folder.join(SIGNING_FILE), &hex(&signing), true)?;
        let public = SigningKey::from_bytes(&signing).verifying_key();
        write_new_file(&folder.join(PUBLIC_FILE), &hex(public.as_bytes()), false)?;
        sync_folder(folder)
    }

    /// Makes sure at each start that the public half of the signing key lies beside it, for auditors. Returns its
    /// path if it was missing and has been written; `None` too if the keys come from the environment.
    ///
    /// # Errors
    /// Another key is in its place, so that nobody could check this room's signatures; or the file cannot be
    /// read or written.
    pub fn ensure_public_file(&self, folder: &Path) -> Result<Option<PathBuf>, StoreError> {
        let path = folder.join(PUBLIC_FILE);
        let there = path.symlink_metadata().is_ok();
        if !there && !folder.join(SIGNING_FILE).exists() {
            // The keys come from the environment.
            return Ok(None);
        }
        if !there {
            write_new_file(&path, &self.public_key_text(), false)?;
            return Ok(Some(path));
        }
        let text = read_named_text(&path).map_err(io_fault("read", &path))?;
        if parse_public_key(&text).is_ok_and(|public| public == self.verifying_key()) {
            return Ok(None);
        }
        Err(KeysError::OtherPublicKey { path }.into())
    }

    /// The secret key that wraps the keys of hands: anybody who has it opens every sealed deck of the room. It never
    /// goes into a message or a file of the data.
    pub const fn room(&self) -> &[u8; 32] {
        &self.room
    }

    /// The name of the room's key: a hash, from which the key cannot be recovered. It is stored in the room's
    /// identity, so its form never changes.
    pub fn room_id(&self) -> String {
        hex(&CanonicalBytes::start("cardroom key 1").fixed(&self.room).hash())
    }

    /// The secret key that signs checkpoints, for the file of checkpoints and backups alone.
    pub(crate) const fn signing(&self) -> &SigningKey {
        &self.signing
    }

    /// The public half of the signing key, with which anybody checks the room's checkpoints.
    pub fn verifying_key(&self) -> VerifyingKey {
        self.signing.verifying_key()
    }

    /// The public half of the signing key as 64 hexadecimal digits: the text of `signing.pub` and of the room's
    /// identity.
    pub fn public_key_text(&self) -> String {
        hex(self.verifying_key().as_bytes())
    }
}

/// Reads the public half of a signing key from its 64 lower-case hexadecimal digits, as an auditor gives it to
/// `verify`; blanks around them do not matter.
///
/// # Errors
/// The text is not a public key.
pub fn parse_public_key(text: &str) -> Result<VerifyingKey, KeysError> {
    let bytes = from_hex(text.trim()).and_then(|bytes: [u8; 32]| VerifyingKey::from_bytes(&bytes).ok());
    bytes.ok_or(KeysError::NotAPublicKey)
}

/// 32 bytes for a new key, from the operating system alone: a room that cannot get them does not start.
fn random_key() -> Result<[u8; 32], StoreError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|source| IoError::NoRandomness { purpose: RandomnessPurpose::Key, source })?;
    Ok(bytes)
}

/// For `map_err`: the fault of something that cannot be done with a path; `doing` is a verb for the path, such as
/// "read", and becomes part of the sentence.
pub(crate) fn io_fault(doing: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> StoreError {
    let path = path.to_owned();
    move |source| IoError::Io { doing, path, source }.into()
}

/// The key that 64 hexadecimal digits stand for, in either case and with blanks around them; `None` for another text,
/// which no message may show.
fn parse_key(text: &str) -> Option<[u8; 32]> {
    from_hex(&text.trim().to_ascii_lowercase())
}

/// Refuses a path for keys that exists and is not a folder; one that does not exist yet passes.
fn check_is_folder(folder: &Path) -> Result<(), StoreError> {
    if folder.metadata().is_ok_and(|found| !found.is_dir()) {
        return Err(KeysError::NotAFolder { path: folder.to_owned() }.into());
    }
    Ok(())
}

/// Refuses a path for keys inside the data: they would be copied with it, and with both anybody can open every deck.
pub(crate) fn check_apart(folder: &Path, data: &Path) -> Result<(), StoreError> {
    if is_within(folder, data) {
        return Err(KeysError::InsideData { path: folder.to_owned(), data: data.to_owned() }.into());
    }
    Ok(())
}

/// Whether a path lies in a folder, or is that folder, after following the links of both; neither need exist.
pub(crate) fn is_within(path: &Path, folder: &Path) -> bool {
    resolve_path(path).starts_with(resolve_path(folder))
}

/// Where a path leads, absolute and without links. If it does not exist yet, the existing part is resolved and the
/// rest appended, so that paths of files to be created can be compared.
fn resolve_path(path: &Path) -> PathBuf {
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

/// Reads a key that only its owner may read, from 64 hexadecimal digits. The error names the file and shows nothing
/// of what is in it.
fn read_key(path: &Path) -> Result<[u8; 32], StoreError> {
    check_private(path)?;
    let text = match read_named_text(path) {
        // Whatever it is, it is not the digits of a key.
        Err(error) if error.kind() == ErrorKind::InvalidData => String::new(),
        read => read.map_err(io_fault("read", path))?,
    };
    parse_key(&text).ok_or_else(|| KeysError::NotAKey { path: path.to_owned() }.into())
}

/// Refuses a secret file that others than its owner may read: a key or half that may have been seen is not used until
/// its owner has looked at it.
#[cfg(unix)]
pub(crate) fn check_private(path: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(path).map_err(io_fault("read", path))?.permissions().mode();
    if mode & 0o077 != 0 {
        return Err(KeysError::OthersMayRead { path: path.to_owned() }.into());
    }
    Ok(())
}

/// Elsewhere than on Unix a file does not say who may read it, so every file passes.
#[cfg(not(unix))]
pub(crate) fn check_private(_path: &Path) -> Result<(), StoreError> {
    Ok(())
}

/// Writes a new file of one line, completely or not at all, and flushes it; `secret` makes it readable by its owner
/// alone. Callers have checked that nothing is at the path, because it would be replaced.
pub(crate) fn write_new_file(path: &Path, text: &str, secret: bool) -> Result<(), StoreError> {
    let unfinished = path.with_extension("unfinished");
    match fs::remove_file(&unfinished) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(io_fault("remove", &unfinished)(error));
        }
        Ok(()) | Err(_) => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if secret { 0o600 } else { 0o644 });
    #[cfg(not(unix))]
    let _ = secret;
    let mut file = options.open(&unfinished).map_err(io_fault("make", &unfinished))?;
    let written = writeln!(file, "{text}").and_then(|()| file.sync_all());
    let written = written.map_err(io_fault("write", &unfinished));
    let placed = written.and_then(|()| fs::rename(&unfinished, path).map_err(io_fault("make", path)));
    if placed.is_err() {
        // Part of a secret must not be left behind. Failing to remove it matters less than the error that led
        // here.
        let _ = fs::remove_file(&unfinished);
    }
    placed
}

/// Has the disk keep the names in a folder, after a file in it was created or renamed; without it a power failure may
/// undo that. Does nothing elsewhere than on Unix.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    if cfg!(unix) {
        let opened = File::open(folder).map_err(io_fault("open", folder))?;
        opened.sync_all().map_err(io_fault("write", folder))?;
    }
    Ok(())
}
