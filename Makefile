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
else ifeq ($(shell uname -sm),Linux x86_64)
	# Always at the same place in memory, where no register is needed to find tables: 4 in 100 instructions fewer.
	CODE := -- -C relocation-model=static
endif

.PHONY: all
all:
	$(CARGO) rustc --profile dist --package belle-native --bin belle-native $(CODE)
	cp $(or $(CARGO_TARGET_DIR),target)/dist/belle-native$(SUFFIX) $(EXE)$(SUFFIX)
