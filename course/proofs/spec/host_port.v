// The host's registers, as in docs/databook/host-port.md. A running machine ignores the host's writes, but for the stop.
// To read an entry the host asks the memory for it as a microword does, for five cycles that the wait line lengthens.
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
    input  wire [63:0] entry,
    input  wire [63:0] nodes, cycles,
    input  wire [16:0] entry_address,
    input  wire [2:0] fetch,
    input  wire [63:0] jump_word,
    input  wire [15:0] checksum,
    input  wire [5:0] host_address,
    input  wire host_write,
    input  wire [15:0] host_data,
    input  wire memory_wait,
    input  wire [63:0] memory_entry,
    input  wire [4:0] memory_bits,
    input  wire [9:0] memory_used,
    input  wire [15:0] bus_sum,
    input  wire [16:0] word_address,
    input  wire word_requests,
    output reg  [15:0] host_out,
    output wire halted,
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
    output reg  [63:0] nodes_next, cycles_next,
    output reg  [63:0] entry_next,
    output reg  [16:0] entry_address_next,
    output reg  [2:0] fetch_next,
    output wire checksum_address,
    output wire [16:0] memory_address,
    output wire memory_request, memory_clear, memory_close
);
    localparam CONTROL = 0, POSITION = 2, MOVE = 3, DRAW = 4, VALUE = 5, DEEPEST = 6, COMMAND = 7, NODES = 8, CYCLES = 12,
        SLOTS = 16, ENTRY_ADDRESS = 24, ENTRY = 28, MEMORY_SIZE = 32, MEMORY_USED = 33, CHECKSUM = 34;
    localparam STOP = 0, CLEAR_MEMORY = 1, CLEAR_OPEN_FLAGS = 2, READ_ENTRY = 3;
    localparam LAST = 3'd5;

    wire asks = ~running & fetch != 0;
    wire commands = host_write & host_address == COMMAND;
    assign halted = ~running & fetch == 0 & ~memory_wait;
    assign memory_address = asks ? entry_address : word_address;
    assign memory_request = asks | word_requests;
    assign memory_clear = commands & ~running & host_data[CLEAR_MEMORY];
    assign memory_close = commands & ~running & host_data[CLEAR_OPEN_FLAGS];
    assign checksum_address = host_address[0];

    always @*
        case (host_address)
            CONTROL: host_out = {halted, hosted, check, none, 2'b00, address};
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
            ENTRY: host_out = entry[15:0];
            ENTRY + 1: host_out = entry[31:16];
            ENTRY + 2: host_out = entry[47:32];
            ENTRY + 3: host_out = entry[63:48];
            MEMORY_SIZE: host_out = memory_bits;
            MEMORY_USED: host_out = memory_used;
            CHECKSUM, CHECKSUM + 1: host_out = checksum;
            default: host_out = host_address >= SLOTS & host_address < SLOTS + 8 ? bus_sum : 16'd0;
        endcase

    always @* begin
        {running_next, hosted_next, word_next, address_next} = {running, hosted, word, address};
        {to_next, from_next, captured_next, en_passant_next, rights_next, kind_next}
            = {to, from, captured, en_passant, rights, kind};
        {in_check_next, legal_next, raised_next, quiet_next, spent_next} = {in_check, legal, raised, quiet, spent};
        {white_to_move_next, ply_next, deepest_next, draw_next} = {white_to_move, ply, deepest, draw};
        {nodes_next, cycles_next} = {nodes, cycles};
        {entry_next, entry_address_next, fetch_next} = {entry, entry_address, fetch};
        if (~asks) fetch_next = commands & ~running & host_data[READ_ENTRY] ? 3'd1 : 3'd0;
        else if (~memory_wait & fetch == LAST) {entry_next, fetch_next} = {memory_entry, 3'd0};
        else if (~memory_wait) fetch_next = fetch + 3'd1;
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
                ENTRY_ADDRESS: entry_address_next[15:0] = host_data;
                ENTRY_ADDRESS + 1: entry_address_next[16] = host_data[0];
                default: ;
            endcase
        if (commands & host_data[STOP]) {running_next, word_next} = 65'd0;
    end
endmodule
