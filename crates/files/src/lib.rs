//! Files: written whole, or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, bail};
use tempfile::{Builder, NamedTempFile};

/// Writes a file so that nobody ever sees half of it; a file of that name is replaced.
pub fn write_atomically(path: &Path, text: &str) -> anyhow::Result<()> {
    let temporary = write_temporary(folder(path), text)?;
    temporary.persist(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}

/// The same for a text that is made piece by piece.
pub fn write_atomically_by(
    path: &Path,
    make: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let shown = path.display();
    let mut file = temporary(folder(path)).with_context(|| format!("cannot write {shown}"))?;
    let mut out = BufWriter::new(&mut file);
    make(&mut out)?;
    out.flush().with_context(|| format!("cannot write {shown}"))?;
    drop(out);
    file.as_file().sync_all().with_context(|| format!("cannot write {shown}"))?;
    file.persist(path).with_context(|| format!("cannot write {shown}"))?;
    Ok(())
}

/// Refuses what is no regular file, before it is opened: a device or a pipe need never end, nor even begin.
///
/// # Errors
/// It is none, or nothing is there.
pub fn check_regular(path: &Path) -> anyhow::Result<()> {
    let shown = path.display();
    if !fs::metadata(path).with_context(|| format!("cannot read {shown}"))?.is_file() {
        bail!("{shown} is no regular file");
    }
    Ok(())
}

/// Written whole and on the disk before it takes a name.
pub fn write_temporary(folder: &Path, text: &str) -> anyhow::Result<NamedTempFile> {
    let write = || {
        let mut file = temporary(folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        Ok::<_, io::Error>(file)
    };
    write().with_context(|| format!("cannot write in {}", folder.display()))
}

fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".belle-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// The folder a file is in.
pub fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
