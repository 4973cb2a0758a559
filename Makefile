# Flagfall. `make help` lists what there is.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# Many tests wait for processes and pages: one worker more than there are cores, and no more than four.
WORKERS ?= $(shell n=$$(($$(nproc 2>/dev/null || echo 1) + 1)); [ $$n -gt 4 ] && n=4; echo $$n)

.DEFAULT_GOAL := help
.PHONY: help demo test explore lint format bench fuzz clean schema lock chaos event bridge-event pairings screenshots dist hall install-test

help: ## List the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

demo: $(VENV)/.installed ## Set up, then run a broker, a relay and eight simulated tables
	@$(BIN)/flagfall demo $(ARGS)

test: $(VENV)/.installed-dev ## Set up, browser included, and run all tests side by side
	@sh tests/need.sh chromium chromium-headless-shell fonts-wqy-microhei mosquitto faketime postgresql prometheus nginx caddy ser2net || true
	@$(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal --durations 10 --durations-min 5 $(ARGS)

explore: $(VENV)/.installed-dev ## Try all properties from new seeds, with twenty times the examples (ARGS="tests/games")
	@$(BIN)/pytest -m hypothesis --hypothesis-profile explore --timeout 0 --numprocesses auto --dist worksteal $(ARGS)

lint: $(VENV)/.installed-dev ## Check style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.installed-dev ## Put the code in shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.installed-dev ## Measure, as ratios to named baselines in the same run
	@$(BIN)/python -m bench $(ARGS)

schema: $(VENV)/.installed ## Write the JSON Schema of every message into docs/schema
	@$(BIN)/flagfall schema docs/schema --fields docs/bus-fields.md

lock: $(VENV)/.installed-dev ## Write the exact versions of everything, with their hashes, into requirements.lock
	@$(BIN)/uv pip compile pyproject.toml --extra postgresql --quiet --universal --generate-hashes --no-annotate --no-header \
		--python-version 3.11 --output-file requirements.lock >/dev/null

dist: $(VENV)/.installed-dev ## Build wheel and sdist into dist/, check them, and that every Pi finds wheels for all they need
	@rm -rf dist
	@$(BIN)/uv build --quiet --out-dir dist
	@cp gateway/runtime/installation/installer.py dist/install.py
	@$(BIN)/uv tool run --quiet twine check --strict dist/*.whl dist/*.tar.gz
	@$(BIN)/uv tool run --quiet check-wheel-contents --toplevel gateway,drivers,firmware_sim dist/*.whl
	@$(BIN)/python -m tests.wheel_demo dist
	@for machine in aarch64 x86_64; do for python in 3.11 3.12 3.13; do \
		$(BIN)/uv pip compile pyproject.toml --quiet --no-header --only-binary :all: --no-binary chess \
			--python-platform $$machine-manylinux_2_36 --python-version $$python --output-file /dev/null >/dev/null \
			&& echo "$$machine, Python $$python: a wheel for everything" || exit 1; done; done

hall: $(VENV)/.installed-dev ## Rehearse a hall, as root: a desk and four tables, each a computer of its own (ARGS="--tables 12")
	@sh tests/need.sh debootstrap
	@$(BIN)/python -m tests.machines.rehearsal $(ARGS)

install-test: $(VENV)/.installed-dev ## The same with one table: install, enrol, play, upgrade, roll back, uninstall in a bare Debian
	@sh tests/need.sh debootstrap
	@$(BIN)/python -m tests.machines.rehearsal --tables 1 $(ARGS)

chaos: $(VENV)/.installed-dev ## Break everything in a hall of twenty tables, and check what is left (ARGS="--seed 7 --cluster")
	@sh tests/need.sh faketime || true
	@$(BIN)/flagfall chaos $(ARGS)

event: $(VENV)/.installed-dev ## Play a whole tournament at sixteen simulated tables, and check it (ARGS="--tables 8 --rounds 7")
	@$(BIN)/python -m tests.system.whole_event $(ARGS)

bridge-event: $(VENV)/.installed-dev ## Play a bridge event of teams of eight on sixteen phones, and check it (ARGS="--rounds 7 --phones 1")
	@$(BIN)/python -m tests.system.bridge_event $(ARGS)

pairings: $(VENV)/.installed-dev ## Pair random Swiss events beside FIDE's checker (ARGS="--events 1000 --players 10-60 --caissify")
	@$(BIN)/python -m tests.tournament.dutch.many_events $(ARGS)

screenshots: $(VENV)/.installed-dev ## Take a picture of every page into build/screenshots (ARGS="--docs" for those that docs keep)
	@sh tests/need.sh chromium fonts-wqy-microhei || true
	@$(BIN)/python -m tests.screenshots $(ARGS)

fuzz: $(VENV)/.installed-dev ## Fuzz codecs (ARGS="dgt --seconds 60", ARGS="soak --megabytes 5") or tracking (ARGS="boards --hours 10")
	@$(BIN)/python -c 'import atheris' 2>/dev/null || \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check 'atheris>=2.3,<4' 2>/dev/null || true
	@$(BIN)/python -m fuzz $(ARGS)

clean: ## Remove the virtual environment and what tools left
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist

# A virtual environment needs Debian's python3-venv; say so instead of failing with a trace.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Flagfall needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ rm -rf $(VENV); echo "No virtual environment could be made. On Debian: sudo apt install python3-venv" >&2; exit 1; }

$(VENV)/.installed: pyproject.toml $(VENV)/bin/python
	@echo "Installing what Flagfall needs into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml $(VENV)/bin/python
	@echo "Installing what Flagfall and its tests need into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.installed
