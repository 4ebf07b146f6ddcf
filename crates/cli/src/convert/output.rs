//! The output file: written under a temporary name beside its place, and moved there when complete.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// A file that takes its place only when everything is written; until then the old file stays.
pub(super) struct ConvertedFile {
    file: Option<BufWriter<File>>,
    partial_path: PathBuf,
    final_path: PathBuf,
}

impl ConvertedFile {
    /// Begins a file that is to become `out`, which must not be the input file.
    pub(super) fn new(from: &Path, out: &Path) -> Result<ConvertedFile, String> {
        let cannot = |why: String| format!("cannot write {}: {why}", out.display());
        // A link stays a link; its target is written.
        let place = std::fs::canonicalize(out).unwrap_or_else(|_| out.to_owned());
        if std::fs::canonicalize(from).is_ok_and(|from| from == place) {
            return Err(cannot("it is the input file; name another".to_owned()));
        }
        if std::fs::metadata(&place).is_ok_and(|data| !data.is_file()) {
            return Err(cannot("something other than a file is there".to_owned()));
        }
        let name = place.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let part = place.with_file_name(format!(".{name}.{}.part", std::process::id()));
        let begun = part.clone();
        // Ctrl-C leaves nothing behind; without the handler it still stops the program.
        let _ = ctrlc::set_handler(move || {
            let _ = std::fs::remove_file(&begun);
            std::process::exit(130);
        });
        let file = File::create(&part).map_err(|error| cannot(error.to_string()))?;
        Ok(ConvertedFile {
            file: Some(BufWriter::with_capacity(1 << 16, file)),
            partial_path: part,
            final_path: place,
        })
    }

    pub(super) fn write(&mut self, text: &str) -> Result<(), String> {
        match &mut self.file {
            Some(file) => file
                .write_all(text.as_bytes())
                .map_err(|error| format!("cannot write {}: {error}", self.final_path.display())),
            None => Ok(()),
        }
    }

    /// Moves the file into place.
    pub(super) fn finish(mut self) -> Result<(), String> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let done = file.into_inner().map_err(|error| error.to_string()).and_then(|file| {
            drop(file);
            std::fs::rename(&self.partial_path, &self.final_path).map_err(|error| error.to_string())
        });
        done.map_err(|why| {
            let _ = std::fs::remove_file(&self.partial_path);
            format!("cannot write {}: {why}", self.final_path.display())
        })
    }
}

impl Drop for ConvertedFile {
    fn drop(&mut self) {
        // Not finished: remove what was begun.
        if self.file.take().is_some() {
            let _ = std::fs::remove_file(&self.partial_path);
        }
    }
}
