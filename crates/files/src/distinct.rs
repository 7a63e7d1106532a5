//! Outputs that would be written over each other, or over an input.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::place::Place;

/// What a path leads to.
#[derive(PartialEq, Eq)]
enum Identity {
    /// `-`: standard output.
    Standard,
    /// A file that exists, by device and number: it may have several names.
    File(u64, u64),
    /// The name of a file that does not exist yet.
    Name(PathBuf),
}

/// Fails if two of the paths lead to one file, by other spellings or by links too; each stands with
/// the option that gives it, and is none where that is not given. Devices and pipes may be given
/// twice. Fails also if the links of a path have no end.
pub fn check_distinct(paths: &[(&str, Option<&Path>)]) -> anyhow::Result<()> {
    let mut taken: Vec<(&str, &Path, Identity)> = Vec::new();
    for &(option, path) in paths {
        let Some(path) = path else { continue };
        let Some(identity) = identity(path)? else {
            continue;
        };
        let known = taken.iter().find(|(_, _, known)| *known == identity);
        if let Some((other, other_path, _)) = known {
            let (shown, other_shown) = (path.display(), other_path.display());
            if path == *other_path {
                bail!("{other} and {option} are both {shown}: expected different files");
            }
            bail!(
                "{other} {other_shown} and {option} {shown} are one file: expected different files"
            );
        }
        taken.push((option, path, identity));
    }
    Ok(())
}

/// None for a device, a pipe and a folder, and where there is no folder for the file: that is said
/// when it is made.
fn identity(path: &Path) -> anyhow::Result<Option<Identity>> {
    if path == Path::new("-") {
        return Ok(Some(Identity::Standard));
    }
    let place = match Place::of(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        place => place.with_context(|| format!("cannot write {}", path.display()))?,
    };
    Ok(match place {
        Place::File(path) => {
            let metadata = fs::metadata(&path)?;
            Some(Identity::File(metadata.dev(), metadata.ino()))
        }
        Place::Free(path) => Some(Identity::Name(path)),
        Place::Folder | Place::Pipe(_) | Place::Device(_) | Place::Open(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use tempfile::tempdir;

    #[test]
    fn one_file_by_two_names_is_refused() {
        let folder = tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("old"), "").unwrap();
        fs::hard_link(at("old"), at("hard")).unwrap();
        symlink("old", at("soft")).unwrap();
        symlink("new", at("dangling")).unwrap();
        let refusal = |one: &str, other: &str| {
            check_distinct(&[("--one", Some(&at(one))), ("--other", Some(&at(other)))])
        };
        for (one, other) in [
            ("old", "old"),
            ("old", "./old"),
            ("old", "hard"),
            ("old", "soft"),
            ("new", "dangling"),
            ("new", "../new"),
        ] {
            let other = other.replace("../", &format!("../{}/", name_of(folder.path())));
            let error = refusal(one, &other).unwrap_err().to_string();
            assert!(
                error.contains("expected different files"),
                "{one} {other}: {error}"
            );
        }
        for (one, other) in [("old", "new"), ("new", "newer"), ("missing/x", "missing/x")] {
            refusal(one, other).unwrap();
        }
        let null = Path::new("/dev/null");
        check_distinct(&[("--one", Some(null)), ("--other", Some(null))]).unwrap();
        let standard = Path::new("-");
        assert!(check_distinct(&[("--one", Some(standard)), ("--other", Some(standard))]).is_err());
    }

    fn name_of(folder: &Path) -> String {
        folder.file_name().unwrap().to_string_lossy().into_owned()
    }

    #[test]
    fn links_that_lead_to_each_other_are_named() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("loop");
        symlink("loop", &path).unwrap();
        let error = check_distinct(&[("-o", Some(&path))]).unwrap_err();
        let text = format!("{error:#}");
        assert!(text.contains("its links lead to each other"), "{text}");
    }
}
