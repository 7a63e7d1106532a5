//! docs/laboratory.md and its plots, CSV and JSON are what `belle lab report` makes of
//! suites/laboratory.

use std::fs;
use std::path::Path;

use laboratory::write_report;
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};
use tempfile::tempdir;

#[test]
fn committed_page_is_the_report_of_the_committed_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let results = root.join("suites/laboratory");
    let folder = tempdir().unwrap();
    let names = write_report(&results, &folder.path().join("laboratory.md")).unwrap();
    assert_eq!(names.first(), Some(&"depth"));
    let assert_committed = |name: &Path| {
        let fresh = fs::read_to_string(folder.path().join(name)).unwrap();
        let committed = root.join("docs").join(name);
        assert_data_eq!(
            fresh,
            Data::read_from(&committed, Some(DataFormat::Text)).raw()
        );
    };
    assert_committed(Path::new("laboratory.md"));
    let listed = |folder: &Path| {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name())
            .collect();
        names.sort();
        names
    };
    let fresh = listed(&folder.path().join("laboratory"));
    for name in &fresh {
        assert_committed(&Path::new("laboratory").join(name));
    }
    assert_eq!(
        fresh,
        listed(&root.join("docs/laboratory")),
        "files beside the page that the report no longer writes: remove them"
    );
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
