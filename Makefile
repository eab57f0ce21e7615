# `make play` and `make test` do everything, set-up included. They need Python >= 3.11 and make.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PYTEST_ARGS ?= -n 2 --dist worksteal
# Empty: bytecode is kept, for the tests begin a hundred processes that import the same modules.
export PYTHONDONTWRITEBYTECODE :=
PYTHONS := $(PYTHON) python3.13 python3.12 python3.11 python3

.PHONY: help play tab site test test-slow browsers check check-page mutations soak fuzz bench champion load attacked pictures screens page-screens challenge-picture texts man words docs wheels format clean
.DEFAULT_GOAL := help

help:
	@echo "make play    play (without a terminal: watch the demo); ARGS=serve: play in a browser;"
	@echo "             ARGS=\"bench zertz\": any command"
	@echo "make tab     the program as a folder of static files, tab/: needs Node.js, npm and the network"
	@echo "make test    make check, then the fast tests: every rule, law and command, in minutes"
	@echo "make test-slow  the other tests: every option set step by step, compiled rules, wheels,"
	@echo "             processes that are killed"
	@echo "make browsers  Chromium, Firefox and what drives them, for the tests that need them (as root:"
	@echo "             with Debian's packages)"
	@echo "make check   ruff, mypy --strict, import-linter; make check-page, where it has run once"
	@echo "make check-page  the types of the page's modules"
	@echo "make mutations  break rules on purpose, one at a time: the fast tests must notice each"
	@echo "make soak    hours: the tests that prove more of the same (every walk in the second browser),"
	@echo "             both engines of each game against each other (POSITIONS=50000),"
	@echo "             matches that are killed and go on (MATCHES=200), hosts that are killed while"
	@echo "             people play, terminals that are closed, random keys over every screen"
	@echo "             (KEYS=10000), the same matches in CPython, compiled and in a tab (SEEDS=20),"
	@echo "             rooms over bad networks, with servers that die (SIMULATIONS=10000), every document"
	@echo "             as somebody runs it who has just installed the program (needs the network)"
	@echo "make fuzz    inputs that nobody meant, SECONDS=60 long, from SEED=1: texts, positions,"
	@echo "             options, records, damaged libraries, frames of the browser, bytes of a terminal,"
	@echo "             texts that are doubled, which must take twice as long"
	@echo "make bench   the speed of rules and search, compiled against interpreted"
	@echo "make champion  today's bots against those of an older version: WHEEL=its wheel, PAIRS=200 of"
	@echo "             games each, MS=200 a decision, KEEP=folder for every game"
	@echo "make load    what live matches cost a host, with one process and with two: needs two idle"
	@echo "             processors (LIVE=25 matches; AGAINST=another checkout, SEARCH=1: the most matches)"
	@echo "make attacked  how long answers take at a host with 40 live matches, a decision each 2 s in"
	@echo "             each, and an attacker: needs two processors that do nothing else"
	@echo "make docs    the documentation as a site, site/index.html; make pictures and make"
	@echo "             screens draw its pictures; make page-screens those of the page, and"
	@echo "             make challenge-picture the one that moves"
	@echo "make texts   collect the texts of the code, merge and compile translations; a new one: NEW=de"
	@echo "make wheels  build a wheel with each Python of WITH=\"python3.11 …\", and try it where nothing"
	@echo "             else is installed"
	@echo "make man     write the manual page from the help of the program; make words the page of the"
	@echo "             words that are typed"
	@echo "make format  let ruff rewrite what it can"
	@echo "make clean   remove the virtual environment, caches and build leftovers"

WITH ?= python3
wheels: $(VENV)/ready-to-play
	@$(BIN)/python -m building.trial $(WITH)

man: $(VENV)/ready-to-test
	@$(BIN)/python -m docs.man

# only a host needs a database, and what people come back by
play: $(VENV)/$(if $(filter host,$(firstword $(ARGS))),ready-to-host,ready-to-play)
	@$(BIN)/python -m building.launch $(ARGS)

tab: $(VENV)/ready-to-play
	@$(BIN)/python -m building.tab

# seconds of processor time, where the loop of `gipf-meta bench` makes 4,000 rounds a second
BUDGET := 480
test: $(VENV)/ready-to-test
	@$(BIN)/python -m tests.budget "make test" $(BUDGET) "$(MAKE) check" \
		'$(BIN)/pytest $(PYTEST_ARGS) -m "not slow and not soak"'

