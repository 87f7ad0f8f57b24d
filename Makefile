# Everything from a clean clone: python3 (3.11 or newer) and make are all that must be there.
# `make` alone tells what can be made.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check

# A stamp is younger than pyproject.toml when what it stands for is installed as pyproject.toml says.
PLAIN := $(VENV)/.made-plain
DEV := $(VENV)/.made-dev

.DEFAULT_GOAL := help
.PHONY: help demo test test-fast test-pythons axe lint hooks types bench soak mutants schemas golden manual pictures clean

help:
	@echo "make demo      the program shows itself, in about ten seconds"
	@echo "make test      every test"
	@echo "make test-fast what takes little time, in less than a minute"
	@echo "make test-pythons  every test, on every Python from 3.11 that is here"
	@echo "make lint      style, layout, names, texts, and who may import whom"
	@echo "make hooks     from now on, git checks the title of each commit"
	@echo "make types     types"
	@echo "make axe       fetch axe-core from npm: with it tests judge whether everybody can read the HTML pages"
	@echo "make bench     how fast, as ratios"
	@echo "make soak      a long attack: wild requests, kills, several writers, changed bytes, whole evenings"
	@echo "make mutants   how strong the tests are: small faults, put in one by one, for ten minutes"
	@echo "make schemas   write the JSON Schemas again, after a change of a catalogue or declaration"
	@echo "make golden    write the golden files again, after a change of what people see"
	@echo "make manual    write the man page again, after a change of a help text"
	@echo "make pictures  draw the terminal pictures of the README again"
	@echo "make clean     take away what was made, .venv too"

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("tabletop needs Python 3.11 or newer; say which one with: make PYTHON=python3.12")'
	@echo "making $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(PLAIN): pyproject.toml | $(VENV)/pyvenv.cfg
	@echo "installing tabletop"
	@$(PIP) install --editable .
	@touch $@

# hatchling is what builds the package; a test builds a wheel with it.
$(DEV): pyproject.toml | $(PLAIN)
	@echo "installing the tools for tests and checks"
	@$(PIP) install --editable '.[dev]' hatchling
	@touch $(PLAIN) $@

demo: $(PLAIN)
	@$(BIN)/tabletop demo

# What pytest has prepared of a test, and the byte code of what tests start, is kept, whatever is kept elsewhere.
test test-fast golden: export PYTHONPYCACHEPREFIX := $(abspath $(VENV))/bytecode
test test-fast golden: export PYTHONDONTWRITEBYTECODE :=
# In a language without UTF-8 Python reads names of files otherwise, from its first moment on.
test test-fast golden: export PYTHONUTF8 := 1

test: $(DEV)
	@$(BIN)/python -m pytest -n auto

test-fast: $(DEV)
	@$(BIN)/python -m pytest -m "not slow and not medium" --hypothesis-profile fast -n auto

# Every Python that is here and new enough; another choice with: make test-pythons PYTHONS="/opt/python3.13/bin/python3"
PYTHONS ?= $(foreach v,3.11 3.12 3.13 3.14,$(shell python$(v) -c 'import sys; print(sys.executable)' 2>/dev/null))

test-pythons:
	@test -n "$(strip $(PYTHONS))" || { echo "no python3.11 or newer has been found; name some with PYTHONS=..."; exit 2; }
	@for python in $(PYTHONS); do \
		version=$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])') || exit 1; \
		echo "Python $$version"; \
		$(MAKE) -s test VENV=.venv-$$version PYTHON=$$python || exit 1; \
	done

# For tests alone; those that need it are skipped without.
axe:
	@command -v npm >/dev/null || { echo "there is no npm here, which would fetch axe-core"; exit 2; }
	@npm install --silent --no-save --no-package-lock --no-audit --no-fund --prefix .axe axe-core@4

lint: $(DEV)
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m lint.names tabletop_cli
	@$(BIN)/python -m lint.texts

hooks: $(DEV)
	@printf '#!/bin/sh\nexec "%s" -m lint.commits --file "$$1"\n' '$(abspath $(BIN))/python' > "$$(git rev-parse --git-path hooks)/commit-msg"
	@chmod +x "$$(git rev-parse --git-path hooks)/commit-msg"

types: $(DEV)
	@$(BIN)/mypy -p tabletop_cli -p bench -p soak -p mutants -p lint

bench: $(DEV)
	@$(BIN)/python -m bench

soak: $(DEV)
	@$(BIN)/python -m soak

# Longer, or of one kind only: make mutants MUTANTS="rules --minutes 30"
mutants: $(DEV)
	@nice $(BIN)/python -m mutants $(MUTANTS)

schemas: $(PLAIN)
	@$(BIN)/tabletop schema --write schemas

golden: $(DEV)
	@$(BIN)/python -m pytest --golden

manual: $(DEV)
	@$(BIN)/python docs/manual.py

pictures: $(DEV)
	@$(BIN)/python docs/pictures.py

clean:
	@rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .mutants .axe
	@find tabletop_cli tests bench soak mutants docs -name __pycache__ -type d -prune -exec rm -rf {} +
