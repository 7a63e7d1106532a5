//! Every error: place, message and advice.

use microcode::{Embedded, Errors, assemble, read_hex};

fn errors(text: &str) -> Errors {
    let files = [("loop.mc", ".include \"loop.mc\""), ("bad.mc", "\n  trun")];
    assemble("test.mc", text, &Embedded(&files)).expect_err(text)
}

/// Each text of `errors.txt` has one error: its place, its message, and a part of its help.
#[test]
fn source_with_error_reports_it() {
    let long = format!(
        "{} => 1:1 this line is longer than 1000 characters",
        "x".repeat(1001)
    );
    for row in include_str!("errors.txt")
        .lines()
        .filter(|line| line.contains(" => "))
        .chain([&long[..]])
    {
        let (text, expected) = row.split_once(" => ").unwrap();
        let (place, expected) = expected.split_once(' ').unwrap();
        let (message, help) = expected.split_once(" | ").unwrap_or((expected, ""));
        let errors = errors(&text.replace("\\n", "\n").replace("\\t", "\t"));
        assert_eq!(errors.0.len(), 1, "{text} {errors}");
        let error = &errors.0[0];
        assert!(error.message.starts_with(message), "{text} {errors}");
        assert!(
            error.help.clone().unwrap_or_default().contains(help),
            "{text} {errors}"
        );
        assert_eq!(
            format!("{}:{}", error.line, error.column),
            place,
            "{text} {errors}"
        );
    }
}

#[test]
fn errors_display_lists_all() {
    let text = "\
start:  find victm, disable close
.macro undo(label)
        ply dwon,
        goto label
.end
        undo(start)
        undo(nowhere)
\tcount, count
";
    let shown = "\
test.mc:1:14: 'victm' is no symbol of 'find'
    1 | start:  find victm, disable close
      |              ^^^^^
      = did you mean 'victim'? expected nothing, victim, aggressor or check
test.mc:3:13: 'dwon' is no symbol of 'ply'
    3 |         ply dwon,
      |             ^^^^
      = did you mean 'down'? expected stay, up or down
      = in macro 'undo', called at test.mc:6
test.mc:7:14: there is no label 'nowhere'
    7 |         undo(nowhere)
      |              ^^^^^^^
      = in macro 'undo', called at test.mc:7
test.mc:8:9: the field 'count' is set twice in this word
    8 | \tcount, count
      | \t       ^^^^^
      = it was set first at test.mc:8:2
4 errors";
    assert_eq!(errors(text).to_string(), shown);
}

#[test]
fn include_of_itself_is_refused() {
    let errors = errors(".include \"loop.mc\"");
    assert_eq!(errors.0[0].file, "loop.mc");
    assert_eq!(errors.0[0].message, "'loop.mc' includes itself");
}

#[test]
fn error_in_long_line_shows_its_surroundings() {
    let text = format!("{}victm", "find victim, ".repeat(70));
    let shown = errors(&text).0[0].to_string();
    assert!(shown.lines().all(|line| line.len() < 130), "{shown}");
    let errors = errors(&text);
    let last = errors.0.last().unwrap().to_string();
    assert!(last.contains("victm\n"), "{last}");
}

#[test]
fn endless_macros_are_an_error() {
    let doubling = ".macro a(x)\nb(x x)\n.end\n.macro b(x)\na(x x)\n.end\na(turn)";
    assert!(errors(doubling).to_string().contains("macros"));
    let levels: String = (0..12)
        .map(|n| format!(".macro m{}\n{}.end\n", n + 1, format!("m{n}\n").repeat(10)))
        .collect();
    let wide = format!(".macro m0\n.end\n{levels}m12");
    assert!(
        errors(&wide)
            .to_string()
            .contains("the macros of this program expand to too many tokens")
    );
}

#[test]
fn errors_are_limited() {
    let errors = errors(&"nonsense, nonsense\n".repeat(2_000));
    assert_eq!(errors.0.len(), 1000);
    assert!(errors.to_string().ends_with("1000 errors, perhaps more"));
}

#[test]
fn hexadecimal_words() {
    let error = |text: &str| read_hex("x.hex", text).unwrap_err().to_string();
    assert!(error("12\nxyz").starts_with("x.hex:2:1: 'xyz' is no word"));
    assert!(error("12345678123456781").contains("no word"));
    assert!(error("+1").contains("no word"));
    assert!(error("1\n// end:\n").contains("no word follows the label 'end'"));
    assert!(error("// .entry a\n1").contains("there is no label 'a'"));
    assert!(error("// a:\n1\n// a:\n2").contains("stands here again"));
    assert!(error(&"0\n".repeat(1025)).contains("the memory holds 1024 words"));
}
