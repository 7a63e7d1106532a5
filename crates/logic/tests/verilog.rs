//! The Verilog's text. Its equality with the gates is proved in `conformance`.

use logic::netlist::{Adders, Form};
use logic::{Logic, Module, Netlist, Signal, SquareLogic, scope, select};

fn written(net: &Netlist) -> String {
    let mut text = Vec::new();
    net.write_verilog("small", "small: a test.", Adders::Additions, &mut text)
        .unwrap();
    String::from_utf8(text).unwrap()
}

/// The lines from behind a block's comment to the next empty line.
fn block<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let lines = text
        .lines()
        .skip_while(|line| *line != format!("    // {name}"))
        .skip(1);
    lines
        .take_while(|line| !line.is_empty())
        .map(str::trim)
        .collect()
}

#[test]
fn gate_of_every_square_is_one_vector() {
    let net = Netlist::new();
    let l = &net;
    let (pieces, up) = (l.input_plane("pieces"), l.input_wire("up"));
    let out = scope!(l, "PAWN LINE", {
        let ahead = l.neighbor::<1, 1>(pieces).named("ahead");
        let open = !l.neighbor::<0, -1>(ahead) & Signal::spread(up);
        (open | l.plane(0xFF)).named("out")
    });
    l.output("out", out);
    l.output("any", out.any());
    let text = written(&net);
    assert_eq!(
        block(&text, "PAWN LINE"),
        [
            "wire [63:0] pawn_line_ahead = (pieces << 9) & 64'hfefefefefefefe00;",
            "wire [63:0] pawn_line_v1 = (pieces << 1) & 64'h00fefefefefefefe;",
            "wire [63:0] pawn_line_v2 = ~pawn_line_v1;",
            "wire [63:0] pawn_line_v3 = pawn_line_v2 & {64{up}};",
            "wire [63:0] pawn_line_out = pawn_line_v3 | 64'h00000000000000ff;",
        ]
    );
    assert_eq!(
        block(&text, "Outputs"),
        ["assign out = pawn_line_out;", "assign any = v4;"]
    );
    for line in [
        "// small: a test.",
        "module small (",
        "    input  wire [63:0] pieces,",
        "endmodule",
    ] {
        assert!(
            text.contains(&format!("{line}\n")),
            "{line} is missing in\n{text}"
        );
    }
}

#[test]
fn verilog_names_are_unique_and_not_reserved() {
    let net = Netlist::new();
    let l = &net;
    let (a, b) = (l.input_word("case"), l.input_word("b"));
    let sum = scope!(l, "ADD", (a ^ b).named("sum"));
    let again = scope!(l, "ADD", (a & b).named("sum").named("both"));
    l.output("xor", scope!(l, "1ST", (sum | again).named("or")));
    let text = written(&net);
    assert_eq!(
        block(&text, "ADD"),
        [
            "wire [15:0] add_sum = s_case ^ b;",
            "wire [15:0] add_sum_2 = s_case & b;",
            "wire [15:0] add_both = add_sum_2;",
        ]
    );
    assert_eq!(
        block(&text, "1ST"),
        ["wire [15:0] s_1st_or = add_sum | add_sum_2;"]
    );
    assert_eq!(block(&text, "Outputs"), ["assign s_xor = s_1st_or;"]);
}

#[test]
fn ray_verilog_has_a_wire_for_each_link() {
    let net = Netlist::new();
    let l = &net;
    let ray = l
        .ray::<1, 0>(l.input_plane("source"), l.input_plane("pass"))
        .named("east");
    l.output("east", ray);
    let text = written(&net);
    // The output is called east, so the ray's vector is east_2.
    // No vector may be used before it is complete: simulators would see a loop.
    let east = text
        .lines()
        .position(|line| line.contains("wire [63:0] east_2 = {"))
        .expect("a vector");
    assert!(
        text.lines().take(east).all(|line| !line.contains("east_2")),
        "{text}"
    );
    assert!(
        text.contains(" = source[0] & pass[1];") && text.contains(" = source[1] | n"),
        "{text}"
    );
}

#[test]
fn a_changed_gate_breaks_its_vector() {
    let net = Netlist::new();
    let l = &net;
    let both = l.input_word("a") & l.input_word("b");
    l.output("both", both);
    let changed = written(&net.with_gate_changed(both.nodes()[3]));
    assert!(written(&net).contains("a & b") && !changed.contains("a & b"));
    // Bit 3 is now an OR, so the sixteen gates are no longer one vector.
    assert!(
        changed.contains("= a[3] | b[3];") && changed.contains("= a[2] & b[2];"),
        "{changed}"
    );
}

