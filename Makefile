# The fast player as a plain UCI engine, as programs that test engines want it:
#
#     make EXE=NAME      builds it and copies it to NAME
#     ./NAME bench       prints nodes and nodes a second
#
# Everything else is cargo's: see README.md.

EXE ?= belle-native
CARGO ?= cargo

ifeq ($(OS),Windows_NT)
	SUFFIX := .exe
endif

.PHONY: all
all:
	$(CARGO) build --release --package engine --bin belle-native
	cp target/release/belle-native$(SUFFIX) $(EXE)$(SUFFIX)
