"""Tries receiver and transmitter, each alone, and then both on the board.

check.py check|waves FOLDER [MODULE]

`waves` writes what the wires did, of a circuit that is wrong, too. With a module's name only this
one is tried.
"""

import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
import design
import faults
import netlist

HERE = pathlib.Path(__file__).resolve().parent
PORTS = {
    "uart_rx": {"clock": 1, "reset": 1, "rx": 1, "data": 8, "ready": 1},
    "uart_tx": {"clock": 1, "reset": 1, "data": 8, "send": 1, "tx": 1, "busy": 1},
}
#: Seconds of processor time after which a simulation has a loop.
LIMIT = 60


def misread(module, file):
    """Raises what is wrong with a module's text, and returns its cells and wires as JSON."""
    if not file.is_file():
        raise netlist.Fault(f"there is no file {file}")
    with tempfile.TemporaryDirectory() as folder:
        rtlil, gates = f"{folder}/written.il", f"{folder}/gates.json"
        done, said = netlist.yosys(
            f"{netlist.verilog([file])}; hierarchy -check -top {module}; "
            f"write_ilang {rtlil}; proc; check; memory; flatten; opt_expr; opt_clean; simplemap; "
            f"opt_clean; check; write_json {gates}"
        )
        if not done:
            raise netlist.Fault(faults.unreadable(said, [str(file)], module))
        written = design.Design(rtlil)
        wrong = (
            faults.misdeclared(said, written)
            or faults.reversed_port(written, module)
            or faults.driven_twice(written)
            or faults.short_list(written)
            or faults.undriven(said, written)
        )
        if wrong:
            raise netlist.Fault(wrong)
        undeclared = faults.undeclared_told(said)
        if undeclared:
            raise netlist.Fault("\n  ".join(undeclared))
        check_loops(said.rpartition("Executing CHECK pass")[2])
        return json.loads(pathlib.Path(gates).read_text())["modules"][module]


def check_loops(said):
    """No loop of gates, which could hold a level without a clock."""
    loop = re.search(
        r"found logic loop in module .*:\n((?: +(?:cell|wire) .*\n)*)", said
    )
    if loop:
        named = re.findall(r"wire \\(\S+)", loop.group(1))
        raise netlist.Fault(
            f"gates go round in a loop: {faults.listed(named or ['gates'], 4)}; "
            "expected flip-flops on each way from a wire back to itself"
        )


def check_ports(module, read):
    parameters = list(read.get("parameter_default_values", {}))
    if "DIVIDER" not in parameters:
        has = f"; it has {', '.join(parameters)}" if parameters else ""
        raise netlist.Fault(
            f"module {module} has no parameter DIVIDER, by which an instance says how many "
            f"cycles a bit lasts{has}"
        )
    ports = read["ports"]
    for name, width in PORTS[module].items():
        if name not in ports:
            raise netlist.Fault(f"module {module} has no port {name}")
        own = len(ports[name]["bits"])
        if own != width:
            raise netlist.Fault(f"the port {name} has {own} wires; expected {width}")


def check_clocks(cells, ports, names):
    """Each register takes its level when the clock rises, or else by `reset` alone."""
    (clock,), (reset,) = ports["clock"]["bits"], ports["reset"]["bits"]
    for cell in cells.values():
        kind = re.match(r"\$_([A-Z]*DFF[A-Z]*|DLATCH[A-Z]*|SR)_([NP])", cell["type"])
        if not kind:
            continue
        bit = cell["connections"]["Q"][0]
        name = names.get(bit, "a register").partition("[")[0]
        line = re.search(r":(\d+)\.", cell["attributes"].get("src", ""))
        where = f"{name} (line {line.group(1)})" if line else name
        expected = "expected a flip-flop that takes its level when `clock` rises"
        if "DFF" not in kind.group(1):
            raise netlist.Fault(
                f"{where} is a latch; {expected}: assign it in a block that begins with "
                "`always @(posedge clock)`"
            )
        if kind.group(2) == "N":
            raise netlist.Fault(
                f"{where} takes its level when a clock falls; {expected}: `posedge`, not "
                "`negedge`"
            )
        if cell["connections"]["C"] != [clock]:
            by = names.get(cell["connections"]["C"][0], "another wire")
            raise netlist.Fault(f"{where} is clocked by {by}; {expected}")
        for pin in pins_without_clock(kind.group(1)):
            (bit,) = cell["connections"].get(pin, [reset])
            if not_inverted(cells, bit) != reset:
                by = names.get(bit, "a gate's output")
                raise netlist.Fault(
                    f"{where} takes a level as soon as {by} changes; {expected}, and at once by "
                    "`reset` at most: let its block begin with `always @(posedge clock)`"
                )


def pins_without_clock(kind):
    """The pins of a flip-flop that act at once."""
    if kind.startswith("SDFF"):
        return ""
    return {"ALDFF": "L", "ALDFFE": "L"}.get(kind, "SR")


def not_inverted(cells, bit):
    """The wire behind the inverters that drive this one, or itself."""
    drivers = {
        cell["connections"]["Y"][0]: cell["connections"]["A"][0]
        for cell in cells.values()
        if cell["type"] in ("$_NOT_", "$_BUF_")
    }
    while bit in drivers:
        bit = drivers[bit]
    return bit


