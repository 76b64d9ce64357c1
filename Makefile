# Every target sets up .venv by itself. `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup play test test-long check bench strength clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "azulejos needs Python 3.11 or newer; set PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $(READY)

setup: $(READY) ## set up .venv only

play: $(READY) ## play in the browser
	$(BIN)/azulejos serve --open

check: $(READY) ## formatting, lint, types, floors
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports

test: check ## all tests but the long ones
	$(BIN)/azulejos prepare --all --jobs 2
	$(BIN)/pytest -n 2 -m 'not long'

test-long: check ## everything, in large numbers
	$(BIN)/azulejos prepare --all --jobs 2
	$(BIN)/pytest -n 2 -m ''

bench: $(READY) ## speed against a C reference; writes bench/results.md
	$(BIN)/python bench/run.py

strength: $(READY) ## play until every bar is cleared or missed; writes docs/strength.md
	$(BIN)/azulejos strength --results bench/strength.jsonl --report docs/strength.md \
		--levels src/azulejos/bots/strength.json

clean: ## remove .venv and caches of tools
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache bench/build dist
