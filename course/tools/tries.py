"""Tries circuits on the labs' checks.

Each wrong one must fail with the message that helps, each right one must pass.

Needs the solutions, which the wrong circuits are made of.
"""

import concurrent.futures
import contextlib
import functools
import io
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import check
import netlist
import orders

COURSE = pathlib.Path(__file__).resolve().parent.parent
VALUE_BUS = "01-value-bus/value_bus.v"
SQUARE = "02-square/square.v"
RAY = "03-ray/ray.v"
XMIT = "04-xmit-recv/xmit.v"
RECV = "04-xmit-recv/recv.v"
PRIORITY = "05-priority/priority.v"
UART_RX = "10-serial-port/uart_rx.v"
UART_TX = "10-serial-port/uart_tx.v"
PAWN = "09-evaluator-cell/pawn_cell.v"
COUNT = "07-microprogram/count.mc"


#: A decoder as a memory that is filled before.
ARRAY = """reg held [0:3];
    initial begin held[0] = 0; held[1] = 1; held[2] = 1; held[3] = 0; end
    assign own = held[{p3, wtm}]"""


def stub(file):
    return (COURSE / file).read_text()


def solution(file):
    return (COURSE / "solutions" / file).read_text()


def both(file):
    """The stub with the solution's lines below its own."""
    body = solution(file).partition(");\n")[2]
    return stub(file).replace("endmodule\n", body)


def changed(file, *changes):
    """The solution with each text replaced by another, once."""
    text = solution(file)
    for old, new in changes:
        if old not in text:
            sys.exit(f"FAIL tries: the solution of {file} has no '{old}'")
        text = text.replace(old, new, 1)
    return text


def at(text, part):
    """The number of the line that holds this part."""
    return text[: text.index(part)].count("\n") + 1


def before_end(file, line):
    return changed(file, ("endmodule", f"    {line}\nendmodule"))


def decoded(default):
    """The decoder as a `case`; code 7 gets what is given."""
    body = "\n".join(f"            {kind}: k = 7'd{1 << kind};" for kind in range(7))
    return f"""module square (
    input  wire p0, p1, p2, p3, wtm,
    output wire empty, pawn, knight, bishop, rook, queen, king, own
);
    reg [6:0] k;
    always @*
        case ({{p2, p1, p0}})
{body}
            {default}
        endcase
    assign {{king, queen, rook, bishop, knight, pawn, empty}} = k;
    assign own = p3 ^ wtm;
endmodule
"""


