"""Says in a student's words what is wrong with a Verilog text.

yosys' errors and warnings are put in plain words. Two drivers on one wire are found here: yosys
joins the wires, and then names one of them by chance.
"""

import os
import pathlib
import re

import report


def plain(text):
    """A Verilog text without comments and strings, its lines where they were."""

    def blank(found):
        return re.sub(r"[^\n]", " ", found.group())

    return re.sub(r'//[^\n]*|/\*.*?\*/|"[^"\n]*"', blank, text, flags=re.DOTALL)


def listed(words, most=8):
    shown = ", ".join(words[:most])
    return f"{shown}, ..." if len(words) > most else shown


def counted(lines):
    if len(lines) == 1:
        return f"line {lines[0]}"
    return f"lines {', '.join(map(str, lines[:-1]))} and {lines[-1]}"


# What yosys cannot read.


def syntax_error(file, number):
    """A line that cannot be read, with the one before: the fault is often there."""
    lines = plain(pathlib.Path(file).read_text()).splitlines()
    before = next((n for n in range(number - 1, 0, -1) if lines[n - 1].strip()), None)
    name = os.path.basename(file)
    unended = unended_module(lines, number)
    if unended:
        return unended.format(name)
    text = lines[number - 1].strip() if number <= len(lines) else ""
    said = [f"{name}, line {number} cannot be read: {text}"]
    if re.match(r"assign\b[^=]*<=", text):
        said.append("`assign` takes `=`, not `<=`.")
    elif re.match(r"assign\b[^=]*==", text):
        said.append("`assign` takes one `=`; `==` compares.")
    elif re.match(r"\w+\s*\(\s*\.", text):
        said.append("An instance has a name: `module name(.port(wire), ...);`")
    elif before:
        previous = lines[before - 1].strip()
        said.append(f"The line before, {before}, is: {previous}")
        if re.match(r"(assign|wire|reg)\b", previous) and not re.search(
            r"[;,]$", previous
        ):
            said.append("It does not end with a semicolon: is one missing?")
        else:
            said.append(
                "Look at both: is a semicolon, a comma, a bracket or an `end` missing?"
            )
        if re.match(r"\w+\s*(\[[^\]]*\]\s*)?=(?!=)", text):
            said.append(
                "Outside an `always` block, a line that assigns begins with `assign`."
            )
    return "\n  ".join(said)


def unended_module(lines, number):
    """If a module's `endmodule` is missing, that and where; `{}` stands for the file's name."""
    opened = None
    for at, line in enumerate(lines, 1):
        for word, name in re.findall(r"\b(endmodule|module)\b(?:\s+(\w+))?", line):
            if word == "endmodule":
                opened = None
            elif opened is None:
                opened = (name, at)
            elif at >= number:
                return (
                    f"{{}}: module {opened[0]}, which begins at line {opened[1]}, has no "
                    f"`endmodule` before module {name} begins at line {at}"
                )
    # yosys says line 1 when the file ends too early.
    if opened and (number == 1 or number >= len(lines)):
        return (
            f"{{}}: module {opened[0]}, which begins at line {opened[1]}, has no `endmodule`: "
            "the file ends before it"
        )
    return None


def unreadable(said, files, top):
    """What yosys' error means."""
    errors = [line for line in said.splitlines() if "ERROR" in line]
    error = errors[0] if errors else said[-500:]
    syntax = re.search(r"(\S+):(\d+): ERROR: syntax error", error)
    if syntax and os.path.exists(syntax.group(1)):
        return syntax_error(syntax.group(1), int(syntax.group(2)))
    missing = re.search(
        r"Module `\\?(\S+?)' referenced in module `\\?(\S+?)' .*not part of the design",
        error,
    )
    wanted, by = (missing.group(1), missing.group(2)) if missing else (None, None)
    if re.search(r"Module `\\?\S+' not found|Can't find top module", error):
        wanted = top
    if wanted:
        texts = [plain(pathlib.Path(file).read_text()) for file in files]
        there = [n for text in texts for n in re.findall(r"\bmodule\s+(\w+)", text)]
        names = listed([os.path.basename(file) for file in files])
        user = f", which {by} uses," if by else ""
        has = f"there {'is' if len(there) == 1 else 'are'} {listed(there)}"
        return f"no module named {wanted}{user} in {names}; {has if there else 'there is none'}"
    port = re.search(
        r"Module `\\?(\S+?)' referenced in module `\\?(\S+?)' in cell `\\?(\S+?)' "
        r"does not have a port named '\\?(\S+?)'",
        error,
    )
    if port:
        of, by, instance, name = port.groups()
        return (
            f"{by} connects a port {name} of {of} (instance {instance}), "
            f"but {of} has none of this name"
        )
    place = re.match(r"(\S+):(\d+): ERROR", error)
    where = (
        f" at line {place.group(2)} of {os.path.basename(place.group(1))}"
        if place
        else ""
    )
    told = f"the circuit cannot be read{where}\n  " + re.sub(r"^.*?ERROR: ", "", error)
    for name, line in undeclared(said).items():
        told += f"\n  {name}, used at line {line}, is not declared."
    return told


