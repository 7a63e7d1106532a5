"""Runs count.mc on the machine's Verilog, and compares its counts with positions.txt.

check.py FOLDER
"""

import dataclasses
import pathlib
import shutil
import subprocess
import sys
import tempfile

import assemble
import explain

sys.path.insert(0, "../tools")
import orders

HERE = pathlib.Path(__file__).resolve().parent
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"


@dataclasses.dataclass
class Position:
    """A line of positions.txt; `moves` is empty in a line of the student's own."""

    number: int
    fen: str
    moves: list


@dataclasses.dataclass
class Run:
    """What the program did with a position, up to `cycles`."""

    steps: list
    halted: bool
    #: What the accumulator holds; None if it never got a level.
    count: int | None
    cycles: int

    def told(self):
        if not self.halted:
            return f"no halt after {self.cycles} cycles"
        if self.count is None:
            return "an accumulator that never got a level (x)"
        moves = "1 move" if self.count == 1 else f"{self.count} moves"
        return f"{moves}, {self.cycles} cycle{'s' * (self.cycles != 1)}"


def read_positions():
    """The positions of positions.txt; empty lines are left out."""
    positions = []
    path = HERE / "positions.txt"
    if not path.is_file():
        sys.exit(f"FAIL count: there is no file {path}")
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    for number, line in enumerate(text.splitlines(), start=1):
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
    """What the program did with each position that was tried."""
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
        if not shutil.which("vvp"):
            sys.exit(
                "FAIL count: vvp is not installed; on Debian: apt-get install iverilog"
            )
        done = subprocess.run(
            ["vvp", HERE / "build/host", "+orders=orders.txt", f"+start={start}"],
            cwd=folder,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    if done.returncode != 0:
        sys.exit(f"FAIL count: the simulation fails:\n{done.stdout}{done.stderr}")
    tried, steps = [], []
    for line in done.stdout.splitlines():
        kind, *values = line.split()
        if kind == "word":
            steps.append(explain.Step.read(values))
        elif kind == "running":
            tried.append(Run(steps, False, None, int(values[0])))
        elif kind == "halted":
            count = int(values[0]) if values[0].isdigit() else None
            tried.append(Run(steps, True, count, int(values[1])))
            steps = []
    return tried


def main(folder):
    source = pathlib.Path(folder).expanduser() / "count.mc"
    try:
        program = assemble.read(source)
    except (assemble.BadProgram, OSError) as fault:
        print(f"FAIL count: count.mc: {fault}")
        return 1
    positions = read_positions()
    tried = simulate(program, positions)
    # The last one that was tried is wrong, if any is.
    position, run = positions[len(tried) - 1], tried[-1]
    if not run.halted or run.count != position.number:
        print(f"FAIL count: {position.fen}")
        print(f"  expected {position.number} moves; your program: {run.told()}")
        tell = explain.miscounted if run.halted else explain.looping
        lines = tell(program, position, run.steps)
        for line in lines:
            print(f"  {line}")
        return 1
    print(f"PASS count: {len(positions)} positions, {len(program.words)} words")
    for position, run in zip(positions, tried):
        print(f"  {run.told()}: {position.fen}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