def wrong_tries():
    """What was tried: its name, the lab's file, its text, what must be said, and what must not."""
    ports = solution(SQUARE).partition(");\n")[0] + ");\n"
    twice = both(SQUARE)
    empty_lines = [at(twice, "assign empty = 1'b0"), at(twice, "assign empty = low")]
    pawn = before_end(SQUARE, "assign pawn = p0 | p2;")
    first = at(pawn, "assign pawn = low")
    pawn_lines = f"{first} and {at(pawn, 'assign pawn = p0')}"
    return [
        (
            "stub lines left",
            SQUARE,
            twice,
            [
                f"empty is assigned twice, at lines {empty_lines[0]} and {empty_lines[1]} of square.v",
                "The stub's lines, such as `assign empty = 1'b0;`, are to be replaced",
            ],
        ),
        (
            "stub lines left in a cell",
            PAWN,
            both(PAWN),
            ["in module pawn_cell, ", "own_on_file is assigned twice, at lines "],
        ),
        (
            "a second assignment by gates",
            SQUARE,
            pawn,
            [
                f"in module square, pawn is assigned twice, at lines {pawn_lines} of square.v"
            ],
        ),
        (
            "a second assignment by an input",
            SQUARE,
            before_end(SQUARE, "assign own = p3;"),
            ["own is assigned twice"],
        ),
        (
            "a wire assigned to itself as well",
            SQUARE,
            before_end(SQUARE, "assign own = own;"),
            ["own is assigned twice"],
        ),
        (
            "a wire assigned to itself",
            SQUARE,
            changed(SQUARE, ("own = p3 ^ wtm", "own = own")),
            ["nothing drives own in module square"],
        ),
        (
            "an input assigned",
            SQUARE,
            before_end(SQUARE, "assign p0 = 1'b0;"),
            [
                "p0 is an input, at line 15 of square.v: a module does not assign its inputs"
            ],
        ),
        (
            "two instances on one wire",
            RAY,
            before_end(RAY, "").replace(
                "    assign arrives = {out",
                "    ray_mux more(.send(send[0]), .empty(empty[0]), .in(1'b0), .out(out[0]));\n"
                "    assign arrives = {out",
            ),
            ["in module ray, out[0] is assigned twice, at lines 15 and 20 of ray.v"],
        ),
        (
            "a body without a line",
            SQUARE,
            f"{ports}endmodule\n",
            ["module square is empty: nothing drives empty, pawn, knight,"],
        ),
        (
            "a module of another name",
            SQUARE,
            changed(SQUARE, ("module square", "module Square")),
            ["no module named square in square.v; there is Square"],
        ),
        ("an empty file", PAWN, "", ["no module named pawn_cell, which pawns uses"]),
        (
            "a misspelt port of an instance",
            PRIORITY,
            changed(PRIORITY, (".number(rank)", ".lowest(rank)")),
            [
                "lowest_square connects a port lowest of lowest_of_8 (instance first_rank)",
                "FAIL priority_network: ",
            ],
        ),
        (
            "a misspelt wire",
            SQUARE,
            changed(SQUARE, ("bishop = middle", "bishop = midd")),
            [
                "midd, used at line 10, is not declared: is the name misspelled?",
            ],
        ),
        (
            "no semicolon",
            SQUARE,
            changed(SQUARE, ("pawn = low & p0;", "pawn = low & p0")),
            [
                "square.v, line 9 cannot be read: assign knight = middle & n0;",
                "The line before, 8, is: assign pawn = low & p0",
                "is one missing?",
            ],
        ),
        (
            "no endmodule",
            SQUARE,
            changed(SQUARE, ("endmodule", "")),
            [
                "square.v: module square, which begins at line 1, has no `endmodule`: the file ends"
            ],
        ),
        (
            "no endmodule before another module",
            PRIORITY,
            changed(PRIORITY, ("endmodule", "")),
            [
                "module lowest_of_8, which begins at line 2, has no `endmodule`",
                "before module lowest_square begins at line 20",
                "FAIL priority_network: the same",
            ],
        ),
        (
            "assigned as a register is",
            PAWN,
            changed(PAWN, ("assign doubled =", "assign doubled <=")),
            ["`assign` takes `=`, not `<=`"],
        ),
        (
            "no assign",
            SQUARE,
            changed(SQUARE, ("assign own =", "own =")),
            ["a line that assigns begins with `assign`"],
        ),
        (
            "an instance without a name",
            PRIORITY,
            changed(PRIORITY, ("lowest_square t3(", "lowest_square (")),
            ["An instance has a name"],
        ),
        (
            "a bus that is not declared",
            PRIORITY,
            changed(PRIORITY, ("wire [23:0] files;", "")),
            ["files, used at line 35, is not declared"],
        ),
        (
            "a block that assigns a register to itself",
            SQUARE,
            changed(
                SQUARE,
                ("king, own", "king, output reg own"),
                ("assign own = p3 ^ wtm", "always @* own = own"),
            ),
            ["nothing drives own in module square"],
        ),
        (
            "a loop of outputs",
            SQUARE,
            changed(
                SQUARE,
                ("empty = low & n0", "empty = ~pawn & n0"),
                ("pawn = low & p0", "pawn = ~empty & low"),
            ),
            [
                "empty (square.v, line 7), which depends on\n  pawn (square.v, line 8)",
            ],
        ),
        (
            "a loop of cells",
            PAWN,
            changed(
                PAWN,
                (
                    "own_ahead_out = own | own_ahead_in",
                    "own_ahead_out = own | own_behind_in",
                ),
                (
                    "own_behind_out = own | own_behind_in",
                    "own_behind_out = own | own_ahead_in",
                ),
            ),
            [
                r"re:own_(ahead|behind)_out on [a-h][1-8] \(pawn_cell.v, line \d+\), which depends on",
            ],
            ["own_ahead_in", "board["],
        ),
        (
            "a wire too narrow for a port",
            PRIORITY,
            changed(PRIORITY, ("wire [5:0] sq1, sq2,", "wire sq1; wire [5:0] sq2,")),
            [
                "FAIL priority_network: it differs",
                "Perhaps: in priority_network, the port square of t1 has 6 wires,",
                "but what is connected to it has 1.",
            ],
        ),
        (
            "a wire too narrow for its gates",
            PRIORITY,
            changed(
                PRIORITY,
                ("wire [7:0] first;", "wire [7:0] first; wire low = wires & ~first;"),
            ).replace("any = |wires", "any = low"),
            [
                "Perhaps: in lowest_of_8, low takes 1 of 8 wires (priority.v, line 7): the others are lost."
            ],
        ),
        (
            "an index too narrow",
            PRIORITY,
            changed(
                PRIORITY, ("files[3 * rank +: 3]", "files[rank + rank + rank +: 3]")
            ),
            [
                "Perhaps: in lowest_square, an index of 3 wires (priority.v, line 35)",
                "reaches up to 7 only, of 24 wires of files: make it wider.",
            ],
        ),
        (
            "an index beyond the bus",
            RAY,
            changed(RAY, ("{out[6:0], 1'b0}", "{out[8:2], 1'b0}")),
            [
                "Perhaps: ray.v, line 14: out has the wires 0 to 7 only: an index runs",
                "x is neither high nor low",
            ],
        ),
        (
            "the part below is wrong",
            PRIORITY,
            changed(PRIORITY, ("any = |wires", "any = &wires")),
            ["If it uses lowest_of_8, mend that first"],
        ),
        (
            "two lines at once",
            PRIORITY,
            changed(PRIORITY, ("line[1] = any[1] & ~any[0]", "line[1] = any[1]")),
            [
                "expected line 1 (line[0]); your circuit gives lines 1 and 2 (line[0] and line[1])"
            ],
        ),
        (
            "x for code 7",
            SQUARE,
            decoded("default: k = 7'bx;"),
            ["king: expected 0; your circuit gives x", "high: p0, p1, p2"],
        ),
        (
            "x for an output",
            SQUARE,
            changed(SQUARE, ("own = p3 ^ wtm", "own = p3 ? ~wtm : wtm ? 1'b1 : 1'bx")),
            ["own: expected 0; your circuit gives x"],
        ),
        (
            "z for code 7",
            SQUARE,
            decoded("default: k = 7'bz;"),
            [
                "king: expected 0; your circuit gives x",
                "high: p0, p1, p2",
                "Each wire must be high or low",
            ],
        ),
        (
            "z for some wires of code 7",
            SQUARE,
            decoded("default: k = 7'b00z0000;"),
            ["rook: expected 0; your circuit gives x", "a wire floats"],
        ),
        (
            "a gate of three states",
            SQUARE,
            changed(SQUARE, ("assign own = p3 ^ wtm", "bufif1 (own, 1'b1, p3 ^ wtm)")),
            ["own: expected 0; your circuit gives x", "a wire floats"],
        ),
        (
            "a sum that floats without its gate",
            VALUE_BUS,
            changed(
                VALUE_BUS, ("accumulator & {16{gate}}", "gate ? accumulator : 16'bz")
            ),
            ["sum: expected ", "xxxx binary", "a wire floats"],
        ),
        (
            "a ray that floats",
            RAY,
            changed(RAY, ("{out[6:0], 1'b0}", "{out[6:0], 1'bz}")),
            ["your circuit", "a wire floats"],
        ),
        (
            "a bus that floats without a number",
            PRIORITY,
            changed(PRIORITY, ("any = |wires", "any = |wires ? 1'b1 : 1'bz")),
            ["any: expected 0; your circuit gives x", "a wire floats"],
        ),
        (
            "a cell that floats",
            PAWN,
            changed(PAWN, ("assign doubled = ", "assign doubled = ~own ? 1'bz : ")),
            ["doubled: expected no square; your circuit gives ", "a wire floats"],
        ),
        (
            "a list without a wire that is read",
            SQUARE,
            changed(
                SQUARE,
                ("king, own", "king, output reg own"),
                ("assign own = p3 ^ wtm", "always @(p3) own = p3 ^ wtm"),
            ),
            [
                "the list of `always @(p3)` (line 14 of square.v) lacks wtm, which the block reads",
                "use `always @*`",
            ],
        ),
        (
            "a list of a cell without wires that are read",
            PAWN,
            changed(
                PAWN,
                (
                    "assign doubled",
                    "reg r; always @(own) r = own & own_ahead_in; assign doubled",
                ),
            ),
            ["lacks own_ahead_in, which the block reads"],
        ),
        (
            "an array for a decoder",
            SQUARE,
            changed(
                SQUARE,
                ("assign own = p3 ^ wtm", ARRAY),
            ),
            ["An array such as ", "write a `case`"],
            ["BLIF"],
        ),
        (
            "a loop without a number of turns",
            VALUE_BUS,
            before_end(
                VALUE_BUS,
                "integer i; reg r; always @* begin i = 0; r = 0; "
                "while (operand[i]) begin r = ~r; i = i + 1; end end",
            ),
            ["`while` makes no gates: write a `for` loop"],
        ),
        (
            "a block left by its name",
            VALUE_BUS,
            before_end(
                VALUE_BUS,
                "reg r; always @* begin : all r = 0; if (gate) disable all; r = 1; end",
            ),
            ["yosys has no `disable`: write the condition with `if`."],
        ),
        (
            "a latch for code 7",
            SQUARE,
            decoded(""),
            ["holds a latch for k", "assign every output in every branch"],
        ),
        (
            "a wire assigned in a block",
            SQUARE,
            changed(SQUARE, ("assign own =", "always @* own =")),
            [
                "own is a wire, but an `always` block assigns it at line 14 of square.v",
                "declare it `reg` (an output: `output reg own`)",
            ],
        ),
        (
            "a register driven by gates",
            SQUARE,
            changed(SQUARE, ("assign own", "reg r; assign r = p0; assign own")),
            ["r is a `reg`, but an `assign` drives it at line 14 of square.v"],
        ),
        (
            "words for operators",
            RAY,
            changed(RAY, ("send | (empty & in)", "send or (empty and in)")),
            ["For `or` Verilog writes `|`: AND is `&`, OR `|`, NOT `~`, XOR `^`."],
            ["semicolon"],
        ),
        (
            "an operator of three signs",
            XMIT,
            changed(XMIT, ("selected & aggressor", "selected &&& aggressor")),
            ["`&&&` is no operator: AND is `&`.", "PASS recv: "],
        ),
        (
            "an operator that asks of a whole bus",
            PRIORITY,
            changed(PRIORITY, ("any = |wires", "any = wires && wires[0]")),
            ["Perhaps: in lowest_of_8, `&&` (line 16) asks only whether a bus is zero"],
        ),
        (
            "a bus declared as one wire",
            RAY,
            changed(RAY, ("wire [7:0] out;", "wire out;")),
            [
                "FAIL ray: ray.v, line 14: out has one wire only, and no number (a bus of 8 is",
            ],
            ["constants"],
        ),
        (
            "a bus of an instance's outputs that is not declared",
            RAY,
            changed(RAY, ("wire [7:0] out;", "")),
            ["FAIL ray: out, used at line 14, is not declared"],
            ["constants"],
        ),
        (
            "an instance that drives a wire beyond a bus",
            RAY,
            changed(
                RAY,
                ("    assign arrives = {out[6:0], 1'b0};\n", ""),
                (".out(out[s])", ".out(arrives[s + 1])"),
            ),
            ["arrives has the wires 0 to 7 only: an index runs beyond that"],
            ["constants"],
        ),
        (
            "buses on one instance",
            RAY,
            changed(
                RAY,
                ("for (s = 0; s < 8; s = s + 1) begin", "begin"),
                ("send[s]", "send"),
                ("empty[s]", "empty"),
                ("arrives[s]", "arrives"),
                ("out[s]", "out"),
            ),
            [
                "Perhaps: in ray, buses are connected to the ports ",
                "which have 1 wire each: write an instance for each wire",
            ],
        ),
        (
            "a loop without an index",
            RAY,
            changed(RAY, ("out[s]", "out")),
            ["out is assigned 8 times, at line 18", "give its wire the loop's index"],
        ),
        (
            "a ray that runs the other way",
            RAY,
            changed(RAY, ("{out[6:0], 1'b0}", "{1'b0, out[7:1]}")),
            [
                "square   a b c d e f g h\n    send     1 0 0 0 0 0 0 0",
                "arrives  0 1 0 0 0 0 0 0  expected",
            ],
        ),
        (
            "no semicolon in the other file",
            RECV,
            changed(RECV, ("diagonal_in;", "diagonal_in")),
            ["PASS xmit: ", "FAIL recv: recv.v, line 9 cannot be read"],
        ),
        (
            "a wire assigned in a block of the other file",
            RECV,
            changed(RECV, ("assign king_taken", "always @* king_taken")),
            ["PASS xmit: ", "FAIL recv: king_taken is a wire"],
        ),
        (
            "a line too many",
            RECV,
            before_end(RECV, "assign line[5] = king & king_in;"),
            ["line[5] is assigned twice, at lines 18 and 20 of recv.v"],
            ["line[4]", "and 14"],
        ),
        (
            "a line that is not there",
            RECV,
            changed(RECV, ("line[5]", "line[6]")),
            ["recv.v, line 18: line has the wires 0 to 5 only"],
        ),
        (
            "a loop of inner wires",
            XMIT,
            changed(XMIT, ("mover = own & ~aggressor", "mover = own & ~mover")),
            ["mover (xmit.v, line 6) depends on itself"],
        ),
        (
            "one output of several",
            XMIT,
            changed(XMIT, ("(mover & king)", "(mover & queen)")),
            [
                "Wrong at some inputs: kings.",
                "Right at all inputs: manhattan, diagonal, knights, pawn_move, pawn_capture.",
                "line   6  mover = 1",
            ],
        ),
        (
            "a king in check taken for another piece",
            RECV,
            changed(RECV, ("attacked & king", "attacked & queen")),
            ["re:high: (king|queen), \\w+_in\n"],
        ),
        (
            "rank and file exchanged, in a circuit that has levels x",
            PRIORITY,
            changed(
                PRIORITY,
                ("{rank, files[3 * rank +: 3]}", "{files[3 * rank +: 3], rank}"),
            ),
            [
                "PASS lowest_of_8",
                "re:sq: expected ",
                "inside the circuit:",
                "re:line  44  sq1 = ",
            ],
        ),
        (
            "two lines of one square",
            PRIORITY,
            changed(PRIORITY, ("line[1] = any[1] & ~any[0]", "line[1] = any[1]")),
            ["line1 = e8\n", "re:line2 = (?!e8)[a-h][1-8]\n"],
        ),
        (
            "the highest wire for the lowest",
            PRIORITY,
            changed(PRIORITY, ("~|wires[k - 1:0]", "~|(wires >> k + 1)")),
            # Its highest wire is needed by nothing, and yet it is shown.
            ["first = 3 (00000011 binary)"],
        ),
        (
            "own pawns behind",
            PAWN,
            changed(PAWN, ("own & own_ahead_in;", "own & own_behind_in;")),
            ["own_behind = b2 b3 b4 b5 b6 b7 b8\n"],
        ),
        (
            "inverted rays",
            RAY,
            changed(RAY, ("{out[6:0],", "{~out[6:0],")),
            ["line  13  out      0 0 0 0 0 0 0 0 (wire 0 on the left)"],
        ),
        (
            "an inner bus of which nothing drives some wires",
            RAY,
            changed(
                RAY,
                (
                    "    assign arrives = {out[6:0],",
                    (
                        "    wire [7:0] half; assign half[3:0] = ~out[3:0];\n"
                        "    assign arrives = {out[6:1], half[0],"
                    ),
                ),
            ),
            ["line  14  half = xxxx1111 binary"],
        ),
        (
            "numbers with their lowest bit on the left",
            VALUE_BUS,
            changed(
                VALUE_BUS,
                (
                    "    assign less =",
                    (
                        "    wire [15:0] d = accumulator - operand;\n"
                        "    wire [0:15] back = d; wire [16:1] up = d;\n"
                        "    assign less = d[15] & back[0] & up[16]; wire unused ="
                    ),
                ),
            ),
            [
                "operand = 4000 hexadecimal",
                "back = 4000 hexadecimal",
                "up = 4000 hexadecimal",
            ],
        ),
        (
            "a bus declared from its lowest wire on",
            RECV,
            changed(RECV, ("wire [5:0] line", "wire [0:5] line")),
            [
                "PASS xmit: ",
                "the bus line of module recv is declared [0:5]; expected [5:0]",
            ],
        ),
        (
            "buses declared from their lowest wires on",
            RAY,
            solution(RAY).replace("[7:0]", "[0:7]"),
            ["the bus arrives of module ray is declared [0:7]; expected [7:0]"],
            ["loop"],
        ),
        (
            "isolated without own",
            PAWN,
            changed(PAWN, ("isolated = own & ~", "isolated = ~")),
            ["isolated on all squares: expected 0; your circuit gives 1"],
        ),
    ]


