"""Draws each lab's picture.svg: where its circuit sits in Belle, and its wires.

picture.py            writes the pictures
picture.py --check    fails if one is not what it would write
"""

import pathlib
import re
import sys

COURSE = pathlib.Path(__file__).resolve().parent.parent

#: The machine: name, then left, top, width and height of its box.
MAP = {
    "HOST PORT": (10, 30, 110, 40),
    "MICROENGINE": (140, 30, 130, 40),
    "VALUE BUS": (290, 30, 110, 40),
    "MEMORY": (420, 30, 110, 40),
    "BOARD BUS": (10, 95, 110, 185),
    "SQUARE": (160, 125, 75, 35),
    "XMIT": (250, 125, 75, 35),
    "RAY MUX": (340, 125, 75, 35),
    "RECV": (340, 180, 75, 35),
    "PRIORITY": (160, 180, 75, 35),
    "DISABLE MEMORY": (250, 230, 165, 35),
    "EVALUATOR": (440, 95, 90, 185),
}
#: Boxes that stand around others.
FRAME = ("MOVE GENERATOR", (140, 95, 285, 185))
#: Lines between boxes.
WIRES = [
    ((120, 50), (140, 50)),
    ((270, 50), (290, 50)),
    ((400, 50), (420, 50)),
    ((205, 70), (205, 95)),
    ((65, 70), (65, 95)),
    ((120, 142), (160, 142)),
    ((235, 142), (250, 142)),
    ((325, 142), (340, 142)),
    ((377, 160), (377, 180)),
    ((340, 197), (235, 197)),
    ((377, 230), (377, 215)),
    ((485, 95), (485, 82)),
    ((345, 82), (485, 82)),
    ((345, 82), (345, 70)),
]

#: For each lab: the boxes that it builds or uses, and its modules with their wires in and out.
LABS = {
    "01-value-bus": (
        ["VALUE BUS"],
        [
            (
                "value_bus",
                ["accumulator 16", "gate", "operand 16", "invert", "carry"],
                ["sum 16", "less", "equal"],
            )
        ],
    ),
    "02-square": (
        ["SQUARE"],
        [
            (
                "square",
                ["p0", "p1", "p2", "p3 (black)", "wtm"],
                ["empty", "pawn", "knight", "bishop", "rook", "queen", "king", "own"],
            )
        ],
    ),
    "03-ray": (
        ["RAY MUX"],
        [
            ("ray_mux", ["send", "empty", "in"], ["out"]),
            ("ray", ["send 8", "empty 8"], ["arrives 8"]),
        ],
    ),
    "04-xmit-recv": (
        ["XMIT", "RECV"],
        [
            (
                "xmit",
                ["kind, own", "selected", "passed", "aggressor"],
                [
                    "manhattan",
                    "diagonal",
                    "knights",
                    "kings",
                    "pawn_move",
                    "pawn_capture",
                ],
            ),
            (
                "recv",
                ["kind, own", "dis, passed", "aggressor", "six wires in"],
                ["line 6", "king_taken"],
            ),
        ],
    ),
    "05-priority": (
        ["PRIORITY"],
        [
            ("lowest_of_8", ["wires 8"], ["number 3", "any"]),
            (
                "priority_network",
                [f"line{n} 64" for n in range(1, 7)],
                ["sq 6", "none", "line 6"],
            ),
        ],
    ),
    "06-waves": (
        ["SQUARE", "XMIT", "RAY MUX", "RECV", "PRIORITY"],
        [
            (
                "move_generator",
                ["p0 to p3, 64 each", "dis 64", "adr 6", "aggressor", "wtm"],
                ["sq 6", "none", "line 6", "check"],
            )
        ],
    ),
    "07-microprogram": (
        ["MICROENGINE"],
        [("count_moves", ["the board", "white to move"], ["accumulator", "halted"])],
    ),
    "08-break-a-gate": (
        ["MICROENGINE", "DISABLE MEMORY"],
        [
            ("castling", ["board, wtm", "four rights"], ["king_side", "queen_side"]),
            ("special", ["moved 3", "to 6", "ep 6"], ["promotion", "takes"]),
            ("barred_empties", ["board, wtm"], ["barred 64"]),
        ],
    ),
    "09-evaluator-cell": (
        ["EVALUATOR"],
        [
            (
                "pawn_cell",
                [
                    "own",
                    "enemy",
                    "own_ahead_in",
                    "enemy_ahead_in",
                    "own_behind_in",
                    "left_own_on_file",
                    "right_own_on_file",
                    "left_enemy_ahead",
                    "right_enemy_ahead",
                ],
                [
                    "own_ahead_out",
                    "enemy_ahead_out",
                    "own_behind_out",
                    "own_on_file",
                    "doubled",
                    "isolated",
                    "passed",
                ],
            )
        ],
    ),
    "10-serial-port": (
        ["HOST PORT"],
        [
            ("uart_rx", ["clock, reset", "rx"], ["data 8", "ready"]),
            ("uart_tx", ["clock, reset", "data 8", "send"], ["tx", "busy"]),
        ],
    ),
}