# half of it in browsers; the rules are compiled meanwhile unless `make play` has done it
SLOW_BUDGET := 1800
test-slow: $(VENV)/ready-to-test $(VENV)/ready-for-openspiel
	@$(BIN)/python -m tests.budget "make test-slow" $(SLOW_BUDGET) \
		'$(BIN)/pytest $(PYTEST_ARGS) -m "slow and not soak"'

# Debian's browsers, where they are missing and this is root; and what package.json names.
browsers:
	@$(find-browsers) || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			apt-get -qq update && apt-get -qq install -y --no-install-recommends $(BROWSERS) $(NODE) >/dev/null; \
		else \
			echo "The tests in browsers need $(BROWSERS) $(NODE): install them (Debian: sudo apt install $(BROWSERS) $(NODE))." >&2; exit 1; \
		fi; }
	@npm install --no-package-lock --no-audit --no-fund --silent

# the types of what the page is told are made from those in Python
check-page: $(VENV)/ready-to-test
	@command -v npm >/dev/null || { \
		echo "The types of the page's modules are checked with Node.js: install nodejs and npm." >&2; exit 1; }
	@[ -x node_modules/.bin/tsc ] || npm install --no-package-lock --no-audit --no-fund --silent
	@$(page-types)

page-types = $(BIN)/python -m docs.wire tests/web/wire.d.ts && node_modules/.bin/tsc -p tests/web

mutations: $(VENV)/ready-to-test
	$(BIN)/python -m tests.mutations

check: $(VENV)/ready-to-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict
	$(BIN)/lint-imports
	$(BIN)/python -m tests.plain_words
	@if [ -x node_modules/.bin/tsc ] && command -v node >/dev/null; then $(page-types); else \
		echo "The types of the page's modules were not checked: \`make check-page\` does it where Node.js is."; fi

POSITIONS ?= 50000
MATCHES ?= 200
KEYS ?= 10000
SEEDS ?= 20
SIMULATIONS ?= 10000
soak: $(VENV)/ready-to-test $(VENV)/ready-for-openspiel
	$(BIN)/pytest $(PYTEST_ARGS) -m soak
	$(BIN)/python -m tests.soak --positions $(POSITIONS)
	$(BIN)/python -m tests.gipf.five_kinds --matches $(MATCHES)
	$(BIN)/python -m tests.kill --matches $(MATCHES)
	$(BIN)/python -m tests.host.kill --matches $(MATCHES) --database sqlite
	$(BIN)/python -m tests.host.kill --matches $(MATCHES) --database postgresql
	$(BIN)/python -m tests.tui.soak --keys $(KEYS)
	$(BIN)/python -m tests.tui.closings --closings $(MATCHES)
	$(BIN)/python -m tests.tui.below --matches $$(($(MATCHES) / 20))
	$(BIN)/python -m tests.same_everywhere --seeds $(SEEDS)
	$(BIN)/python -m tests.rooms.soak --simulations $(SIMULATIONS)
	$(BIN)/python -m docs.as_installed

SECONDS ?= 60
SEED ?= 1
fuzz: $(VENV)/ready-to-test
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS) --seed $(SEED)

bench: $(VENV)/ready-to-play
	$(BIN)/python -m tests.rules_speed

PAIRS ?= 200
MS ?= 200
COMBINED := variant=tournament tamsk_potentials=3 zertz_potentials=3 challenges_enabled=on max_turns=400
meet = $(BIN)/python -m tuning.champion --wheel "$(WHEEL)" --pairs $(PAIRS) --ms $(MS) $(if $(KEEP),--file $(KEEP)/$1.jsonl)
champion: $(VENV)/ready-to-test
	$(call meet,zertz) zertz
	$(call meet,gipf-basic) gipf --set variant=basic
	$(call meet,gipf-tournament) gipf --set variant=tournament
	$(call meet,gipf-combined) gipf --set $(COMBINED)
	$(call meet,tamsk-1) tamsk --set level=1
	$(call meet,tamsk-3) tamsk --set level=3
	$(call meet,zatre) zatre

LIVE ?= 25
load: $(VENV)/ready-to-test
	$(BIN)/python -m tests.load --matches $(LIVE) --by-room $(if $(AGAINST),--against $(AGAINST)) $(if $(SEARCH),--search)

attacked: $(VENV)/ready-to-test
	$(BIN)/python -m tests.load --matches 40 --processes 1 --database sqlite --pace 2 --attacked

pictures: $(VENV)/ready-to-play
	$(BIN)/python -m docs.draw

screens: $(VENV)/ready-to-test
	$(BIN)/python -m docs.screens

