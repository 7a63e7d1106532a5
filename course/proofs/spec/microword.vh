// The fields of the microword and the codes of their symbols, as in docs/databook/word-format.md.
// To be included in a module with the port `word`.
wire [9:0] w_next     = word[9:0];
wire [4:0] w_test     = word[14:10];
wire       w_unless   = word[15];
wire       w_halt     = word[16];
wire [3:0] w_source   = word[20:17];
wire [2:0] w_read     = word[23:21];
wire       w_invert   = word[24];
wire       w_carry    = word[25];
wire       w_add      = word[26];
wire [1:0] w_dest     = word[28:27];
wire [2:0] w_write    = word[31:29];
wire [1:0] w_address  = word[33:32];
wire [1:0] w_take     = word[35:34];
wire [2:0] w_put      = word[38:36];
wire       w_rights   = word[39];
wire       w_latch    = word[40];
wire [1:0] w_find     = word[42:41];
wire [2:0] w_disable  = word[45:43];
wire [1:0] w_frame    = word[47:46];
wire [1:0] w_ply      = word[49:48];
wire       w_turn     = word[50];
wire [3:0] w_flag     = word[54:51];
wire [2:0] w_memory   = word[57:55];
wire       w_count    = word[58];
wire       w_evaluate = word[59];

localparam NOTHING = 0;
localparam TEST_HIT = 9;
localparam SOURCE_ZERO = 0, SOURCE_ACC = 1, SOURCE_FRAME = 2, SOURCE_PARENT = 3, SOURCE_CONSTANT = 4, SOURCE_LAZY = 5,
    SOURCE_FULL = 6, SOURCE_DRAW = 7, SOURCE_ENTRY_VALUE = 8, SOURCE_ENTRY_DEPTH = 9, SOURCE_PLY = 10, SOURCE_MOVE = 11;
localparam SLOT_DEPTH = 3;
localparam DEST_ACC = 1, DEST_FRAME = 2, DEST_BOTH = 3;
localparam ADDRESS_TO = 0, ADDRESS_FROM = 1, ADDRESS_PASSED = 2, ADDRESS_SQUARE = 3;
localparam TAKE_MOVED = 1, TAKE_CAPTURED = 2;
localparam PUT_EMPTY = 1, PUT_MOVED = 2, PUT_CAPTURED = 3, PUT_OWN = 4, PUT_ENEMY = 5, PUT_PROMOTED = 6;
localparam FIND_VICTIM = 1, FIND_AGGRESSOR = 2, FIND_CHECK = 3;
localparam DISABLE_CLEAR = 1, DISABLE_CLOSE = 2, DISABLE_FROM = 3, DISABLE_ALL = 4, DISABLE_EMPTIES = 5;
localparam FRAME_SAVE = 1, FRAME_RESTORE = 2, FRAME_TARGET = 3;
localparam PLY_UP = 1, PLY_DOWN = 2;
localparam FLAG_CLEAR = 1, FLAG_LEGAL = 2, FLAG_RAISED = 3, FLAG_QUIET = 4, FLAG_IN_CHECK = 5, FLAG_PLAIN = 6,
    FLAG_EN_PASSANT = 7, FLAG_KING_SIDE = 8, FLAG_QUEEN_SIDE = 9, FLAG_QUEEN = 10, FLAG_NEXT_KIND = 11;
localparam MEMORY_PROBE = 1, MEMORY_MARK = 2, MEMORY_STORE_UPPER = 3, MEMORY_STORE_LOWER = 4, MEMORY_STORE_EXACT = 5;
