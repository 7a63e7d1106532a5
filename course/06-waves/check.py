"""Runs the finds of find.v, writes their waves, or compares answers.txt with the wires.

check.py waves|show|check CIRCUITS FOLDER
"""

import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, "../tools")
import netlist
import orders
import parts
import report

HERE = pathlib.Path(__file__).resolve().parent
#: Folders of circuits that are ours, and right.
GIVEN = ("solutions", "given")
SPECS = HERE.parent / "proofs/spec/labs"
ARRAY = str(HERE.parent / "array/move_generator.v")


def position():
    """The position of position.txt, in FEN."""
    try:
        fen = (HERE / "position.txt").read_text("utf-8-sig", errors="replace")
        orders.check(fen)
    except (OSError, orders.BadPosition) as fault:
        sys.exit(f"FAIL waves: position.txt: {fault}")
    return fen


def check_parts(files):
    """Ends with a message if a student's own circuits are not right."""
    try:
        lines, _ = parts.unfinished(files, SPECS, str(SPECS / "inputs.v"))
    except (netlist.Fault, OSError) as fault:
        lines = [str(fault)]
    if lines:
        sys.exit(
            "\n  ".join(
                ["FAIL waves: the circuits of your labs are not right:", *lines]
            )
        )


def simulate(labs, arguments):
    labs = pathlib.Path(labs).expanduser()
    files = [
        "02-square/square.v",
        "03-ray/ray.v",
        "04-xmit-recv/xmit.v",
        "04-xmit-recv/recv.v",
        "05-priority/priority.v",
    ]
    cells = [str(labs / file) for file in files]
    for cell in cells:
        try:
            netlist.there(cell)
        except netlist.Fault as fault:
            sys.exit(f"FAIL waves: {fault}")
    if labs.name not in GIVEN:
        check_parts([ARRAY, *cells])
    (HERE / "build").mkdir(exist_ok=True)
    fen = position()
    codes = orders.squares(fen.split()[0])
    planes = [
        sum((code >> bit & 1) << at for at, code in enumerate(codes))
        for bit in range(4)
    ]
    given = [f"+p{bit}={plane:x}" for bit, plane in enumerate(planes)] + [
        f"+wtm={int(fen.split()[1] == 'w')}"
    ]
    passed = fen.split()[3]
    given += [f"+ep={0 if passed == '-' else report.square(passed)}"]
    given += [f"+ep_open={int(passed != '-')}"]
    # In a folder of its own: a teacher may check several students' answers at a time.
    with tempfile.TemporaryDirectory() as place:
        return run_finds(f"{place}/find", cells, [*given, *arguments])


