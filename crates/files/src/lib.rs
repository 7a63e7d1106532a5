//! Texts read, also compressed; jobs that are resumed and split, files written whole or not at all, and checks of paths.

mod input;
mod job;
mod shard;

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use tempfile::{Builder, NamedTempFile};

pub use input::{Input, decompressed, open_input, read_input, uncompressed_name};
pub use job::{Header, InputEnd, Job, Settings, job_path, merge};
pub use shard::{Shard, shard_path};

/// Writes a whole file; one of the same name is replaced only when the new one is complete.
pub fn write_atomically(path: &Path, text: &str) -> anyhow::Result<()> {
    let cannot_write = || format!("cannot write {}", path.display());
    write_atomically_with(path, |out| {
        out.write_all(text.as_bytes()).with_context(cannot_write)
    })
}

/// Writes a whole file piece by piece, as [`write_atomically`] does.
pub fn write_atomically_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut file = NewFile::create(path)?;
    write(&mut file)?;
    file.finish()?;
    Ok(())
}

/// A file that gets its name when it is complete.
///
/// Until then its name has `.tmp` at the end, always the same, so that what a kill leaves is replaced by the next run.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    temporary: PathBuf,
    out: BufWriter<File>,
}

impl NewFile {
    /// Begins a file and locks it. Fails if another process is writing it.
    pub fn create(path: &Path) -> anyhow::Result<NewFile> {
        let cannot_write = || format!("cannot write {}", path.display());
        check_folder(parent_folder(path)).with_context(cannot_write)?;
        let mut name = OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(".tmp");
        let temporary = path.with_file_name(name);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&temporary).with_context(cannot_write)?;
        lock(&file, path)?;
        file.set_len(0).with_context(cannot_write)?;
        Ok(NewFile {
            path: path.to_owned(),
            temporary,
            out: BufWriter::new(file),
        })
    }

    /// Puts the file on the disk and gives it its name; one of the same name is replaced. Returns it, still locked.
    pub fn finish(mut self) -> anyhow::Result<File> {
        let mut persist = || {
            self.out.flush()?;
            let file = self.out.get_ref().try_clone()?;
            file.sync_all()?;
            fs::rename(&self.temporary, &self.path)?;
            io::Result::Ok(file)
        };
        persist().with_context(|| format!("cannot write {}", self.path.display()))
    }
}

impl Drop for NewFile {
    /// Removes a file that was not finished.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.temporary);
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Checks that a path is a regular file, before it is opened: a device or a pipe may never end.
pub fn check_regular(path: &Path) -> anyhow::Result<()> {
    let shown = path.display();
    if !fs::metadata(path)
        .with_context(|| format!("cannot read {shown}"))?
        .is_file()
    {
        bail!("{shown} is not a regular file");
    }
    Ok(())
}

/// Checks that a file can get this name: its folder exists, and no file has it; then the error ends with `advice`.
pub fn check_new(path: &Path, advice: &str) -> anyhow::Result<()> {
    check_folder(parent_folder(path))?;
    ensure!(
        !path.exists(),
        "{} already exists: {advice}",
        path.display()
    );
    Ok(())
}

/// Checks that a folder exists.
pub fn check_folder(folder: &Path) -> anyhow::Result<()> {
    ensure!(folder.is_dir(), "there is no folder {}", folder.display());
    Ok(())
}

/// Locks an open file until it is closed. Fails if another process has locked it.
pub(crate) fn lock(file: &File, path: &Path) -> anyhow::Result<()> {
    let shown = path.display();
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!("{shown}: another process is writing to it"),
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock {shown}"))
        }
        Ok(()) => Ok(()),
    }
}

/// Writes a temporary file, complete and on the disk, that can then be given a name.
pub fn write_temporary(folder: &Path, text: &str) -> anyhow::Result<NamedTempFile> {
    let write = || {
        let mut file = temporary(folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        anyhow::Ok(file)
    };
    write().with_context(|| format!("cannot write in {}", folder.display()))
}

/// The error of the system, without the temporary file's name.
fn without_path(error: io::Error) -> io::Error {
    if error.raw_os_error().is_some() {
        error
    } else {
        io::Error::from(error.kind())
    }
}

fn temporary(folder: &Path) -> anyhow::Result<NamedTempFile> {
    check_folder(folder)?;
    let mut builder = Builder::new();
    builder.prefix(".belle-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    Ok(builder.tempfile_in(folder).map_err(without_path)?)
}

/// The folder that a file is in.
pub fn parent_folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_do_not_name_temporary_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none/file.txt");
        for error in [
            write_atomically(&path, "").unwrap_err(),
            write_temporary(parent_folder(&path), "").unwrap_err(),
            // A folder cannot be replaced by a file.
            write_atomically(folder.path(), "").unwrap_err(),
        ] {
            let text = format!("{error:#}");
            assert!(
                text.starts_with("cannot write") && text.len() > 20,
                "{text}"
            );
            assert!(
                !text.contains(".belle-") && !text.contains("temporary"),
                "{text}"
            );
        }
    }
}
