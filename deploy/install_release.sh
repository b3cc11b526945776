#!/bin/bash
# A part of install.sh: releases are built, judged by the doctor, and switched to.
# shellcheck disable=SC2154  # what install.sh has set

# Checks that need something plugged in: missing on the first day, they keep nobody from installing.
pluggable="camera display touch"
# Checks that tell of lamps, hands and weather: they never speak against a release.
passing=(light frozen torn flicker noise rest glare sharp marks temperature power)
# Many times what a slow camera takes.
doctor_s=180

is_tracked() { [ -e .git ] && git ls-files >/dev/null 2>&1; }

# The files of this folder, a zero after each: what git tracks, or all if it came without git.
files() {
    if is_tracked; then
        git ls-files -z
    else
        find . -path ./.venv -prune -o -path ./.git -prune -o -name __pycache__ -prune -o -type f -print0
    fi | LC_ALL=C sort -z
}

tell_untracked() {
    local left
    is_tracked || return 0
    mapfile -t left < <(git ls-files --others --exclude-standard)
    [ ${#left[@]} = 0 ] || say "Left out, because git does not track them: ${#left[@]} (${left[*]:0:3} …)" \
        "Laissés de côté, car git ne les suit pas : ${#left[@]} (${left[*]:0:3} …)"
}

# What makes a release: this folder's files, the Python and the packages. The same again is not built again.
fingerprint() { { files | xargs -0 sha256sum; python3 --version; uname -m; } | sha256sum | cut -c1-12; }

copy_files() { # copy_files FOLDER
    files | tar --null --files-from=- -cf - | as_root tar -C "$1" -xf - --no-same-owner
}

# Hashes hold for everything but numpy: the system's own stays, because picamera2 was built for it.
# One step after another by &&: set -e does not reach into a function whose failure is asked about.
build_release() { # build_release FOLDER
    local folder=$1 pip
    pip=(env PIP_ROOT_USER_ACTION=ignore "$folder/venv/bin/python" -m pip --quiet --disable-pip-version-check --no-cache-dir)
    as_root mkdir -p "$folder/source" &&
        copy_files "$folder/source" &&
        as_root python3 -m venv --system-site-packages "$folder/venv" &&
        python3 "$folder/source/deploy/without_numpy.py" "$folder/source/requirements.lock" | as_root tee "$folder/requirements.lock" >/dev/null &&
        as_root "${pip[@]}" install --require-hashes --no-deps -r "$folder/requirements.lock" &&
        as_root "${pip[@]}" install --no-deps --no-build-isolation "$folder/source"
}

# The names of the checks that fail and count; fails itself if the doctor's answer can't be read.
failing() { # failing RELEASE [HOW]: HOW runs a command as the player
    # The lock is not the doctor's: one that outlives an interrupted run keeps nobody from the next.
    exec 9<&-
    { "${2:-as_player}" env KIVY_HOME="$home/kivy" timeout --kill-after=10 "$doctor_s" \
        "$1/venv/bin/companion" doctor --json 2>/dev/null || true; } | python3 -c '
import json, sys
failing = {each["check"] for each in json.load(sys.stdin)["checks"] if each["grade"] == "fail"}
print(*sorted(failing - set(sys.argv[1:])))' "${passing[@]}" 2>/dev/null
}

# Whether the new release fails where the old one did not; on the first day nothing pluggable counts.
is_worse() { # is_worse NEW OLD
    local before now each
    before=$(failing "$2") || before=$pluggable
    now=$(failing "$1") || now=unanswered
    for each in $now; do
        case " $before " in *" $each "*) ;; *)
            say "The doctor says no: $each" "Le docteur dit non : $each"
            return 0 ;;
        esac
    done
    return 1
}

release_of() { readlink "$home/$1" 2>/dev/null || true; } # release_of current|previous

link() { # link NAME RELEASE: at once or not at all
    as_root ln -sfn "$2" "$home/$1.new"
    as_root mv -T "$home/$1.new" "$home/$1"
}

switch_to() { # switch_to RELEASE
    mark_due
    link current "$1"
}

# What is used now becomes the one before. If the new one does not start, everything is as it was.
change_to() { # change_to RELEASE OLD
    local earlier
    earlier=$(release_of previous)
    if [ -n "$2" ]; then link previous "$2"; fi
    switch_to "$1"
    install_service
    if [ -z "$2" ] || has_started; then return; fi
    say "It did not start: back to what was there before." "Elle n'a pas démarré : retour à ce qui était là."
    switch_to "$2"
    if [ -n "$earlier" ]; then link previous "$earlier"; else as_root rm -f "$home/previous"; fi
    cd "$2/source" && install_service
    return 1
}

remove_old() { # remove_old KEPT...: all releases but these
    local each
    for each in "$home"/releases/*; do
        case " $* " in *" $each "*) ;; *) as_root rm -rf "$each" ;; esac
    done
}

# Power may go at any moment: a release is called ready when it is on the disk, and used when that is there, too.
mark_ready() { # mark_ready RELEASE
    as_root sync
    as_root touch "$1/ready"
    as_root sync
}

# Builds it and has the doctor look; the camera has to be free for that.
make_ready() { # make_ready RELEASE OLD
    say "Building $1 …" "Construction de $1 …"
    as_root rm -rf "$1"
    if ! build_release "$1"; then
        as_root rm -rf "$1"
        fail "It could not be built. Check the network and the disk; what was there before is unchanged." \
            "La construction a échoué. Vérifiez le réseau et le disque ; ce qui était là est inchangé."
    fi
    stop_service
    if is_worse "$1" "$2"; then
        as_root rm -rf "$1"
        fail "Rolled back: what was there before is unchanged." "Retour en arrière : ce qui était là est inchangé."
    fi
    mark_ready "$1"
}
