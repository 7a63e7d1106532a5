//! The Verilog of a clocked circuit: registers and memories round a module of gates.

use std::fmt::Write;

use super::{Clocked, Memory, ReadPort, ReadTime};
use crate::pins::Pin;

impl Clocked {
    /// The module that holds registers and memories, around an instance of the gates, module
    /// `NAME_gates`. It has the ports, `clock` and `reset`. A ROM is loaded from the file that the
    /// parameter `MEMORY_FILE` names, by default `NAME_MEMORY.hex` ([`Memory::hex`]).
    pub fn verilog(&self) -> String {
        let mut out = String::new();
        self.write(&mut out).expect("a string takes all");
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "module {} #(", self.name)?;
        let roms = self.memories.iter().filter(|memory| memory.is_rom());
        let files: Vec<String> = roms.map(|rom| rom.parameter(self.name)).collect();
        writeln!(out, "{}", files.join(",\n"))?;
        writeln!(out, ") (\n    input wire clock,\n    input wire reset")?;
        let directions = [("input", &self.inputs), ("output", &self.outputs)];
        for (direction, pins) in directions {
            for pin in pins {
                let (range, name, help) = (range(pin.width), pin.name, pin.help);
                writeln!(out, "    , {direction} wire {range}{name} // {help}")?;
            }
        }
        writeln!(out, ");\n\n    // Registers.")?;
        for pin in &self.registers {
            writeln!(
                out,
                "    reg {}{}; // {}",
                range(pin.width),
                pin.name,
                pin.help
            )?;
            writeln!(out, "    wire {}{};", range(pin.width), pin.next)?;
        }
        writeln!(out, "\n    // Data of the memories, and their inputs.")?;
        for pin in &self.reads {
            let kind = if self.is_read_at_once(pin.name) {
                "wire"
            } else {
                "reg"
            };
            writeln!(
                out,
                "    {kind} {}{}; // {}",
                range(pin.width),
                pin.name,
                pin.help
            )?;
        }
        for pin in &self.accesses {
            writeln!(
                out,
                "    wire {}{}; // {}",
                range(pin.width),
                pin.name,
                pin.help
            )?;
        }
        self.instance(out)?;
        self.clocks(out)?;
        for memory in &self.memories {
            memory.write(out)?;
        }
        writeln!(out, "endmodule")
    }

    fn is_read_at_once(&self, data: &str) -> bool {
        let at_once = |read: &ReadPort| read.data == data && read.time == ReadTime::AtOnce;
        self.memories
            .iter()
            .flat_map(|memory| &memory.reads)
            .any(at_once)
    }

    fn instance(&self, out: &mut String) -> std::fmt::Result {
        let named =
            |pins: &[&'static Pin]| -> Vec<&str> { pins.iter().map(|pin| pin.name).collect() };
        let mut names = named(&self.registers);
        names.extend(self.registers.iter().map(|pin| pin.next));
        for pins in [&self.reads, &self.accesses, &self.inputs, &self.outputs] {
            names.extend(named(pins));
        }
        let connections: Vec<String> = names
            .iter()
            .map(|name| format!("        .{name}({name})"))
            .collect();
        writeln!(
            out,
            "\n    {}_gates gates(\n{}\n    );",
            self.name,
            connections.join(",\n")
        )
    }

    fn clocks(&self, out: &mut String) -> std::fmt::Result {
        writeln!(
            out,
            "\n    always @(posedge clock)\n        if (reset) begin"
        )?;
        for pin in &self.registers {
            writeln!(out, "            {} <= {}'d0;", pin.name, pin.width)?;
        }
        writeln!(out, "        end else begin")?;
        for pin in &self.registers {
            writeln!(out, "            {} <= {};", pin.name, pin.next)?;
        }
        writeln!(out, "        end")
    }
}

