# The fast player as a plain UCI engine, as programs that test engines want it:
#
#     make EXE=NAME      builds it and copies it to NAME
#     ./NAME bench       prints nodes and nodes a second
#
# The program belle with all that belongs to it, for packages (docs/packaging.md):
#
#     make install DESTDIR=/tmp/package PREFIX=/usr
#     make uninstall
#
# BELLE names the program to install, RUN one that runs here and writes its pages where that is another, and TARGET
# what BELLE was built for. Everything else is cargo's: see README.md.

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

PREFIX ?= /usr/local
BUILT := $(or $(CARGO_TARGET_DIR),target)/release/belle
BELLE ?= $(BUILT)
RUN ?= $(BELLE)
INSTALL = $(CARGO) run --quiet --locked --package xtask -- install --destdir "$(or $(DESTDIR),/)" --prefix "$(PREFIX)" \
	--program "$(BELLE)" --run "$(RUN)" $(if $(TARGET),--target $(TARGET))

.PHONY: install uninstall
install: $(BELLE)
	$(INSTALL)

uninstall: $(BELLE)
	$(INSTALL) --remove

# Only where it is missing: what was built and tested is what is installed.
$(BUILT):
	$(CARGO) build --release --locked --package belle
