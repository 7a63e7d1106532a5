"""Assembles a microprogram: puts together the bits of a word's orders, and labels' addresses.

assemble.py FILE

It writes a word a line, in hexadecimal. `orders.txt` has the orders with their bits. The language
is that of `belle asm`, without macros and without orders that are not in this list.
"""

import dataclasses
import difflib
import pathlib
import re
import sys

ORDERS = pathlib.Path(__file__).resolve().parent / "orders.txt"
#: Where the machine starts.
START = "count_moves"
WORDS = 1024
#: Most errors that are shown.
MOST = 5
LABEL = r"[A-Za-z_]\w*"


class BadProgram(Exception):
    """What is wrong with a program, in lines."""


@dataclasses.dataclass
class Program:
    """The words of a program, with the lines of its text."""

    words: list = dataclasses.field(default_factory=list)
    #: The number and the text of each word's first line.
    lines: list = dataclasses.field(default_factory=list)
    #: The orders of each word.
    orders: list = dataclasses.field(default_factory=list)
    labels: dict = dataclasses.field(default_factory=dict)

    def shown(self, address):
        """The word at an address as its line."""
        if address >= len(self.lines):
            return f"address {address}, behind the program's last word"
        number, text = self.lines[address]
        return f"line {number}: {text}"


def known_orders():
    """The bits of each order by its text."""
    lines = [line for line in ORDERS.read_text().splitlines() if line[0] != "#"]
    return {line[17:]: int(line[:16], 16) for line in lines}


def spaced(order):
    """The order with one blank between its words and signs."""
    return " ".join(re.sub(r"(<-|\+)", r" \1 ", order).split())


def part(order):
    """The part of the machine that an order tells what to do: a word tells each part one thing."""
    if "goto" in order.split():
        return "goto"
    return "<-" if "<-" in order or order.startswith("compare") else order.split()[0]


def statements(text):
    """The lines without comments; those that end with a comma together with the next one."""
    waiting, began = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        line = line.partition(";")[0].strip()
        if not line:
            continue
        if waiting and re.match(rf"{LABEL}\s*:", line):
            raise BadProgram(
                f"line {number}: a label cannot stand inside a word; is the comma at the end of "
                "the line before one too many?"
            )
        began = began or number
        waiting = f"{waiting} {line}".strip()
        if not line.endswith(","):
            yield began, waiting
            waiting, began = "", 0
    if waiting:
        raise BadProgram(f"line {began}: behind the last comma an order is missing")


class Assembler:
    def __init__(self, text):
        self.known = known_orders()
        self.program, self.errors = Program(), []
        #: Each jump's address, label and line; each entry's label and line.
        self.jumps, self.entries = [], []
        self.waiting = {}
        for number, line in statements(text):
            self.statement(number, line)

    def error(self, number, told):
        self.errors.append(f"line {number}: {told}")

    def statement(self, number, line):
        entry = re.fullmatch(rf"\.entry\s+({LABEL})", line)
        if entry:
            self.entries.append((entry.group(1), number))
            return
        label = re.match(rf"({LABEL})\s*:", line)
        while label:
            name = label.group(1)
            if name in self.program.labels or name in self.waiting:
                self.error(number, f"the label '{name}' stands here a second time")
            self.waiting[name] = number
            line = line[label.end() :].strip()
            label = re.match(rf"({LABEL})\s*:", line)
        if line:
            self.word(number, line)

    def word(self, number, line):
        address = len(self.program.words)
        self.program.labels.update(dict.fromkeys(self.waiting, address))
        self.waiting = {}
        bits, told = 0, {}
        for written in line.split(","):
            order = spaced(written)
            if not order:
                self.error(number, "an order is missing at a comma")
                continue
            told.setdefault(part(order), []).append(order)
            bits |= self.order(number, address, order)
        for orders in told.values():
            if len(orders) > 1:
                named = " and ".join(f"'{order}'" for order in orders)
                self.error(
                    number,
                    f"{named} tell one part of the machine two things at a time; expected one "
                    "goto, one find, one disable and one <- in a word at most",
                )
        self.program.words.append(bits)
        self.program.orders.append([each for part in told.values() for each in part])
        self.program.lines.append((number, line))

    def order(self, number, address, order):
        """The bits of an order."""
        jump = re.fullmatch(rf"(.*\bgoto)(?: ({LABEL}))?", order)
        if not jump:
            if order not in self.known:
                self.error(number, self.unknown(order))
            return self.known.get(order, 0)
        if not jump.group(2):
            self.error(number, f"'{order}' has no label behind goto")
            return 0
        general = f"{jump.group(1)} LABEL"
        if general not in self.known:
            self.error(number, self.unknown(general))
        self.jumps.append((address, jump.group(2), number))
        return self.known.get(general, 0)

    def unknown(self, order):
        told = f"there is no order '{order}'"
        if re.fullmatch(LABEL, order) and any(
            order == name for _, name, _ in self.jumps
        ):
            return f"{told}; behind a label stands a colon: {order}:"
        near = difflib.get_close_matches(order, self.known, 1)
        advice = f"did you mean '{near[0]}'?" if near else "orders.txt lists all"
        return f"{told}; {advice}"

    def finish(self):
        program = self.program
        for name, number in self.waiting.items():
            self.error(number, f"no word follows the label '{name}'")
            program.labels[name] = len(program.words)
        for address, label, number in self.jumps:
            if label in program.labels:
                program.words[address] |= program.labels[label]
            else:
                self.error(number, self.no_label(label))
        for label, number in self.entries:
            if label not in program.labels:
                self.error(number, self.no_label(label))
        if not program.words:
            self.errors.append("it has no words")
        elif START not in program.labels:
            self.errors.append(
                f"it has no label '{START}', at which the machine starts"
            )
        if len(program.words) > WORDS:
            self.errors.append(
                f"it has {len(program.words)} words; the store holds {WORDS}"
            )
        if self.errors:
            more = len(self.errors) - MOST
            end = [f"and {more} more"] if more > 0 else []
            raise BadProgram("\n  ".join([*self.errors[:MOST], *end]))
        return program

    def no_label(self, label):
        near = difflib.get_close_matches(label, self.program.labels, 1)
        return f"there is no label '{label}'" + (
            f"; did you mean '{near[0]}'?"
            if near
            else f": expected a line that begins {label}:"
        )


def read(path):
    """The program of a file; raises what is wrong with it."""
    path = pathlib.Path(path)
    if not path.is_file():
        raise BadProgram(f"there is no file {path}")
    # Comments may be written in any code.
    return Assembler(path.read_text("utf-8-sig", errors="replace")).finish()


if __name__ == "__main__":
    try:
        print(*(f"{word:016x}" for word in read(sys.argv[1]).words), sep="\n")
    except (BadProgram, OSError) as fault:
        sys.exit(f"FAIL count: {fault}")