STYLE = """<style>
text { font: 12px sans-serif; fill: #222 }
.box { fill: #fff; stroke: #555 }
.lab { fill: #ffd98a; stroke: #955f00; stroke-width: 2 }
.frame { fill: none; stroke: #999; stroke-dasharray: 4 3 }
.wire { stroke: #555; fill: none }
.middle { text-anchor: middle } .end { text-anchor: end } .title { font-weight: bold }
</style>"""


def text(x, y, words, kind=""):
    return f'<text x="{x}" y="{y}" class="{kind}">{words}</text>'


def box(place, kind):
    left, top, width, height = place
    return (
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" class="{kind}"/>'
    )


def line(start, end):
    return f'<path d="M{start[0]} {start[1]} L{end[0]} {end[1]}" class="wire"/>'


def machine(built):
    parts = [text(10, 18, "Where it sits in Belle", "title"), box(FRAME[1], "frame")]
    parts.append(text(FRAME[1][0] + 8, FRAME[1][1] + 18, FRAME[0]))
    parts += [line(start, end) for start, end in WIRES]
    for name, place in MAP.items():
        parts.append(box(place, "lab" if name in built else "box"))
        left, top, width, height = place
        parts.append(text(left + width / 2, top + height / 2 + 4, name, "middle"))
    return parts


def symbol(module, top):
    name, inputs, outputs = module
    height = 20 * max(len(inputs), len(outputs)) + 12
    parts = [
        box((200, top, 150, height), "lab"),
        text(275, top + height / 2 + 4, name, "middle title"),
    ]
    for side, wires in (("in", inputs), ("out", outputs)):
        gap = height / (len(wires) + 1)
        for place, wire in enumerate(wires):
            y = round(top + gap * (place + 1), 1)
            # A number of wires stands in brackets, as in the labs' tables.
            wire = re.sub(r" (\d+)$", r" (\1)", wire)
            if side == "in":
                parts += [line((170, y), (200, y)), text(164, y + 4, wire, "end")]
            else:
                parts += [line((350, y), (380, y)), text(386, y + 4, wire)]
    return parts, top + height + 16


def picture(lab):
    built, modules = LABS[lab]
    parts = machine(built)
    top = 320
    parts.append(text(10, 308, "The circuits of this lab, with their wires", "title"))
    for module in modules:
        drawn, top = symbol(module, top)
        parts += drawn
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 545 {top}" width="545" height="{top}">'
    back = f'<rect width="545" height="{top}" fill="#f8f8f5"/>'
    return "\n".join([head, STYLE, back, *parts, "</svg>"]) + "\n"


def main():
    stale = []
    for lab in LABS:
        path = COURSE / lab / "picture.svg"
        drawn = picture(lab)
        if "--check" not in sys.argv:
            path.write_text(drawn)
        elif not path.exists() or path.read_text() != drawn:
            stale.append(str(path))
    if stale:
        sys.exit(
            f"FAIL pictures: {', '.join(stale)} is not what tools/picture.py draws; run it"
        )


if __name__ == "__main__":
    main()
