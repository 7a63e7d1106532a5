//! docs/laboratory.md and its plots, CSV and JSON are what `belle lab report` makes of suites/laboratory.

use std::fs;
use std::path::Path;

use laboratory::write_report;
use tempfile::tempdir;

#[test]
fn committed_page_is_the_report_of_the_committed_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let results = root.join("suites/laboratory");
    if std::env::var_os("BELLE_WRITE_DOCS").is_some() {
        write_report(&results, &root.join("docs/laboratory.md")).unwrap();
    }
    let folder = tempdir().unwrap();
    let names = write_report(&results, &folder.path().join("laboratory.md")).unwrap();
    assert_eq!(names.first(), Some(&"depth"));
    let command = "belle lab report --results suites/laboratory -o docs/laboratory.md";
    let read = |path: &Path| {
        fs::read_to_string(path).unwrap_or_else(|_| panic!("{path:?}: run `{command}`"))
    };
    let same = |name: &Path| {
        let (made, kept) = (
            read(&folder.path().join(name)),
            read(&root.join("docs").join(name)),
        );
        assert!(
            made == kept,
            "docs/{} differs: run `{command}`",
            name.display()
        );
    };
    same(Path::new("laboratory.md"));
    let listed = |folder: &Path| {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name())
            .collect();
        names.sort();
        names
    };
    let made = listed(&folder.path().join("laboratory"));
    assert_eq!(
        made,
        listed(&root.join("docs/laboratory")),
        "files beside the page: run `{command}`"
    );
    made.iter()
        .for_each(|name| same(&Path::new("laboratory").join(name)));
}

#[test]
fn report_without_results_says_how_to_get_them() {
    let folder = tempdir().unwrap();
    let error = write_report(folder.path(), &folder.path().join("page.md"))
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with("has no results: run an experiment with `belle lab run NAME`"),
        "{error}"
    );
}
