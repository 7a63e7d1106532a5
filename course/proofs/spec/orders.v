// The microword's decoder: a plain field as its wires, one with symbols as a wire for each code.
module orders (
    input  wire [63:0] word,
    output wire [31:0] test,
    output wire [15:0] source,
    output wire [3:0] dest, address, take,
    output wire [7:0] put,
    output wire [3:0] find,
    output wire [7:0] disable_order,
    output wire [3:0] frame, ply,
    output wire [15:0] flag,
    output wire [7:0] memory,
    output wire [9:0] next,
    output wire [2:0] read, write,
    output wire unless, halt, invert, carry, add, rights, latch, turn, count, evaluate
);
    `include "microword.vh"
    assign test = 32'd1 << w_test;
    assign source = 16'd1 << w_source;
    assign dest = 4'd1 << w_dest;
    assign address = 4'd1 << w_address;
    assign take = 4'd1 << w_take;
    assign put = 8'd1 << w_put;
    assign find = 4'd1 << w_find;
    assign disable_order = 8'd1 << w_disable;
    assign frame = 4'd1 << w_frame;
    assign ply = 4'd1 << w_ply;
    assign flag = 16'd1 << w_flag;
    assign memory = 8'd1 << w_memory;
    assign {next, read, write} = {w_next, w_read, w_write};
    assign {unless, halt, invert, carry, add} = {w_unless, w_halt, w_invert, w_carry, w_add};
    assign {rights, latch, turn, count, evaluate} = {w_rights, w_latch, w_turn, w_count, w_evaluate};
endmodule
