#!/bin/bash
# A part of install.sh: what the service may do, and whether the doctor is as well under it.
# shellcheck disable=SC2154  # what install.sh has set

# The lines under which the doctor looks just now.
confined=()

sandbox_of() { echo "sandbox-$(service_kind).conf"; }

# Runs a command as the player under those lines.
as_confined() {
    local each asked=(--wait --pipe --quiet --collect -p "RuntimeMaxSec=$doctor_s")
    for each in "${confined[@]}"; do asked+=(-p "$each"); done
    if [ "$(service_kind)" = desktop ]; then
        as_player env XDG_RUNTIME_DIR="/run/user/$(id -u "$player")" systemd-run --user "${asked[@]}" "$@"
    else
        as_root systemd-run "${asked[@]}" -p "User=$player" "$@"
    fi
}

# Whether the doctor finds nothing under these lines that it does not find without them.
is_as_well() { # is_as_well RELEASE BARE [LINE...]
    local each now release=$1 bare=$2
    confined=("${@:3}")
    now=$(failing "$release" as_confined) || return 1
    for each in $now; do
        case " $bare " in *" $each "*) ;; *) return 1 ;; esac
    done
}

# The number of the first line with which the doctor is worse: half of those in question at a time.
first_to_blame() { # first_to_blame RELEASE BARE LINE...
    local low=0 high=$(($# - 2)) middle
    while [ $((high - low)) -gt 1 ]; do
        middle=$(((low + high) / 2))
        if is_as_well "$1" "$2" "${@:3:middle}"; then low=$middle; else high=$middle; fi
    done
    echo "$low"
}

# The sandbox as it fits this computer: what keeps the doctor from seeing what is there is left out, and named.
fit_sandbox() { # fit_sandbox RELEASE
    local bare bad lines=() kind
    # shellcheck disable=SC2034  # its Python tells where the documents are
    local fitted_to=$1
    kind=$(service_kind)
    [ "$kind" != none ] || return 0
    as_player mkdir -p "$(data_folder)"
    mapfile -t lines < <(filled "$kind.conf" | grep -v -e '^#' -e '^\[')
    if has_systemd; then
        stop_service
        # If it can't be asked at all, no line is to blame.
        if bare=$(failing "$1") && is_as_well "$1" "$bare"; then
            until [ ${#lines[@]} = 0 ] || is_as_well "$1" "$bare" "${lines[@]}"; do
                bad=$(first_to_blame "$1" "$bare" "${lines[@]}")
                say "Left out of the sandbox, because the doctor needs it: ${lines[bad]}" \
                    "Laissé hors du bac à sable, car le docteur en a besoin : ${lines[bad]}"
                lines=("${lines[@]:0:bad}" "${lines[@]:bad+1}")
            done
        fi
    fi
    printf '%s\n' '[Service]' "${lines[@]}" | as_root tee "$1/$(sandbox_of)" >/dev/null
}

# A release from before there was a sandbox has none.
install_limits() { # install_limits FOLDER
    local fitted
    fitted=$home/current/$(sandbox_of)
    if [ -e "$fitted" ]; then put "$1/sandbox.conf" 644 <"$fitted"; else drop "$1/sandbox.conf"; fi
    if [ "${COMPANION_NETWORK:-yes}" = no ]; then filled offline.conf | put "$1/offline.conf" 644; else drop "$1/offline.conf"; fi
}

drop() { # drop FILE
    [ -e "$1" ] || return 0
    mark_due
    as_root rm -f "$1"
}
