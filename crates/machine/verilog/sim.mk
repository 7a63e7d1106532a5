# The model in Verilator: `make sim` builds it and runs it. It prints the name of a pseudo terminal; give that to
# `belle uci --device NAME`, or to belle_host.py. With LINE=PATH the terminal is found at that path each time.
BITS ?= 17
VERILATOR ?= verilator
MODEL ?= belle_on_a_line
SIZE ?= "-GBITS=5'd$(BITS)"
SOURCES ?= belle.v $(sort $(wildcard belle_*.v)) transposition_memory.v

sim: obj_dir/belle_model
	obj_dir/belle_model $(LINE)

obj_dir/belle_model: $(SOURCES) model.cpp $(wildcard belle_host.vh)
	$(VERILATOR) --cc --exe --build -O3 -Wall -MAKEFLAGS OPT_FAST=-O1 -MAKEFLAGS OPT_SLOW=-O0 -LDFLAGS -lutil \
		"-GDIVIDER=16'd2" $(SIZE) --top-module $(MODEL) --prefix Vmodel -o belle_model $(SOURCES) model.cpp

lint:
	$(VERILATOR) --lint-only -Wall --top-module $(MODEL) $(SOURCES)

clean::
	rm -rf obj_dir

.PHONY: sim lint clean
