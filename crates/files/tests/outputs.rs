//! Outputs to files, links, pipes and devices, and what is left of those that are not finished.

use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, SystemTime};

use files::{
    Header, Job, NewFile, Settings, check_new, create_log, create_log_at_once, create_own,
    is_stream, open_own, write_atomically, write_new,
};
use tempfile::{TempDir, tempdir};

fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        names.push(entry.unwrap().file_name().into_string().unwrap());
    }
    names.sort();
    names
}

fn pipe() -> (TempDir, PathBuf) {
    let folder = tempdir().unwrap();
    let path = folder.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&path)
            .status()
            .unwrap()
            .success()
    );
    (folder, path)
}

#[test]
fn unfinished_file_leaves_nothing_and_shows_no_name() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file.txt");
    let mut file = NewFile::create(&path).unwrap();
    file.write_all(b"half").unwrap();
    file.flush().unwrap();
    assert_eq!(names(folder.path()), Vec::<String>::new());
    drop(file);
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

#[test]
fn finished_file_replaces_and_keeps_the_mode() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file.txt");
    write_atomically(&path, "one").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let before = fs::metadata(&path).unwrap().ino();
    write_atomically(&path, "two").unwrap();
    let after = fs::metadata(&path).unwrap();
    assert_eq!(
        (after.mode() & 0o7777, after.ino() == before),
        (0o640, false)
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "two");
    assert_eq!(names(folder.path()), ["file.txt"]);
}

#[test]
fn longest_name_is_written() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("n".repeat(255));
    write_atomically(&path, "text").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "text");
}

#[test]
fn links_are_followed_and_stay() {
    let folder = tempdir().unwrap();
    let (real, link, second) = (
        folder.path().join("real"),
        folder.path().join("link"),
        folder.path().join("second"),
    );
    symlink("real", &link).unwrap();
    symlink(&link, &second).unwrap();
    // First it leads to nothing, then to a file.
    for text in ["one", "two"] {
        write_atomically(&second, text).unwrap();
        assert_eq!(fs::read_to_string(&real).unwrap(), text);
        assert_eq!(fs::read_link(&link).unwrap(), Path::new("real"));
        assert_eq!(fs::read_link(&second).unwrap(), link);
    }
    let circle = folder.path().join("circle");
    symlink(&circle, &circle).unwrap();
    let error = format!("{:#}", write_atomically(&circle, "").unwrap_err());
    assert!(error.ends_with("its links lead to each other"), "{error}");
    let lost = folder.path().join("lost");
    symlink("none/file", &lost).unwrap();
    let error = format!("{:#}", write_atomically(&lost, "").unwrap_err());
    assert!(error.contains("there is no folder"), "{error}");
}

#[test]
fn pipe_gets_the_text_and_stays() {
    let (_folder, path) = pipe();
    assert!(is_stream(&path));
    let reader = thread::spawn({
        let path = path.clone();
        move || fs::read_to_string(path).unwrap()
    });
    write_atomically(&path, "text").unwrap();
    assert_eq!(reader.join().unwrap(), "text");
    assert!(is_stream(&path));
}

#[test]
fn device_is_written_and_stays() {
    for name in ["/dev/null", "/dev/full"] {
        let written = write_atomically(Path::new(name), "text");
        assert_eq!(written.is_ok(), name == "/dev/null");
        assert!(is_stream(Path::new(name)));
        if let Err(error) = written {
            let text = format!("{error:#}");
            assert_eq!(
                text,
                "cannot write /dev/full: No space left on device (os error 28)"
            );
        }
    }
}

#[test]
fn descriptor_is_written_at_its_end() {
    use std::os::fd::AsRawFd as _;
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    let mut file = File::create(&path).unwrap();
    file.write_all(b"before ").unwrap();
    let name = format!("/dev/fd/{}", file.as_raw_fd());
    assert!(is_stream(Path::new(&name)));
    write_atomically(Path::new(&name), "after").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "before after");
}

#[test]
fn read_only_file_and_folder_are_refused() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "protected").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let error = format!("{:#}", write_atomically(&path, "").unwrap_err());
    assert!(error.contains("it is read-only"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "protected");
    let error = format!("{:#}", write_atomically(folder.path(), "").unwrap_err());
    assert!(error.ends_with("it is a folder"), "{error}");
    let error = format!(
        "{:#}",
        write_atomically(&path.join("file"), "").unwrap_err()
    );
    assert!(error.contains("there is no folder"), "{error}");
}

