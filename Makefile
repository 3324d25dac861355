# Two commands do everything: `make run` and `make test`. Both set up what they need first.

# uv from the PATH, or one that is installed into .uv/ for this folder only.
UV := $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)
PYTHON ?= python3
export UV_PYTHON_DOWNLOADS ?= never
# Where this is set, every process would read all of its packages as source again: a server starts in four seconds, not two.
unexport PYTHONDONTWRITEBYTECODE

# What the page is made from; setup builds it into the package.
PAGE := $(shell find web/src web/public web/index.html web/*.json web/*.config.* -type f 2>/dev/null)

# The tests for the loop at the desk: the rules, the core, tables as values, the engine protocol.
QUICK := tests/rules tests/test_cards.py tests/test_seats.py tests/test_round_play.py tests/test_round_roem.py \
	tests/test_round_troef.py tests/test_round_verzaakt.py tests/test_game.py tests/test_view.py tests/test_values.py \
	tests/test_sentences.py tests/test_names.py tests/test_svg.py tests/test_fair.py tests/test_engine_protocol.py \
	tests/test_perft.py tests/server/test_table_decide.py tests/server/test_door.py

.PHONY: help run test quick coverage browsers warmup units lint soak bench pictures screenshots clean setup packages torch

help: ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

run: setup ## open the tables: a server on http://127.0.0.1:8080
	@.venv/bin/klaverjas serve

test: packages setup torch ## every check and every test
	$(MAKE) --no-print-directory --jobs 2 warmup lint units
	.venv/bin/pytest -n auto --dist worksteal --ignore=tests/e2e --ignore=tests/attacks
	.venv/bin/pytest -n auto --maxschedchunk 1 tests/e2e
	.venv/bin/pytest tests/attacks

quick: setup ## format, lint, types, import contracts and the fast tests, in under a minute
	.venv/bin/ruff format .
	.venv/bin/ruff check .
	.venv/bin/codespell
	.venv/bin/mypy
	.venv/bin/lint-imports
	.venv/bin/pytest -n auto $(QUICK)

coverage: packages setup torch ## lines and branches that the Python tests reach; takes longer than the tests
	.venv/bin/pytest -n auto --dist worksteal --ignore=tests/e2e --ignore=tests/attacks --cov --cov-report=term-missing:skip-covered

browsers: packages setup ## only the tests of the page in real browsers
	.venv/bin/pytest -n auto --maxschedchunk 1 tests/e2e

warmup: setup
	.venv/bin/klaverjas warmup

units: setup
	tools/npm --silent test

lint: setup torch
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/codespell
	.venv/bin/mypy
	.venv/bin/lint-imports --no-cache
	tools/npm --silent run check

soak: packages setup torch ## the same tests with large counts; takes long, shows progress, can be resumed
	.venv/bin/python tests/soak.py

bench: setup packages ## rounds a second against jass-kit, deals solved and rollouts against colver, tables at once against a bare relay
	$(UV) sync --quiet --inexact --locked --all-extras --no-extra train --group bench
	.venv/bin/python bench/rounds.py
	.venv/bin/python bench/solver.py
	.venv/bin/python bench/rollouts.py
	.venv/bin/python bench/research.py
	.venv/bin/python bench/engine.py
	.venv/bin/python bench/troef.py
	.venv/bin/python bench/load.py --saturate
	.venv/bin/python bench/load.py --saturate --postgresql

pictures: setup ## draw the pictures of the documentation anew
	.venv/bin/python docs/pictures.py
	.venv/bin/python docs/solver_pictures.py
	.venv/bin/python docs/research_pictures.py

screenshots: packages setup ## every screen of the page as a picture, in build/screenshots/
	@PYTHONPATH=tests:tests/support .venv/bin/python tools/screenshots.py

packages: ## the system packages that the tests need
	@tools/system-packages

torch: setup
	@UV=$(UV) tools/cpu-torch

setup: .venv/.made ## the virtual environment in .venv/, and the page

.venv/.made: pyproject.toml uv.lock hatch_build.py $(PAGE) | $(UV)
	@echo "Setting up .venv and building the page (needs the network the first time)..."
	$(UV) sync --quiet --inexact --locked --all-extras --no-extra train --reinstall-package klaverjas
	@touch $@

.uv/bin/uv:
	@echo "uv is not on the PATH: installing it into .uv/ ..."
	$(PYTHON) -m venv .uv
	.uv/bin/pip install --quiet uv

clean: ## remove everything that was made
	rm -rf .venv .uv .node .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist web/node_modules src/klaverjas/server/page
