# The project's tasks: one target per task.

CARGO ?= cargo
PUZZLE ?= puzzles/library/11/cave-canem.non
# The command. It is built with the features that the whole workspace selects, so that tests compile no library again.
COMPILE = $(CARGO) build --release --workspace --bin nonogram
NONOGRAM = $(COMPILE) --quiet && target/release/nonogram

# The main tests of the page, which `make test` runs; `make test-hardware` runs all of them.
PAGE_MAIN = $(patsubst %,tests/%.test.mjs,ways fpga equal first device)

# Programs from PyPI wheels, which scripts/setup installs.
export PATH := $(CURDIR)/.venv/tools:$(PATH)

.PHONY: help demo check test test-hardware test-full lint lint-peers unit page serve test-page wheel test-python test-litex page-references page-shots recording verilog prove cycles mutants diagrams types mutated-files bitstream simulate vivado report clue-boards book site package release deb install clean

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 17

demo: ## Set up, and solve a puzzle on the simulated board (PUZZLE=file)
	scripts/setup run
	$(COMPILE)
	target/release/nonogram solve $(PUZZLE)

check: lint ## The short tests after a change: format, lints, units, committed Verilog, one lockstep per core
	$(CARGO) test --profile tests --workspace --lib --bins
	$(CARGO) test --profile tests --workspace --test it -- golden_files every_signal_of_each_core cases_get_the_answer in_lockstep

test: ## Set up, and run the tests of every part: units, simulation, Verilog, fast proofs, page, Python module
	scripts/setup run
	CARGO=$(CARGO) scripts/side-by-side 'scripts/setup test && PAGE_PROFILE=page-tests scripts/test-page $(PAGE_MAIN) && scripts/test-python' 'scripts/test'

test-hardware: ## Set up, and run the tests that take minutes: lints, all proofs and replays, netlists, bitstreams, packages, the rest of the page
	scripts/setup hardware
	$(MAKE) lint
	CARGO=$(CARGO) scripts/side-by-side 'scripts/test-page && scripts/test-examples' 'scripts/test-hardware'

test-full: test test-hardware lint-peers package ## All tests, crates built from their packages, a million clue boards, the clue core at 100 MHz, and mutants of the Rust code (hours)
	$(MAKE) clue-boards
	$(NONOGRAM) report --board ulx3s --build clue32 --clock 100e6
	$(MAKE) mutants

lint: ## rustfmt and clippy, warnings denied, the phrases of scripts/style, and the links of the docs
	scripts/style
	scripts/docs
	$(CARGO) fmt --all --check
	$(CARGO) clippy --profile tests --workspace --all-targets --quiet -- --deny warnings

lint-peers: ## clippy for the benchmark against nonogrid, which `lint` omits because of its dependencies
	$(CARGO) clippy --profile tests --package nonogram-solver --features peers --bench boards --quiet -- --deny warnings

page: ## Build the page for browsers in web/dist
	scripts/setup page
	CARGO=$(CARGO) scripts/page

serve: page ## Build the page, and serve it at http://127.0.0.1:8080
	$(NONOGRAM) serve --page web/dist

test-page: ## Test the page in headless Chromium
	CARGO=$(CARGO) scripts/test-page

wheel: ## Build the wheel of the Python module in target/wheels
	scripts/setup test
	scripts/wheel

test-python: ## Test the Python module: its wheel in a fresh environment, a notebook, a cocotb bench, the stubs
	scripts/setup test
	$(CARGO) build --profile tests --workspace --bins --quiet
	scripts/test-python

test-litex: ## Simulate examples/litex, a design behind LiteEth's UDP, and solve puzzles on it with the command
	scripts/setup test
	$(CARGO) build --profile tests --workspace --bins --quiet
	scripts/test-litex

page-references: page ## Take the small screenshots with which test-page compares the page
	$(CARGO) build --release --workspace --bins --quiet
	node web/tests/shots.mjs

recording: ## Record the terminal session in README
	$(COMPILE) --quiet
	scripts/recording

page-shots: page ## Take screenshots of the page in docs/images; the docs show play.png and fpga.png
	$(CARGO) build --release --workspace --bins --quiet
	node web/screenshots.mjs docs/images

unit: ## Run the Rust tests of `make test`
	CARGO=$(CARGO) scripts/test