def run_finds(model, cells, arguments):
    try:
        compiled = [
            "iverilog",
            "-g2005",
            "-s",
            "find",
            "-o",
            model,
            "find.v",
            ARRAY,
            *cells,
        ]
        built = subprocess.run(
            compiled,
            cwd=HERE,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        if built.returncode != 0:
            sys.exit(f"FAIL waves: iverilog cannot read the circuit:\n{built.stderr}")
        return subprocess.run(
            ["vvp", model, *arguments],
            cwd=HERE,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        ).stdout
    except FileNotFoundError:
        sys.exit(
            "FAIL waves: iverilog is not installed; on Debian: apt-get install iverilog"
        )


def answers(path):
    """The answers by number, and what is wrong with the file's lines."""
    given, wrong = {}, []
    if not path.is_file():
        sys.exit(f"FAIL waves: there is no file {path}")
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    for at, line in enumerate(text.splitlines(), 1):
        number, sign, answer = line.partition("=")
        number = number.strip()
        if line.lstrip().startswith("#") or not line.strip():
            continue
        if not sign or not re.fullmatch("[0-9]{1,9}", number):
            wrong.append(
                f"line {at}: '{line}' is no answer; expected one such as 1 = e4"
            )
            continue
        number = int(number)
        if number in given:
            wrong.append(f"line {at} answers question {number} a second time")
        elif number not in QUESTIONS:
            wrong.append(f"line {at}: there is no question {number}")
        else:
            given[number] = answer.strip().lower()
    return given, [f"FAIL {path.name}, {each}" for each in wrong]


#: The wires of each question, and when.
QUESTIONS = {
    1: "sq at 240 ns",
    2: "line at 240 ns",
    3: "m.line5 at 240 ns",
    4: "m.line6 at 240 ns",
    5: "m.north_east at 240 ns",
    6: "sq at 720 ns",
    7: "sq at 1200 ns",
    8: "sq at 1680 ns",
    9: "none and sq at 2160 ns",
}
#: Those whose answer is sq at some time.
OF_SQ = (1, 6, 7, 8, 9)
#: The squares that the ray from c4 to the north-east can reach, and its own.
RAY = ("c4", "d5", "e6", "f7", "g8")


def mirrored(square):
    """The squares that a square is taken for, with the mistake."""
    file, rank = square % 8, square // 8
    return {
        8 * rank
        + 7
        - file: "are the files counted from the wrong end? Wire 0 is a1's, 7 is h1's",
        8 * (7 - rank)
        + file: "are the ranks counted from the wrong end? Wire 0 is a1's, 8 is a2's",
        63
        - square: "is the bus counted from the left? Wire 0 is the last one on the right",
        8 * file
        + rank: "are file and rank exchanged? The number is 8 x (rank - 1) + file",
        square - 1: "does your count begin with 1? The first wire is wire 0",
        square + 1: "does your count begin with 1? The first wire is wire 0",
    }


def ray_hint(answer, last):
    """Why a square is not the last one that the ray from c4 arrives at."""
    if answer not in RAY:
        return "north-east of c4 are d5, e6, f7 and g8"
    if RAY.index(answer) > RAY.index(last):
        return f"does it go on at {last}? It goes out of c4 and of empty squares only"
    return f"m.north_east is high at {answer}: so it goes on to the next square"


def number_hint(number, answer, held):
    """What may have led to a wrong number."""
    if number != 2:
        signal = QUESTIONS[number].partition(" ")[0]
        return f"`make show SIGNALS={signal}` draws the wires: count the ones"
    if int(answer) == held - 1:
        return "does your count begin with 0? The wire on the right is line 1"
    if int(answer) == 7 - held:
        return "is it counted from the left? The wire on the right is line 1"
    if answer in (str(1 << held - 1), f"{1 << held - 1:b}"):
        return "that is the bus as a number; which of its wires is high?"
    return ""


def square_hint(number, answer, held, others):
    """What may have led to a wrong square; `others` has the squares of other questions."""
    if number == 5:
        return ray_hint(answer, report.square_name(held))
    for other, square in others.items():
        if answer == report.square_name(square):
            return f"that is {QUESTIONS[other]}: is it read at another time?"
    time = QUESTIONS[number].split()[-2]
    lines = (
        "which is the best line that any square raises, and the lowest square on it? "
        f"`make show TIME={time}` draws the lines"
    )
    return mirrored(held).get(report.square(answer), lines)


def told(number, answer, kind, held, others):
    """What is wrong with an answer, or None; `others` has the squares of other questions."""
    wires = QUESTIONS[number]
    is_square = re.fullmatch("[a-h][1-8]", answer)
    if not answer:
        return f"no answer yet: look at {wires}"
    hint = ""
    if number in (2, 3, 4):
        if not re.fullmatch("[0-9]{1,9}|none", answer):
            return f"'{answer}' is no number in digits; expected one such as 7"
        if answer != "none":
            answer = str(int(answer))
        right = answer == ("none" if kind == "none" else str(held))
        if not right and "none" not in (kind, answer):
            hint = number_hint(number, answer, held)
    else:
        if not is_square and answer != "none":
            return (
                f"'{answer}' is no square; expected a letter from a to h and a digit from 1 to 8 "
                "and nothing else, such as e4, or none if nothing is found"
            )
        right = answer == ("none" if kind == "none" else report.square_name(held))
        if is_square and kind == "none":
            hint = "is `none` high then? Where it is, sq says nothing"
        elif is_square and not right:
            hint = square_hint(number, answer, held, others)
    if right:
        return None
    perhaps = f"\n  Perhaps: {hint}" if hint else ""
    return f"'{answer}' is not what the wires hold; look at {wires}{perhaps}"


def main(what, labs, folder):
    said = simulate(labs, ["+say"] if what == "check" else [])
    if what == "waves":
        print("wrote build/find.vcd; look at it with: gtkwave build/find.vcd find.gtkw")
        print("or without GTKWave: make show TIME=240")
        return 0
    if what == "show":
        return 0
    given, wrong = answers(pathlib.Path(folder).expanduser() / "answers.txt")
    held = {}
    for line in said.splitlines():
        if not line.startswith("VCD"):
            number, kind, level = line.split()
            if not level.isdigit():
                wires = QUESTIONS[int(number)]
                sys.exit(
                    f"FAIL waves: {wires}: expected a level on each wire, but the circuits give "
                    f"'{level}',\n  which is neither high nor low: does a circuit leave a wire "
                    "floating (z), or undriven (x)?"
                )
            held[int(number)] = (kind, int(level))
    others = {
        number: level
        for number, (kind, level) in held.items()
        if kind == "square" and number in OF_SQ
    }
    for number, (kind, level) in held.items():
        fault = told(number, given.get(number, ""), kind, level, others)
        if fault:
            wrong.append(f"FAIL question {number}: {fault}")
    for fault in wrong:
        print(fault)
    if not wrong:
        print("PASS waves: all answers are what the wires hold")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