static SMALL: Module = Module::new("small", "a test");
static SQUARE: Module = Module::new("square", "one of 64");
static SQUARES: Module = Module {
    name: "squares",
    about: "all of them",
    form: Form::Squares(&SQUARE),
};
static ADDER: Module = Module::new("adder", "adds");

logic::pins! {
    /// What comes out of `squares`.
    Reached {
        "the squares reached" reached: plane,
    }
}

logic::pins! {
    /// What comes out of `adder`.
    Number {
        "a number" number: word,
    }
}

/// The text of one of the modules of a netlist.
fn module(net: &Netlist, name: &str) -> String {
    let files = net.modules_in_verilog(&SMALL, "my_", "A head.");
    let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
    let file = files.into_iter().find(|file| file.name == name);
    file.unwrap_or_else(|| panic!("no {name} in {names:?}"))
        .text
}

fn assert_lines(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.contains(line), "{line} is missing in\n{text}");
    }
}

#[test]
fn form_squares_wires_a_square_to_its_neighbors() {
    let net = Netlist::in_modules();
    let l = &net;
    let (pieces, pass, when) = (
        l.input_plane("pieces"),
        l.input_plane("pass"),
        l.input_wire("when"),
    );
    let out = l.module(&SQUARES, || {
        let sent = (pieces & Signal::spread(when)).named("sent");
        let east = l.ray::<1, 0>(sent, pass).named("east");
        let steps = east | l.neighbor::<0, 1>(sent) | l.neighbor::<-1, 2>(sent);
        Reached {
            reached: steps | l.plane(0x81).called("corners"),
        }
    });
    l.output("out", out.reached);
    let square = module(&net, "my_square");
    assert_lines(
        &square,
        &[
            "    input  wire sent_from_s, // from the square to the south\n",
            "    input  wire sent_from_sse, // from the square to the south-south-east\n",
            "    assign sent = pieces & when;\n",
            "    assign ray_to_e = sent | (pass & ray_from_w);\n",
            "    assign reached = ray_from_w | sent_from_s | sent_from_sse | corners;\n",
        ],
    );
    let squares = module(&net, "my_squares");
    assert_lines(
        &squares,
        &[
            "wire [63:0] ray_from_w = {ray_to_e[62:56], 1'b0,\n        ray_to_e[54:48], 1'b0,",
            "wire [63:0] sent_from_s = {sent[55:0], 8'd0};",
            "wire [63:0] corners = 64'h0000000000000081;",
            ".pieces(pieces[square]),",
            ".when(when),",
            ".ray_to_e(ray_to_e[square])",
        ],
    );
}

#[test]
fn modules_take_in_and_lead_out_by_name() {
    let net = Netlist::in_modules();
    let l = &net;
    let (a, b, when) = (l.input_word("a"), l.input_word("b"), l.input_wire("when"));
    let sum = l.module(&ADDER, || {
        let (sum, _) = l.sum(a, !b, l.wire(true));
        Number {
            number: select(when, sum, a),
        }
    });
    l.output("number", sum.number);
    l.output("any", sum.number.any());
    assert_lines(
        &module(&net, "my_adder"),
        &[
            "// my_adder: adds.\n//\n// A head.\n",
            "    output wire [15:0] number // a number\n",
            "    assign number = when ? (a - b) : a;\n",
        ],
    );
    assert_lines(
        &module(&net, "my_small"),
        &[
            "    // adds\n    my_adder adder(\n",
            "        .number(number)\n",
            "    assign any = |number;\n",
        ],
    );
}

#[test]
#[should_panic(expected = "a module takes in a signal without a name")]
fn module_that_takes_in_a_signal_without_a_name_is_refused() {
    let net = Netlist::in_modules();
    let l = &net;
    let glue = l.input_word("a") & l.input_word("b");
    l.module(&ADDER, || Number { number: !glue });
}

#[test]
fn modules_dissolve_in_a_plain_netlist() {
    let build = |l: &Netlist| {
        let (a, b) = (l.input_word("a"), l.input_word("b"));
        let number = l.module(&ADDER, || Number { number: a & b }).number;
        l.output("number", number);
    };
    let net = Netlist::new();
    build(&net);
    assert_eq!(net.count().gates, 16);
}
