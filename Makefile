# make demo    set up and run the main job on the sample text
# make test    set up and run the tests
# make check   lint, types and tests
# make docs    build the documentation into build/docs
# make bench   measure quality and speed; DATA=folder with the public data sets
# PYTHON=...   the interpreter to build .venv from, 3.10 or later

PYTHON ?= python3
DEMO_EXCLUDED = travel-reviews.example tanie-linki.example

.PHONY: demo test lint check docs bench clean
.DELETE_ON_ERROR:

demo: .venv/user.stamp
	.venv/bin/python dataset_scripts/hsss_polish.py dataset_scripts/sample/polish_posts.jsonl --out demo --overwrite \
		--license cc0-1.0 $(addprefix --excluded-site ,$(DEMO_EXCLUDED))
	.venv/bin/hf-genderfair publish demo --repo-id your-name/first-person-pl --dry-run > demo/publish-dry-run.txt
	@echo "What publishing would send is in demo/publish-dry-run.txt; it needs a token of yours and: hf-genderfair publish demo --repo-id YOU/NAME"
	@echo "The corpus, its card and its report are in demo/: data/, excluded/, README.md (the card), report.html, bias_report.json."

test: .venv/test.stamp
	.venv/bin/python -m pytest -n 2

lint: .venv/dev.stamp
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy

check: lint test

docs: .venv/docs.stamp
	NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --strict
	@echo "The documentation is in build/docs: open build/docs/index.html."
	@echo "Searching it needs a server: .venv/bin/python -m http.server --directory build/docs"

bench: .venv/test.stamp
	@test -n "$(DATA)" || { echo "Say where the data sets are: make bench DATA=folder"; exit 2; }
	.venv/bin/python benchmarks/first_person_quality.py --data "$(DATA)"
	.venv/bin/python benchmarks/first_person_hand_check.py count
	.venv/bin/python benchmarks/first_person_speed.py --data "$(DATA)"
	.venv/bin/python benchmarks/first_person_command.py
	.venv/bin/python benchmarks/duplicates_speed.py
	.venv/bin/python benchmarks/group_words_speed.py --data "$(DATA)"
	.venv/bin/python benchmarks/pipelines_quality.py --data "$(DATA)"
	.venv/bin/python benchmarks/pipelines_speed.py --data "$(DATA)"
	.venv/bin/python benchmarks/pipelines_torch.py --data "$(DATA)"
	.venv/bin/python benchmarks/representation_quality.py --data "$(DATA)"
	.venv/bin/python benchmarks/references_quality.py --data "$(DATA)"
	.venv/bin/python benchmarks/references_bias.py --data "$(DATA)"
	.venv/bin/python benchmarks/actors_coreference_en.py --data "$(DATA)"
	.venv/bin/python benchmarks/actors_coreference_de.py --data "$(DATA)"
	.venv/bin/python benchmarks/actors_quotes.py --data "$(DATA)"
	.venv/bin/python benchmarks/actors_gender.py --data "$(DATA)"
	.venv/bin/python benchmarks/actors_forms.py --data "$(DATA)"
	.venv/bin/python benchmarks/actors_audit.py --data "$(DATA)"
	.venv/bin/python benchmarks/actors_speed.py --data "$(DATA)"
	.venv/bin/python benchmarks/balance_scale.py
	.venv/bin/python benchmarks/rewriting_quality.py --data "$(DATA)"
	.venv/bin/python benchmarks/rewriting_over_conversion.py --data "$(DATA)"
	.venv/bin/python benchmarks/rewriting_generic_en.py --data "$(DATA)"
	.venv/bin/python benchmarks/rewriting_speed.py --data "$(DATA)"
	.venv/bin/python benchmarks/rewriting_neural.py --data "$(DATA)" --work demo/rewriter
	.venv/bin/python benchmarks/stereotypes_quality.py --data "$(DATA)/stereotypes"
	.venv/bin/python benchmarks/stereotype_content.py --data "$(DATA)"
	.venv/bin/python benchmarks/counterfactual_quality.py --data "$(DATA)"
	.venv/bin/python benchmarks/counterfactual_heap.py --data "$(DATA)"
	.venv/bin/python benchmarks/debiasing_speed.py --data "$(DATA)"
	.venv/bin/python benchmarks/chain_cost.py --data "$(DATA)"
	.venv/bin/python benchmarks/scale.py --data "$(DATA)"
	.venv/bin/python benchmarks/start_up.py
	.venv/bin/python benchmarks/readme_table.py

clean:
	rm -rf .venv demo build dist

# One environment, more packages with each stamp; a second run finds the stamp and installs nothing.
.venv/user.stamp: EXTRAS = polish,plots,nlp,balance
.venv/test.stamp: EXTRAS = test
.venv/dev.stamp: EXTRAS = dev
.venv/docs.stamp: EXTRAS = docs
.venv/%.stamp: pyproject.toml constraints.txt | .venv/bin/python
	.venv/bin/python -m pip install --quiet --constraint constraints.txt --editable ".[$(EXTRAS)]"
	touch $@

.venv/bin/python:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 10))" || \
		{ echo "Python 3.10 or later is needed: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv
