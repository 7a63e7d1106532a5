# Vivado's own steps from Verilog to belle.bit; a clock that is not met is an error.
set bits [lindex $argv 0]
create_project -in_memory -part xc7a35ticsg324-1L
read_verilog [concat arty_top.v belle.v transposition_memory.v [lsort [glob belle_*.v]]]
read_xdc arty.xdc
synth_design -top arty_top -verilog_define SYNTHESIS -generic "BITS=5'd$bits"
opt_design
place_design
phys_opt_design
route_design
report_utilization -file utilization.rpt
report_timing_summary -file timing.rpt
if {[get_property SLACK [get_timing_paths]] < 0} { error "the clock is not met: see timing.rpt" }
write_bitstream -force belle.bit
