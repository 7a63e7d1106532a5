//! Files: written whole, or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use anyhow::Context;
use tempfile::{Builder, NamedTempFile};

/// Writes a file so that nobody ever sees half of it; a file of that name is replaced.
pub(crate) fn write_atomically(path: &Path, text: &str) -> anyhow::Result<()> {
    let temporary = write_temporary(folder(path), text)?;
    temporary.persist(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}

/// The same of a file that is written bit by bit, as long as it may be; if `write` fails there is no file.
pub(crate) fn write_streaming(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&File>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let in_folder = || format!("cannot write in {}", folder(path).display());
    let file = temporary(folder(path)).with_context(in_folder)?;
    let mut out = BufWriter::with_capacity(1 << 16, file.as_file());
    write(&mut out)?;
    out.flush().with_context(in_folder)?;
    drop(out);
    file.as_file().sync_all().with_context(in_folder)?;
    file.persist(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}

/// Written whole and on the disk before it takes a name.
pub(crate) fn write_temporary(folder: &Path, text: &str) -> anyhow::Result<NamedTempFile> {
    let write = || {
        let mut file = temporary(folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        Ok::<_, io::Error>(file)
    };
    write().with_context(|| format!("cannot write in {}", folder.display()))
}

/// A file without a name to be.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".belle-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// The folder a file is in.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
