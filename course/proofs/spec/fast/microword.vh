// What the fast variant's microword has beside the authentic one's.
`include "../microword.vh"
wire [2:0] w_window = word[62:60];
localparam TEST_REFUTED = 30, TEST_HOPELESS = 31;
localparam PUT_ACROSS = 7;
localparam WINDOW_CHILD = 1, WINDOW_OPEN = 2, WINDOW_BACK = 3, WINDOW_BETA = 4;
