# make demo    set up, make the sample texts fairer, and report it: demo/report.html
# make test    set up and run the tests
# make test-whole   run the tests that take long, of which the others hold a sample
# make check   lint, types and tests
# make docs    build the documentation into build/docs
# make benchmark NAME=rewriting/quality DATA=folder   measure, with the public data sets in a folder; NAME may be a
#                capability or all; without it: a list; OPTIONS="--limit 100": see NAME=rewriting/quality OPTIONS=--help
# make acceptance DATA=folder   run the tests that take long, and call every command on real texts of each language;
#                OPTIONS="--rows 100 --only rewrite"
# make figures   write docs/figures.md and the ten figures of the README from the results
# PYTHON=...   the interpreter to build .venv from, 3.10 or later

PYTHON ?= python3

.PHONY: demo test test-whole lint check docs benchmark acceptance figures clean
.DELETE_ON_ERROR:

demo: .venv/demo.stamp
	@.venv/bin/python dataset_scripts/demo.py --out demo

test: .venv/test.stamp
	.venv/bin/python -m pytest -n 2

test-whole: .venv/test.stamp
	.venv/bin/python -m pytest -n 2 -m whole tests

lint: .venv/dev.stamp
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy

check: lint test

docs: .venv/docs.stamp
	NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --strict
	@echo "The documentation is in build/docs: open build/docs/index.html."
	@echo "Searching it needs a server: .venv/bin/python -m http.server --directory build/docs"

benchmark: .venv/test.stamp
	.venv/bin/python -m benchmarks.run $(NAME) $(if $(DATA),--data "$(DATA)") $(OPTIONS)

acceptance: test-whole
	.venv/bin/python -m benchmarks.run acceptance/commands $(if $(DATA),--data "$(DATA)") $(OPTIONS)

figures: .venv/test.stamp
	.venv/bin/python -m benchmarks.page

clean:
	rm -rf .venv demo build dist

# One environment, more packages with each stamp; a second run finds the stamp and installs nothing.
.venv/demo.stamp: EXTRAS = demo
.venv/test.stamp: EXTRAS = test
.venv/dev.stamp: EXTRAS = dev
.venv/docs.stamp: EXTRAS = docs
.venv/%.stamp: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Installing hf_genderfair[$(EXTRAS)] into .venv ..."
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[$(EXTRAS)]"
	@touch $@

.venv/bin/python:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 10))" || \
		{ echo "Python 3.10 or later is needed: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv .venv
