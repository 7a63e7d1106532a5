// Source of the value bus, and the word's orders to the adder.
module value_source (
    input  wire running,
    input  wire [63:0] word,
    input  wire [15:0] acc,
    input  wire [5:0] to, from,
    input  wire [2:0] kind,
    input  wire white_to_move,
    input  wire [5:0] ply,
    input  wire [15:0] draw,
    input  wire [63:0] entry,
    input  wire [15:0] full, slot,
    input  wire [5:0] host_address,
    input  wire host_write,
    input  wire [15:0] host_data,
    input  wire [15:0] lazy,
    output reg  [15:0] source,
    output wire adds, inverts, carries
);
    `include "microword.vh"
    wire host_slot = host_address >= 16 & host_address < 24;
    wire [15:0] for_mover_full = white_to_move ? full : -full;
    wire [15:0] for_mover_draw = white_to_move ? draw : -draw;
    always @* begin
        source = 0;
        if (~running) begin
            // At rest the host reads slots and accumulator over the bus, and writes slots.
            if (host_slot) source = host_write ? host_data : slot;
            else if (host_address == 5) source = acc;
        end else
            case (w_source)
                SOURCE_ACC: source = acc;
                SOURCE_FRAME, SOURCE_PARENT: source = slot;
                SOURCE_CONSTANT:
                    case (w_read)
                        0: source = -16'd192;
                        1: source = 16'd384;
                        2: source = -16'd30000;
                        3: source = 16'd29000;
                        4: source = -16'd29000;
                        5: source = 16'h5555;
                        6: source = 16'hAAAA;
                        7: source = 16'hFFFF;
                    endcase
                SOURCE_LAZY: source = lazy;
                SOURCE_FULL: source = for_mover_full;
                SOURCE_DRAW: source = for_mover_draw;
                SOURCE_ENTRY_VALUE: source = entry[47:32];
                SOURCE_ENTRY_DEPTH: source = {{8{entry[55]}}, entry[55:48]};
                SOURCE_PLY: source = ply;
                SOURCE_MOVE: source = {kind, from, to};
                default: source = 0;
            endcase
    end
    assign adds = running & w_add;
    assign inverts = running & w_invert;
    assign carries = running & w_carry;
endmodule
