//! The build script takes the commit of its own repository only.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs a command in a folder; returns what it prints.
fn said(folder: &Path, command: &mut Command) -> String {
    let output = command.current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn commit_of_a_foreign_repository_is_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script");
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut compile = Command::new("rustc");
    compile.args(["--edition", "2024", "build.rs", "-o"]);
    said(crate_folder, compile.arg(&script));
    let foreign = folder.path().join("foreign");
    let unpacked = foreign.join("belle/crates/cli");
    fs::create_dir_all(&unpacked).unwrap();
    said(&foreign, Command::new("git").args(["init", "--quiet"]));
    let author = ["-c", "user.name=a", "-c", "user.email=a@localhost"];
    let commit = ["commit", "--quiet", "--allow-empty", "-m", "packaging"];
    said(&foreign, Command::new("git").args(author).args(commit));
    let run = |given: Option<&str>| {
        let mut command = Command::new(&script);
        command.env_remove("BELLE_COMMIT");
        if let Some(given) = given {
            command.env("BELLE_COMMIT", given);
        }
        said(&unpacked, &mut command)
    };

    assert!(run(None).contains("=no commit\n"), "{}", run(None));
    assert!(run(Some("1234abcd")).contains("=1234abcd\n"));

    // The same with the script at the place that it has in a repository of Belle.
    let own = foreign.join("crates/cli");
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("build.rs"), "").unwrap();
    let head = said(
        &foreign,
        Command::new("git").args(["rev-parse", "--short=9", "HEAD"]),
    );
    let mut command = Command::new(&script);
    let printed = said(&own, command.env_remove("BELLE_COMMIT"));
    assert!(printed.contains(head.trim()), "{printed}");
}
