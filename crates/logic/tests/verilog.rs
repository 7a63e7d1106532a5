//! The Verilog's text. Its equality with the gates is proved in `conformance`.

use logic::netlist::Adders;
use logic::{Netlist, Signal, SquareLogic, scope};

fn written(net: &Netlist) -> String {
    let mut text = Vec::new();
    net.write_verilog("small", "small: a test.", Adders::Additions, &mut text)
        .unwrap();
    String::from_utf8(text).unwrap()
}

/// The lines between a block's comment and the next.
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
fn verilog_changed_gate_differs() {
    let net = Netlist::new();
    let l = &net;
    let both = l.input_word("a") & l.input_word("b");
    l.output("both", both);
    let changed = written(&net.with_gate_changed(both.nodes()[3]));
    assert!(written(&net).contains("a & b") && !changed.contains("a & b"));
    assert!(
        changed.contains("= a[3] | b[3];") && changed.contains("= a[2] & b[2];"),
        "{changed}"
    );
}

#[test]
fn squares_form_wires_neighbors() {
    let net = Netlist::new();
    let l = &net;
    let (pieces, pass, when) = (
        l.input_plane("pieces"),
        l.input_plane("pass"),
        l.input_wire("when"),
    );
    let out = scope!(l, "SQUARE", {
        let sent = (pieces & Signal::spread(when)).named("sent");
        let east = l.ray::<1, 0>(sent, pass).named("east");
        (east | l.neighbor::<0, 1>(sent) | l.plane(0x81)).named("reached")
    });
    l.output("out", out);
    let mut text = Vec::new();
    net.write_verilog_squares("small", "small: a test.", &mut text)
        .unwrap();
    let text = String::from_utf8(text).unwrap();
    let square = &text[text.find("module small_square").unwrap()..text.find("endmodule").unwrap()];
    for line in [
        "assign square_sent = pieces & when;",
        "assign square_east_out = square_sent | (pass & square_east);",
        "wire square_v2 = square_east | square_v1;",
        "assign square_reached = square_v2 | to_squares0;",
    ] {
        assert!(square.contains(line), "{line} is missing in\n{text}");
    }
    for line in [
        "wire [63:0] square_east = {square_east_out[62:56], 1'b0,\n        square_east_out[54:48], 1'b0,",
        "wire [63:0] to_squares0 = 64'h0000000000000081;",
        ".pieces(pieces[square]),",
        ".when(when),",
        ".square_east_out(square_east_out[square])",
    ] {
        assert!(text.contains(line), "{line} is missing in\n{text}");
    }
}
