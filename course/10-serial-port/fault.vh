// How a bench says what is wrong: the module that is included into has `MODULE`, its name for the
// circuit, `BENCH`, its own scope, and `DIVIDER`.
    task begin_fault(input [8 * 64 - 1:0] what);
        $display("FAIL %0s: %0s, at %0d cycles a bit (%0d ns, %0s.at_%0d):", MODULE, what, DIVIDER,
            $time, BENCH, DIVIDER);
    endtask

    reg cause_told = 0;
    task finish;
        begin
            if (DIVIDER != 8 && !cause_told)
                $display("  What is asked at 8 cycles a bit is right: %0s %0d, %0s",
                    "does each counter reach", DIVIDER, "and each time follow from `DIVIDER`?");
            $finish;
            #1;  // here the simulation ends
        end
    endtask
