//! Files: written whole, or not at all.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context;
use tempfile::{Builder, NamedTempFile};

/// Writes a file so that nobody ever sees half of it; a file of that name is replaced.
pub(crate) fn write_atomically(path: &Path, text: &str) -> anyhow::Result<()> {
    let temporary = write_temporary(folder(path), text)?;
    temporary.persist(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}

/// Written whole and on the disk before it takes a name.
pub(crate) fn write_temporary(folder: &Path, text: &str) -> anyhow::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".belle-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let write = || {
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        Ok::<_, io::Error>(file)
    };
    write().with_context(|| format!("cannot write in {}", folder.display()))
}

/// The folder a file is in.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
