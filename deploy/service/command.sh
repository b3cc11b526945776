#!/bin/sh
# The companion as it was installed.
export KIVY_HOME="${KIVY_HOME:-@HOME@/kivy}"
exec @HOME@/current/venv/bin/companion "$@"
