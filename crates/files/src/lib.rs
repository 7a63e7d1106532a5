//! Files written whole or not at all, files locked by their writer, files of parts, and checks of paths.

mod shard;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use tempfile::{Builder, NamedTempFile};

pub use shard::{Shard, all_parts, ensure_finished, part_path, parts};

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
    let cannot_write = || format!("cannot write {}", path.display());
    let mut file = temporary(parent_folder(path)).with_context(cannot_write)?;
    let mut out = BufWriter::new(&mut file);
    write(&mut out)?;
    out.flush().with_context(cannot_write)?;
    drop(out);
    file.as_file().sync_all().with_context(cannot_write)?;
    file.persist(path)
        .map_err(|error| without_path(error.error))
        .with_context(cannot_write)?;
    Ok(())
}

/// Reads part of a file.
pub fn read_range(path: &Path, range: Range<u64>) -> anyhow::Result<Vec<u8>> {
    let read = || {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(range.start))?;
        let mut bytes =
            vec![0; usize::try_from(range.end - range.start).map_err(io::Error::other)?];
        file.read_exact(&mut bytes)?;
        io::Result::Ok(bytes)
    };
    read().with_context(|| format!("cannot read {}", path.display()))
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

/// Opens a regular file to add to it, creates it if missing, locks it, and reads its text. A last letter that is cut,
/// as by a kill, is left out.
pub fn open_locked(path: &Path) -> anyhow::Result<(File, String)> {
    let shown = path.display();
    if path.exists() {
        check_regular(path)?;
    }
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    let mut file = options
        .open(path)
        .with_context(|| format!("cannot write {shown}"))?;
    lock(&file, path)?;
    let mut bytes = Vec::new();
    let read = file
        .read_to_end(&mut bytes)
        .and_then(|_| complete_text(bytes));
    Ok((file, read.with_context(|| format!("cannot read {shown}"))?))
}

/// Reads the text of a file. A last letter that is cut, as by a kill, is left out.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    check_regular(path)?;
    let read = fs::read(path).and_then(complete_text);
    read.with_context(|| format!("cannot read {}", path.display()))
}

fn complete_text(mut bytes: Vec<u8>) -> io::Result<String> {
    if let Err(error) = std::str::from_utf8(&bytes)
        && error.error_len().is_none()
    {
        bytes.truncate(error.valid_up_to());
    }
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Locks an open file until it is closed. Fails if another process has locked it.
pub fn lock(file: &File, path: &Path) -> anyhow::Result<()> {
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
    fn open_locked_cut_letter_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.txt");
        fs::write(&path, &"one\nMaróczy".as_bytes()[..8]).unwrap();
        assert_eq!(open_locked(&path).unwrap().1, "one\nMar");
        assert_eq!(read_text(&path).unwrap(), "one\nMar");
        fs::write(&path, b"one\xFFtwo\n").unwrap();
        assert!(open_locked(&path).is_err() && read_text(&path).is_err());
    }

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