def program_tries():
    """Wrong microprograms, in the order of wrong_tries."""
    counts = "frame.count <- frame.count + 1"
    programs = [
        (
            "no test of the first find",
            [(", if none goto done", "")],
            ["7k/8/8/8/p7/Pp6/RP6/KP6", "expected 0 moves; your program: 1 move"],
        ),
        (
            "a find of checks in the loop",
            [("find aggressor", "find check")],
            ["The only find among them is `find check`"],
            ["There is no find among them"],
        ),
        (
            "a victim that is not closed",
            [("disable close, ", "")],
            [
                "expected 3 moves; your program: no halt after 2000 cycles",
                "    line 9: find victim, unless none goto who\n",
                "`find victim` finds g1 each time.",
            ],
        ),
        (
            "one aggressor a victim",
            [(", goto who\n", "\n")],
            [
                "expected 20 moves; your program: 16 moves",
                "not counted: b1a3 b1c3 g1f3 g1h3 (from",
                "a3 was left when `find aggressor` had found a2, not none",
            ],
        ),
        (
            "a count in the word of the find",
            [
                ("find aggressor,", f"find aggressor, {counts},"),
                (f"from, {counts}", "from"),
            ],
            [
                "counted, but no moves: a1g1 a1g2 a1h2",
                f"the word of line 6: find aggressor, {counts}, if none goto close",
            ],
        ),
        (
            "a test the other way round",
            [("if none goto close", "unless none goto close")],
            [
                "not counted: h1g1 h1g2 h1h2",
                "never reached in this position: the word of line 7: ",
            ],
        ),
        (
            "a count that the accumulator does not take",
            [("acc <- frame.count, ", "")],
            ["`frame.count` holds 3 at the end; does the accumulator take it?"],
        ),
        (
            "a slot that is not cleared",
            [("frame.count <- zero, ", "")],
            [
                "expected 4 moves; your program: 7 moves",
                "3 of them are from `frame.count`, which held 3 as the program began",
            ],
            ["accumulator take it"],
        ),
        (
            "a count that begins with 1",
            [("<- zero,", "<- zero + 1,")],
            ["line 4: ", "    counts once before anything is found"],
            ["no moves"],
        ),
        (
            "a slot that is cleared with each victim",
            [("disable close, find", "frame.count <- zero, disable close, find")],
            [
                "the word of line 9: frame.count <- zero, ",
                "writes over `frame.count` while it holds a count, 3 times: 1 at first",
            ],
            ["not counted", "accumulator take it"],
        ),
        (
            "one aggressor a victim, counted in the accumulator",
            [
                (f", {counts}, goto who", ", acc <- acc + 1"),
                ("frame.count <- zero", "acc <- zero"),
                ("acc <- frame.count, ", ""),
            ],
            ["not counted: b1a3 b1c3 g1f3 g1h3 (from"],
        ),
        (
            "a disable memory that is not cleared",
            [("disable clear, ", "")],
            ["`find victim` never found b1: b1 was disabled already when the program"],
        ),
        (
            "back to the beginning with each victim",
            [
                (
                    "disable close, find victim, unless none goto who",
                    "disable close, goto count_moves",
                )
            ],
            [
                "`find victim` finds g1 each time.",
                "It is disabled, but enabled again by the word of line 4: flag clear, ",
            ],
            ["which order closes"],
        ),
        (
            "aggressors found and not counted",
            [
                (
                    "    disable from",
                    "    disable from, find aggressor, if none goto close\n    disable from",
                )
            ],
            ["`find aggressor` found h1 for g1, but no word counted that"],
        ),
        (
            "a comma too many",
            [("goto who\nclose", "goto who,\nclose")],
            ["line 8: a label cannot stand inside a word"],
        ),
        (
            "two jumps in a word",
            [("goto close", "goto close, goto who")],
            [
                "line 6: 'if none goto close' and 'goto who' tell one part of the machine"
            ],
        ),
        (
            "a label without its colon",
            [("close:", "close")],
            [
                "line 8: there is no order 'close'; behind a label stands a colon: close:"
            ],
        ),
        (
            "an order that is not there",
            [("find victim", "find victims")],
            ["line 4: there is no order 'find victims'; did you mean 'find victim'?"],
        ),
        (
            "a label that is not there",
            [("goto close", "goto closed"), ("who:", "who: who:")],
            [
                "line 6: there is no label 'closed'; did you mean 'close'?",
                "line 5: the label 'who' stands here a second time",
            ],
        ),
        (
            "another beginning",
            [("count_moves:", "count:")],
            ["it has no label 'count_moves', at which the machine starts"],
        ),
    ]
    return [
        (name, COUNT, changed(COUNT, *changes), ["FAIL count: ", *wanted], *unwanted)
        for name, changes, wanted, *unwanted in programs
    ]