def undeclared(said):
    """Names that are not declared, with the line of a use."""
    found = {}
    for line, name in re.findall(
        r":(\d+): Warning: Identifier `\\(\S+)' is implicitly declared", said
    ):
        found.setdefault(name, line)
    return found


# What yosys reads, but Verilog or a gate does not allow.


def misdeclared(said):
    """A wire that an `always` assigns, or a register that an `assign` drives, or None."""
    place = r"(?:\S*/)?([^\s/]+?):(\d+)\.\d+"
    in_block = re.search(r"wire '\\(\S+)' is assigned in a block at " + place, said)
    if in_block:
        name, file, line = in_block.groups()
        return (
            f"{name} is a wire, but an `always` block assigns it at line {line} of {file}: "
            f"declare it `reg` (an output: `output reg {name}`), or use `assign`"
        )
    continuous = re.search(
        r"reg '\\(\S+)' is assigned in a continuous assignment at " + place, said
    )
    if continuous:
        name, file, line = continuous.groups()
        return (
            f"{name} is a `reg`, but an `assign` drives it at line {line} of {file}: "
            "declare it `wire`"
        )
    return None


def assignments(module, name):
    """The lines of a module at which a wire is assigned."""
    try:
        text = plain(pathlib.Path(module.file).read_text())
    except OSError:
        return []
    first, last = module.lines
    start = 0
    found = []
    for statement in text.split(";"):
        for match in re.finditer(
            rf"(?<![\w.]){re.escape(name)}\b\s*(?:\[[^\]]*\]\s*)*"
            r"(?:(?:,[^=;(]*)?\}\s*)?<?=(?!=)",
            statement,
        ):
            line = text.count("\n", 0, start + match.start()) + 1
            if first <= line <= last:
                found.append(line)
        start += len(statement) + 1
    return found


def driven_twice(design):
    """The wires with two drivers, with the lines that assign them, or None."""
    for module in design.modules.values():
        count = design.drivers(module)
        names = {}
        for (wire, _), drivers in count.items():
            if not wire.startswith("\\") or wire not in module.wires:
                continue
            if module.wires[wire].direction == "input":
                names[wire[1:]] = "is an input"
            elif drivers > 1:
                words = {2: "twice", 3: "three times"}
                names[wire[1:]] = f"is assigned {words.get(drivers, 'often')}"
        if names:
            return twice_told(design, module, names)
    return None


def twice_told(design, module, names):
    said = []
    stub = None
    source = pathlib.Path(module.file)
    lines = plain(source.read_text()).splitlines() if source.exists() else []
    for name, what in names.items():
        at = assignments(module, name)
        for cell in module.cells.values():
            for port, bits in cell.ports.items():
                if design.drives(cell, port) and any(
                    wire == "\\" + name for wire, _ in bits
                ):
                    at.append(cell.line)
        at = sorted(set(at))
        where = f", at {counted(at)} of {source.name}" if at and at != [0] else ""
        said.append(f"{name} {what}{where}")
        for number in at:
            if re.search(r"assign \w+ = \d+'[bd]0;", lines[number - 1]):
                stub = stub or lines[number - 1].strip()
    told = f"in module {module.name}, " + ";\n  ".join(said[:8])
    if len(said) > 8:
        told += f";\n  and so are {len(said) - 8} more"
    if all(what == "is an input" for what in names.values()):
        return f"{told}: a module does not assign its inputs"
    told += ".\n  A wire has one driver: assign it in one place."
    if stub:
        told += f"\n  The stub's lines, such as `{stub}`, are to be replaced by yours."
    return told


def undriven(said, design):
    """The wires that nobody drives, or None."""
    wires = dict.fromkeys(
        re.findall(r"Wire (\S+)\.\\?(\S+(?: \[\d+\])?) is used but has no driver", said)
    )
    if not wires:
        return None
    key = next(iter(wires))[0].removeprefix("\\")
    own = sorted(wire for of, wire in wires if of.removeprefix("\\") == key)
    module = design.modules.get("\\" + key, design.modules.get(key))
    name = module.name if module else key
    # A bus of which no wire is driven is named once.
    buses = {}
    for wire in own:
        buses.setdefault(wire.partition(" [")[0], []).append(wire)
    shown = []
    for bus, parts in buses.items():
        known = module and module.wires.get("\\" + bus)
        shown += [bus] if known and known.width == len(parts) else parts
    outputs = module.outputs() if module else []
    if module and not module.joined and not module.cells and set(outputs) <= set(buses):
        return (
            f"module {name} is empty: nothing drives {listed(outputs)}; "
            "assign a level to each output"
        )
    unknown = [
        f"{wire}, used at line {line}, is not declared"
        for wire, line in undeclared(said).items()
        if wire in buses
    ]
    hint = f" ({'; '.join(unknown)})" if unknown else ""
    return (
        f"nothing drives {listed(shown)} in module {name}: "
        f"assign a level to it, or is a name misspelled?{hint}"
    )


