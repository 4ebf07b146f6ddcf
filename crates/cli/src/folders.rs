//! Default folders of a room's data and keys.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use sha2::{Digest, Sha256};

/// Why there is no default folder.
#[derive(Debug)]
pub enum FolderError {
    /// The platform knows no home folder.
    NoHome,
    /// The full path of a data folder cannot be found; the name of the default keys folder follows from it.
    NotFound {
        /// The data folder, as it was named.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl fmt::Display for FolderError {
    /// Why there is no default folder for data or keys: one line after `error:`, with the options that do
    /// without it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FolderError::NoHome => {
                f.write_str("there is no home folder: name one with --data and one with --keys")
            }
            FolderError::NotFound { path, source } => write!(f, "cannot find {}: {source}", path.display()),
        }
    }
}

impl Error for FolderError {
    /// The cause below the message: the system's error; `None` where there is no home folder.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            FolderError::NoHome => None,
            FolderError::NotFound { source, .. } => Some(source),
        }
    }
}

/// The XDG folders, on every platform: data and keys of existing rooms lie below them, so another choice
/// would lose them.
fn base_dirs() -> Result<etcetera::base_strategy::Xdg, FolderError> {
    etcetera::base_strategy::Xdg::new().map_err(|_| FolderError::NoHome)
}

/// The data folder of `serve`: the one named by --data, or else `cardroom` in the XDG data folder. Existing
/// rooms are found by this path: the default must not change.
pub fn data_folder(named: Option<&Path>) -> Result<PathBuf, FolderError> {
    match named {
        Some(path) => Ok(path.to_owned()),
        None => Ok(base_dirs()?.data_dir().join("cardroom")),
    }
}

/// The folder of a room's keys: the one named by --keys, or else one in the XDG config folder, apart from the
/// data. Each data folder that was named has a subfolder of its own.
///
/// Its name has the last part of the data's absolute path and a hash of the whole path. Existing rooms are
/// found by it, so it must not change.
pub fn keys_folder(named: Option<&Path>, data: Option<&Path>) -> Result<PathBuf, FolderError> {
    if let Some(path) = named {
        return Ok(path.to_owned());
    }
    let usual = base_dirs()?.config_dir().join("cardroom");
    let Some(data) = data else { return Ok(usual) };
    let whole = std::path::absolute(data)
        .map_err(|source| FolderError::NotFound { path: data.to_owned(), source })?;
    let digest = Sha256::digest(whole.to_string_lossy().as_bytes());
    let short: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let name = whole.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(usual.join("rooms").join(format!("{name}-{short}")))
}