impl Memory {
    /// Contents of a ROM, a word a line, for `$readmemh`.
    pub fn hex(&self) -> String {
        let digits = self.width.div_ceil(4);
        let words =
            (0..1 << self.address).map(|index| self.contents.get(index).copied().unwrap_or(0));
        words.map(|word| format!("{word:0digits$x}\n")).collect()
    }

    /// Whether it has no writing port.
    pub fn is_rom(&self) -> bool {
        self.write.is_none()
    }

    /// The parameter that names the file of a ROM's contents.
    fn parameter(&self, module: &str) -> String {
        format!(
            "    parameter {}_FILE = \"{module}_{}.hex\"",
            self.name.to_uppercase(),
            self.name
        )
    }

    /// Loads a ROM. `$readmemh` leaves a memory empty whose file is missing, and half empty if it
    /// is short: a simulation would run on for ever. So it reads the words one by one and ends with
    /// a message.
    fn load(&self, out: &mut String) -> std::fmt::Result {
        let (name, last) = (format!("{}_memory", self.name), self.last());
        let file = format!("{}_FILE", self.name.to_uppercase());
        writeln!(
            out,
            "`ifdef SYNTHESIS\n    initial $readmemh({file}, {name});\n`else"
        )?;
        writeln!(out, "    integer {name}_file, {name}_index, {name}_count;")?;
        writeln!(out, "    reg {}{name}_word;", range(self.width))?;
        writeln!(out, "    initial begin")?;
        writeln!(out, "        {name}_file = $fopen({file}, \"r\");")?;
        writeln!(
            out,
            "        if ({name}_file == 0) $fatal(1, \"%0s: no such file; run in its folder, or set {file}\", {file});"
        )?;
        writeln!(
            out,
            "        for ({name}_index = 0; {name}_index <= {last}; {name}_index = {name}_index + 1) begin"
        )?;
        writeln!(
            out,
            "            {name}_count = $fscanf({name}_file, \"%h\", {name}_word);"
        )?;
        writeln!(
            out,
            "            if ({name}_count != 1) $fatal(1, \"%0s: expected {} words, got %0d\", {file}, {name}_index);",
            last + 1
        )?;
        writeln!(out, "            {name}[{name}_index] = {name}_word;")?;
        writeln!(
            out,
            "        end\n        $fclose({name}_file);\n    end\n`endif"
        )
    }

    /// The last address.
    fn last(&self) -> usize {
        (1 << self.address) - 1
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let name = format!("{}_memory", self.name);
        let last = self.last();
        writeln!(out, "\n    // {}", self.help)?;
        writeln!(out, "    reg {}{name} [0:{last}];", range(self.width))?;
        if self.is_rom() {
            self.load(out)?;
        } else {
            // Hardware comes up with anything in its memories; a simulation begins with zeros, as
            // the machine does.
            writeln!(out, "`ifndef SYNTHESIS\n    integer {name}_index;")?;
            writeln!(
                out,
                "    initial for ({name}_index = 0; {name}_index <= {last}; {name}_index = {name}_index + 1)"
            )?;
            writeln!(
                out,
                "        {name}[{name}_index] = {}'d0;\n`endif",
                self.width
            )?;
        }
        for read in &self.reads {
            let edge = match read.time {
                ReadTime::AtOnce => {
                    writeln!(out, "    assign {} = {name}[{}];", read.data, read.address)?;
                    continue;
                }
                ReadTime::FallingEdge => "negedge",
                ReadTime::NextCycle => "posedge",
            };
            writeln!(
                out,
                "    always @({edge} clock) {} <= {name}[{}];",
                read.data, read.address
            )?;
        }
        if let Some(write) = self.write {
            writeln!(
                out,
                "    always @(posedge clock) if ({}) {name}[{}] <= {};",
                write.enable, write.address, write.data
            )?;
        }
        Ok(())
    }
}

/// The range of a vector, nothing for a single wire.
fn range(width: usize) -> String {
    if width == 1 {
        String::new()
    } else {
        format!("[{}:0] ", width - 1)
    }
}
