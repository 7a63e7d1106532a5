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


def text_of(path):
    """A file's plain text, empty if it is not there."""
    if not os.path.isfile(path):
        return ""
    # Comments may be written in any code.
    return plain(pathlib.Path(path).read_text(errors="replace"))


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
    lines = text_of(file).splitlines()
    before = next((n for n in range(number - 1, 0, -1) if lines[n - 1].strip()), None)
    name = os.path.basename(file)
    unended = unended_module(lines, number)
    if unended:
        return unended.format(name)
    text = lines[number - 1].strip() if number <= len(lines) else ""
    said = [f"{name}, line {number} cannot be read: {text}"]
    # A word that is no operator may stand at the end of the line before.
    told = misread_operator(text) or misread_operator(
        lines[before - 1].strip() if before else ""
    )
    if told:
        said.append(told)
    elif re.search(r"\bdisable\b", text):
        said.append("yosys has no `disable`: write the condition with `if`.")
    elif re.match(r"assign\b[^=]*<=", text):
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


#: What people write for an operator, and what it is in Verilog.
OPERATORS = {"and": "&", "or": "|", "xor": "^", "not": "~"}


def misread_operator(line):
    """If a line has a word or a sign in an operator's place, what to write; else None."""
    # Verilog has gates of these names, `and name(out, a, b);`, and `or` between the names of a
    # block.
    if re.match(r"(and|or|xor|not)\b[^=]*\(", line) or "@" in line:
        return None
    word = re.search(r"\b(and|or|xor|not)\b", line, re.IGNORECASE)
    if word:
        sign = OPERATORS[word.group(1).lower()]
        signs = "AND is `&`, OR `|`, NOT `~`, XOR `^`"
        return f"For `{word.group(1)}` Verilog writes `{sign}`: {signs}."
    several = re.search(r"&&&+|\|\|\|+", line)
    if several:
        right = "AND is `&`" if "&" in several.group() else "OR is `|`"
        return f"`{several.group()}` is no operator: {right}."
    return None


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


#: Words of yosys' errors for what Verilog has, but no gates of ours, and what to write for it.
UNSUPPORTED = {
    "unmapped memories": (
        "An array such as `reg [6:0] table [0:7]` is a memory, which these checks do not take: "
        "write a `case`."
    ),
    "[Ww]hile loops are only": (
        "`while` makes no gates: write a `for` loop with a constant number of turns."
    ),
}


def unreadable(said, files, top):
    """What yosys' error means."""
    errors = [line for line in said.splitlines() if "ERROR" in line]
    error = errors[0] if errors else said[-500:]
    syntax = re.search(r"^(.+?):(\d+): ERROR: syntax error", error)
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
        texts = [text_of(file) for file in files]
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
    if "is connected to constants" in error:
        # An instance's output runs into wires that are not there.
        beyond = undeclared_told(said) or beyond_buses(said)
        if beyond:
            return "\n  ".join(beyond)
    place = re.match(r"(.+?):(\d+): ERROR", error)
    where = (
        f" at line {place.group(2)} of {os.path.basename(place.group(1))}"
        if place and place.group(2) != "0"
        else ""
    )
    told = [f"the circuit cannot be read{where}"]
    told += undeclared_told(said)
    unsupported = [
        advice for words, advice in UNSUPPORTED.items() if re.search(words, error)
    ]
    told += unsupported or [re.sub(r"^.*?ERROR: ", "", error)]
    return "\n  ".join(told)


def beyond_buses(said):
    """Lines about indices that run beyond a bus."""
    found = {}
    for path, line, name in re.findall(
        r"(.+?):(\d+): Warning: Range .*?out of bounds on signal `\\(\S+?)'", said
    ):
        found.setdefault((path, name), line)
    declared = undeclared(said)
    return [
        f"{os.path.basename(path)}, line {line}: {name} has {extent(path, name)}: "
        "an index runs beyond that"
        for (path, name), line in found.items()
        if name not in declared
    ]


def extent(path, name):
    """The wires that a text declares for a name, in words."""
    text = text_of(path)
    bus = re.search(
        rf"\[\s*(\d+)\s*:\s*(\d+)\s*\]\s*(?:\w+\s*,\s*)*{re.escape(name)}\b", text
    )
    if bus:
        low, high = sorted(map(int, bus.groups()))
        return f"the wires {low} to {high} only"
    return f"one wire only, and no number (a bus of 8 is declared `wire [7:0] {name};`)"


