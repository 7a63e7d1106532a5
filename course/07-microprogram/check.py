"""Runs count.mc on the machine's Verilog, and compares its counts with positions.txt.

check.py FOLDER
"""

import collections
import dataclasses
import itertools
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import assemble

sys.path.insert(0, "../tools")
import orders
import report

HERE = pathlib.Path(__file__).resolve().parent
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
#: Most moves and words that a message names.
MOST = 8


@dataclasses.dataclass
class Position:
    """A line of positions.txt; `moves` is empty in a line of the student's own."""

    number: int
    fen: str
    moves: list


@dataclasses.dataclass
class Step:
    """What the machine holds as a word begins."""

    address: int
    to: int
    origin: int
    none: bool
    slots: int

    def move(self):
        return report.square_name(self.origin) + report.square_name(self.to)


def read_positions():
    """The positions of positions.txt; empty lines are left out."""
    positions = []
    for number, line in enumerate(
        (HERE / "positions.txt").read_text().splitlines(), start=1
    ):
        if not line.strip():
            continue
        text, _, moves = line.partition(";")
        count, _, fen = text.strip().partition(" ")
        if not count.isdigit():
            sys.exit(
                f"FAIL count: positions.txt, line {number}: expected the number of moves and a "
                f"position, such as '20 {START}'"
            )
        try:
            orders.check(fen)
        except orders.BadPosition as fault:
            sys.exit(f"FAIL count: positions.txt, line {number}: {fault}")
        positions.append(Position(int(count), fen, moves.split()))
    if not positions:
        sys.exit("FAIL count: positions.txt has no position")
    return positions


def simulate(program, positions):
    """For each position that was tried, its steps and what the host said."""
    lines = []
    for each in positions:
        # The last line says that the program is to run.
        lines += [*orders.orders(each.fen)[:-1], f"run {each.number:x}"]
    words = [f"{word:016x}" for word in program.words]
    # Addresses behind the program halt the machine: a program that runs out of words ends there.
    halt = f"{assemble.known_orders()['halt']:016x}"
    words += [halt] * (assemble.WORDS - len(words))
    # In a folder of its own: a teacher may check several students' programs at a time.
    with tempfile.TemporaryDirectory() as folder:
        for path in (HERE / "machine").glob("*.hex"):
            shutil.copy(path, folder)
        build = pathlib.Path(folder)
        (build / "belle_microcode.hex").write_text("\n".join(words) + "\n")
        (build / "orders.txt").write_text("\n".join(lines) + "\n")
        start = program.labels[assemble.START]
        done = subprocess.run(
            ["vvp", HERE / "build/host", "+orders=orders.txt", f"+start={start}"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode != 0:
        sys.exit(f"FAIL count: the simulation fails:\n{done.stdout}{done.stderr}")
    tried, steps = [], []
    for line in done.stdout.splitlines():
        kind, *values = line.split()
        if kind == "word":
            address, to, origin, none, slots = map(int, values)
            steps.append(Step(address, to, origin, bool(none), slots))
        else:
            tried.append((steps, line))
            steps = []
    return tried


def few(names):
    """Some of the names, and how many more there are."""
    names = list(names)
    more = len(names) - MOST
    return " ".join(names[:MOST]) + (f" and {more} more" if more > 0 else "")


def miscounted(program, position, steps):
    """Which moves were not counted, or more than once, in lines."""
    counted, by_nothing, lines = collections.Counter(), {}, []
    words = {}
    for step, following in itertools.pairwise(steps):
        if following.slots != step.slots + 1:
            continue
        if step.none:
            by_nothing[step.address] = by_nothing.get(step.address, 0) + 1
        else:
            counted[step.move()] += 1
            words.setdefault(step.move(), step.address)
    for address, times in by_nothing.items():
        lines.append(
            f"the word of {program.shown(address)}\n    counts {times} times when the find before "
            "it has found none"
        )
    if not position.moves:
        return lines
    missing = [move for move in position.moves if move not in counted]
    if missing:
        lines.append(
            f"not counted: {few(missing)} (from the first square to the second)"
        )
        lines.append(f"  {whereabouts(program, steps, missing[0])}")
    twice = [
        f"{move} ({times} times)"
        for move, times in counted.items()
        if times > 1 and move in position.moves
    ]
    if twice:
        lines.append(f"counted more than once: {few(twice)}")
    wrong = [move for move in counted if move not in position.moves]
    if wrong:
        lines.append(f"counted, but no moves: {few(wrong)}")
        lines.append(
            f"  by the word of {program.shown(words[wrong[0]])}\n    A word counts what `from` and "
            "`to` hold as it begins, before its own find."
        )
    if not lines:
        lines.append(
            f"a slot counted each move once: {position.number}; does the accumulator take it?"
        )
    ran = {step.address for step in steps}
    never = [at for at in range(len(program.words)) if at not in ran]
    if never:
        lines.append(f"never reached: the word of {program.shown(never[0])}")
    return lines


def answers(program, steps):
    """What each find found: `victim` or `aggressor`, the square, and whether there was none."""
    known = assemble.known_orders()
    kinds = {known["find victim"]: "victim", known["find aggressor"]: "aggressor"}
    for step, following in itertools.pairwise(steps):
        if step.address < len(program.words):
            what = kinds.get(program.words[step.address] & known["find check"])
            if what:
                yield what, following


def whereabouts(program, steps, move):
    """What was asked of the victim of a move that was not counted."""
    square = move[2:]
    asked = None
    for what, found in answers(program, steps):
        if (
            what == "victim"
            and not found.none
            and report.square_name(found.to) == square
        ):
            asked = asked or "nobody"
        if what == "aggressor" and report.square_name(found.to) == square:
            asked = "none" if found.none else report.square_name(found.origin)
    if not asked:
        return f"`find victim` never found {square}"
    if asked == "nobody":
        return f"{square} was found, but `find aggressor` was never asked of it"
    if asked == "none":
        return f"`find aggressor` was asked of {square} until it found none"
    return f"{square} was left when `find aggressor` had found {asked}, not none"


def loop_of(steps):
    """The steps that the machine makes again and again."""
    last = steps[-1]
    key = (last.address, last.to, last.origin, last.none)
    for at in range(len(steps) - 2, -1, -1):
        step = steps[at]
        if (step.address, step.to, step.origin, step.none) == key:
            return steps[at:]
    return steps


def looping(program, steps):
    """Which words go round, and what their finds find, in lines."""
    loop = loop_of(steps)
    addresses = list(dict.fromkeys(step.address for step in loop[:-1]))
    lines = ["these words go round for ever:"]
    lines += [f"  {program.shown(address)}" for address in addresses[:MOST]]
    if len(addresses) > MOST:
        lines.append(f"  and {len(addresses) - MOST} more")
    found = {}
    for what, step in answers(program, loop):
        square = report.square_name(step.to if what == "victim" else step.origin)
        found.setdefault(what, []).append("none" if step.none else square)
    if not found:
        lines.append("There is no find among them, so that nothing changes.")
    for what, squares in found.items():
        if len(set(squares)) > 1:
            continue
        lines.append(f"`find {what}` finds {squares[0]} each time.")
        if squares[0] != "none":
            lines.append(ADVICE[what])
    return lines


ADVICE = {
    "victim": "  It is found again until its square is disabled: which order closes a victim?",
    "aggressor": (
        "  It is found again until it is disabled: which order disables the square in `from`?"
    ),
}


def main(folder):
    source = pathlib.Path(folder).resolve() / "count.mc"
    try:
        program = assemble.read(source)
    except (assemble.BadProgram, OSError) as fault:
        print(f"FAIL count: count.mc: {fault}")
        return 1
    positions = read_positions()
    tried = simulate(program, positions)
    # The last one that was tried is wrong, if any is.
    position = positions[len(tried) - 1]
    steps, said = tried[-1]
    if not re.match(rf"{position.number} moves,", said):
        print(f"FAIL count: {position.fen}")
        print(f"  expected {position.number} moves; your program: {said}")
        if said.startswith("no halt"):
            lines = looping(program, steps)
        else:
            lines = miscounted(program, position, steps)
        print(*(f"  {line}" for line in lines), sep="\n")
        return 1
    print(f"PASS count: {len(positions)} positions, {len(program.words)} words")
    for position, (_, said) in zip(positions, tried):
        print(f"  {said}: {position.fen}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
