// Ports of the transposition memory. An entry: lock (32 bits), value (16), depth (8), upper, lower, open.
module memory_access (
    input  wire running,
    input  wire [63:0] word,
    input  wire [15:0] acc,
    input  wire white_to_move,
    input  wire [15:0] depth,
    input  wire [63:0] memory_entry,
    input  wire [47:0] key,
    input  wire commit,
    output wire [16:0] memory_address,
    output wire memory_request,
    output wire memory_write,
    output wire [63:0] memory_data
);
    `include "microword.vh"
    localparam OPEN = 58;
    wire [31:0] lock = key[47:16];
    wire other = memory_entry[31:0] != lock;
    wire mark = w_memory == MEMORY_MARK;
    wire upper = w_memory == MEMORY_STORE_UPPER | w_memory == MEMORY_STORE_EXACT;
    wire lower = w_memory == MEMORY_STORE_LOWER | w_memory == MEMORY_STORE_EXACT;
    assign memory_address = {white_to_move, key[15:0]};
    assign memory_request = running & w_memory != NOTHING;
    // An entry that another position holds open is left alone.
    assign memory_write = commit & (mark | upper | lower) & ~(other & memory_entry[OPEN]);
    // Marked: what is known of this position stays.
    wire [63:0] marked = {other ? 32'd0 : memory_entry[63:32], lock} | 64'd1 << OPEN;
    assign memory_data = mark ? marked : {6'd0, lower, upper, depth[7:0], acc, lock};
endmodule
