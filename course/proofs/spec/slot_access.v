// Ports of the stack's slots: an address is the ply and the slot's number.
module slot_access (
    input  wire running,
    input  wire [63:0] word,
    input  wire [5:0] ply,
    input  wire [5:0] host_address,
    input  wire host_write,
    input  wire [15:0] host_data,
    input  wire [15:0] bus_sum,
    input  wire commit,
    output wire [8:0] slot_address,
    output wire [8:0] depth_address,
    output wire slot_write,
    output wire [8:0] slot_write_address,
    output wire [15:0] slot_data
);
    `include "microword.vh"
    wire [5:0] before = ply - 6'd1;
    wire host_writes = ~running & host_write & host_address >= 16 & host_address < 24;
    assign slot_address = ~running ? {ply, host_address[2:0]}
                        : {w_source == SOURCE_PARENT ? before : ply, w_read};
    localparam [2:0] DEPTH = SLOT_DEPTH;
    assign depth_address = {ply, DEPTH};
    assign slot_write = host_writes | commit & (w_dest == DEST_FRAME | w_dest == DEST_BOTH);
    assign slot_write_address = {ply, host_writes ? host_address[2:0] : w_write};
    assign slot_data = bus_sum;
endmodule
