"""Says why a program counts too many or too few, or does not halt, from what the machine held."""

import collections
import dataclasses
import itertools
import pathlib
import sys

import assemble

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
import report

#: Most moves and words that a message names.
MOST = 8
#: The accumulator and the slots, in the order in which the host says what they hold.
REGISTERS = ["acc"] + [
    order.partition(" ")[0]
    for order in assemble.known_orders()
    if order.startswith("frame.") and order.endswith("<- zero")
]


@dataclasses.dataclass
class Step:
    """What the machine holds as a word begins."""

    address: int
    to: int
    origin: int
    none: bool
    #: A bit for each square.
    disabled: int
    #: What each of the registers holds; None if it never got a level.
    numbers: list

    @classmethod
    def read(cls, words):
        address, to, origin, none, disabled, *numbers = words
        return cls(
            int(address),
            int(to),
            int(origin),
            none == "1",
            int(disabled, 16),
            [None if "x" in each.lower() else int(each, 16) for each in numbers],
        )

    def move(self):
        return report.square_name(self.origin) + report.square_name(self.to)

    def is_disabled(self, square):
        return self.disabled >> square & 1 == 1


@dataclasses.dataclass
class Count:
    """What a register holds: numbers that were there or are no counts, and the counts since.

    A count is the place of the step at which one was added.
    """

    numbers: list
    counts: list

    def value(self):
        return (sum(held for _, held in self.numbers) + len(self.counts)) % 65536


@dataclasses.dataclass
class Loss:
    """A word that writes over a register in which counts are that no other has."""

    address: int
    register: str
    held: int


@dataclasses.dataclass
class Counting:
    """Every count of a run: those in the accumulator at the end, and all."""

    result: Count
    made: list
    losses: list
    #: What each register holds at the end.
    registers: dict


def few(names):
    """Some of the names, and how many more there are."""
    names = list(names)
    more = len(names) - MOST
    return " ".join(names[:MOST]) + (f" and {more} more" if more > 0 else "")


def times(number):
    return "once" if number == 1 else f"{number} times"


def counting(program, steps):
    """Follows what the registers hold through a run."""
    registers = {
        name: Count(
            [(f"`{name}`, which held {held} as the program began", held or 0)], []
        )
        for name, held in zip(REGISTERS, steps[0].numbers)
    }
    made, losses = [], []
    for place, (step, following) in enumerate(itertools.pairwise(steps)):
        written = assignment(program, step)
        if not written:
            continue
        target, terms = written
        numbers, counts = [], []
        for term in terms:
            if term == "1":
                made.append(place)
                counts.append(place)
            elif term in registers:
                numbers += registers[term].numbers
                counts += registers[term].counts
            elif term != "zero":
                at = REGISTERS.index(target)
                numbers.append((f"`{target} <- {term}`", following.numbers[at] or 0))
        held = registers[target].counts
        registers[target] = Count(numbers, counts)
        kept = {each for count in registers.values() for each in count.counts}
        if set(held) - kept:
            losses.append(Loss(step.address, target, len(held)))
    return Counting(registers["acc"], made, losses, registers)


def assignment(program, step):
    """The register that a word writes and the terms of its sum, or None."""
    if step.address >= len(program.words):
        return None
    for order in program.orders[step.address]:
        target, arrow, source = order.partition(" <- ")
        if arrow:
            return target, source.split(" + ")
    return None


def miscounted(program, position, steps):
    """Why the count is another one, in lines."""
    all_counts = counting(program, steps)
    result = all_counts.result
    if result.value() != steps[-1].numbers[0]:
        return [
            "orders such as `ply up` change the slots: what it counts is not followed"
        ]
    lines = [
        f"{held} of them {'is' if held == 1 else 'are'} from {source}"
        for source, held in result.numbers
        if held
    ]
    lines += without_square(program, steps, result.counts)
    lines += lost(program, all_counts)
    if position.moves or not position.number:
        lines += compared(program, position, steps, all_counts)
    ran = {step.address for step in steps}
    never = [at for at in range(len(program.words)) if at not in ran]
    if never:
        lines.append(
            f"never reached in this position: the word of {program.shown(never[0])}"
        )
    return lines


def without_square(program, steps, counts):
    """Lines about the words that count when no find has found anything."""
    first_find = next((place for place, _, _ in answers(program, steps)), len(steps))
    before, none = collections.Counter(), collections.Counter()
    for place in counts:
        if place <= first_find:
            before[steps[place].address] += 1
        elif steps[place].none:
            none[steps[place].address] += 1
    said = [(before, "before anything is found")]
    said.append((none, "when the find before it has found none"))
    return [
        f"the word of {program.shown(address)}\n    counts {times(number)} {when}"
        for addresses, when in said
        for address, number in addresses.items()
    ]


def lost(program, all_counts):
    """Lines about counts that the accumulator does not have in the end."""
    in_result = set(all_counts.result.counts)
    for name, count in all_counts.registers.items():
        if set(count.counts) - in_result:
            told = f"`{name}` holds {count.value()} at the end"
            return [f"{told}; does the accumulator take it?"]
    if not all_counts.losses:
        return []
    losses = collections.Counter(
        (loss.address, loss.register) for loss in all_counts.losses
    )
    first = all_counts.losses[0]
    often = times(losses[first.address, first.register])
    return [
        (
            f"the word of {program.shown(first.address)}\n"
            f"    writes over `{first.register}` while it holds a count, {often}: "
            f"{first.held} at first"
        )
    ]