def undeclared_told(said):
    """Lines about the names that are not declared."""
    return [
        f"{name}, used at line {line}, is not declared: is the name misspelled? If not, write "
        f"`wire {name};` before that line, or `wire [7:0] {name};` for a bus of 8 wires."
        for name, line in undeclared(said).items()
    ]


def undeclared(said):
    """Names that are not declared, with the line of a use."""
    found = {}
    for line, name in re.findall(
        r":(\d+): Warning: Identifier `\\(\S+)' is implicitly declared", said
    ):
        found[name] = min(found.get(name, line), line, key=int)
    return found


# What yosys reads, but Verilog or a gate does not allow.


def leaves_floating(path):
    """Whether a text leaves a wire to another driver: by a level z, or a gate of three states."""
    return re.search(
        r"'[sS]?[bBoOdDhH][0-9a-fA-FxX_]*[zZ]|\b(?:buf|not)if[01]\b", text_of(path)
    )


def misdeclared(said, design):
    """A wire that an `always` assigns, or a register that an `assign` drives, or None."""
    place = r"(?:.*/)?([^\s/]+?):(\d+)\.\d+"
    in_block = in_design(
        r"wire '\\(\S+)' is assigned in a block at " + place, said, design
    )
    if in_block:
        name, file, line = in_block
        return (
            f"{name} is a wire, but an `always` block assigns it at line {line} of {file}: "
            f"declare it `reg` (an output: `output reg {name}`), or use `assign`"
        )
    continuous = in_design(
        r"reg '\\(\S+)' is assigned in a continuous assignment at " + place,
        said,
        design,
    )
    if continuous:
        name, file, line = continuous
        return (
            f"{name} is a `reg`, but an `assign` drives it at line {line} of {file}: "
            "declare it `wire`"
        )
    return None


def short_list(design):
    """A block whose list lacks a wire that it reads, or None.

    yosys takes such a block for gates, which see each change. A simulator does not, so that it shows
    another circuit than the proof's.
    """
    for module, file, place, assigned in design.blocks:
        text = block_text(file, place)
        listed_there = re.match(r"always\s*@\s*\(([^()]*)\)", text)
        if not listed_there or re.search(
            r"\*|\b(pos|neg)edge\b", listed_there.group(1)
        ):
            continue
        names = re.sub(r"\s", "", re.sub(r"\bor\b", ",", listed_there.group(1)))
        missing = unlisted(
            module, assigned, text[listed_there.end() :], names.split(",")
        )
        if missing:
            line, name = place[0], os.path.basename(file)
            return (
                f"the list of `{listed_there.group().strip()}` (line {line} of {name}) lacks "
                f"{listed(missing)}, which the block reads.\n"
                "  A simulator runs the block only when a wire of the list changes, but gates see "
                "each change: use `always @*`"
            )
    return None


def block_text(file, place):
    """The plain text from a line and column up to others."""
    first, start, last, end = place
    lines = text_of(file).splitlines()[first - 1 : last]
    if not lines:
        return ""
    lines[-1] = lines[-1][: end - 1]
    lines[0] = lines[0][start - 1 :]
    return "\n".join(lines)


def unlisted(module, assigned, body, names):
    """The wires of a module that a block reads and that are not among these names.

    What it assigns itself is no input of it.
    """
    # A wire of a loop or of a block with a name has that name in front.
    wires = {wire.rpartition(".")[2].lstrip("\\") for wire in module.wires} - assigned
    missing = {}
    for name, index in re.findall(
        r"(?<![\w.$`'])([A-Za-z_]\w*)((?:\s*\[[^][]*\])?)", body
    ):
        whole = name + re.sub(r"\s", "", index)
        if name not in wires or name in names or whole in names:
            continue
        in_part = any(each.startswith(f"{name}[") for each in names)
        missing[whole if in_part else name] = True
    return list(missing)


