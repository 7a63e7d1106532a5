"""Modules as Verilog has them, before any gate is made: read from what yosys writes as RTLIL.

What a student wrote is still there: names, lines, and two drivers on one wire.
"""

import collections
import pathlib
import re

#: A constant, a name, a bracket of a concatenation, or the places of a name that stands before.
TOKEN = re.compile(
    r"\{|\}|\[\d+(?::\d+)?\](?=\s|$)|\d+'[01xzm-]*|-?\d+(?=\s|$)|[\\$]\S+"
)


class Wire:
    def __init__(self, words, line):
        self.width = value_behind("width", words, 1)
        #: Its lowest number; and whether that is the highest bit's, as in `wire [0:7]`.
        self.offset, self.upto = value_behind("offset", words, 0), "upto" in words
        #: Ports have a direction and a place among the ports.
        self.direction = next(
            (word for word in words if word in ("input", "output", "inout")), None
        )
        self.place = value_behind(self.direction, words, 0)
        #: The line that declares it.
        self.line = line

    def number(self, place):
        """The number in brackets of a bit, of which the lowest is at place 0."""
        return self.offset + (self.width - 1 - place if self.upto else place)

    def bits(self, name):
        """The names of its bits, the lowest bit first."""
        if self.width == 1:
            return [name]
        return [f"{name}[{self.number(place)}]" for place in range(self.width)]


class Cell:
    def __init__(self, kind, name, line):
        self.kind, self.name, self.line = kind, name, line
        self.ports, self.parameters = {}, {}


class Module:
    """A module's wires and instances, and what drives what: pairs of signals, lists of bits."""

    def __init__(self, name, source):
        # A module with parameters has their values in its name.
        self.name = name.split("\\")[1]
        file, _, place = source.rpartition(":")
        lines = re.findall(r"(\d+)\.\d+", place)
        self.file = file
        self.lines = (int(lines[0]), int(lines[-1])) if lines else (0, 0)
        self.wires, self.cells, self.joined = {}, {}, []

    def outputs(self):
        """The names of the outputs, in their order."""
        found = [
            (wire.place, name[1:])
            for name, wire in self.wires.items()
            if wire.direction == "output"
        ]
        return [name for _, name in sorted(found)]

    def bits(self, text):
        """A signal's wires with their places, lowest first; of a constant, None for the wire."""
        parts = []
        for token in TOKEN.findall(text):
            if token in "{}":
                continue
            if token.startswith("["):
                high, _, low = token.strip("[]").partition(":")
                parts[-1] = parts[-1][int(low or high) : int(high) + 1]
            elif token[0] in "\\$":
                width = self.wires[token].width if token in self.wires else 1
                parts.append([(token, place) for place in range(width)])
            else:
                width, quote, _ = token.partition("'")
                parts.append([(None, 0)] * (int(width) if quote else 32))
        # The highest part stands first.
        return [bit for part in reversed(parts) for bit in part]


class Design:
    def __init__(self, path):
        self.modules = {}
        #: The blocks with the places where they are written: module, file, four numbers,
        #: and the names of what they assign.
        self.blocks = []
        text = pathlib.Path(path).read_text()
        #: Whether a level may be x: written so, as z, or read from beyond a bus. Where all of a
        #: constant is z, yosys writes x.
        self.unknown = bool(re.search(r"'[01-]*[xz]|cell \$shiftx? ", text))
        self.read(text.splitlines())

    def read(self, lines):
        source, module, cell, sync = "", None, None, None
        # The bits that the block being read assigns: one is assigned at each of its edges.
        assigned = set()
        for line in lines:
            words = line.split()
            indented = len(line) - len(line.lstrip())
            if not words:
                continue
            if words[0] == "attribute":
                if words[1] == r"\src":
                    source = line.split('"')[1]
            elif words[0] == "module":
                module = Module(words[1], source)
                self.modules[words[1]] = module
            elif words[0] == "wire" and indented == 2:
                module.wires[words[-1]] = Wire(words[1:-1], line_of(source))
            elif words[0] == "cell" and indented == 2:
                cell = Cell(words[1], words[2], line_of(source))
                module.cells[words[2]] = cell
            elif words[0] == "parameter" and indented == 4 and words[-1].isdigit():
                cell.parameters[words[1].lstrip("\\")] = int(words[-1])
            elif words[0] == "connect" and indented == 4:
                cell.ports[words[1]] = module.bits(line.split(maxsplit=2)[2])
            elif words[0] == "process":
                assigned = set()
                place = re.search(r"(.+):(\d+)\.(\d+)-(\d+)\.(\d+)$", source)
                file, *numbers = place.groups() if place else ("", 0, 0, 0, 0)
                self.blocks.append((module, file, list(map(int, numbers)), set()))
            elif words[0] == "sync":
                sync = words[1]
            elif words[0] == "update" and sync == "init":
                pass  # a register's first level is no driver of it
            elif words[0] == "connect" and indented == 2:
                module.joined.append(two_signals(module, line.strip()))
            elif words[0] == "update":
                driven, driver = two_signals(module, line.strip())
                names = {wire.rpartition(".")[2] for wire, _ in driven if wire}
                self.blocks[-1][3].update(name.lstrip("\\") for name in names)
                if not assigned.issuperset(driven):
                    module.joined.append((driven, driver))
                assigned.update(driven)

    def drives(self, cell, port):
        if cell.kind.startswith("$") and not cell.kind.startswith("$paramod"):
            return port in (r"\Y", r"\Q", r"\DATA")
        of = self.modules.get(cell.kind)
        return (
            of is not None and port in of.wires and of.wires[port].direction == "output"
        )

    def drivers(self, module):
        """For each named wire's bit, how many drive it."""
        count = collections.Counter()
        for driven, _ in module.joined:
            count.update(bit for bit in driven if bit[0])
        for cell in module.cells.values():
            for port, bits in cell.ports.items():
                if self.drives(cell, port):
                    count.update(bit for bit in bits if bit[0])
        return count

    def owner(self, top, name):
        """The module and instance of a wire of the flattened circuit, and its direction there.

        None if no module has it.
        """
        module, instance = self.modules.get("\\" + top), ""
        while module:
            rest = name[len(instance) + 1 :] if instance else name
            wire = module.wires.get("\\" + rest.partition("[")[0])
            if wire:
                return module, instance, wire.direction
            inner = [
                cell
                for cell in module.cells.values()
                if rest.startswith(cell.name.lstrip("\\") + ".")
            ]
            if not inner:
                return None
            deepest = max(inner, key=lambda cell: len(cell.name))
            instance += ("." if instance else "") + deepest.name.lstrip("\\")
            module = self.modules.get(deepest.kind)
        return None


def value_behind(word, words, otherwise):
    """The number that stands behind a word, or another if the word is not there."""
    return int(words[words.index(word) + 1]) if word in words else otherwise


def line_of(source):
    """The line of a source attribute, 0 without one."""
    place = re.search(r":(\d+)\.", source)
    return int(place.group(1)) if place else 0


def two_signals(module, line):
    """Both signals of `connect DRIVEN DRIVER` or `update DRIVEN DRIVER`."""
    rest = line.split(maxsplit=1)[1]
    if rest.startswith("{"):
        end = rest.index("}") + 1
    else:
        end = re.match(r"\S+(?: \[\d+(?::\d+)?\](?=\s))*", rest).end()
    return module.bits(rest[:end]), module.bits(rest[end:])
