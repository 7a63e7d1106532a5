//! Inputs that have no end, or may have none.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::Command;

use files::{Bounded, open, open_regular, read, read_text};
use tempfile::tempdir;

#[test]
fn folder_pipe_and_device_are_refused() {
    let folder = tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    for (path, expected) in [
        (folder.path(), "it is a folder, expected a file"),
        (&pipe, "it is a named pipe, expected a file"),
        (Path::new("/dev/zero"), "it is a device, expected a file"),
    ] {
        for opened in [open(path), open_regular(path)] {
            let error = opened.unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
    let missing = open(&folder.path().join("none/file"))
        .unwrap_err()
        .to_string();
    assert!(missing.starts_with("there is no folder "), "{missing}");
}

#[test]
fn length_is_bounded() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "12345678").unwrap();
    assert_eq!(read_text(&path, 8).unwrap(), "12345678");
    let error = read(&path, 7).unwrap_err().to_string();
    assert_eq!(error, "it is too large: no more than 7 bytes are read");
    let mut endless = Bounded::new(std::io::repeat(7), 3 << 20);
    let error = endless
        .read_to_end(&mut Vec::new())
        .unwrap_err()
        .to_string();
    assert_eq!(error, "it is too large: no more than 3 MiB are read");
    fs::write(&path, [0xFF]).unwrap();
    let error = read_text(&path, 8).unwrap_err().to_string();
    assert_eq!(error, "it is not text in UTF-8");
}
