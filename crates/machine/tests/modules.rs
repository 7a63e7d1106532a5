//! The machine's Verilog in modules, as an engineer reads it. `conformance` proves that it is the
//! machine's gates.

use logic::netlist::File;
use machine::rtl;

/// Whether a name has a part that is a letter and a number, as wires without a name of their own
/// have.
fn is_numbered(name: &str) -> bool {
    name.split('_').any(|part| {
        let digits = part.strip_prefix(['v', 'n']).unwrap_or("");
        !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit())
    })
}

fn text<'a>(files: &'a [File], name: &str) -> &'a str {
    let file = files.iter().find(|file| file.name == name);
    &file.unwrap_or_else(|| panic!("no module {name}")).text
}

#[test]
fn ports_have_names_and_meanings() {
    assert!(is_numbered("king_in_v71") && is_numbered("n123") && !is_numbered("p0_next"));
    for file in rtl::modules() {
        let mut follows_comment = false;
        let mut ports = 0;
        for line in file.text.lines() {
            let line = line.trim();
            if line.starts_with("input ") || line.starts_with("output ") {
                let declared = line.split("//").next().expect("a line").trim();
                let name = declared.trim_end_matches(',').rsplit(' ').next();
                let name = name.expect("a port has a name");
                assert!(!is_numbered(name), "{}: {name}", file.name);
                let is_explained = follows_comment || line.contains("//");
                assert!(is_explained, "{}: {name}", file.name);
                ports += 1;
            }
            follows_comment = line.starts_with("//");
        }
        assert!(ports > 1, "{}", file.name);
        assert!(file.name.starts_with("belle_"), "{}", file.name);
        let begins = format!("\nmodule {} (", file.name);
        assert!(file.text.contains(&begins), "{}", file.name);
    }
}

#[test]
fn square_takes_in_lines_by_their_direction() {
    let files = rtl::modules();
    let square = text(&files, "belle_square");
    for direction in ["n", "ne", "e", "se", "s", "sw", "w", "nw"] {
        for line in ["king", "ray"] {
            let port = format!("input  wire {line}_from_{direction}, //");
            assert!(square.contains(&port), "{port} in\n{square}");
        }
    }
    let array = text(&files, "belle_array");
    assert!(array.contains("for (square = 0; square < 64; square = square + 1)"));
    assert!(array.contains(".king_from_ne(king_from_ne[square])"));
}

#[test]
fn guide_to_modules_has_each_once() {
    let files = rtl::modules();
    let guide = rtl::guide(&files);
    for file in files {
        let row = format!("| `{}.v` |", file.name);
        assert_eq!(guide.matches(&row).count(), 1, "{row} in\n{guide}");
    }
}