def reversed_port(design, top):
    """A port whose highest wire has the lowest number, or None.

    It has the right names, but is the other way round where a whole bus is connected to it.
    """
    module = next(each for each in design.modules.values() if each.name == top)
    for name, wire in module.wires.items():
        if wire.direction and wire.upto:
            name, first, last = name[1:], wire.offset, wire.offset + wire.width - 1
            return (
                f"the bus {name} of module {top} is declared [{first}:{last}]; "
                f"expected [{last}:{first}], so that {name}[{first}] is its lowest wire"
            )
    return None


def in_design(pattern, said, design):
    """The first name, file and line that yosys warns of in a module that is used, or None."""
    for name, file, line in re.findall(pattern, said):
        for module in design.modules.values():
            first, last = module.lines
            if os.path.basename(module.file) == file and first <= int(line) <= last:
                return name, file, line
    return None


def assignments(module, name, numbers=None):
    """The lines of a module at which a wire is assigned, of a bus one of these numbers."""
    text = text_of(module.file)
    first, last = module.lines
    start = 0
    found = []
    for statement in text.split(";"):
        for match in re.finditer(
            rf"(?<![\w.]){re.escape(name)}\b\s*((?:\[[^\]]*\]\s*)*)"
            r"(?:(?:,[^=;(]*)?\}\s*)?<?=(?!=)",
            statement,
        ):
            line = text.count("\n", 0, start + match.start()) + 1
            if first <= line <= last and may_hold(match.group(1), numbers):
                found.append(line)
        start += len(statement) + 1
    return found


def may_hold(index, wanted):
    """Whether a bus with this index, in brackets or none, can be one of these numbers."""
    numbers = re.fullmatch(r"\[\s*(\d+)\s*(?::\s*(\d+)\s*)?\]\s*", index)
    if wanted is None or not numbers:
        return True
    low, high = sorted(
        (int(numbers.group(1)), int(numbers.group(2) or numbers.group(1)))
    )
    return any(low <= number <= high for number in wanted)


def driven_twice(design):
    """The wires with two drivers, with the lines that assign them, or None."""
    for module in design.modules.values():
        wrong = {}
        for (wire, place), drivers in design.drivers(module).items():
            if not wire.startswith("\\") or wire not in module.wires:
                continue
            if drivers > 1 or module.wires[wire].direction == "input":
                wrong.setdefault(wire[1:], {})[place] = drivers
        if wrong:
            return twice_told(design, module, wrong)
    return None


def driving_lines(design, module, name, places, numbers):
    """The lines that assign some bits of a wire, or connect an instance's output to them.

    The bits are told by their places from the lowest on, and by their numbers in brackets.
    """
    wanted = {("\\" + name, place) for place in places}
    # Instances that a loop makes stand in one line.
    instances = {
        cell.line
        for cell in module.cells.values()
        for port, bits in cell.ports.items()
        if design.drives(cell, port) and wanted.intersection(bits)
    }
    return [*assignments(module, name, numbers), *instances]


def twice_told(design, module, wrong):
    """In words: `wrong` has for each wire's places the number of drivers."""
    said = []
    stub = None
    looped = False
    source = pathlib.Path(module.file)
    text = text_of(source).splitlines()
    for name, places in wrong.items():
        wire = module.wires["\\" + name]
        numbers = [wire.number(place) for place in places]
        found = driving_lines(design, module, name, places, numbers)
        lines, statements = sorted(set(found) - {0}), len(found)
        where = f", at {counted(lines)} of {source.name}" if lines else ""
        shown = name
        if len(places) < wire.width:
            shown = listed([f"{name}[{number}]" for number in sorted(numbers)])
        most = max(places.values())
        what = "is assigned twice" if most == 2 else f"is assigned {most} times"
        if wire.direction == "input":
            what = "is an input"
        said.append(f"{shown} {what}{where}")
        looped = looped or (len(lines) == 1 and most > 1 and statements == 1)
        for number in lines:
            if re.search(r"assign \w+ = \d+'[bd]0;", text[number - 1]):
                stub = stub or text[number - 1].strip()
    told = f"in module {module.name}, " + ";\n  ".join(said[:8])
    if len(said) > 8:
        told += f";\n  and so are {len(said) - 8} more"
    if all(module.wires["\\" + name].direction == "input" for name in wrong):
        return f"{told}: a module does not assign its inputs"
    told += ".\n  A wire has one driver: assign it in one place."
    if looped:
        told += (
            "\n  A line in a loop assigns once a turn: give its wire the loop's index."
        )
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
        if not known or known.width == len(parts):
            shown.append(bus)
            continue
        places = [int(part.rpartition("[")[2][:-1]) for part in parts]
        shown += [f"{bus}[{number}]" for number in sorted(map(known.number, places))]
    outputs = module.outputs() if module else []
    if module and not module.joined and not module.cells and set(outputs) <= set(buses):
        return (
            f"module {name} is empty: nothing drives {listed(outputs)}; "
            "assign a level to each output"
        )
    unknown = [
        told for told in undeclared_told(said) if told.partition(",")[0] in buses
    ]
    if unknown:
        return "\n  ".join(unknown)
    told = f"nothing drives {listed(shown)} in module {name}: "
    told += "assign a level to it, or is a name misspelled?"
    return "\n  ".join([told, *beyond_buses(said)])