def clocked_tries():
    """Wrong receivers and transmitters, in the order of wrong_tries."""
    counter = ("reg [15:0] wait_cycles", "reg [7:0] wait_cycles")
    long_bit = ("wait_cycles <= DIVIDER - 1", "wait_cycles <= DIVIDER")
    falling = (
        "takes its level when a clock falls; expected a flip-flop that takes its level"
    )
    place = "    reg [3:0] place;"
    receivers = [
        (
            "a receiver that acts on a line that is low",
            [("line[2] && !line[1]", "!line[1]")],
            ["a line that is low for long", "expected no byte, got byte f0"],
        ),
        (
            "no look into the middle of the start bit",
            [("place == 4'd1 && line[1]", "place == 4'd0")],
            [
                "a dip of a quarter of a bit",
                "expected no byte, got byte ff",
                # The other one is tried, and not blamed.
                "PASS uart_tx: ",
                "then: gtkwave build/uart_rx.vcd",
            ],
        ),
        (
            "looks at the beginning of each bit",
            [("DIVIDER / 2 - 1", "0")],
            ["a terminal 2.5 % too slow"],
        ),
        (
            "looks at the end of each bit",
            [("DIVIDER / 2 - 1", "DIVIDER - 2")],
            ["expected byte "],
        ),
        (
            "looks at the fourth part of each bit",
            [("DIVIDER / 2 - 1", "(DIVIDER > 8 ? DIVIDER / 4 : 3)")],
            [
                "a bit lasts 15: that is right",
                "the first one is 3 cycles too early for the middle of its bit",
            ],
            ["does each counter reach"],
        ),
        (
            "a cycle too many in each bit",
            [long_bit],
            ["expected byte 0d, got byte 85"],
        ),
        (
            "no look at the stop bit",
            [("ready <= line[1]", "ready <= 1'b1")],
            ["byte 33 without a stop bit", "expected no byte, got byte 33"],
        ),
        (
            "the highest bit first",
            [("{line[1], data[7:1]}", "{data[6:0], line[1]}")],
            ["got byte b0", "opposite order: the lowest comes first"],
        ),
        (
            "seven bits of data",
            [("place == 4'd10", "place == 4'd9")],
            [
                "expected byte 0d, but ready never was high",
                "data changed 14 22 30 38 46 54 62 cycles after the fall, to 0001101x",
                "Byte ff, sent after it: expected ready from 74 to 84 cycles after the fall",
                "got it at 70, with data fe",
            ],
        ),
        (
            "ready taken back at rest only",
            [
                ("        ready <= 1'b0;\n", ""),
                (
                    "wait_cycles <= DIVIDER / 2 - 1;",
                    "wait_cycles <= DIVIDER / 2 - 1; ready <= 1'b0;",
                ),
            ],
            [
                "a reset when ready is high",
                "expected ready low after the next rising clock",
            ],
        ),
        (
            "a list without a wire that is read, beside a clock",
            [
                (
                    "    reg [2:0] line;",
                    """    reg [2:0] line; reg fell;
    always @(line[2]) fell = line[2] & ~line[1];""",
                ),
                ("line[2] && !line[1]", "fell"),
            ],
            ["the list of `always @(line[2])` (line ", "lacks line[1]"],
        ),
        (
            "no reset",
            [("if (reset)", "if (1'b0)")],
            [
                "data (xxxxxxxx) never changed",
                "A register that never gets a level may hinder it.",
            ],
        ),
        (
            "a counter of 12 bits",
            [("reg [15:0] wait_cycles", "reg [11:0] wait_cycles")],
            ["at 65535 cycles a bit", "does each counter reach 65535"],
        ),
        (
            "a receiver at the falling clock",
            [("posedge", "negedge")],
            [f"data (line 11) {falling}"],
        ),
        (
            "a first flip-flop at the falling clock",
            [
                ("{line[1:0], rx}", "{line[1:0], first}"),
                (
                    place,
                    f"    reg first; always @(negedge clock) first <= rx;\n{place}",
                ),
            ],
            [f"first (line 10) {falling}"],
        ),
        (
            "a register without a clock",
            [
                (place, f"    reg kept; always @* if (rx) kept = 1'b1;\n{place}"),
                ("ready <= line[1];", "ready <= line[1] & kept;"),
            ],
            ["kept (line 10) is a latch; expected a flip-flop"],
        ),
        (
            "a register with another clock",
            [
                (place, f"    reg odd; always @(posedge rx) odd <= ~odd;\n{place}"),
                ("ready <= line[1];", "ready <= line[1] ^ odd;"),
            ],
            ["odd (line 10) is clocked by rx"],
        ),
        (
            "at rest only after the stop bit and another bit",
            [
                ("4'd0;\n                ready", "4'd11;\n                ready"),
                (
                    "4'd10)",
                    "4'd11) place <= 4'd0;\n            else if (place == 4'd10)",
                ),
            ],
            [
                "12 bytes back to back",
                "expected 12 bytes, the last two 26 and 5d, got ",
            ],
        ),
        (
            "ready for two cycles",
            [
                (
                    "ready <= 1'b0;",
                    "ready <= !reset && ready && wait_cycles == DIVIDER - 1;",
                )
            ],
            ["the length of ready"],
        ),
        (
            "8 in the place of DIVIDER",
            [("DIVIDER - 1", "7"), ("DIVIDER / 2 - 1", "3")],
            ["at 9 cycles a bit", "and each time follow from `DIVIDER`?"],
        ),
        (
            "nine bits of data",
            [("place == 4'd10)", "place == 4'd11)")],
            ["got byte 86", "bit 0 was taken, too, and shifted out by a ninth one"],
            ["a bit late"],
        ),
        (
            "a shift over one bit too few",
            [("{line[1], data[7:1]}", "{line[1], data[6:0]}")],
            ["got byte 0xxxxxxx in binary", "is each bit shifted on, up to data[0]?"],
        ),
        (
            "a parameter of another name",
            [
                ("parameter DIVIDER", "parameter D"),
                ("DIVIDER / 2", "D / 2"),
                ("DIVIDER - 1", "D - 1"),
            ],
            ["uart_rx has no parameter DIVIDER, ", "; it has D"],
        ),
        (
            "a memory with another clock",
            [
                (
                    place,
                    (
                        "    reg [1:0] kept [0:1];\n"
                        f"    always @(posedge rx) kept[line[0]] <= kept[0] + 2'd1;\n{place}"
                    ),
                ),
                ("ready <= line[1];", "ready <= line[1] ^ kept[1][0];"),
            ],
            ["kept is clocked by rx"],
        ),
        (
            "the line itself used",
            [("{line[1:0], rx}", "{line[0], rx, rx}")],
            [
                "2 flip-flops (line[0], line[1]) take the level of rx at once",
                "Let one flip-flop take rx",
            ],
        ),
        (
            "the first flip-flop used",
            [("line[2] && !line[1]", "line[1] && !line[0]")],
            ["take the level of line[0] at once"],
        ),
        (
            "a name that is not declared in a clocked circuit",
            [("ready <= line[1]", "ready <= lin")],
            ["lin, used at line 29, is not declared"],
        ),
        (
            "a wire assigned at the clock",
            [("output reg  ready", "output wire ready")],
            ["ready is a wire, but an `always` block assigns it at line 13"],
        ),
    ]
    left = "    reg [3:0] left;"
    transmitters = [
        (
            "a register that `send` sets at once",
            [
                (
                    left,
                    (
                        "    reg start;\n    always @(posedge clock or posedge send)\n"
                        f"        if (send) start <= 1'b1; else start <= 1'b0;\n{left}"
                    ),
                ),
                ("if (send) begin", "if (start & send) begin"),
            ],
            ["start (line 10) takes a level as soon as send changes; expected"],
        ),
        (
            "a register that takes data at once",
            [
                (
                    left,
                    (
                        "    reg [7:0] kept;\n    always @(posedge clock or negedge send)\n"
                        f"        if (!send) kept <= data; else kept <= kept;\n{left}"
                    ),
                ),
                ("{1'b1, data", "{1'b1, kept"),
            ],
            ["kept (line 10) takes a level as soon as send changes"],
        ),
        (
            "a latch of gates",
            [
                (
                    left,
                    (
                        "    wire set, unset;\n    assign set = ~(reset | unset);\n"
                        f"    assign unset = ~(send | set);\n{left}"
                    ),
                ),
                ("if (send) begin", "if (send & set) begin"),
            ],
            ["gates go round in a loop: set, unset; expected flip-flops"],
        ),
        (
            "send taken when it rises",
            [
                (left, f"    reg was; always @(posedge clock) was <= send;\n{left}"),
                ("if (send) begin", "if (send & ~was) begin"),
            ],
            ["`send` was high before, too: its level counts"],
        ),
        (
            "a byte with a wire that is x",
            [("{1'b1, data, 1'b0}", "{1'b1, data[7:1], 1'bx, 1'b0}")],
            ["got       0  x0110000  1"],
        ),
        (
            "not busy in the stop bit",
            [("left <= 4'd10", "left <= 4'd9")],
            [
                "PASS uart_rx: ",
                "busy during a byte",
                "it is not after 72 cycles",
                "then: gtkwave build/uart_tx.vcd",
            ],
        ),
        (
            "a transmitter for short bits",
            [("if (send) begin", "if (send && DIVIDER < 60000) begin")],
            [
                "busy in the cycle after send, at 65535 cycles a bit",
                "expected high, got 0",
            ],
        ),
        (
            "a transmitter at the falling clock",
            [("posedge", "negedge")],
            [rf"re:(shift|tx) \(line 13\) {falling}"],
        ),
        (
            "two stop bits",
            [("left <= 4'd10", "left <= 4'd11")],
            ["busy after a byte", "do you send more than ten bits"],
        ),
        (
            "send taken while busy",
            [("if (!busy) begin", "if (!busy || send) begin")],
            ["with send high and other data while busy", "got       0  "],
        ),
        (
            "send taken in the last cycle of the stop bit",
            [
                (
                    "left <= left - 4'd1;",
                    (
                        "left <= left - 4'd1;\n            if (send && left == 4'd1) begin\n"
                        "                shift <= {1'b1, data, 1'b0};\n"
                        "                left <= 4'd10;\n            end"
                    ),
                )
            ],
            ["busy after a byte", "or was `send` taken while busy?"],
        ),
        (
            "data not kept",
            [("assign tx = shift[0]", "assign tx = left == 4'd2 ? data[7] : shift[0]")],
            ["expected  0  10110000  1", "got       0  10110001  1"],
        ),
        (
            "bits a cycle too long",
            [long_bit],
            ["8 cycles after the start bit began, tx is 0, not 1"],
        ),
        (
            "a counter too narrow to send",
            [counter],
            ["at 65535 cycles a bit", "does each counter reach 65535"],
        ),
        (
            "a reset that waits for the end of the byte",
            [("if (reset) begin", "if (reset && busy !== 1'b1) begin")],
            ["at rest after a reset amid a byte"],
        ),
        (
            "a byte taken in a reset",
            [("if (reset) begin", "if (reset & (busy !== 1'b0 | ~send)) begin")],
            ["in a reset at rest, with send high", "got tx 0 and busy 1"],
        ),
        (
            "a reset that waits for the end of send",
            [("if (reset) begin", "if (reset & ~send) begin")],
            ["in a reset at rest, with send high"],
        ),
        (
            "a reset only while busy",
            [("if (reset) begin", "if (reset && busy !== 1'b0) begin")],
            ["in a reset at rest, with send high"],
        ),
    ]
    oversampling = (
        "eight looks a bit, in whole cycles",
        UART_RX,
        OVERSAMPLING,
        [
            "FAIL uart_rx: a byte alone, at 9 cycles a bit",
            "The changes are 8 cycles apart or more, and a bit lasts 9.",
        ],
    )
    return [
        oversampling,
        *(
            (
                name,
                file,
                changed(file, *changes),
                [f"FAIL {module}: ", *wanted],
                *unwanted,
            )
            for file, module, circuits in (
                (UART_RX, "uart_rx", receivers),
                (UART_TX, "uart_tx", transmitters),
            )
            for name, changes, wanted, *unwanted in circuits
        ),
    ]


#: A receiver that divides a bit by eight, and is wrong where eight does not divide it.
OVERSAMPLING = """module uart_rx #(parameter DIVIDER = 217) (
    input wire clock, reset, rx,
    output reg [7:0] data,
    output reg ready
);
    reg [15:0] before;
    reg [2:0] part;
    reg [3:0] bits;
    reg a, b, c, run;
    wire tick = before == DIVIDER / 8 - 1;
    always @(posedge clock) begin
        {a, b, c, ready} <= {rx, a, b, 1'b0};
        before <= tick ? 16'd0 : before + 16'd1;
        if (reset) {a, b, c, run, before, bits, part} <= {4'b1110, 23'd0};
        else if (!run) begin
            if (c && !b) {run, before, part, bits} <= {17'h10000, 3'd4, 4'd0};
        end else if (tick) begin
            part <= part + 3'd1;
            if (part == 3'd7) begin
                bits <= bits + 4'd1;
                if (bits == 4'd0) run <= !b;
                else if (bits == 4'd9) {run, ready} <= {1'b0, b};
                else data <= {b, data[7:1]};
            end
        end
    end
endmodule
"""
#: A receiver of the kind that the machine's boards have: half a bit and a whole one to the first
#: bit of data would not look at the start bit, so that it looks there, too.
BOARDS_RECEIVER = """module uart_rx #(parameter [15:0] DIVIDER = 16'd25) (
    input wire clock, reset, rx,
    output reg [7:0] data,
    output reg ready
);
    localparam [15:0] BIT = DIVIDER - 16'd1, HALF = DIVIDER / 16'd2 - 16'd1;
    reg [1:0] line = 2'b11;
    reg before;
    reg [15:0] time_left;
    reg [3:0] place;
    always @(posedge clock) begin
        line <= {line[0], rx};
        before <= line[1];
        if (reset) begin
            line <= 2'b11;
            {before, place, time_left, data, ready} <= {1'b1, 29'd0};
        end else begin
            ready <= 1'b0;
            if (place == 4'd0) begin
                time_left <= HALF;
                if (before & !line[1]) place <= 4'd1;
            end else if (time_left != 16'd0) time_left <= time_left - 16'd1;
            else begin
                time_left <= BIT;
                place <= place == 4'd10 || (place == 4'd1 && line[1]) ? 4'd0 : place + 4'd1;
                if (place == 4'd10) ready <= line[1];
                else data <= {line[1], data[7:1]};
            end
        end
    end
endmodule
"""
#: A transmitter with states, whose line is a register, a cycle behind `busy`.
STATES_TRANSMITTER = """module uart_tx #(parameter DIVIDER = 217) (
    input wire clock, reset, send,
    input wire [7:0] data,
    output reg tx,
    output wire busy
);
    localparam REST = 2'd0, START = 2'd1, DATA = 2'd2, STOP = 2'd3;
    reg [1:0] state, was;
    reg [2:0] place;
    reg [15:0] cycle;
    reg [7:0] kept;
    assign busy = state != REST || was != REST;
    wire last = cycle == DIVIDER - 1;
    always @(posedge clock) begin
        was <= state;
        cycle <= state == REST || last ? 16'd0 : cycle + 16'd1;
        case (state)
            REST: if (send && !busy) {kept, state} <= {data, START};
            START: if (last) {place, state} <= {3'd0, DATA};
            DATA: if (last) begin
                place <= place + 3'd1;
                if (place == 3'd7) state <= STOP;
            end
            default: if (last) state <= REST;
        endcase
        tx <= state == START ? 1'b0 : state == DATA ? kept[place] : 1'b1;
        if (reset) {state, was, tx} <= {REST, REST, 1'b1};
    end
endmodule
"""


