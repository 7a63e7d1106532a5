"""Runs count.mc on the machine's Verilog, and compares its counts with positions.txt."""

import pathlib
import subprocess
import sys

sys.path.insert(0, "../tools")
import orders

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE / "build"
WORDS = 1024
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"


def run(command, folder, what):
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        sys.exit(
            f"FAIL count: {command[0]} is not there. This lab needs the program belle: "
            "make check BELLE=path/to/belle; and Debian's iverilog"
        )
    if done.returncode != 0:
        sys.exit(f"FAIL count: {what}:\n{done.stdout}{done.stderr}")
    return done.stdout


def read_positions():
    """The lines of positions.txt: the number of moves as text, and the position; empty ones are left out."""
    positions = []
    for number, line in enumerate(
        (HERE / "positions.txt").read_text().splitlines(), start=1
    ):
        if not line.strip():
            continue
        moves, _, fen = line.strip().partition(" ")
        if not moves.isdigit():
            sys.exit(
                f"FAIL count: positions.txt, line {number}: expected the number of moves and a "
                f"position, such as '20 {START}'"
            )
        try:
            orders.check(fen)
        except orders.BadPosition as fault:
            sys.exit(f"FAIL count: positions.txt, line {number}: {fault}")
        positions.append((moves, fen))
    if not positions:
        sys.exit("FAIL count: positions.txt has no position")
    return positions


def main(belle, folder):
    rtl = BUILD / "rtl"
    rtl.mkdir(parents=True, exist_ok=True)
    run(
        [belle, "verilog", "--block", "machine", "-o", str(rtl), "--force"],
        HERE,
        "belle writes no Verilog",
    )
    source = str(pathlib.Path(folder) / "count.mc")
    program = run([belle, "asm", source], HERE, f"{source} does not assemble")
    words = [line for line in program.splitlines() if not line.startswith("//")]
    # Addresses behind the program halt the machine: a program that runs out of words ends there.
    halt = f"{1 << 16:016x}"
    (rtl / "belle_microcode.hex").write_text(
        "\n".join(words + [halt] * (WORDS - len(words))) + "\n"
    )
    positions = read_positions()
    lines = [line for _, fen in positions for line in orders.orders(fen)]
    (BUILD / "orders.txt").write_text("\n".join(lines) + "\n")
    model = str(BUILD / "host")
    sources = sorted(path.name for path in rtl.glob("*.v"))
    run(
        ["iverilog", "-g2005", "-s", "host", "-o", model, "../../host.v", *sources],
        rtl,
        "iverilog fails",
    )
    counted = run(
        ["vvp", model, "+orders=../orders.txt"], rtl, "the simulation fails"
    ).splitlines()
    failed = 0
    for (expected, fen), said in zip(positions, counted + ["nothing"] * len(positions)):
        if said.split()[0] != expected:
            print(f"FAIL count: {fen}")
            print(f"  expected {expected} moves; your program: {said}")
            failed = 1
            if said.startswith("no halt"):
                break
    if not failed:
        print(f"PASS count: {len(positions)} positions, {len(words)} words")
        for (_, fen), said in zip(positions, counted):
            print(f"  {said}: {fen}")
    return failed


if __name__ == "__main__":
    # Paths are the caller's; the simulation runs elsewhere.
    command = sys.argv[1]
    if "/" in command:
        command = str(pathlib.Path(command).resolve())
    sys.exit(main(command, pathlib.Path(sys.argv[2]).resolve()))
