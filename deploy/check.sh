#!/bin/sh
# Lint, types, import contracts, tests: everything `make test` checks once .venv is ready.
set -eu
cd "$(dirname "$0")/.."
bin=.venv/bin
$bin/ruff check --quiet
$bin/ruff format --check --quiet
$bin/mypy
$bin/lint-imports --no-logo
exec $bin/pytest -n 2
