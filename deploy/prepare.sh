#!/bin/sh
# Makes .venv ready: the Debian packages that are missing, then the Python packages of a lock file.
# usage: deploy/prepare.sh LOCKFILE
set -eu
cd "$(dirname "$0")/.."
lock=$1
packages="python3 python3-venv libzbar0 libgl1 libegl1 libmtdev1 libglib2.0-0 libxcb1"
# Programs that only tests ask, and the packages that have them; their tests are left out where nobody may install any.
checkers=""
case "$lock" in *dev*) checkers="systemd-analyze:systemd" ;; esac
# On x86_64 shellcheck comes in a wheel of the lock file.
case "$lock $(uname -m)" in *dev*" x86_64") ;; *dev*) checkers="$checkers shellcheck:shellcheck" ;; esac
libraries="libzbar.so.0 libGL.so.1 libEGL.so.1 libmtdev.so.1 libglib-2.0.so.0 libxcb.so.1"

say() { # say ENGLISH FRENCH
    case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in
        fr*) printf '%s\n' "$2" >&2 ;;
        *) printf '%s\n' "$1" >&2 ;;
    esac
}

has_python() {
    python3 -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

has_libraries() {
    known=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p)
    for each in $libraries; do
        case "$known" in *"$each "*) ;; *) return 1 ;; esac
    done
}

lacking() {
    for each in $checkers; do
        command -v "${each%%:*}" >/dev/null || printf ' %s' "${each##*:}"
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

may_install() {
    command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || command -v sudo >/dev/null; }
}

install_packages() { # install_packages PACKAGE…
    may_install || return 1
    say "Installing: $*" "Installation : $*"
    log=$(mktemp)
    # shellcheck disable=SC2016
    as_root env DEBIAN_FRONTEND=noninteractive sh -c 'apt-get -qq update && apt-get -qq -y install --no-install-recommends "$@"' \
        sh "$@" >"$log" 2>&1 || { cat "$log" >&2; return 1; }
    rm -f "$log"
}

if ! has_python || ! has_libraries; then
    # shellcheck disable=SC2086
    install_packages $packages || true
    if ! has_python || ! has_libraries; then
        say "Python 3.11 or newer with venv, or a library, is missing. Ask whoever keeps this computer to run: apt-get install $packages" \
            "Il manque Python 3.11 ou plus récent avec venv, ou une bibliothèque. Demandez à qui gère cet ordinateur de lancer : apt-get install $packages"
        exit 1
    fi
fi
missing=$(lacking)
# shellcheck disable=SC2086
if [ -n "$missing" ] && ! install_packages $missing; then
    say "Without these, some checks are left out:$missing" "Sans ceux-ci, des vérifications sont omises :$missing"
fi

wanted="$PWD $(python3 --version) $(cat pyproject.toml "$lock" | cksum)"
ready=.venv/ready-$(basename "$lock")
if [ "$(cat "$ready" 2>/dev/null)" = "$wanted" ] && .venv/bin/python -c '' 2>/dev/null; then
    exit 0
fi

say "Preparing .venv from $lock …" "Préparation de .venv d'après $lock …"
case "$(cat .venv/ready-* 2>/dev/null)" in
    "$PWD $(python3 --version)"*) ;;
    *) rm -rf .venv && python3 -m venv .venv ;;
esac
pip() { .venv/bin/python -m pip --quiet --disable-pip-version-check "$@"; }
if ! pip install --require-hashes -r "$lock" || ! pip install --no-deps --no-build-isolation --config-settings editable_mode=compat -e .; then
    say "The Python packages of $lock could not be installed. Check the network and the disk, then run make again." \
        "Les paquets Python de $lock n'ont pas pu être installés. Vérifiez le réseau et le disque, puis relancez make."
    exit 1
fi
printf '%s' "$wanted" >"$ready"
