//! The output file: written under a temporary name beside its place, and moved there when complete.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use super::error::{ConvertError, OutputProblem};

/// A file that takes its place only when everything is written; until then the old file stays.
pub(super) struct ConvertedFile {
    file: Option<BufWriter<File>>,
    partial_path: PathBuf,
    final_path: PathBuf,
}

impl ConvertedFile {
    /// Begins a file that is to become `out`, under a temporary name in the same folder. Refuses `out` if it
    /// is the input or not a file. Sets the Ctrl-C handler of the process, so that nothing unfinished stays
    /// behind.
    pub(super) fn new(from: &Path, out: &Path) -> Result<ConvertedFile, ConvertError> {
        let cannot = |problem| ConvertError::Output { path: out.to_owned(), problem };
        // A link stays a link; its target is written.
        let place = std::fs::canonicalize(out).unwrap_or_else(|_| out.to_owned());
        if std::fs::canonicalize(from).is_ok_and(|from| from == place) {
            return Err(cannot(OutputProblem::IsInput));
        }
        if std::fs::metadata(&place).is_ok_and(|data| !data.is_file()) {
            return Err(cannot(OutputProblem::NotAFile));
        }
        let name = place.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let part = place.with_file_name(format!(".{name}.{}.part", std::process::id()));
        let begun = part.clone();
        // Ctrl-C leaves nothing behind; without the handler it still stops the program.
        let _ = ctrlc::set_handler(move || {
            let _ = std::fs::remove_file(&begun);
            std::process::exit(130);
        });
        let file = File::create(&part).map_err(|error| cannot(OutputProblem::Io(error)))?;
        Ok(ConvertedFile {
            file: Some(BufWriter::with_capacity(1 << 16, file)),
            partial_path: part,
            final_path: place,
        })
    }

    /// Appends text to the temporary file; what stands at `out` is not changed before
    /// [`ConvertedFile::finish`].
    pub(super) fn write(&mut self, text: &str) -> Result<(), ConvertError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let written = file.write_all(text.as_bytes());
        written.map_err(|error| ConvertError::Output {
            path: self.final_path.clone(),
            problem: OutputProblem::Io(error),
        })
    }

    /// Moves the complete file into place, over what was there. If that fails, the temporary file is removed
    /// and the old file stays.
    pub(super) fn finish(mut self) -> Result<(), ConvertError> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let done = file.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| {
            drop(file);
            std::fs::rename(&self.partial_path, &self.final_path)
        });
        done.map_err(|error| {
            let _ = std::fs::remove_file(&self.partial_path);
            ConvertError::Output { path: self.final_path.clone(), problem: OutputProblem::Io(error) }
        })
    }
}

impl Drop for ConvertedFile {
    /// Removes the temporary file of a conversion that was not finished.
    fn drop(&mut self) {
        // Not finished: remove what was begun.
        if self.file.take().is_some() {
            let _ = std::fs::remove_file(&self.partial_path);
        }
    }
}
