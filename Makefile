# `make help` prints what there is.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/bash

PYTHON ?= python3
UV_VERSION := 0.13.8
UV := .tools/bin/uv
BIN := .venv/bin

.PHONY: help run test test-deploy lint fmt golden protos render dashboards bench bench-capacity setup lock clean

help: ## What there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: setup ## The whole platform on this machine; Ctrl-C ends it
	@$(BIN)/python -m deploy.local

test: setup ## Everything that CI runs: linters, types, architecture, all suites
	@$(BIN)/python -m tests

test-deploy: setup ## The overlay `dev` as processes of this machine, and a Prometheus over all games played
	@$(BIN)/python -m pytest -m deploy -q --durations 8

bench: setup ## Measures the platform on this machine: JSON and a table under var/bench/
	@$(BIN)/python -m bench

bench-capacity: setup ## Replicas, open matches and watchers, beside boardgame.io and Colyseus where there is Node
	@$(BIN)/python -m bench.capacity

lint: setup ## Style, types, imports, contract
	@$(BIN)/python -m tests lint

fmt: setup ## Formats the code
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

golden: setup ## Writes the golden transcripts again; read the difference
	@$(BIN)/python -m tests.golden

setup: .venv/.protos ## .venv from the lock, stubs generated; does nothing twice

protos: ## Generates the stubs again
	@rm -f .venv/.protos && $(MAKE) --no-print-directory .venv/.protos

render: setup ## Writes the Kubernetes manifests again, from the registry
	@$(BIN)/python -m deploy.kubernetes.render

dashboards: setup ## Writes alert rules and Grafana dashboards again, and draws them (with Prometheus): var/dashboards/
	@$(BIN)/python -m deploy.monitoring.write && $(BIN)/python -m deploy.kubernetes.render && $(BIN)/python -m tests.dashboards

lock: $(UV) ## Resolves the dependencies again: requirements.lock, and of it what the image needs
	@$(UV) pip compile -q pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes \
		--custom-compile-command "make lock" -o requirements.lock
	@$(UV) pip compile -q pyproject.toml -c requirements.lock --universal --python-version 3.11 --generate-hashes \
		--no-annotate --custom-compile-command "make lock" -o deploy/image/requirements.lock
	@echo setuptools | $(UV) pip compile -q - -c requirements.lock --universal --python-version 3.11 --generate-hashes \
		--no-annotate --custom-compile-command "make lock" -o deploy/image/build.lock

clean: ## Removes what was built; matches in var/ stay
	@rm -rf .venv .tools generated build .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Kıraathane needs Python 3.11 or newer; try: make PYTHON=python3.12")'
	@$(PYTHON) -m venv .tools && .tools/bin/pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

.venv/.synced: requirements.lock pyproject.toml | $(UV)
	@test -x $(BIN)/python || $(UV) venv --quiet --python $(PYTHON) .venv
	@$(UV) pip sync --quiet --compile-bytecode --python $(BIN)/python --require-hashes requirements.lock
	@$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.protos: .venv/.synced protos/generate.py $(shell find protos -name '*.proto')
	@$(BIN)/python protos/generate.py
	@touch $@