def right_tries():
    """Circuits in other styles than the solutions', which the check must not find fault with."""
    labs = COURSE / "proofs/spec/labs"
    modules = [labs / "lowest_of_8.v", labs / "priority_network.v"]
    return [
        (
            "an en-passant square that looks at empty, too",
            XMIT,
            changed(XMIT, ("chosen & ~passed", "chosen & ~(passed & empty)")),
        ),
        ("blocks and loops", PRIORITY, "".join(each.read_text() for each in modules)),
        ("a receiver as the machine's boards have it", UART_RX, BOARDS_RECEIVER),
        (
            "answers with zeros in front and big letters",
            "06-waves/answers.txt",
            OTHER_ANSWERS,
        ),
        (
            "a line that seems low after a reset",
            UART_RX,
            changed(UART_RX, ("line <= 3'b111", "line <= 3'b000")),
        ),
        (
            "a reset that is low while it acts",
            UART_TX,
            changed(
                UART_TX,
                ("    reg [3:0] left;", "    wire run = ~reset;\n    reg [3:0] left;"),
                ("posedge clock", "posedge clock or negedge run"),
                ("if (reset)", "if (!run)"),
            ),
        ),
        (
            "looks a cycle later",
            UART_RX,
            changed(UART_RX, ("DIVIDER / 2 - 1", "DIVIDER / 2")),
        ),
        ("a transmitter with states", UART_TX, STATES_TRANSMITTER),
        (
            "a reset that does not wait for the clock",
            UART_TX,
            changed(UART_TX, ("posedge clock", "posedge clock or posedge reset")),
        ),
        ("a case with a default", SQUARE, decoded("default: k = 7'd0;")),
        (
            "a list that is whole",
            SQUARE,
            decoded("default: k = 7'd0;").replace("@*", "@(p0 or p1, p2)"),
        ),
        (
            "a list that is whole, with a loop",
            PRIORITY,
            changed(
                PRIORITY,
                ("output wire any", "output reg any"),
                (
                    "assign any = |wires;",
                    """integer i; always @(wires) begin any = 0;
    for (i = 0; i < 8; i = i + 1) any = any | wires[i]; end""",
                ),
            ),
        ),
        (
            "a case with a wildcard",
            SQUARE,
            decoded("3'b11?: k = {p0, ~p0} == 2'b01 ? 7'd64 : 7'd0;")
            .replace("case (", "casez (")
            .replace("            6: k = 7'd64;\n", ""),
        ),
        (
            "an x that never comes out",
            SQUARE,
            changed(SQUARE, ("own = ", "own = empty & pawn ? 1'bx : ")),
        ),
    ]