def flip_flops_behind(cells, bit):
    """The flip-flops that take what gates make of a wire, and the gates' own wires."""
    found, wires, waiting = {}, set(), [bit]
    while waiting:
        wire = waiting.pop()
        if wire in wires:
            continue
        wires.add(wire)
        for cell in cells.values():
            outputs = [
                each
                for port, direction in cell["port_directions"].items()
                if direction == "output"
                for each in cell["connections"][port]
            ]
            if not any(
                wire in bits
                for port, bits in cell["connections"].items()
                if cell["port_directions"][port] == "input"
            ):
                continue
            if "DFF" in cell["type"]:
                found.update(dict.fromkeys(outputs))
            else:
                waiting += outputs
    return list(found), wires


def names_of(module):
    """The names of the bits that have one."""
    names = {}
    for name, net in module["netnames"].items():
        for place, bit in enumerate(net["bits"]):
            if "$" not in name:
                names[bit] = f"{name}[{place}]" if len(net["bits"]) > 1 else name
    return names


def check_synchronizer(module):
    """The line goes into one flip-flop only, and that one into a second only."""
    cells = module["cells"]
    names = names_of(module)
    outputs = {
        bit
        for port in module["ports"].values()
        if port["direction"] == "output"
        for bit in port["bits"]
    }
    (line,) = module["ports"]["rx"]["bits"]
    what = "rx"
    for _ in range(2):
        taken, wires = flip_flops_behind(cells, line)
        if len(taken) != 1 or outputs & wires:
            named = sorted({names[bit] for bit in taken if bit in names})
            where = f"{len(taken)} flip-flops ({faults.listed(named, 4)}) take"
            if outputs & wires:
                where = "an output takes"
            elif not taken:
                where = "nothing takes"
            raise netlist.Fault(
                f"{where} the level of {what} at once.\n"
                "  The line may change just at the clock: then some flip-flops see the old level "
                "and\n  some the new one. Let one flip-flop take rx, a second one take the first, "
                "and use\n  only the second."
            )
        (line,) = taken
        what = names.get(line, "the first flip-flop")


def simulate(name, bench, files, waves):
    """What a bench says of the circuits."""
    (HERE / "build").mkdir(exist_ok=True)
    # In a folder of its own: a teacher may check several students' circuits at a time.
    with tempfile.TemporaryDirectory() as folder:
        return run_bench(name, bench, files, waves, f"{folder}/model")


def run_bench(name, bench, files, waves, model):
    try:
        built = subprocess.run(
            ["iverilog", "-g2005", "-s", bench, "-o", model, f"{bench}.v", *files],
            cwd=HERE,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        if built.returncode != 0:
            # The bench has several of a module, and each of them has the same errors.
            errors = dict.fromkeys(
                re.sub(r"^\S*/", "  ", line) for line in built.stderr.splitlines()
            )
            told = "\n".join(list(errors)[:6])
            return f"FAIL {name}: iverilog cannot read the circuit:\n{told}"
        run = subprocess.run(
            ["vvp", "-n", model, *(["+waves"] if waves else [])],
            cwd=HERE,
            capture_output=True,
            text=True,
            errors="replace",
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT)),
            check=False,
        )
        if run.returncode < 0:
            return (
                f"FAIL {name}: the simulation does not end; is there a loop of gates?"
            )
        return run.stdout
    except FileNotFoundError:
        return f"FAIL {name}: iverilog is not installed; on Debian: apt-get install iverilog"


def judged(module, bench, file, waves):
    """What is said of a module alone."""
    try:
        read = misread(module, file)
        check_ports(module, read)
        check_clocks(read["cells"], read["ports"], names_of(read))
        said = simulate(module, bench, [str(file)], waves)
        if module == "uart_rx" and "PASS" in said:
            check_synchronizer(read)
    except netlist.Fault as fault:
        return f"FAIL {module}: {fault}"
    return said


def without_bench(said):
    """What a bench says, without the simulator's own lines."""
    lines = [line for line in said.splitlines() if not line.startswith("VCD info")]
    return "\n".join(lines)


def main(what, folder, only=""):
    waves = what == "waves"
    folder = pathlib.Path(folder).expanduser().resolve()
    benches = {"uart_rx": "receiver_bench", "uart_tx": "transmitter_bench"}
    if only not in ("", *benches):
        print(f"FAIL: there is no module '{only}'; expected uart_rx or uart_tx")
        return 1
    said = {
        module: judged(module, bench, folder / f"{module}.v", waves)
        for module, bench in benches.items()
        if only in ("", module)
    }
    if not only and all("PASS" in each for each in said.values()):
        files = ["board.v", *(str(folder / f"{module}.v") for module in benches)]
        said["serial"] = simulate("serial port", "bench", files, waves)
    print(*map(without_bench, said.values()), sep="\n")
    written = [f"build/{name}.vcd" for name in said]
    wrong = [f"build/{name}.vcd" for name in said if "PASS" not in said[name]]
    if waves:
        print("wrote", ", ".join(name for name in written if (HERE / name).exists()))
        return 0
    if wrong:
        print(f"`make waves` writes what the wires did; then: gtkwave {wrong[0]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
