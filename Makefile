# Every chore of the project. Needs Python 3.11 or newer, make and a package index, nothing else.
# `make help` lists the targets; another interpreter is given as `make PYTHON=python3.13 test`.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP_INSTALL := python -m pip --disable-pip-version-check --quiet install
PIP := $(VENV)/bin/$(PIP_INSTALL)
DEST ?= build/installed
WITH ?= run
SOURCES := engine bot renderers bench tests docs

# The long campaign of `make simulate`.
RULES ?= febur
DEALS ?= 10000
SEED ?= 1
PLAYERS ?= heuristic,greedy,heuristic,greedy

# The processes of `make weights`.
JOBS ?= 2

# What `make compiled` runs, and how hard the C compiler tries to make it fast: it takes much longer for 3 than for 1.
COMPILED_TESTS ?= tests/engine
STEPS ?= 100000
OPT_LEVEL ?= 3

# Each process takes a stretch of the tests, and of another's where its own is done: what a file begins once for its
# tests, such as a host, is begun in one process and not in all.
PARALLEL := -n auto --dist worksteal

# Whose coverage of the engine `make coverage` prints.
MEASURED = tests/engine tests/views tests/cli/test_cli.py tests/cli/test_render.py
# Minutes of `make soak`.
SOAK ?= 480

# Of so many failed tests `make again` still believes that they missed their moment.
MOST ?= 3

# The runs of `make simulated`.
SEEDS ?= 10000

.DEFAULT_GOAL := help
.PHONY: help run install test coverage again check format bench discord telegram fast evening together golden looks docs simulate weights value simulated tournaments campaign lockstep scale balanced soak crash server club compiled lock clean

help: ## list the targets
	@grep -hE '^[a-z]+:.* ## ' Makefile | sed -E 's/^([a-z]+):.* ## /\1 - /'

run: $(VENV)/run.stamp ## start the product: it prints the address of the browser table
	$(PY) -m bot run

# What `make install` makes beside DEST, and puts into its place in the end: until then a host goes on with the old one,
# and where something fails, that stays.
PLACE = $(abspath $(DEST))
MADE = $(PLACE).new
FORMER = $(PLACE).old