def loop(design, top, wires):
    """A loop of gates by the outputs on it."""
    steps = []
    for wire in wires:
        found = design.output(top, wire) if "$" not in wire else None
        if not found:
            continue
        _, instance = found
        name = wire[len(instance) + 1 :] if instance else wire
        square = re.search(r"board\[(\d+)\]", instance)
        where = f" on {report.square_name(int(square.group(1)))}" if square else ""
        if instance and not square:
            where = f" of {instance}"
        step = f"{name}{where}"
        if step not in steps:
            steps.append(step)
    if not steps:
        return None
    chain = ", which depends on ".join(
        [*steps[:6], steps[0] if len(steps) < 7 else "..."]
    )
    if len(steps) == 1:
        chain = f"the output {steps[0]} depends on itself"
    return f"a loop of gates has no settled level: {chain}"


# What may be meant, but often is not.


def hints(said, design):
    """Lines about widths that do not fit, for a circuit that is wrong."""
    found = []
    for module, instance, port, own, wanted in re.findall(
        r"Warning: Resizing cell port (\w+)\.(\S+)\.(\w+) from (\d+) bits to (\d+) bits",
        said,
    ):
        # A number without a width has 32 bits.
        if own != "32":
            found.append(
                f"in {module}, the port {port} of {instance} has {some_wires(wanted)}, "
                f"but what is connected to it has {own}"
            )
    for file, line, signal in re.findall(
        r"(\S+):(\d+): Warning: Range .*?out of bounds on signal `\\(\S+?)'",
        said,
    ):
        found.append(
            f"{os.path.basename(file)}, line {line}: {signal} has no wire of this number"
        )
    for module in design.modules.values():
        found += lost_wires(module) + short_indices(module)
    return list(dict.fromkeys(found))[:4]


def lost_wires(module):
    """Wires that take a part only of what gates give."""
    found = []
    for driven, driver in module.joined:
        names = {wire for wire, _ in driver}
        wire = next(iter(names), None)
        if len(names) != 1 or wire is None or not wire.startswith("$"):
            continue
        target = driven[0][0] or ""
        width = module.wires[wire].width if wire in module.wires else 0
        # Arithmetic with a number without a width has 32 bits: its upper ones are meant to go.
        if len(driver) < width != 32 and driver[0] == (wire, 0) and target[:1] == "\\":
            found.append(
                f"in {module.name}, {target[1:]} takes {len(driver)} of "
                f"{some_wires(width)}{line_of(wire)}: the others are lost"
            )
    return found


def short_indices(module):
    """Indices that have too few wires to reach all of their bus."""
    found = []
    for cell in module.cells.values():
        if cell.kind not in ("$shiftx", "$shift"):
            continue
        index = index_of(module, cell.ports[r"\B"])
        bus, taken = len(cell.ports[r"\A"]), len(cell.ports[r"\Y"])
        last = 2 ** len(index) - 1
        if not index or last + taken >= bus:
            continue
        name = cell.ports[r"\A"][0][0] or ""
        of = f" of {name[1:]}" if name.startswith("\\") else ""
        found.append(
            f"in {module.name}, an index of {some_wires(len(index))}{line_of(index[0][0])} "
            f"reaches up to {last} only, of {some_wires(bus)}{of}: make it wider"
        )
    return found


def some_wires(number):
    return "1 wire" if int(number) == 1 else f"{number} wires"


def line_of(wire):
    place = re.search(r"([\w.-]+\.v):(\d+)\$", wire or "")
    return f" ({place.group(1)}, line {place.group(2)})" if place else ""


def index_of(module, bits):
    """The wires of an index: without the zeros above, and without a zero that yosys adds to it."""
    drivers = {
        cell.ports[r"\Y"][0][0]: cell
        for cell in module.cells.values()
        if cell.kind == "$add"
    }
    while True:
        bits = [bit for bit in bits if bit[0]]
        added = drivers.get(bits[0][0]) if bits else None
        if not added or any(wire for wire, _ in added.ports[r"\B"]):
            return bits
        bits = added.ports[r"\A"]
