// The slots of a window, each in a memory of its own: several are copied at once. Best, spare and count are in another.
module window_slots (
    input  wire running,
    input  wire [63:0] word,
    input  wire [5:0] ply,
    input  wire [15:0] alpha, beta, limit, frame_depth, next_depth, other_slot,  // of the frame read
    input  wire [5:0] host_address,
    input  wire host_write,
    input  wire [15:0] host_data,
    input  wire [5:0] child,     // the next ply
    input  wire checked,         // the mover is in check
    input  wire [15:0] bus_sum,
    input  wire commit,
    output wire [5:0] read_frame,
    output wire [8:0] other_address,
    output wire [5:0] parent_frame,
    output wire alpha_write, beta_write, limit_write, depth_write, next_write, other_write,
    output wire [5:0] child_frame, own_frame,
    output wire [8:0] other_write_address,
    output wire [15:0] alpha_data, beta_data, limit_data, depth_data, next_data, other_data,
    output reg  [15:0] slot
);
    `include "microword.vh"
    localparam ALPHA = 0, BETA = 1, LIMIT = 2, NEXT = 4;
    wire [2:0] read = running ? w_read : host_address[2:0];
    assign parent_frame = ply - 6'd1;
    assign read_frame = running & w_source == SOURCE_PARENT ? parent_frame : ply;
    assign other_address = {read_frame, read};
    always @*
        case (read)
            ALPHA: slot = alpha;
            BETA: slot = beta;
            LIMIT: slot = limit;
            SLOT_DEPTH: slot = frame_depth;
            NEXT: slot = next_depth;
            default: slot = other_slot;
        endcase

    wire hosts = ~running & host_write & host_address >= 16 & host_address < 24;
    wire bus = hosts | commit & (w_dest == DEST_FRAME | w_dest == DEST_BOTH);
    wire [2:0] written = hosts ? host_address[2:0] : w_write;
    wire for_child = w_window == WINDOW_CHILD, opens = w_window == WINDOW_OPEN;
    // Depths are negated: below zero some is left. Out of check costs none of it.
    wire [15:0] one_ply = checked & frame_depth[15] ? frame_depth : frame_depth + 16'd1;
    assign alpha_write = bus & written == ALPHA | commit & for_child;
    assign beta_write = bus & written == BETA | commit & for_child;
    assign depth_write = bus & written == SLOT_DEPTH | commit & for_child;
    assign limit_write = bus & written == LIMIT | commit & opens;
    assign next_write = bus & written == NEXT | commit & opens;
    assign other_write = bus & written > NEXT;
    assign alpha_data = for_child ? -limit : bus_sum;
    assign beta_data = for_child ? -alpha : bus_sum;
    assign depth_data = for_child ? next_depth : bus_sum;
    assign limit_data = opens ? beta : bus_sum;
    assign next_data = opens ? one_ply : bus_sum;
    assign other_data = bus_sum;
    assign other_write_address = {ply, written};
    assign child_frame = for_child ? child : ply;
    assign own_frame = ply;
endmodule
