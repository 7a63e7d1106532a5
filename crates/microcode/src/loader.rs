//! Where `.include` finds its files.

use std::io::{Error, ErrorKind, Result};
use std::path::{Component, Path, PathBuf};

use crate::source::SourceFile;

/// Finds the files a program includes.
pub trait Loader {
    /// The file that `from` includes as `path`. Its name must be the same for the same file,
    /// however it is reached: that is how a file that includes itself is found out. Fails if there
    /// is no such file, or it cannot be read as text.
    fn load(&self, path: &str, from: &str) -> Result<SourceFile>;
}

/// Programs carried in this program: names and texts.
#[derive(Clone, Copy, Debug)]
pub struct Embedded<'a>(pub &'a [(&'a str, &'a str)]);

impl Loader for Embedded<'_> {
    fn load(&self, path: &str, _from: &str) -> Result<SourceFile> {
        match self.0.iter().find(|(name, _)| *name == path) {
            Some((name, text)) => Ok(SourceFile::new(*name, *text)),
            None => Err(Error::new(
                ErrorKind::NotFound,
                "there is no such file among the embedded programs",
            )),
        }
    }
}

/// Files on disk, found from the folder of the file that includes them, and read by this function.
#[derive(Clone, Copy, Debug)]
pub struct Files(pub fn(&Path) -> Result<String>);

impl Loader for Files {
    fn load(&self, path: &str, from: &str) -> Result<SourceFile> {
        let path = plain(&Path::new(from).parent().unwrap_or(Path::new("")).join(path));
        Ok(SourceFile::new(path.display().to_string(), self.0(&path)?))
    }
}

/// The path without `.`, and without `NAME/..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(plain.components().next_back(), Some(Component::Normal(_))) =>
            {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_removes_dots() {
        assert_eq!(plain(Path::new("a/./b/../c.mc")), Path::new("a/c.mc"));
        assert_eq!(plain(Path::new("../../c.mc")), Path::new("../../c.mc"));
    }
}
