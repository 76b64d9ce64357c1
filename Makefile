# Every target sets up .venv by itself. `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PLAYABLE := $(VENV)/.playable

.DEFAULT_GOAL := help
.PHONY: help setup play test test-wide test-long check check-scripts site drawings pictures bench strength strength-page clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

# What playing needs is little; what is installed for development has it too.
$(PLAYABLE): pyproject.toml
	$(call install,play)
	@touch $(PLAYABLE)

$(READY): pyproject.toml
	$(call install,dev)
	@touch $(PLAYABLE) $(READY)

define install
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "azulejos needs Python 3.11 or newer; set PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[$(1)]'
endef

setup: $(READY) ## set up .venv only

play: $(PLAYABLE) ## play in the browser
	$(BIN)/azulejos serve --open

check: $(READY) check-scripts ## formatting, lint, types, floors
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports

# Types are made from the API's description, so that a script can't read what no answer has.
ifneq ($(and $(shell command -v node 2>/dev/null),$(shell command -v npm 2>/dev/null)),)
node_modules/.ready: package.json
	npm install --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@

check-scripts: $(READY) node_modules/.ready
	$(BIN)/python tools/describe.py build/types/description.json
	node_modules/.bin/openapi-typescript build/types/description.json --root-types --root-types-no-schema-prefix \
		--default-non-nullable false --output build/types/answers.d.ts >/dev/null
	node_modules/.bin/tsc
else
check-scripts:
	@echo "the page's scripts were not checked: that takes node and npm (apt-get install nodejs npm)"
endif

PYTEST := $(BIN)/pytest -n 2 --dist worksteal

.PHONY: prepared
prepared: $(READY)
	$(BIN)/azulejos prepare --all --uploads --jobs 2

test: check prepared ## what every change must pass, in minutes
	$(PYTEST) -m 'not wide and not long'
	@echo "left out: whole games in a browser, real servers, many sizes (make test-wide), large numbers (make test-long)"

test-wide: prepared ## what CI runs besides
	$(PYTEST) -m 'wide and not long'

test-long: check prepared ## everything, in large numbers
	$(PYTEST) -m '' -o timeout=0

site: $(READY) ## the documents as a site, in build/site
	$(BIN)/mkdocs build --quiet --strict

BEFORE ?= HEAD
drawings: $(READY) ## golden drawings of the commit BEFORE and of now, side by side, in build/drawings
	$(BIN)/python tools/drawings.py $(BEFORE)

pictures: $(READY) ## the pictures of the README, in docs
	$(BIN)/python tools/pictures.py

ONLY ?= *

bench: $(READY) ## speed against a C reference (ONLY='Duel *room*': some parts); writes bench/results.md
	$(BIN)/python bench/run.py --only $(foreach title,$(ONLY),'$(title)')

STRENGTH := $(BIN)/python bench/strength.py --report docs/strength.md --levels src/azulejos/bots/strength.json \
	$(if $(JOBS),--jobs $(JOBS))

strength: $(READY) ## play until every bar is cleared or missed (ONLY='duel-*': some); writes docs/strength.md
	$(STRENGTH) --only $(foreach name,$(ONLY),'$(name)')

strength-page: $(READY) ## write docs/strength.md anew from what was played: code has changed, or data
	$(STRENGTH) --no-play

clean: ## remove .venv and caches of tools
	rm -rf $(VENV) node_modules build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache bench/build dist