# A folder with the program, what it needs, and nothing of this checkout; the image is made by this, too.
install: ## install the program alone into DEST (build/installed); WITH=postgres adds the driver for a server
	@for one in $$(ls -A $(PLACE) 2>/dev/null); do case $$one in \
		bin|include|lib|lib64|share|pyvenv.cfg|.gitignore) ;; \
		*) echo "$(DEST) holds $$one, which no installation does: move it elsewhere, or name another DEST" >&2; exit 1 ;; \
	esac; done
	rm -rf build/lib $(MADE)
	mkdir -p $(dir $(PLACE))
	$(PYTHON) -m venv $(MADE)
	$(MADE)/bin/$(PIP_INSTALL) --no-compile --require-hashes --no-deps --requirement requirements/$(WITH).lock
	$(MADE)/bin/$(PIP_INSTALL) --no-compile --no-deps --no-build-isolation .
	$(MADE)/bin/python -m compileall -q -s $(MADE) -p $(PLACE) $(MADE)/lib
	sed -i.made 's|$(MADE)|$(PLACE)|g' $$(grep -lF $(MADE) $(MADE)/bin/* $(MADE)/pyvenv.cfg)
	rm -rf $(MADE)/bin/*.made $(MADE)/*.made $(FORMER)
	[ ! -e $(PLACE) ] || mv $(PLACE) $(FORMER)
	mv $(MADE) $(PLACE)
	rm -rf $(FORMER)

test: $(VENV)/dev.stamp ## run every test, in parallel and in random order
	$(PY) -m pytest $(PARALLEL) --no-cov

coverage: $(VENV)/dev.stamp ## run the tests of the engine, which takes two to three times as long then; print what they cover
	$(PY) -m pytest $(PARALLEL) --cov=engine $(MEASURED)

again: $(VENV)/dev.stamp ## run once more, one after the other, the tests that failed, if they are few (MOST)
	$(PY) -c 'import json, sys; sys.exit(len(json.load(open(".pytest_cache/v/cache/lastfailed"))) > $(MOST))'
	$(PY) -m pytest --no-cov --last-failed --last-failed-no-failures none

check: $(VENV)/dev.stamp ## lint, formatting and types
	$(PY) -m ruff check $(SOURCES)
	$(PY) -m ruff format --check $(SOURCES)
	$(PY) -m mypy $(SOURCES)

format: $(VENV)/dev.stamp ## format the code and mend what the linter can mend
	$(PY) -m ruff check --fix-only $(SOURCES)
	$(PY) -m ruff format $(SOURCES)

bench: $(VENV)/bench.stamp ## measure the engine, the pictures, the host and both chats under load, and the page
	$(PY) -m bot bench engine
	$(PY) -m bot bench render
	$(PY) -m bot bench host
	$(PY) -m bot bench discord
	$(PY) -m bot bench telegram
	$(PY) -m bot bench tournament
	$(PY) -m bot bench page

discord: $(VENV)/dev.stamp ## four people play a whole match over a loopback Discord, and one as fast as the screen allows
	$(PY) -m tests.adapters.discord.match
	$(PY) -m tests.adapters.discord.pace

telegram: $(VENV)/dev.stamp ## four people play a whole match over a loopback Telegram
	$(PY) -m tests.adapters.telegram.match

fast: $(VENV)/dev.stamp ## a match with one who taps as fast as the screen allows, on a loopback Telegram: who waits how long
	for pause in 0 0.3 0.5 1; do $(PY) -m tests.adapters.telegram.fast $$pause || exit; done

evening: $(VENV)/dev.stamp ## four people play three deals by taps at three paces on both chats: taps, waiting, messages, notifications
	$(PY) -m tests.adapters.both.evening

together: $(VENV)/dev.stamp ## a whole match at one table, two people on a loopback Telegram and two on Discord
	$(PY) -m tests.adapters.together.match

golden: $(VENV)/dev.stamp ## write the golden files of the tests anew
	$(PY) -m pytest $(PARALLEL) --golden

looks: $(VENV)/dev.stamp ## write the golden pictures of the page's table anew, those that differ
	$(PY) -m pytest --no-cov --golden tests/adapters/web/test_looks.py

docs: $(VENV)/dev.stamp ## write docs/rules.md and docs/commands.md anew from rule files, transcripts and lists; wrap the pages
	$(PY) -m docs.generate

simulate: $(VENV)/run.stamp ## computer players against each other for 10,000 deals (RULES, DEALS, SEED, PLAYERS)
	$(PY) -m bot simulate $(RULES) --deals $(DEALS) --seed $(SEED) --players $(PLAYERS)

weights: $(VENV)/dev.stamp ## learn what things are worth to the club player anew, from deals against itself (long; JOBS)
	$(PY) -m bench.learn_weights --jobs $(JOBS)

value: $(VENV)/dev.stamp ## learn what positions are worth to the expert player anew, from deals of club players (minutes)
	$(PY) -m bench.learn_value --deals 3000

simulated: $(VENV)/dev.stamp ## a whole host on simulated time, its people, disk, crashes and messengers all of one seed (SEEDS)
	$(PY) -m tests.simulated --seeds $(SEEDS)
	$(PY) -m tests.simulated --tournaments --seeds $(SEEDS)

tournaments: $(VENV)/dev.stamp ## 5,000 random tournaments, paired and ranked by the program and by an implementation written apart
	$(PY) -m tests.engine.tournament.compare --tournaments 5000

campaign: $(VENV)/dev.stamp ## 10,000 random deals, 1,000 tables and 100,000 commands of restless people, the laws with many more examples
	$(PY) -m tests.campaign --deals 10000
	$(PY) -m tests.boards.tables --tables 1000
	$(PY) -m tests.restless --commands 100000
	$(PY) -m pytest $(PARALLEL) --no-cov --hypothesis-profile=campaign

lockstep: $(VENV)/dev.stamp ## 100,000 steps (STEPS) of playouts against legal and play, all codes and numbers of players
	$(PY) -m tests.lockstep --steps $(STEPS)

scale: $(VENV)/dev.stamp ## two hosts of one PostgreSQL database are killed, stopped, cut off and restarted, and their server killed, while people play (minutes)
	$(PY) -m tests.hosts.campaign --tables 20 --chat-tables 5 --kills 60 --stalls 10 --stall 20 --cuts 10 --server-kills 10 --restarts 10
	$(PY) -m tests.hosts.promotions --tables 4 --times 20

balanced: $(VENV)/dev.stamp ## two hosts of one PostgreSQL database behind a balancer, of which one is killed: windows and Telegram go on
	$(PY) -m pytest --no-cov -n 0 tests/hosts/test_balancer.py

soak: $(VENV)/dev.stamp ## two hosts of one PostgreSQL database under play for so many minutes (SOAK): does their memory grow?
	$(PY) -m tests.hosts.soak --minutes $(SOAK)

crash: $(VENV)/dev.stamp ## kill a playing host two hundred times and look for what was lost
	$(PY) -m tests.crash --kills 200

server: $(VENV)/dev.stamp ## the campaigns on a PostgreSQL server of their own: hosts killed, the server killed, restless people, simulated hosts
	$(PY) -m tests.crash --kills 200 --database postgresql
	$(PY) -m tests.crash --kills 50 --of-server
	$(PY) -m tests.crash_dealt --pairs 80 --kills 20 --database postgresql
	$(PY) -m tests.restless --commands 20000 --database postgresql
	$(PY) -m tests.simulated --seeds 1000 --processes 2 --database postgresql
	$(PY) -m tests.simulated --tournaments --seeds 200 --processes 2 --database postgresql

club: $(VENV)/dev.stamp ## 80 pairs play an evening of four rounds, in the chat and with real cards, and its host is killed twenty times
	$(PY) -m tests.crash_dealt --pairs 80 --kills 20
	$(PY) -m tests.crash_tournament --pairs 80 --kills 20

compiled: $(VENV)/dev.stamp ## compile the engine with mypyc (needs a C compiler), run its tests and playouts in lockstep on it
	rm -rf build/compiled && mkdir -p build/compiled
	tar -c --exclude=__pycache__ $(SOURCES) pyproject.toml LICENSE README.md Makefile setup.py | tar -x -C build/compiled
	rm -f build/shared && { [ ! -d ../shared ] || ln -s ../../shared build/shared; }
	cd build/compiled && BURRACO_COMPILED=1 MYPYC_OPT_LEVEL=$(OPT_LEVEL) ../../$(PY) setup.py --quiet build_ext --inplace >compile.log 2>&1 || { tail -n 30 compile.log; exit 1; }
	cd build/compiled && ../../$(PY) -c 'from engine import playout as it; assert it.__file__.endswith((".so", ".pyd")), it'
	cd build/compiled && ../../$(PY) -m pytest $(PARALLEL) --no-cov $(COMPILED_TESTS)
	cd build/compiled && ../../$(PY) -m tests.lockstep --steps $(STEPS)

# uv reads the index for every platform at once and writes hashes without addresses.
LOCK = $(VENV)-lock/bin/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command 'make lock' --quiet $(UPGRADE)

lock: ## write requirements/*.lock anew (make lock UPGRADE=--upgrade for newer versions)
	$(PYTHON) -m venv --clear $(VENV)-lock
	$(VENV)-lock/bin/python -m pip --disable-pip-version-check --quiet install uv==0.13.8
	$(LOCK) --group build --output-file requirements/run.lock
	$(LOCK) --extra postgres --group build --constraint requirements/run.lock --output-file requirements/postgres.lock
	$(LOCK) --extra postgres --group dev --constraint requirements/run.lock --output-file requirements/dev.lock
	$(LOCK) --group bench --constraint requirements/dev.lock --output-file requirements/bench.lock

clean: ## remove everything that was made
	rm -rf $(VENV) $(VENV)-lock build dist *.egg-info .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find $(SOURCES) -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -f *.so engine/*.so engine/players/*.so *.pyd engine/*.pyd engine/players/*.pyd

# An empty, half-made or orphaned environment is made anew.
ifneq ($(shell $(PY) -c 'import pip; print("works")' 2>/dev/null),works)
.PHONY: $(VENV)/made.stamp
endif

$(VENV)/made.stamp:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed: PYTHON=python3.11")'
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

# One rule for run.stamp, dev.stamp and bench.stamp. The build backend is locked too, hence no build isolation. The locks
# are whole, so nothing is resolved: pip would look at newer versions of what another package wants with an extra.
$(VENV)/%.stamp: requirements/%.lock pyproject.toml $(VENV)/made.stamp
	$(PIP) --require-hashes --no-deps --requirement requirements/run.lock
	$(PIP) --require-hashes --no-deps --no-build-isolation --use-pep517 --requirement $<
	$(PIP) --no-deps --no-build-isolation --editable .
	$(PY) -m pip --disable-pip-version-check check
	@touch $@
