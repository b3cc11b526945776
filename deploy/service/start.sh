#!/bin/sh
# What the service runs: the companion, after a pause that doubles while it fails at once.
set -eu
folder=${RUNTIME_DIRECTORY:-/tmp}
first_s=1 longest_s=60 good_s=60

next_pause_s() { # next_pause_s NOW BEFORE PAUSE: 0 without a start before this one
    case "$2:$3" in :* | *: | *[!0-9:]*) echo 0; return ;; esac
    pause_s=$(($3 * 2))
    if [ "$pause_s" -eq 0 ]; then pause_s=$first_s; fi
    if [ "$pause_s" -gt $longest_s ]; then pause_s=$longest_s; fi
    if [ $(($1 - $2 - $3)) -ge $good_s ]; then pause_s=0; fi
    echo "$pause_s"
}

before_s='' before_pause_s=''
if [ -r "$folder/started" ]; then read -r before_s before_pause_s <"$folder/started" || true; fi
now_s=$(date +%s)
pause_s=$(next_pause_s "$now_s" "$before_s" "$before_pause_s")
# A full disk keeps nobody from playing.
if echo "$now_s $pause_s" >"$folder/started.new"; then mv "$folder/started.new" "$folder/started"; fi
sleep "$pause_s"

exec @HOME@/current/venv/bin/companion play "$@"