def loop(design, top, wires):
    """A loop of gates by the outputs on it, or by inner wires if there is none."""
    named = [wire for wire in wires if "$" not in wire]
    steps = steps_of(design, top, named, ("output",))
    steps = steps or steps_of(design, top, named, ("output", None))
    if not steps:
        return None
    if len(steps) == 1:
        return f"a loop of gates has no settled level: {steps[0]} depends on itself"
    shown = steps[:4]
    more = len(steps) - len(shown)
    chain = "\n  ".join(f"{step}, which depends on" for step in shown)
    end = f"{more} more, the last of which depends on {steps[0]}" if more else steps[0]
    return f"a loop of gates has no settled level:\n  {chain}\n  {end}"


def steps_of(design, top, wires, directions):
    """The wires of a loop with these directions, with their squares and their lines."""
    steps = []
    for wire in wires:
        found = design.owner(top, wire)
        if not found or found[2] not in directions:
            continue
        module, instance, _ = found
        name = wire[len(instance) + 1 :] if instance else wire
        square = re.search(r"board\[(\d+)\]", instance)
        where = f" on {report.square_name(int(square.group(1)))}" if square else ""
        if instance and not square:
            where = f" of {instance}"
        lines = assignments(module, name.partition("[")[0])
        at = f" ({os.path.basename(module.file)}, {counted(lines)})" if lines else ""
        step = f"{name}{where}{at}"
        if step not in steps:
            steps.append(step)
    return steps


# What may be meant, but often is not.


def hints(said, design):
    """Lines about widths that do not fit, for a circuit that is wrong."""
    found = misfits(said) + beyond_buses(said)
    for module in design.modules.values():
        found += lost_wires(module) + short_indices(module) + whole_buses(module)
    return list(dict.fromkeys(found))[:4]


def misfits(said):
    """Instances whose ports have other widths than what is connected to them."""
    ports = {}
    for module, instance, port, own, wanted in re.findall(
        r"Warning: Resizing cell port (\w+)\.(\S+)\.(\w+) from (\d+) bits to (\d+) bits",
        said,
    ):
        # A number without a width has 32 bits.
        if own != "32":
            ports.setdefault((module, instance), {})[port] = (own, wanted)
    found = []
    for (module, instance), widths in ports.items():
        told = [
            f"the port {port} of {instance} has {some_wires(wanted)}, "
            f"but what is connected to it has {own}"
            for port, (own, wanted) in widths.items()
        ]
        if len(told) > 1 and all(wanted == "1" for _, wanted in widths.values()):
            named = ", ".join(widths)
            buses = f"buses are connected to the ports {named} of {instance}"
            told = [f"{buses}, which have 1 wire each: write an instance for each wire"]
        found += [f"in {module}, {each}" for each in told]
    return found


def whole_buses(module):
    """Operators that ask of a whole bus whether it is zero: gates may be meant."""
    found = []
    signs = {"$logic_and": "&&", "$logic_or": "||", "$logic_not": "!"}
    for cell in module.cells.values():
        if cell.kind in signs and any(
            len(bits) > 1 and all(wire for wire, _ in bits)
            for port, bits in cell.ports.items()
            if port in (r"\A", r"\B")
        ):
            sign = signs[cell.kind]
            gates = sign[0].replace("!", "~")
            found.append(
                f"in {module.name}, `{sign}` (line {cell.line}) asks only whether a bus is zero: "
                f"`{gates}` is a gate for each of its wires"
            )
    return found


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
