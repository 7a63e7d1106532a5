# The fast player as a plain UCI engine, as programs that test engines want it:
#
#     make EXE=NAME      builds it and copies it to NAME
#     ./NAME bench       prints nodes and nodes a second
#
# For packages, without network, from a program that is built:
#
#     cargo build --release --locked --offline
#     make install DESTDIR=package PREFIX=/usr
#
# BELLE names the program to install, and RUN one that runs here and writes the pages, where that is
# another. BELLE_COMMIT in cargo's environment is the commit that `belle --version` tells.
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

PREFIX ?= /usr/local
BELLE ?= $(or $(CARGO_TARGET_DIR),target)/release/belle
RUN ?= $(BELLE)
SHARE = $(DESTDIR)$(PREFIX)/share

.PHONY: install
install:
	install -D -m 755 $(BELLE) $(DESTDIR)$(PREFIX)/bin/belle
	install -d $(SHARE)/man/man1 $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions \
		$(SHARE)/fish/vendor_completions.d $(SHARE)/belle
	$(RUN) manual -o $(SHARE)/man/man1
	$(RUN) completions bash > $(SHARE)/bash-completion/completions/belle
	$(RUN) completions zsh > $(SHARE)/zsh/site-functions/_belle
	$(RUN) completions fish > $(SHARE)/fish/vendor_completions.d/belle.fish
	install -D -m 644 -t $(SHARE)/doc/belle LICENSE README.md CHANGELOG.md SECURITY.md CITATION.cff
	cp -R docs $(SHARE)/doc/belle/
	cp -R suites $(SHARE)/belle/
