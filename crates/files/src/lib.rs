//! Files written whole or not at all, and checks of paths.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, bail};
use tempfile::{Builder, NamedTempFile};

/// Writes a whole file; one of the same name is replaced only when the new one is complete.
pub fn write_atomically(path: &Path, text: &str) -> anyhow::Result<()> {
    let cannot_write = || format!("cannot write {}", path.display());
    write_atomically_with(path, |out| out.write_all(text.as_bytes()).with_context(cannot_write))
}

/// Writes a whole file piece by piece, as [`write_atomically`] does.
pub fn write_atomically_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let cannot_write = || format!("cannot write {}", path.display());
    let mut file = temporary(parent_folder(path)).map_err(without_path).with_context(cannot_write)?;
    let mut out = BufWriter::new(&mut file);
    write(&mut out)?;
    out.flush().with_context(cannot_write)?;
    drop(out);
    file.as_file().sync_all().with_context(cannot_write)?;
    file.persist(path).map_err(|error| without_path(error.error)).with_context(cannot_write)?;
    Ok(())
}

/// Checks that a path is a regular file, before it is opened: a device or a pipe may never end.
pub fn check_regular(path: &Path) -> anyhow::Result<()> {
    let shown = path.display();
    if !fs::metadata(path).with_context(|| format!("cannot read {shown}"))?.is_file() {
        bail!("{shown} is not a regular file");
    }
    Ok(())
}

/// Writes a temporary file, complete and on the disk, that can then be given a name.
pub fn write_temporary(folder: &Path, text: &str) -> anyhow::Result<NamedTempFile> {
    let write = || {
        let mut file = temporary(folder).map_err(without_path)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        Ok::<_, io::Error>(file)
    };
    write().with_context(|| format!("cannot write in {}", folder.display()))
}

/// The error of the system, without the temporary file's name.
fn without_path(error: io::Error) -> io::Error {
    if error.raw_os_error().is_some() { error } else { io::Error::from(error.kind()) }
}

fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".belle-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
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
            assert!(text.starts_with("cannot write") && text.len() > 20, "{text}");
            assert!(!text.contains(".belle-") && !text.contains("temporary"), "{text}");
        }
    }
}
