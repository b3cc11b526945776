#!/bin/sh
# What the service runs: the companion, after a pause that doubles while it fails at once.
set -eu
folder=${RUNTIME_DIRECTORY:-/tmp}
first_s=1 longest_s=60 good_s=60
now_s=$(date +%s)
pause_s=0
if [ -r "$folder/started" ]; then
    read -r before_s pause_s <"$folder/started"
    if [ $((now_s - before_s - pause_s)) -ge $good_s ]; then pause_s=0
    elif [ "$pause_s" -eq 0 ]; then pause_s=$first_s
    else pause_s=$((pause_s * 2)); fi
    if [ "$pause_s" -gt $longest_s ]; then pause_s=$longest_s; fi
fi
echo "$now_s $pause_s" >"$folder/started"
sleep "$pause_s"

exec @HOME@/current/venv/bin/companion play "$@"