#[test]
fn new_file_never_replaces() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    assert!(write_new(&path, "one").unwrap());
    assert!(!write_new(&path, "two").unwrap());
    assert!(create_log(&path).is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), "one");
    assert_eq!(names(folder.path()), ["file"]);
    create_log(Path::new("/dev/null")).unwrap();
}

#[test]
fn name_of_a_new_file_is_checked_where_its_links_lead() {
    let folder = tempdir().unwrap();
    let named = |name: &str| folder.path().join(name);
    fs::write(named("file"), "").unwrap();
    for (link, target, wrong) in [
        ("nowhere", "missing/file", "there is no folder"),
        ("again", "nowhere", "there is no folder"),
        ("loop", "loop", "its links lead to each other"),
        ("taken", "file", "already exists: choose another name"),
        ("folder", ".", "already exists: choose another name"),
    ] {
        symlink(target, named(link)).unwrap();
        let error = format!(
            "{:#}",
            check_new(&named(link), "choose another name").unwrap_err()
        );
        assert!(error.contains(wrong) && error.contains(link), "{error}");
    }
    symlink("new", named("free")).unwrap();
    symlink("/dev/null", named("device")).unwrap();
    for name in ["free", "device"] {
        check_new(&named(name), "choose another name").unwrap();
    }
}

#[test]
fn stale_temporary_files_of_ours_are_removed_and_no_others() {
    let folder = tempdir().unwrap();
    let old = SystemTime::now() - Duration::from_secs(25 * 60 * 60);
    let kept = [
        ".belle-aBc123.txt",
        ".belle-aBc1234.tmp",
        ".belle-locked.tmp",
        ".belle-young1.tmp",
        ".file.tmp",
        "belle-aBc123.tmp",
    ];
    for name in kept.iter().chain(&[".belle-aBc123.tmp"]) {
        let file = File::create(folder.path().join(name)).unwrap();
        if *name != ".belle-young1.tmp" {
            file.set_modified(old).unwrap();
        }
    }
    let locked = File::open(folder.path().join(".belle-locked.tmp")).unwrap();
    locked.lock().unwrap();
    fs::create_dir(folder.path().join(".belle-folder.tmp")).unwrap();
    symlink("/dev/null", folder.path().join(".belle-linked.tmp")).unwrap();
    write_atomically(&folder.path().join("file"), "").unwrap();
    let mut expected: Vec<&str> = kept.into();
    expected.extend([".belle-folder.tmp", ".belle-linked.tmp", "file"]);
    expected.sort_unstable();
    assert_eq!(names(folder.path()), expected);
}

#[test]
fn stale_temporary_file_is_removed_by_whatever_makes_a_file() {
    type Make = fn(&Path);
    let makers: [(&str, Make); 5] = [
        ("output", |path| write_atomically(path, "").unwrap()),
        ("log", |path| drop(create_log(path).unwrap())),
        ("own file", |path| drop(create_own(path).unwrap())),
        ("own file, kept", |path| drop(open_own(path).unwrap())),
        ("job", |path| {
            let header = Header::new("test", Settings::new(), Some(1));
            let mut job = Job::open(path, header, false).unwrap();
            job.add(0, &Settings::new()).unwrap();
        }),
    ];
    for (name, make) in makers {
        let folder = tempdir().unwrap();
        let old = SystemTime::now() - Duration::from_secs(25 * 60 * 60);
        let stale = File::create(folder.path().join(".belle-aBc123.tmp")).unwrap();
        stale.set_modified(old).unwrap();
        make(&folder.path().join("file"));
        assert_eq!(names(folder.path()), ["file"], "{name}");
    }
}

#[test]
fn pipe_that_nobody_reads_is_refused_where_nobody_waits_for_it() {
    let (_folder, path) = pipe();
    let error = format!("{:#}", create_log_at_once(&path).unwrap_err());
    assert!(
        error.ends_with("pipe: nobody reads this named pipe"),
        "{error}"
    );
    let read = path.clone();
    let reader = thread::spawn(move || fs::read_to_string(read).unwrap());
    let mut log = loop {
        // The reader comes when it comes.
        match create_log_at_once(&path) {
            Ok(log) => break log,
            Err(_) => thread::sleep(Duration::from_millis(1)),
        }
    };
    log.write_all(b"text").unwrap();
    drop(log);
    assert_eq!(reader.join().unwrap(), "text");
}
