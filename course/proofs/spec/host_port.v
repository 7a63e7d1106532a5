// The host's registers, as in docs/databook/host-port.md. A running machine ignores the host's writes.
module host_port (
    input  wire running, hosted,
    input  wire [63:0] word,
    input  wire [9:0] address,
    input  wire [5:0] to, from,
    input  wire [3:0] captured,
    input  wire [5:0] en_passant,
    input  wire [3:0] rights,
    input  wire [2:0] kind,
    input  wire in_check, legal, raised, quiet, spent,
    input  wire white_to_move,
    input  wire [5:0] ply, deepest,
    input  wire none, check,
    input  wire [15:0] draw,
    input  wire [63:0] nodes, cycles,
    input  wire [63:0] jump_word,
    input  wire [5:0] host_address,
    input  wire host_write,
    input  wire [15:0] host_data,
    input  wire [15:0] bus_sum,
    output reg  [15:0] host_out,
    output reg  running_next, hosted_next,
    output reg  [63:0] word_next,
    output reg  [9:0] address_next,
    output reg  [5:0] to_next, from_next,
    output reg  [3:0] captured_next,
    output reg  [5:0] en_passant_next,
    output reg  [3:0] rights_next,
    output reg  [2:0] kind_next,
    output reg  in_check_next, legal_next, raised_next, quiet_next, spent_next,
    output reg  white_to_move_next,
    output reg  [5:0] ply_next, deepest_next,
    output reg  [15:0] draw_next,
    output reg  [63:0] nodes_next, cycles_next
);
    localparam CONTROL = 0, POSITION = 2, MOVE = 3, DRAW = 4, VALUE = 5, DEEPEST = 6, NODES = 8, CYCLES = 12, SLOTS = 16;

    always @*
        case (host_address)
            CONTROL: host_out = {~running, hosted, check, none, 2'b00, address};
            POSITION: host_out = {5'd0, en_passant, rights, white_to_move};
            MOVE: host_out = {1'b0, kind, from, to};
            DRAW: host_out = draw;
            VALUE: host_out = bus_sum;
            DEEPEST: host_out = deepest;
            NODES: host_out = nodes[15:0];
            NODES + 1: host_out = nodes[31:16];
            NODES + 2: host_out = nodes[47:32];
            NODES + 3: host_out = nodes[63:48];
            CYCLES: host_out = cycles[15:0];
            CYCLES + 1: host_out = cycles[31:16];
            CYCLES + 2: host_out = cycles[47:32];
            CYCLES + 3: host_out = cycles[63:48];
            default: host_out = host_address >= SLOTS & host_address < SLOTS + 8 ? bus_sum : 16'd0;
        endcase

    always @* begin
        {running_next, hosted_next, word_next, address_next} = {running, hosted, word, address};
        {to_next, from_next, captured_next, en_passant_next, rights_next, kind_next}
            = {to, from, captured, en_passant, rights, kind};
        {in_check_next, legal_next, raised_next, quiet_next, spent_next} = {in_check, legal, raised, quiet, spent};
        {white_to_move_next, ply_next, deepest_next, draw_next} = {white_to_move, ply, deepest, draw};
        {nodes_next, cycles_next} = {nodes, cycles};
        if (host_write & ~running)
            case (host_address)
                CONTROL: begin
                    running_next = 1;
                    hosted_next = host_data[14];
                    address_next = host_data[9:0];
                    word_next = jump_word;
                end
                POSITION: begin
                    {en_passant_next, rights_next, white_to_move_next} = host_data[10:0];
                    {ply_next, to_next, from_next, captured_next, kind_next} = 25'd0;
                    {in_check_next, legal_next, raised_next, quiet_next, spent_next} = 5'd0;
                end
                MOVE: begin
                    {kind_next, from_next, to_next} = host_data[14:0];
                    {in_check_next, legal_next, raised_next, quiet_next, spent_next} = 5'd0;
                end
                DRAW: draw_next = host_data;
                DEEPEST: {deepest_next, nodes_next, cycles_next} = 134'd0;
                default: ;
            endcase
    end
endmodule
