"""Says what cannot be read in Verilog files, one after the other.

readable.py NAME FILE...
"""

import sys

import faults
import netlist


def main(name, files):
    status = 0
    for file in files:
        done, said = netlist.yosys(f"read_verilog {file}")
        if not done:
            print(f"FAIL {name}: {faults.unreadable(said, [file], '')}")
            status = 1
    return status


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1], sys.argv[2:]))
    except netlist.Fault as fault:
        sys.exit(f"FAIL {sys.argv[1]}: {fault}")
