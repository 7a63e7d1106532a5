"""The Verilog files that a circuit is made of, and whether the modules in them are right."""

import functools
import pathlib
import re
import tempfile

import faults
import netlist

STUB = "still a stub"


@functools.cache
def circuit_of(files, module, how, added):
    with tempfile.TemporaryDirectory() as folder:
        return netlist.read(files, module, folder, how, added)


def uses(files, module):
    """Whether some text has an instance of the module."""
    return any(
        re.search(rf"\b{module}\s+\w+\s*\(", faults.text_of(file)) for file in files
    )


def modules_in(text):
    return re.findall(r"\bmodule\s+(\w+)", text)


def files_of(files, module):
    """Those of the files that the module needs; all if none has it.

    So what is wrong in one file is not said of a module that does not need it.
    """
    texts = {file: faults.text_of(file) for file in files}
    found, waiting = [], [module]
    while waiting:
        name = waiting.pop()
        for file, text in texts.items():
            if file in found or name not in modules_in(text):
                continue
            found.append(file)
            words = set(re.findall(r"\w+", text))
            for other in texts.values():
                waiting += words.intersection(modules_in(other))
    return tuple(file for file in files if file in found) or tuple(files)


class Conditions:
    """With what inputs a board can come to a module; read when they are asked for."""

    def __init__(self, file, module):
        self.file, self.module = file, module

    def possible(self):
        """The circuit that is high at inputs that can be, the only ones that count, or None."""
        return self.circuit("possible")

    def usual(self):
        """The circuit that is high at inputs that are shown first, or None."""
        return self.circuit("usual")

    def circuit(self, what):
        name = f"{self.module}_{what}"
        if not self.file or name not in modules_in(faults.text_of(self.file)):
            return None
        return circuit_of((self.file,), name, netlist.SPECIFICATION, False)


def unfinished(files, specs, inputs):
    """Lines about the files whose modules are not right, and whether one of them is a stub."""
    lines, stubs = [], False
    for file in files:
        modules = [
            module
            for module in modules_in(faults.text_of(file))
            if (pathlib.Path(specs) / f"{module}.v").exists() and uses(files, module)
        ]
        said = {}
        for module in modules:
            told = part_told(files, specs, inputs, module)
            if told:
                said.setdefault(told, []).append(module)
        where = "/".join(pathlib.Path(file).parts[-2:])
        for told, wrong in said.items():
            lines.append(f"{', '.join(wrong)} in {where}: {told}")
            stubs = stubs or told == STUB
    return lines, stubs


def part_told(files, specs, inputs, module):
    """What is wrong with a module of the circuit, or None."""
    try:
        circuit = circuit_of(files_of(files, module), module, netlist.CIRCUIT, False)
        spec = str(pathlib.Path(specs) / f"{module}.v")
        specification = circuit_of((spec,), module, netlist.SPECIFICATION, False)
        netlist.same_ports(circuit, specification)
        if not circuit.count():
            return STUB
        if circuit.may_be_unknown:
            circuit = circuit_of(
                files_of(files, module), module, netlist.UNKNOWN, False
            )
        conditions = Conditions(inputs, module)
        if netlist.difference(circuit, specification, conditions):
            return "wrong; `make check` in its folder says where"
    except netlist.Fault as fault:
        return str(fault)
    return None
