//! Every error: place, message and advice.

use microcode::{Embedded, Errors, assemble, read_hex};

fn errors(text: &str) -> Errors {
    let files = [("loop.mc", ".include \"loop.mc\""), ("bad.mc", "\n  trun")];
    assemble("test.mc", text, &Embedded(&files)).expect_err(text)
}

/// A text with one error: line, column, message, and a part of the help.
const ONE: &[(&str, u32, u32, &str, &str)] = &[
    ("find victm", 1, 6, "'victm' is no symbol of 'find'", "did you mean 'victim'? expected nothing, victim"),
    ("find", 1, 5, "a symbol of 'find' is missing here", "expected nothing, victim, aggressor or check"),
    ("find = 4", 1, 1, "4 does not fit the field 'find', which holds 0 to 3", ""),
    ("find = -1", 1, 1, "-1 does not fit the field 'find', which holds 0 to 3", ""),
    ("find = x", 1, 8, "there is no constant 'x'", ".const"),
    (".const ORIGIN = 3\nnext = ORIGN", 2, 8, "there is no constant 'ORIGN'", "did you mean 'ORIGIN'?"),
    ("next = 9223372036854775807 + 1", 1, 8, "this number is too large", ""),
    ("find victim turn", 1, 13, "'turn' is too much here", "comma"),
    ("victim", 1, 1, "there is no order 'victim'", "write 'find victim'"),
    ("trun", 1, 1, "there is no order 'trun'", "did you mean 'turn'?"),
    ("turn, , count", 1, 5, "an order is missing here", ""),
    ("turn,", 1, 5, "an order is missing here", ""),
    ("turn,\nx: halt", 2, 2, "a label cannot stand inside a word", "comma"),
    ("5", 1, 1, "expected an order, found '5'", "an order begins with the name of a field"),
    ("next 5", 1, 6, "expected '=' and a number, found '5'", "no symbols"),
    ("turn, find check, turn", 1, 19, "the field 'turn' is set twice in this word", "test.mc:1:1"),
    ("acc <- lazy, invert", 1, 14, "the field 'invert' is set twice in this word", "test.mc:1:1"),
    (
        "x: address square e1, goto x",
        1,
        23,
        "a word with a literal square or kind cannot jump",
        "following word",
    ),
    ("address square e1, unless", 1, 1, "a word with a literal square or kind cannot jump", "following word"),
    ("address square i1", 1, 16, "'i1' is no square", "a1 to h8"),
    ("address square", 1, 15, "a square (a1 to h8) is missing here", ""),
    ("put own kin", 1, 9, "'kin' is no kind of piece", "did you mean 'king'?"),
    ("put enemy", 1, 10, "a kind of piece is missing here", ""),
    ("goto", 1, 5, "a label is missing here", ""),
    ("start: goto strat", 1, 13, "there is no label 'strat'", "did you mean 'start'?"),
    ("x: if less x", 1, 12, "expected 'goto', found 'x'", ""),
    ("x: if lesss goto x", 1, 7, "'lesss' is no symbol of 'test'", "did you mean 'less'?"),
    ("x: goto x, test less", 1, 12, "the field 'test' is set twice in this word", "test.mc:1:4"),
    ("ac <- lazy", 1, 1, "'ac' cannot take the value bus", "did you mean 'acc'?"),
    ("acc & acc <- lazy", 1, 7, "only the accumulator and a slot can take the bus", ""),
    ("acc & nothing <- lazy", 1, 7, "only the accumulator and a slot can take the bus", ""),
    ("acc frame.alpha <- lazy", 1, 5, "'frame.alpha' is too much here", ""),
    ("frame <- lazy", 1, 1, "'frame' needs a slot: 'frame.SLOT'", "alpha, beta"),
    ("frame.alfa <- lazy", 1, 1, "'alfa' is no slot of 'frame'", "did you mean 'alpha'?"),
    ("<- lazy", 1, 3, "a target", ""),
    ("acc <-", 1, 7, "a source is missing here", ""),
    ("acc <- lasy", 1, 8, "'lasy' is no symbol of 'source'", "did you mean 'lazy'?"),
    ("acc <- acc - 1", 1, 14, "expected a source, found '1'", "constant.NAME"),
    ("acc <- acc - -lazy", 1, 14, "the source can be turned round once only", ""),
    ("acc <- acc - lazy + 1", 1, 19, "the adder has one carry, and the minus uses it", ""),
    ("acc <- lazy + 2", 1, 13, "only '+ 1' can follow the source", ""),
    ("acc <- lazy.alpha", 1, 8, "'lazy' has neither slots nor constants", ""),
    ("acc <- constant", 1, 8, "'constant' needs a name or a number", "one"),
    ("acc <- constant.8", 1, 8, "there is no constant 8", "0 to 7"),
    ("acc <- constant.zon", 1, 8, "the machine has no constant 'zon'", "did you mean 'zone'?"),
    ("compare -lazy", 1, 9, "expected a source, found '-'", ""),
    ("x: x: halt", 1, 4, "the label 'x' stands here again", "test.mc:1:1"),
    ("halt\nx:", 2, 1, "no word follows the label 'x'", ""),
    (".x: halt", 1, 1, "the label '.x' is local to the label before it, and there is none", ""),
    (".inclde \"x\"", 1, 1, "there is no directive '.inclde'", "did you mean '.include'?"),
    (".include x", 1, 10, "expected the name of a file, in quotation marks", ""),
    (".include \"none.mc\"", 1, 10, "cannot include 'none.mc'", ""),
    (".include \"bad.mc\"", 2, 3, "there is no order 'trun'", "did you mean 'turn'?"),
    (".const A = 1\n.const A = 2", 2, 8, "the constant 'A' is defined here again", ""),
    (".const A 1", 1, 10, "expected '=', found '1'", ""),
    (".entry x", 1, 8, "there is no label 'x'", ""),
    (".end", 1, 1, "there is no macro that ends here", ""),
    (".macro m\nhalt", 1, 1, "'.end' is missing", ""),
    (".macro find\nhalt\n.end", 1, 8, "'find' cannot be a macro: the name is taken", ""),
    (".macro m(a, a)\nhalt\n.end", 1, 13, "the parameter 'a' stands here twice", ""),
    (".macro m\n.end\n.macro m\n.end", 3, 8, "the macro 'm' is defined here again", "test.mc:1:8"),
    (".macro m(a)\n.end\nm", 3, 1, "'m' takes 1 argument, not 0", "m(a)"),
    (".macro m(a)\n.end\nm(", 3, 2, "a call of this macro reads 'm(a)'", ""),
    (".macro m(a)\n.end\nm(turn,)", 3, 1, "argument 2 of 'm' is empty", ""),
    (".macro two\nturn\nturn\n.end\ncount, two", 5, 8, "'two' is not one word", ""),
    (".macro undo\nturn\n.end\nundoo", 4, 1, "there is no order 'undoo'", "did you mean 'undo'?"),
    (".macro m\nm\n.end\nm", 2, 1, "macros call macros more than 16 deep", ""),
    (".macro m\n.include \"bad.mc\"\n.end\nm", 2, 1, "a macro cannot include files", ""),
    ("find \u{e9}\u{e9} victim", 1, 6, "'\\u{e9}' means nothing here", ""),
    ("\tfind vitcim ; \u{e9}", 1, 7, "'vitcim' is no symbol of 'find'", "victim"),
    ("acc < lazy", 1, 5, "'<' means nothing by itself: the arrow is '<-'", ""),
    (LONG, 1, 1, "this line is longer than 1000 characters", ""),
    ("next = 0xG", 1, 8, "'0xG' is no number", ""),
    (".include \"x", 1, 10, "a quotation mark is missing at the end", ""),
];

const LONG: &str = match str::from_utf8(&[b'x'; 1001]) {
    Ok(text) => text,
    Err(_) => "",
};

#[test]
fn source_with_error_reports_it() {
    for &(text, line, column, message, help) in ONE {
        let errors = errors(text);
        assert_eq!(errors.0.len(), 1, "{text:?} {errors}");
        let error = &errors.0[0];
        assert!(error.message.starts_with(message), "{text:?} {errors}");
        assert!(error.help.clone().unwrap_or_default().contains(help), "{text:?} {errors}");
        assert_eq!((error.line, error.column), (line, column), "{text:?} {errors}");
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
    let levels: String =
        (0..12).map(|n| format!(".macro m{}\n{}.end\n", n + 1, format!("m{n}\n").repeat(10))).collect();
    let wide = format!(".macro m0\n.end\n{levels}m12");
    assert!(errors(&wide).to_string().contains("the macros of this program expand to too many tokens"));
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
