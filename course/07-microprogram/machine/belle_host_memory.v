// belle_host_memory: the host's access to the transposition memory: reading an entry, clearing all.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_host_memory (
    input  wire [2:0] fetch, // cycles since the host asked for the entry, 0 if it has not
    // The machine is at work on a search. Low: it has halted, and the host may read the result or
    // give it the next move.
    input  wire running,
    input  wire memory_wait, // the transposition memory is not ready: the microword waits
    input  wire host_fetches, // the host asks for an entry of the memory
    input  wire [63:0] memory_entry, // the entry at the memory's address, as of the cycle before
    // What the machine remembers of this position, or of another at the same place: the entry that
    // it has read last from the transposition memory.
    input  wire [63:0] entry,
    input  wire [15:0] host_data, // the host's data
    // the host writes the lower, the upper half of the entry's address
    input  wire [1:0] host_writes_entry_address,
    input  wire [16:0] entry_address, // the address of the entry that the host reads
    // the key of the position: lowest the address of its entry, then the lock
    input  wire [47:0] key,
    // Whose move it is on the machine's board: high for White, low for Black.
    input  wire white_to_move,
    // the microword or the host reads, or the microword writes, the transposition memory
    input  wire memory_access_memory_request,
    // What the machine remembers of this position, or of another at the same place: the entry that
    // it has read last from the transposition memory.
    output wire [63:0] entry_next,
    output wire [16:0] entry_address_next, // the address of the entry that the host reads
    output wire [2:0] fetch_next, // cycles since the host asked for the entry, 0 if it has not
    output wire [16:0] memory_address, // the entry's address: 16 bits of the key, and white-to-move
    // the microword or the host reads, or the microword writes, the transposition memory
    output wire memory_request
);

    wire v1 = (|fetch) & ~running;
    wire v2 = v1 & ~memory_wait;
    wire v3 = v2 & (fetch == 3'd5);
    assign fetch_next = ((fetch + {2'd0, v2}) & {3{v1 & ~v3}}) | ({2'h0, host_fetches} & {3{~v1}});
    assign entry_next = v3 ? memory_entry : entry;
    wire v4 = host_writes_entry_address[0] ? host_data[0] : entry_address[0];
    wire v5 = host_writes_entry_address[0] ? host_data[1] : entry_address[1];
    wire v6 = host_writes_entry_address[0] ? host_data[2] : entry_address[2];
    wire v7 = host_writes_entry_address[0] ? host_data[3] : entry_address[3];
    wire v8 = host_writes_entry_address[0] ? host_data[4] : entry_address[4];
    wire v9 = host_writes_entry_address[0] ? host_data[5] : entry_address[5];
    wire v10 = host_writes_entry_address[0] ? host_data[6] : entry_address[6];
    wire v11 = host_writes_entry_address[0] ? host_data[7] : entry_address[7];
    wire v12 = host_writes_entry_address[0] ? host_data[8] : entry_address[8];
    wire v13 = host_writes_entry_address[0] ? host_data[9] : entry_address[9];
    wire v14 = host_writes_entry_address[0] ? host_data[10] : entry_address[10];
    wire v15 = host_writes_entry_address[0] ? host_data[11] : entry_address[11];
    wire v16 = host_writes_entry_address[0] ? host_data[12] : entry_address[12];
    wire v17 = host_writes_entry_address[0] ? host_data[13] : entry_address[13];
    wire v18 = host_writes_entry_address[0] ? host_data[14] : entry_address[14];
    wire v19 = host_writes_entry_address[0] ? host_data[15] : entry_address[15];
    wire v20 = host_writes_entry_address[1] ? host_data[0] : entry_address[16];
    assign memory_address = v1 ? entry_address : {white_to_move, key[15:0]};
    assign memory_request = v1 | memory_access_memory_request;

    assign entry_address_next = {v20, v19, v18, v17, v16, v15, v14, v13,
        v12, v11, v10, v9, v8, v7, v6, v5,
        v4};

endmodule
