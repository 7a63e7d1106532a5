//! The page's modules take from the machine what the machine says of itself.

use std::fs;
use std::path::Path;

use machine::diagram::PARTS;

/// The page's own modules with their names.
fn modules() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let mut modules = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "js") {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            modules.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
    assert!(modules.len() > 30, "{} modules", modules.len());
    modules
}

/// Whether a part is documented, inferred or decided is said by the machine, not by the page.
#[test]
fn page_has_no_fidelity_labels_of_its_own() {
    for (name, text) in modules() {
        for (line, number) in text.lines().zip(1..) {
            for label in ["documented", "inferred", "decided"] {
                assert!(!line.contains(label), "web/{name}:{number}: {line}");
            }
        }
    }
}

#[test]
fn page_names_parts_of_the_machine() {
    let modules = modules();
    let (_, text) = modules
        .iter()
        .find(|(name, _)| name == "explain.js")
        .unwrap();
    let mut named = 0;
    for line in text.lines() {
        let Some(block) = line.trim().strip_prefix("part: \"") else {
            continue;
        };
        let block = block.trim_end_matches("\",");
        assert!(
            PARTS.iter().any(|part| part.block == block),
            "explain.js: no part {block}"
        );
        named += 1;
    }
    assert!(named > 20, "{named} parts");
}

#[test]
fn page_is_typed_throughout() {
    for (name, text) in modules() {
        assert!(text.starts_with("// @ts-check\n"), "web/{name}");
        for escape in ["{any", "<any", "@ts-ignore", "@ts-nocheck"] {
            assert!(!text.contains(escape), "web/{name}: {escape}");
        }
    }
}
