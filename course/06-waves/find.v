// Lab 6: a find by hand. Five finds one after the other on the position of position.txt, each of
// two of the machine's cycles.
`timescale 1ns / 1ns
module find;
    localparam CYCLE = 240;  // nanoseconds
    reg [63:0] p0, p1, p2, p3, dis = 0;
    reg [5:0] adr = 0, ep;
    reg aggressor = 0, wtm, ep_open;
    wire [5:0] sq, line;
    wire none, check;
    move_generator m(.p0(p0), .p1(p1), .p2(p2), .p3(p3), .dis(dis), .adr(adr),
        .aggressor(aggressor), .wtm(wtm),
        .ep(ep), .ep_open(ep_open), .sq(sq), .none(none), .line(line), .check(check));

    function integer ones(input [63:0] plane);
        integer place;
        begin
            ones = 0;
            for (place = 0; place < 64; place = place + 1) ones = ones + plane[place];
        end
    endfunction

    // What the wires hold, for the check of the answers; a find may find nothing.
    task say_found(input integer number);
        if (none) say(number, "none", 0);
        else say(number, "square", sq);
    endtask

    task say(input integer number, input [8 * 8 - 1:0] kind, input integer value);
        if ($test$plusargs("say")) $display("%0d %0s %0d", number, kind, value);
    endtask

    integer which, ray, last;
    reg [5:0] victim;
    initial begin
        if (!$value$plusargs("p0=%h", p0)) $finish;
        which = $value$plusargs("p1=%h", p1);
        which = $value$plusargs("p2=%h", p2);
        which = $value$plusargs("p3=%h", p3);
        which = $value$plusargs("wtm=%b", wtm);
        which = $value$plusargs("ep=%d", ep);
        which = $value$plusargs("ep_open=%b", ep_open);
        // A check writes no waves: several may run at a time.
        if (!$test$plusargs("say")) begin
            $dumpfile("build/find.vcd");
            $dumpvars(0, find);
        end
        #CYCLE;  // 240 ns: FIND VICTIM
        say_found(1);
        if (none) say(2, "none", 0);
        for (which = 0; which < 6; which = which + 1) if (line[which]) say(2, "number", which + 1);
        say(3, "number", ones(m.line5));
        say(4, "number", ones(m.line6));
        // The ray that c4 sends to the north-east: it goes out of a square if it came in and the
        // square is empty.
        last = 26;
        for (ray = 26; m.north_east[ray] && ray % 8 < 7 && ray < 56; ray = ray + 9) last = ray + 9;
        say(5, "square", last);
        victim = sq;
        #CYCLE aggressor = 1;
        adr = victim;
        #CYCLE;  // 720 ns: FIND AGGRESSOR of that victim
        say_found(6);
        #CYCLE aggressor = 0;
        dis[victim] = 1;
        #CYCLE;  // 1200 ns: FIND VICTIM, the first one disabled
        say_found(7);
        victim = sq;
        #CYCLE aggressor = 1;
        adr = victim;
        #CYCLE;  // 1680 ns: FIND AGGRESSOR
        say_found(8);
        #CYCLE;
        if (!none) dis[sq] = 1;
        #CYCLE;  // 2160 ns: FIND AGGRESSOR again, the first one disabled
        say_found(9);
        #CYCLE $finish;
    end
endmodule
