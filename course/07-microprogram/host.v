// The host of lab 7: puts a position on the machine's board, starts the microprogram and reads what
// it counted. Its orders come from a file, a line each: `write REGISTER DATA`, then `run COUNT`, in
// hexadecimal. It says with what each word begins, for the check to explain what is wrong, and ends
// at the first count that is another one.
`timescale 1ns / 1ns
module host;
    reg clock = 0, reset = 1, write = 0;
    reg [5:0] number = 0;
    reg [15:0] data = 0;
    wire [15:0] out;
    wire halted;
    belle_board board(.clock(clock), .reset(reset), .host_address(number), .host_write(write),
        .host_data(data),
        .host_out(out), .halted(halted));

    task tick;
        begin
            #4 clock = 0;
            #5 clock = 1;
            #1;
        end
    endtask

    // What the machine holds as a word begins: its address, the registers `to` and `from`, whether
    // the last find found none, the squares that are disabled, the accumulator and the slots.
    integer slot;
    task say_word;
        if (board.machine.phase == 0) begin
            $write("word %0d %0d %0d %b %h %h", board.machine.address, board.machine.to,
                board.machine.from, board.machine.none, board.machine.disable_word,
                board.machine.acc);
            for (slot = 0; slot < 8; slot = slot + 1)
                $write(" %h", board.machine.slots_memory[{board.machine.ply, slot[2:0]}]);
            $display;
        end
    endtask

    // Cycles after which a program that does not halt is given up: a position's moves take far
    // fewer.
    localparam LIMIT = 2000;
    integer file, read, register, value, cycles, start;
    reg [8 * 8 - 1:0] order;
    reg [8 * 200 - 1:0] name;
    initial begin
        if (!$value$plusargs("orders=%s", name)) $finish;
        if (!$value$plusargs("start=%d", start)) $finish;
        file = $fopen(name, "r");
        tick;
        tick;
        reset = 0;
        tick;
        while (!$feof(file)) begin
            read = $fscanf(file, "%s", order);
            if (read == 1 && order == "write") begin
                read = $fscanf(file, "%h %h", register, value);
                number = register;
                data = value;
                write = 1;
                tick;
                write = 0;
            end
            if (read == 1 && order == "run") begin
                read = $fscanf(file, "%h", value);
                number = 0;
                data = start;
                write = 1;
                tick;
                write = 0;
                cycles = 0;
                while (!halted && cycles < LIMIT) begin
                    say_word;
                    tick;
                    cycles = cycles + 1;
                end
                say_word;  // with what the last word ended
                number = 5;  // the accumulator
                #1;
                if (halted !== 1) $display("running %0d", LIMIT);
                else $display("halted %0d %0d", out, cycles);
                order = "";
                if (halted !== 1 || out !== value[15:0]) $finish;
            end
        end
        $finish;
    end
endmodule
