"""Prints what the waves hold at one time, for those who have no GTKWave.

show.py TIME [SIGNAL]...

A bus of 64 wires is drawn as a board. A square's name stands for its cell's own wires.
"""

import pathlib
import re
import sys

FINDS = {
    240: "FIND VICTIM",
    720: "FIND AGGRESSOR of the square found",
    1200: "FIND VICTIM, the first victim disabled",
    1680: "FIND AGGRESSOR of the second victim",
    2160: "FIND AGGRESSOR of the second victim, the first aggressor disabled",
}
FIRST = ["wtm", "aggressor", "adr", "sq", "none", "line", "dis"]
FIRST += [f"m.line{number}" for number in range(1, 7)]


def levels_at(path, time):
    """What each signal holds at a time, its highest wire on the left, by its full name."""
    scopes, signals, held = [], {}, {}
    now = 0
    for line in pathlib.Path(path).read_text().splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == "$scope":
            scopes.append(words[2])
        elif words[0] == "$upscope":
            scopes.pop()
        elif words[0] == "$var":
            name = ".".join([*scopes[1:], words[4]])
            signals[name] = (words[3], int(words[2]))
        elif line[0] == "#":
            now = int(line[1:])
            if now > time:
                break
        elif line[0] == "b":
            held[words[1]] = words[0][1:]
        elif line[0] in "01xz":
            held[line[1:].strip()] = line[0]
    # A file of waves leaves zeros on the left out.
    shown = {}
    for name, (code, width) in signals.items():
        level = held.get(code, "x")
        shown[name] = level.rjust(width, "0" if level[0] in "01" else level[0])
    return shown


def boards(named):
    """Buses of 64 wires, three beside each other."""
    lines = []
    for at in range(0, len(named), 3):
        row = named[at : at + 3]
        lines.append("".join(f"{name:<22}" for name, _ in row).rstrip())
        for rank in range(7, -1, -1):
            line = ""
            for _, level in row:
                wires = level[::-1][8 * rank : 8 * rank + 8].replace("0", ".")
                line += f"{rank + 1} {' '.join(wires):<20}"
            lines.append(line.rstrip())
        lines.append("".join(f"{'  a b c d e f g h':<22}" for _ in row).rstrip())
        lines.append("")
    return lines


def main(time, signals):
    if not re.fullmatch("[0-9]{1,9}", time):
        sys.exit(f"the time '{time}' is no number; expected one, as in TIME=720")
    held = levels_at("build/find.vcd", int(time))
    wanted = []
    for signal in signals or FIRST:
        cell = re.fullmatch("([a-h])([1-8])", signal)
        if cell:
            square = "abcdefgh".index(cell[1]) + 8 * int(cell[2]) - 8
            begin = f"m.board[{square}].c."
            # Not those of the modules inside it, which have another point in their names.
            wanted += [
                name
                for name in held
                if name.startswith(begin) and "." not in name.removeprefix(begin)
            ]
        elif signal.removeprefix("find.") in held:
            wanted.append(signal.removeprefix("find."))
        else:
            sys.exit(
                f"the waves have no signal '{signal}'; expected one such as m.north_east, sq, "
                "or a square for its cell, such as c4"
            )
    print(f"{time} ns: {FINDS.get(int(time), 'see the table of the page')}")
    for name in wanted:
        level = held[name]
        if len(level) == 64:
            continue
        number = (
            f" (number {int(level, 2)})" if len(level) == 6 and "x" not in level else ""
        )
        print(f"  {name} = {level}{'' if name == 'line' else number}")
    print()
    print(
        *boards([(name, held[name]) for name in wanted if len(held[name]) == 64]),
        sep="\n",
        end="",
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
