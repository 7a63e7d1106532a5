// belle_stack_access: addresses and write lines of the stack and of the disable memory.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_stack_access (
    // How many moves ahead of the game's position the board stands now: 0 at the root, counted by
    // moves made less moves taken back.
    input  wire [5:0] ply,
    input  wire source_parent, // source parent: slot `read` of the frame of the ply before
    // The machine is at work on a search. Low: it has halted, and the host may read the result or
    // give it the next move.
    input  wire running,
    input  wire [63:0] word, // the microword
    input  wire [5:0] host_address, // number of the host register
    input  wire dest_frame, // dest frame: slot `write` of the frame of this ply
    input  wire dest_both, // dest both: the accumulator and slot `write`
    input  wire commit, // the machine runs and its word ends with this cycle
    input  wire host_writes_slot, // the host writes a slot: its data drive the value bus
    // frame restore: those registers from the frame of this ply, with `ply down` of the ply before
    input  wire frame_restore,
    input  wire ply_down, // ply down: one down
    // frame target: the to register alone, from the frame of the ply before
    input  wire frame_target,
    input  wire frame_save, // frame save: those registers into the frame of this ply
    input  wire disable_order_disable_write, // the disable word is written back
    output wire [8:0] slot_address, // frame and slot that may drive the value bus
    output wire slot_write, // a slot is written
    output wire [8:0] slot_write_address, // frame and slot written
    output wire frame_write, // the state half is written
    // the frame of the state half: of this ply, for `target` and `restore` with `ply down` of the
    // ply before
    output wire [5:0] frame_address,
    output wire disable_write // the disable word is written
);

    // ADD
    wire [16:0] v1 = {1'b0, {10'h000, ply}} + {1'b0, (16'hffff ^ 16'h0000)};

    wire [5:0] v2 = v1[5:0];
    assign slot_write = ((dest_frame | dest_both) & commit) | host_writes_slot;
    assign frame_address = ((frame_restore & ply_down) | frame_target) ? v2 : ply;
    assign frame_write = commit & frame_save;
    assign disable_write = commit & disable_order_disable_write;

    assign slot_address = {(source_parent & running) ? v2 : ply, running ? word[23:21] : host_address[2:0]};
    assign slot_write_address = {ply, host_writes_slot ? host_address[2:0] : word[31:29]};

endmodule