page-screens: $(VENV)/ready-to-test
	$(BIN)/python -m docs.page_screens

texts: $(VENV)/ready-to-test
	$(BIN)/python -m docs.texts $(NEW)

words: $(VENV)/ready-to-test
	@$(BIN)/python -m docs.words

planes: $(VENV)/ready-to-test
	@$(BIN)/python -m docs.planes

challenge-picture: $(VENV)/ready-to-test
	@$(BIN)/python -m docs.challenge_picture

docs: $(VENV)/ready-for-docs
	$(BIN)/python -m docs.site
	$(BIN)/zensical build --clean --strict

# the board stands beside the pages, so that each position in them can be played
site: tab $(VENV)/ready-for-docs
	$(BIN)/python -m docs.site --play
	$(BIN)/zensical build --clean --strict
	cp -r tab site/play

format: $(VENV)/ready-to-test
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean:
	rm -rf $(VENV) node_modules build dist site tab .tab .cache .compiled *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find gipf_meta plugins tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Made anew when its interpreter is gone, as after an upgrade of the system's Python.
ifneq ($(shell test -x $(BIN)/python && echo alive),alive)
.PHONY: $(VENV)/made
endif
$(VENV)/made:
	@$(make-venv)
	@touch $@

# The folder of plugins changes when one comes or goes, and with it what is installed.
$(VENV)/ready-to-play: pyproject.toml setup.py building/sources.py plugins $(VENV)/made
	@echo "Installing gipf-meta into $(VENV) (once) ..." >&2
	@$(PIP) install --editable . || { $(no-install); }
	@touch $@

$(VENV)/ready-to-host: pyproject.toml setup.py building/sources.py plugins $(VENV)/made
	@echo "Installing gipf-meta and what a host needs into $(VENV) (once) ..." >&2
	@$(PIP) install --editable '.[online]' || { $(no-install); }
	@touch $(VENV)/ready-to-play $@

# what a tool never imports is not compiled: that would take longer than the fastest tests
$(VENV)/ready-to-test: pyproject.toml setup.py building/sources.py plugins $(VENV)/made
	@echo "Installing gipf-meta and its tools into $(VENV) (once) ..." >&2
	@$(PIP) install --no-compile --editable '.[dev]' || { $(no-install); }
	@touch $(VENV)/ready-to-play $(VENV)/ready-to-host $@

# 200 MB that only tests of one door need; where there is none for this system, they are skipped
$(VENV)/ready-for-openspiel: pyproject.toml $(VENV)/ready-to-test
	@echo "Installing OpenSpiel into $(VENV) (once) ..." >&2
	@$(PIP) install --no-compile --editable '.[openspiel]' || echo "OpenSpiel could not be installed: its tests are skipped." >&2
	@touch $@

$(VENV)/ready-for-docs: pyproject.toml $(VENV)/ready-to-play
	@echo "Installing what makes the site into $(VENV) (once) ..." >&2
	@$(PIP) install --no-compile --editable '.[docs]' || { $(no-install); }
	@touch $@

BROWSERS := chromium firefox-esr
find-browsers = (for program in $(BROWSERS) node npm; do command -v $$program >/dev/null || exit 1; done)
# a node of another source, which brings npm along, is kept
NODE := $(shell command -v node >/dev/null && command -v npm >/dev/null || echo nodejs npm)

no-install = echo "The set-up could not finish: pip could not install gipf-meta (its reason is above)." >&2; exit 1

# Does nothing where a usable environment stands; replaces one that is broken, too old or half made.
define make-venv
	new_enough='import sys; sys.exit(sys.version_info < (3, 11))'; \
	if $(BIN)/python -c "import pip; $$new_enough" 2>/dev/null; then exit 0; fi; \
	found=; \
	for python in $(PYTHONS); do \
		$$python -c "$$new_enough" >/dev/null 2>&1 || continue; \
		found=$$python; \
		$$python -c 'import venv, ensurepip' >/dev/null 2>&1 || continue; \
		echo "Making $(VENV) with $$($$python --version) ..." >&2; \
		$$python -m venv --clear $(VENV) >&2 && exit 0; \
		rm -rf $(VENV); \
	done; \
	if [ -n "$$found" ]; then \
		echo "$$found cannot make a virtual environment: install its venv module (Debian, Ubuntu: apt install python3-venv)." >&2; \
	else \
		echo "gipf-meta needs Python 3.11 or newer, and none was found; install one or name it: make PYTHON=/path/to/python3." >&2; \
	fi; \
	exit 1
endef
