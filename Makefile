# `make run` starts the companion, `make test` checks everything; both install what is missing.
SHELL := /bin/sh
BIN := .venv/bin
UV := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

.PHONY: run test fix lock wheels art pictures clean

run: ; @deploy/prepare.sh requirements.lock && $(BIN)/companion play
test: ; @deploy/prepare.sh requirements-dev.lock && deploy/check.sh
fix: ; @deploy/prepare.sh requirements-dev.lock && $(BIN)/ruff check --fix && $(BIN)/ruff format
lock: ; @deploy/prepare.sh requirements-dev.lock && $(BIN)/pip install --quiet uv \
	&& $(UV) --extra build pyproject.toml -o requirements.lock \
	&& $(UV) --extra build --extra dev --extra bench pyproject.toml -o requirements-dev.lock
wheels: ; @deploy/prepare.sh requirements-dev.lock && $(BIN)/python -m deploy.tools.wheels
art: ; @deploy/prepare.sh requirements.lock && $(BIN)/python -m deploy.tools.screen_art
pictures: ; @deploy/prepare.sh requirements.lock && SDL_VIDEODRIVER=offscreen $(BIN)/python -m deploy.tools.pictures
clean: ; rm -rf .venv