def compared(program, position, steps, all_counts):
    """Lines about the moves that are not counted, counted twice, or are none."""
    first_find = next((place for place, _, _ in answers(program, steps)), len(steps))
    found = [
        place
        for place in all_counts.made
        if place > first_find and not steps[place].none
    ]
    ever = {steps[place].move() for place in found}
    counted = collections.Counter(
        steps[place].move() for place in all_counts.result.counts if place in found
    )
    lines = []
    missing = [move for move in position.moves if move not in ever]
    if missing:
        lines.append(
            f"not counted: {few(missing)} (from the first square to the second)"
        )
        lines.append(f"  {whereabouts(program, steps, missing[0])}")
    twice = [
        f"{move} ({number} times)"
        for move, number in counted.items()
        if number > 1 and move in position.moves
    ]
    if twice:
        lines.append(f"counted more than once: {few(twice)}")
    wrong = [move for move in counted if move not in position.moves]
    if wrong:
        first = next(place for place in found if steps[place].move() == wrong[0])
        lines.append(f"counted, but no moves: {few(wrong)}")
        lines.append(
            f"  by the word of {program.shown(steps[first].address)}\n    A word counts what "
            "`from` and `to` hold as it begins, before its own find."
        )
    return lines


def answers(program, steps):
    """What each find found: the place of its step, `victim` or `aggressor`, and the step behind."""
    known = assemble.known_orders()
    kinds = {known["find victim"]: "victim", known["find aggressor"]: "aggressor"}
    for place, (step, following) in enumerate(itertools.pairwise(steps)):
        if step.address < len(program.words):
            what = kinds.get(program.words[step.address] & known["find check"])
            if what:
                yield place, what, following


def whereabouts(program, steps, move):
    """What was asked of the squares of a move that was not counted."""
    origin, square = move[:2], move[2:]
    victims, asked, found = [], [], []
    for _, what, step in answers(program, steps):
        if what == "victim":
            victims.append(step)
            if not step.none and report.square_name(step.to) == square:
                found.append(step)
        elif found and report.square_name(step.to) == square:
            asked.append(step)
    if not found:
        return never_found(program, steps, victims, square)
    if not asked:
        return f"{square} was found, but `find aggressor` was never asked of it"
    names = ["none" if step.none else report.square_name(step.origin) for step in asked]
    if origin in names:
        return f"`find aggressor` found {origin} for {square}, but no word counted that"
    if names[-1] != "none":
        return (
            f"{square} was left when `find aggressor` had found {names[-1]}, not none"
        )
    why = ""
    if asked[-1].is_disabled(report.square(origin)):
        why = f": {disabled_by(program, steps, asked[-1], origin)}"
    return (
        f"`find aggressor` of {square} found none in the end, and never {origin}{why}"
    )


def never_found(program, steps, victims, square):
    """Why `find victim` never found a square."""
    told = f"`find victim` never found {square}"
    at = report.square(square)
    if victims and all(step.is_disabled(at) for step in victims):
        return f"{told}: {disabled_by(program, steps, victims[-1], square)}"
    if victims and not victims[-1].none:
        return (
            f"{told}; the last one found {report.square_name(victims[-1].to)}, not none"
        )
    return told


def disabled_by(program, steps, step, square):
    """Which word disabled a square that is disabled at a step."""
    at = next(place for place, each in enumerate(steps) if each is step)
    while at and steps[at - 1].is_disabled(report.square(square)):
        at -= 1
    if not at:
        return f"{square} was disabled already when the program began"
    return f"{square} is disabled by the word of {program.shown(steps[at - 1].address)}"


def loop_of(steps):
    """The steps that the machine makes again and again, or None if it comes to no state twice."""
    last = steps[-1]
    key = (last.address, last.to, last.origin, last.none, last.disabled)
    for at in range(len(steps) - 2, -1, -1):
        step = steps[at]
        if (step.address, step.to, step.origin, step.none, step.disabled) == key:
            return steps[at:]
    return None


def looping(program, _position, steps):
    """Which words go round, and what their finds find, in lines."""
    loop = loop_of(steps)
    if not loop:
        return ["it came to no state twice: does it take so long?"]
    addresses = list(dict.fromkeys(step.address for step in loop[:-1]))
    lines = ["these words go round:"]
    lines += [f"  {program.shown(address)}" for address in addresses[:MOST]]
    if len(addresses) > MOST:
        lines.append(f"  and {len(addresses) - MOST} more")
    found = {}
    for _, what, step in answers(program, loop):
        square = step.to if what == "victim" else step.origin
        found.setdefault(what, set()).add(None if step.none else square)
    check = assemble.known_orders()["find check"]
    if not found and any(
        at < len(program.words) and program.words[at] & check == check
        for at in addresses
    ):
        lines.append(
            "The only find among them is `find check`: `find aggressor` finds a piece that can "
            "move to `to`."
        )
    elif not found:
        lines.append("There is no find among them, so that they find nothing new.")
    for what, squares in found.items():
        if len(squares) > 1:
            continue
        (square,) = squares
        name = "none" if square is None else report.square_name(square)
        lines.append(f"`find {what}` finds {name} each time.")
        if square is not None:
            lines.append(f"  {again(program, loop, what, square)}")
    return lines


def again(program, loop, what, square):
    """Why a find finds the same square each time."""
    for step, following in itertools.pairwise(loop):
        if step.is_disabled(square) and not following.is_disabled(square):
            return (
                "It is disabled, but enabled again by the word of "
                f"{program.shown(step.address)}"
            )
    return ADVICE[what]


ADVICE = {
    "victim": "It is found again until its square is disabled: which order closes a victim?",
    "aggressor": (
        "It is found again until it is disabled: which order disables the square in `from`?"
    ),
}
