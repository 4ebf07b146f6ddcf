//! Default folders of a room's data and keys.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use sha2::{Digest, Sha256};

/// The XDG folders, on every platform: data and keys of existing rooms lie below them, so another choice
/// would lose them.
fn base_dirs() -> Result<etcetera::base_strategy::Xdg, String> {
    etcetera::base_strategy::Xdg::new()
        .map_err(|_| "there is no home folder: name one with --data and one with --keys".to_owned())
}

/// The data folder: as named, or else the platform's default.
pub fn data_folder(named: Option<&Path>) -> Result<PathBuf, String> {
    match named {
        Some(path) => Ok(path.to_owned()),
        None => Ok(base_dirs()?.data_dir().join("cardroom")),
    }
}

/// The folder of the keys: as named, or else the platform's default, in which each named data folder has its
/// own subfolder.
pub fn keys_folder(named: Option<&Path>, data: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(path) = named {
        return Ok(path.to_owned());
    }
    let usual = base_dirs()?.config_dir().join("cardroom");
    let Some(data) = data else { return Ok(usual) };
    let whole = std::path::absolute(data).map_err(|why| format!("cannot find {}: {why}", data.display()))?;
    let digest = Sha256::digest(whole.to_string_lossy().as_bytes());
    let short: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let name = whole.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(usual.join("rooms").join(format!("{name}-{short}")))
}
