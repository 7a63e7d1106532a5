"""Tries receiver and transmitter, each alone, and then both on the board.

check.py check|waves FOLDER

`waves` writes what the wires did, of a circuit that is wrong, too.
"""

import json
import pathlib
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
#: Seconds after which a simulation has a loop.
LIMIT = 30


def misread(module, file):
    """Raises what is wrong with a module's text, and returns its cells and wires as JSON."""
    if not file.exists():
        raise netlist.Fault(f"there is no file {file}")
    with tempfile.TemporaryDirectory() as folder:
        rtlil, gates = f"{folder}/written.il", f"{folder}/gates.json"
        done, said = netlist.yosys(
            f"read_verilog -noblackbox {file}; hierarchy -check -top {module}; "
            f"write_ilang {rtlil}; proc; check; flatten; opt_expr; opt_clean; simplemap; "
            f"opt_clean; write_json {gates}"
        )
        if not done:
            raise netlist.Fault(faults.unreadable(said, [str(file)], module))
        written = design.Design(rtlil)
        wrong = (
            faults.misdeclared(said, written)
            or faults.driven_twice(written)
            or faults.undriven(said, written)
        )
        if wrong:
            raise netlist.Fault(wrong)
        undeclared = faults.undeclared_told(said)
        if undeclared:
            raise netlist.Fault("\n  ".join(undeclared))
        return json.loads(pathlib.Path(gates).read_text())["modules"][module]


def check_ports(module, ports):
    for name, width in PORTS[module].items():
        if name not in ports:
            raise netlist.Fault(f"module {module} has no port {name}")
        own = len(ports[name]["bits"])
        if own != width:
            raise netlist.Fault(f"the port {name} has {own} wires; expected {width}")


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


def check_synchronizer(module):
    """The line goes into one flip-flop only, and that one into a second only."""
    cells = module["cells"]
    names = {}
    for name, net in module["netnames"].items():
        for place, bit in enumerate(net["bits"]):
            if "$" not in name:
                names[bit] = f"{name}[{place}]" if len(net["bits"]) > 1 else name
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
            check=False,
        )
        if built.returncode != 0:
            return f"FAIL {name}: iverilog cannot read the circuit:\n{built.stderr}"
        return subprocess.run(
            ["vvp", "-n", model, *(["+waves"] if waves else [])],
            cwd=HERE,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        ).stdout
    except FileNotFoundError:
        return f"FAIL {name}: iverilog is not installed; on Debian: apt-get install iverilog"
    except subprocess.TimeoutExpired:
        return f"FAIL {name}: the simulation does not end; is there a loop of gates?"


def judged(module, bench, file, waves):
    """What is said of a module alone."""
    try:
        read = misread(module, file)
        check_ports(module, read["ports"])
        said = simulate(module, bench, [str(file)], waves)
        if module == "uart_rx" and "PASS" in said:
            check_synchronizer(read)
    except netlist.Fault as fault:
        return f"FAIL {module}: {fault}"
    return said


def main(what, folder):
    waves = what == "waves"
    folder = pathlib.Path(folder).resolve()
    receiver, transmitter = folder / "uart_rx.v", folder / "uart_tx.v"
    said = [
        judged("uart_rx", "receiver_bench", receiver, waves),
        judged("uart_tx", "transmitter_bench", transmitter, waves),
    ]
    if all("PASS" in each for each in said):
        files = ["board.v", str(receiver), str(transmitter)]
        said.append(simulate("serial port", "bench", files, waves))
    for each in said:
        lines = [line for line in each.splitlines() if not line.startswith("VCD info")]
        print("\n".join(lines))
    passed = all("PASS" in each for each in said)
    if waves:
        written = ["uart_rx", "uart_tx", "serial"][: len(said)]
        print("wrote", ", ".join(f"build/{name}.vcd" for name in written))
    elif not passed:
        print("`make waves` writes what the wires did, for gtkwave build/uart_rx.vcd")
    return 0 if passed or waves else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
