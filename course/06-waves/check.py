"""Runs the finds of find.v, writes their waves, or compares answers.txt with the wires."""

import pathlib
import subprocess
import sys

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
    files = [
        "02-square/square.v",
        "03-ray/ray.v",
        "04-xmit-recv/xmit.v",
        "04-xmit-recv/recv.v",
        "05-priority/priority.v",
    ]
    cells = [str(pathlib.Path(labs) / file) for file in files]
    if pathlib.Path(labs).name not in GIVEN:
        check_parts([ARRAY, *cells])
    (HERE / "build").mkdir(exist_ok=True)
    model = "build/find"
    fen = (HERE / "position.txt").read_text()
    codes = orders.squares(fen.split()[0])
    planes = [
        sum((code >> bit & 1) << at for at, code in enumerate(codes))
        for bit in range(4)
    ]
    given = [f"+p{bit}={plane:x}" for bit, plane in enumerate(planes)] + [
        f"+wtm={int(fen.split()[1] == 'w')}"
    ]
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
            compiled, cwd=HERE, capture_output=True, text=True, check=False
        )
        if built.returncode != 0:
            sys.exit(f"FAIL waves: iverilog cannot read the circuit:\n{built.stderr}")
        return subprocess.run(
            ["vvp", model, *given, *arguments],
            cwd=HERE,
            capture_output=True,
            text=True,
            check=False,
        ).stdout
    except FileNotFoundError:
        sys.exit(
            "FAIL waves: iverilog is not installed; on Debian: apt-get install iverilog"
        )


def answers(path):
    """The answers and the questions, by number."""
    given, questions, comment = {}, {}, []
    for line in path.read_text().splitlines():
        number, sign, answer = line.partition("=")
        if line.startswith("#"):
            comment.append(line.lstrip("# "))
        elif sign and number.strip().isdigit():
            given[int(number)] = answer.strip().lower()
            questions[int(number)] = " ".join(comment)
            comment = []
        elif line.strip():
            sys.exit(
                f"FAIL waves: '{line}' in {path.name} is no answer; expected a line such as '1 = e4'"
            )
        else:
            comment = []
    return given, questions


def main(what, labs, folder):
    said = simulate(labs, ["+say"] if what == "check" else [])
    if what == "waves":
        print("wrote build/find.vcd; look at it with: gtkwave build/find.vcd find.gtkw")
        return 0
    path = pathlib.Path(folder) / "answers.txt"
    given, questions = answers(path)
    failed = 0
    for line in said.splitlines():
        if line.startswith("VCD"):
            continue
        number, kind, held = line.split()
        expected = report.square_name(int(held)) if kind == "square" else held
        answer = given.get(int(number), "")
        if answer == expected:
            continue
        failed = 1
        form = "a square such as e4" if kind == "square" else "a number"
        got = f"'{answer}' is not what the wires hold" if answer else "no answer yet"
        print(f"FAIL question {number}: {got}; expected {form}.")
        print(
            f"  {questions.get(int(number), 'the question is gone from answers.txt')}"
        )
    if not failed:
        print("PASS waves: all answers are what the wires hold")
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