prove: ## Prove the emitted Verilog, and that seeded faults are found (docs/reports/proofs.md)
	$(CARGO) test --profile tests --package nonogram-hdl --test hardware -- proofs --nocapture --test-threads 1

verilog: ## Write the Verilog of every design to hdl/verilog
	$(CARGO) run --profile tests --package nonogram-hdl --example verilog -- hdl/verilog
	$(CARGO) run --profile tests --package nonogram-hdl --example waivers -- hdl/verilog

cycles: ## Print the first table of docs/reports/cycles.md: 100 seeded boards per row
	$(CARGO) run --release --quiet --example cycles

diagrams: ## Draw the block diagrams in docs/images from hdl/verilog
	$(CARGO) run --release --quiet --package nonogram-verilog --example diagrams

types: ## Generate the page's TypeScript types, web/page/generated.ts, from the Rust types
	NONOGRAM_WRITE_TYPES=1 $(CARGO) test --profile tests --workspace --exclude nonogram-hdl --lib --quiet -- generated_types_are_up_to_date

mutated-files: ## Read 100,000 damaged puzzle files within 2 GiB of memory and 10 s per file, and a million puzzles damaged in one token
	$(CARGO) test --release --quiet --package nonogram-puzzles --features photos --test it --no-run
	ulimit -v 2097152; MUTANTS=0..10000000 $(CARGO) test --release --quiet --package nonogram-puzzles --features photos --test it damaged

bitstream: ## Build a bitstream with the open flow (BOARD=name, BUILD=name), in build/
	scripts/setup bitstream
	$(NONOGRAM) bitstream --board $(or $(BOARD),hx8k_breakout) $(addprefix --build ,$(BUILD))

# The build that `make bitstream` makes: BUILD, or the first one in the file of the board.
MADE = $(or $(BUILD),$(shell sed -n 's/^designs = \["\([^"]*\)".*/\1/p' constraints/$(or $(BOARD),hx8k_breakout)/board.toml))

simulate: ## Simulate that bitstream solving an 8 x 8 drawing through its pins (BOARD=name of an iCE40 board, BUILD=name)
	$(NONOGRAM) sim --bitstream build/$(or $(BOARD),hx8k_breakout)-$(MADE).bin --board $(or $(BOARD),hx8k_breakout) \
		--build $(MADE) puzzles/library/08/over-easy.non

vivado: ## Write a folder from which Vivado builds a bitstream (BOARD=name), in build/BOARD
	$(NONOGRAM) vivado --board $(or $(BOARD),nexys4ddr) --output build/$(or $(BOARD),nexys4ddr)

clue-boards: ## Compare the clue core with the portfolio, and the cores with brute force, on small boards: up to a million per model, ten thousand per Verilog (6 minutes)
	$(CARGO) run --release --quiet --example clue_boards

report: ## Measure utilisation and Fmax of all boards and designs: docs/reports/resources.md
	scripts/setup bitstream
	scripts/report

book: ## Build the docs as one site in target/book/html (needs `cargo install mdbook`)
	scripts/book

site: page book ## Build the published site in target/site: the page, with book/ and api/ beside it
	$(CARGO) doc --workspace --no-deps --quiet
	rm -rf target/site
	mkdir -p target/site
	cp -r web/dist/. target/site
	rm -f target/site/.gitignore
	cp -r target/book/html target/site/book
	cp -r target/doc target/site/api
	echo '<meta http-equiv="refresh" content="0; url=nonogram_hdl/index.html">' >target/site/api/index.html

package: ## Package all crates, build each from its package alone, and run examples/ outside the workspace
	$(CARGO) package --workspace --allow-dirty
	CARGO=$(CARGO) scripts/test-examples

release: page ## Build the release files of this platform in target/release-archives: program, wheel, bitstreams of BOARD (all boards: hours)
	scripts/setup test
	CARGO=$(CARGO) scripts/release $(BOARD)

deb: page ## Build a Debian package in target/debian (needs `cargo install cargo-deb`)
	CARGO=$(CARGO) scripts/release-build
	scripts/release-files target/release/nonogram target/dist
	$(CARGO) deb --no-build --package nonogram-host

mutants: ## Mutate the Rust code (CRATE=protocol, …), and list the mutants that the tests do not detect; takes hours
	scripts/mutants $(CRATE)

install: ## Install the command `nonogram` with cargo
	$(CARGO) install --path host --locked --force

clean: ## Remove all build results
	$(CARGO) clean