def pasted(readme, at):
    """The Verilog of a page's code blocks, each with its place in the page."""
    text = (COURSE / readme).read_text()
    return re.findall(r"^```verilog\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[at]


def hints_pasted():
    """The hints' code, put into the stub or the solution as a student does: it must be accepted."""
    ray = changed(RAY, ("    wire [7:0] out;\n", ""))
    ray = ray[: ray.rindex("    assign arrives")]
    ray += pasted("03-ray/hints.md", 0) + pasted("03-ray/hints.md", 1) + "endmodule\n"
    own = pasted("09-evaluator-cell/hints.md", 0)
    return [
        ("the hints of lab 3", RAY, ray),
        (
            "the hint of lab 4",
            XMIT,
            changed(
                XMIT,
                ("    wire mover = own & ~aggressor;\n", ""),
                (
                    "    wire chosen = selected & aggressor;\n",
                    pasted("04-xmit-recv/hints.md", 0),
                ),
            ),
        ),
        (
            "the hint of lab 5",
            PRIORITY,
            before_last_end(PRIORITY, pasted("05-priority/hints.md", 0)),
        ),
        (
            "the hint of lab 9",
            PAWN,
            changed(PAWN, ("    assign own_ahead_out = own | own_ahead_in;\n", own)),
        ),
    ]


def before_last_end(file, lines):
    text = solution(file)
    return text[: text.rindex("endmodule")] + lines + "endmodule\n"


def page_faults():
    """What is wrong with the labs' pages, in lines."""
    wrong = []
    for folder in sorted(COURSE.glob("[01][0-9]-*")):
        for name in ("README.md", "hints.md"):
            text = (folder / name).read_text()
            code = "".join(
                re.findall(r"^ *```.*?^ *```", text, re.MULTILINE | re.DOTALL)
            )
            prose = re.sub(r"^ *```.*?^ *```", "", text, flags=re.MULTILINE | re.DOTALL)
            hints = prose.partition("## Hints")[2].partition("\n## ")[0]
            # Code that assigns stands in a block, which is tried; in a line it cannot be pasted.
            for each in re.findall(r"`([^`\n]+)`", hints):
                if re.search(r"\w\s*<?=(?!=)", each):
                    wrong.append(f"{folder.name}/{name}: the hint `{each}` is no block")
            if name == "README.md":
                lacking = missing_parts(folder, text)
                wrong += [f"{folder.name}/{name}: lacks {part}" for part in lacking]
                wrong += [
                    f"{folder.name}/{name}: gives the solution away: {each}"
                    for each in given_away(folder.name, prose + code)
                ]
    return wrong


def missing_parts(folder, text):
    """What a lab's page is to have and has not; a table has every wire of the lab's stubs."""
    headings = [
        "## What we ",
        "## The idea",
        "## Interface",
        "## Hints",
        "## Questions",
    ]
    parts = ["](picture.svg)", *headings, "## Afterwards"]
    lacking = [part for part in parts if part not in text]
    interface = text.partition("## Interface\n")[2].partition("\n## ")[0]
    if "|---|" not in interface:
        lacking.append("a table of its interface")
    for stub in sorted((COURSE / "solutions" / folder.name).glob("*.v")):
        ports = re.findall(
            r"^\s*(?:input|output)\s+(?:wire|reg)\s*(?:\[.*?\])?\s*([\w ,]+)",
            (folder / stub.name).read_text(),
            re.MULTILINE,
        )
        for port in re.findall(r"\w+", " ".join(ports)):
            # Of several with numbers the first and the last are named.
            if not re.search(rf"`{port}`|`{port.rstrip('0123456789')}\d`", interface):
                lacking.append(f"the wire {port} in its interface")
    return lacking


def verilog_page_fault():
    """What is wrong with the modules of the page about Verilog, or None."""
    text = (COURSE / "verilog.md").read_text()
    modules = re.findall(r"^```verilog\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    with tempfile.NamedTemporaryFile("w", suffix=".v") as file:
        file.write("".join(modules))
        file.flush()
        for module in re.findall(r"^module (\w+)", "".join(modules), re.MULTILINE):
            script = f"read_verilog {file.name}; hierarchy -check -top {module}; proc; check -assert"
            done, said = netlist.yosys(script)
            if not done or "Warning" in said:
                return f"FAIL verilog.md, module {module}:\n{said[-500:]}"
    return None


def given_away(lab, text):
    """Right sides of a lab's solution that a page has, spaces aside; names of two wires are none."""
    found = []
    for file in sorted((COURSE / "solutions" / lab).glob("*.v")):
        for right in re.findall(r"=\s*([^;]+);", file.read_text()):
            short = re.sub(r"[\s()]", "", right)
            if len(re.findall(r"[&|^~+-]", short)) > 1 and short in re.sub(
                r"[\s()]", "", text
            ):
                found.append(right)
    return found


ANSWERS = """# of lab 6
1 = c3
2 = 3
3 = d5
4 = 22
5 = f7
6 = Ng5
7 = c6
10 = g5
007 = f7
9 = g5
"""
#: The right answers with zeros in front and big letters.
OTHER_ANSWERS = """01 = C6
2 = 04
3 = 002
4 =22
5 = D5
6 = d5
7 = f7
8 = g5
9 = None
"""


def position_faults():
    """What is wrong with what is said of positions, in lines."""
    sides = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    wrong = []
    for fen, wanted in [
        (f"{sides} w - -", None),
        (f"{sides} w - e6 0 1", None),
        ("", "there are 0"),
        (f"{sides}", "there are 1"),
        (f"{sides} x - -", "the side to move is 'x'"),
        (f"{sides[:-1]} w - -", "rank 1 (RNBQKBN) has 7 squares"),
        (f"{sides}/8 w - -", "expected 8 ranks"),
        (sides.replace("q", "z") + " w - -", "rank 8 has 'z'"),
        (f"{sides} w - e3", "expected - or one on rank 6"),
    ]:
        try:
            orders.check(fen)
            said = None
        except orders.BadPosition as fault:
            said = str(fault)
        if (said is None) != (wanted is None) or (wanted and wanted not in said):
            wrong.append(f"FAIL position {fen}: said {said}, expected {wanted}")
    return wrong


def commands():
    """Commands that must fail: what they are, and what must be said."""
    lab = str(COURSE / "08-break-a-gate")
    castling = str(COURSE / "solutions/08-break-a-gate/castling.v")
    spec = str(COURSE / "proofs/spec/castling.v")
    tool = str(COURSE / "tools/check.py")
    broken = [sys.executable, tool, "castling", "--circuit", castling, "--spec", spec]
    make = ["make", "-s", "-C"]
    return [
        (
            "an array of stubs",
            [*make, str(COURSE / "array")],
            ["ray_mux in 03-ray/ray.v: still a stub", "priority_network in 05"],
        ),
        (
            "a gate of stubs broken",
            [*make, lab, "break", "LABS=.."],
            ["square in 02-square/square.v: still a stub"],
        ),
        (
            "a seed that is no number",
            [*make, lab, "break", "SEED=x"],
            ["the seed 'x' is no number; expected one, as in SEED=7"],
        ),
        (
            "a gate that is not there",
            [*broken, "--break", "x"],
            ["castling has no gate that drives 'x'"],
        ),
        (
            "waves of a wrong part",
            [*make, str(COURSE / "06-waves"), "check", "LABS={labs}"],
            [
                "recv in 04-xmit-recv/recv.v: wrong; `make check` in its folder says where"
            ],
        ),
        (
            "answers in other forms and from other ends",
            [*make, str(COURSE / "06-waves"), "check", "DIR={labs}/answers"],
            [
                "answers.txt, line 9: there is no question 10",
                "answers.txt, line 10 answers question 7 a second time",
                "question 1: 'c3' is not what the wires hold; look at sq at 240 ns",
                "are the ranks counted from the wrong end?",
                "question 2: '3' is not what the wires hold",
                "does your count begin with 0?",
                "question 3: 'd5' is no number",
                "question 6: 'ng5' is no square",
                "question 7: 'c6' is not what",
                "that is sq at 240 ns: is it read at another time?",
                "question 5: 'f7' is not what the wires hold",
                "does it go on at d5? It goes out of c4 and of empty squares only",
                "question 8: no answer yet",
                "question 9: 'g5' is not what",
                "is `none` high then?",
            ],
        ),
        (
            "a circuit that is not there",
            [*broken[:2], "castlin", *broken[3:], "--known", "castling special"],
            ["FAIL: there is no circuit 'castlin'; did you mean castling?"],
        ),
        (
            "a specification that is not there",
            [*broken[:-1], "{labs}/castling.v"],
            ["FAIL castling: there is no file "],
        ),
        (
            "two modules for one",
            [*make, str(COURSE / "10-serial-port"), "check", "ONLY=uart_rx uart_tx"],
            ["there is no module 'uart_rx uart_tx'; expected uart_rx or uart_tx"],
        ),
        (
            "a circuit of the proofs that is not there",
            [*make, str(COURSE / "proofs"), "break", "CIRCUIT=castlin"]
            + ["RTL={labs}/rtl", "FAST={labs}/rtl"],
            ["FAIL: there is no circuit 'castlin'; did you mean castling?"],
        ),
        (
            "a folder of labs that is not there",
            [*make, str(COURSE / "array"), "LABS={labs}/nothing"],
            ["FAIL move_generator: there is no file ", "nothing/02-square/square.v"],
        ),
        (
            "waves of a folder that is not there",
            [*make, str(COURSE / "06-waves"), "waves", "LABS={labs}/nothing"],
            ["FAIL waves: there is no file ", "nothing/02-square/square.v"],
        ),
        (
            "a time that is no number",
            [*make, str(COURSE / "06-waves"), "show", "TIME=\u00b2"],
            ["the time '\u00b2' is no number"],
        ),
        (
            "a folder of Verilog that is not there",
            [*make, str(COURSE / "proofs"), "prove-castling", "RTL={labs}/nothing"],
            ["there is no Verilog in "],
        ),
        (
            "a program that is not there",
            [*make, str(COURSE), "machine", "BELLE={labs}/belle"],
            ["FAIL lab 7: there is no program "],
        ),
        (
            "a folder that is there for the hand-out",
            [*make, str(COURSE), "hand-out", "TO={labs}"],
            ["where to?"],
        ),
        (
            "a program that cannot be read",
            [*make, str(COURSE / "07-microprogram"), "check", "DIR={labs}/answers"],
            ["FAIL count: count.mc: line 1: there is no order"],
        ),
        (
            "a folder without answers",
            [*make, str(COURSE / "06-waves"), "check", "DIR={labs}"],
            ["there is no file "],
        ),
        (
            "a signal that the waves do not have",
            [*make, str(COURSE / "06-waves"), "show", "SIGNALS=m.line7"],
            ["the waves have no signal 'm.line7'"],
        ),
        (
            "a word for an operator in a clocked circuit",
            [
                *make,
                str(COURSE / "10-serial-port"),
                "check",
                "DIR={labs}/10-serial-port",
            ],
            ["uart_tx.v, line 12 cannot be read", "For `not` Verilog writes `~`"],
        ),
    ]


def command_fault(name, arguments, wanted):
    """What is wrong with what a command says that must fail, or None."""
    with tempfile.TemporaryDirectory() as folder:
        labs = pathlib.Path(folder) / "labs"
        shutil.copytree(COURSE / "solutions", labs)
        (labs / RECV).write_text(changed(RECV, ("~own", "own")))
        (labs / UART_TX).write_text(changed(UART_TX, ("left != 4'd0", "not left")))
        (labs / "answers").mkdir()
        (labs / "answers/answers.txt").write_text(ANSWERS)
        # In another code than ours.
        (labs / "answers/count.mc").write_bytes(b"z\xe4hle\n")
        (labs / "rtl").mkdir()
        for module in ("move_generator", "window_slots"):
            (labs / f"rtl/{module}.v").touch()
        run = subprocess.run(
            [each.format(labs=labs) for each in arguments],
            capture_output=True,
            text=True,
            check=False,
        )
    missing = [part for part in wanted if part not in run.stdout + run.stderr]
    if run.returncode and not missing and "Traceback" not in run.stderr:
        return None
    lacks = "".join(f"\n  expected: {part}" for part in missing)
    return f"FAIL try, {name}: status {run.returncode}{lacks}\n{run.stdout}{run.stderr}"


def judged(name, file, text, wanted=(), unwanted=()):
    """What is wrong with what the check says of a circuit, or None.

    Without a wanted message it must pass.
    """
    lab, _, own = file.partition("/")
    # Of the two modules with a clock the one that was changed is enough, which saves half.
    other = any(part.startswith("PASS uart_") for part in wanted)
    only = pathlib.Path(own).stem if lab.startswith("10-") and not other else ""
    with tempfile.TemporaryDirectory() as folder:
        for each in (COURSE / "solutions" / lab).iterdir():
            shutil.copy(each, folder)
        (pathlib.Path(folder) / own).write_text(text)
        status, said = checked(lab, folder, only)
    missing = [part for part in wanted if not says(said, part)]
    # yosys' own words for what it reads.
    jargon = [
        part for part in ("TOK_", "OP_", "Traceback", *unwanted) if says(said, part)
    ]
    if (status != 0) == bool(wanted) and not missing and not jargon:
        return None
    lacks = "".join(f"\n  expected: {part}" for part in missing)
    lacks += "".join(f"\n  not expected: {part}" for part in jargon)
    return f"FAIL try, {name}: status {status}{lacks}\n{said}"


def checked(lab, folder, only):
    """The status of `make check` for a folder, and what it says.

    Where it is tools/check.py that make calls, it is called here: each process then reads the
    specifications once.
    """
    make = ["make", "-C", str(COURSE / lab), "check", f"DIR={folder}", f"ONLY={only}"]
    order = called_by_make(lab)
    if not order:
        run = subprocess.run(
            [*make, "-s"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            check=False,
        )
        return run.returncode, run.stdout
    os.chdir(COURSE / lab)
    sys.argv = [each.replace(FOLDER, folder) for each in order]
    said = io.TextIOWrapper(io.BytesIO())
    with contextlib.redirect_stdout(said):
        status = check.main()
    said.flush()
    return status, said.buffer.getvalue().decode()


#: What stands for a folder in the command that make calls.
FOLDER = "@folder@"


@functools.cache
def called_by_make(lab):
    """The words of the command by which a lab's check calls tools/check.py, or None."""
    run = subprocess.run(
        ["make", "-s", "-n", "-C", str(COURSE / lab), "check", f"DIR={FOLDER}"],
        capture_output=True,
        text=True,
        check=True,
    )
    words = shlex.split(run.stdout.replace("\\\n", " "), comments=True)
    tool = "../tools/check.py"
    return words[words.index(tool) :] if tool in words else None


def says(said, part):
    if part.startswith("re:"):
        return re.search(part[3:], said) is not None
    return part in said


def main():
    wrong_ones = [*wrong_tries(), *program_tries(), *clocked_tries()]
    right_ones = [*right_tries(), *hints_pasted()]
    asked = [*wrong_ones, *right_ones]
    with concurrent.futures.ProcessPoolExecutor() as pool:
        tried = [pool.submit(judged, *each) for each in asked]
        tried += [pool.submit(command_fault, *each) for each in commands()]
        said = [each.result() for each in tried]
    wrong = [fault for fault in [*said, verilog_page_fault()] if fault]
    wrong += position_faults()
    wrong += [f"FAIL page {fault}" for fault in page_faults()]
    for fault in wrong:
        print(fault)
    if wrong:
        return 1
    print(
        f"PASS tries: {len(wrong_ones)} wrong ones are told what is wrong, "
        f"{len(right_ones)} right ones pass"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
