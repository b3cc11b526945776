#!/bin/bash
# A part of install.sh: who runs it, on what, and the packages it needs.
# shellcheck disable=SC2154  # what install.sh has set

packages=(python3 python3-venv python3-numpy libzbar0 libgl1 libegl1 libgles2 libgbm1 libmtdev1 libglib2.0-0 libxcb1)
lock=/run/$name.install
# Where it was: everybody could write there.
old_lock=/var/lock/$name.install

say() { # say ENGLISH FRENCH
    case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in
        fr*) printf '%s\n' "$2" >&2 ;;
        *) printf '%s\n' "$1" >&2 ;;
    esac
}

fail() { say "$@"; exit 1; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# The person who plays: whoever runs this, also through sudo.
player=${COMPANION_PLAYER:-${SUDO_USER:-$(id -un)}}

as_player() { if [ "$(id -un)" = "$player" ]; then "$@"; else sudo -u "$player" -H "$@"; fi; }

require_system() {
    case "$(uname -m)" in
        aarch64 | x86_64) ;;
        *) fail "A 64-bit system is needed; this one is $(uname -m). Install the 64-bit Raspberry Pi OS." \
            "Il faut un système 64 bits ; celui-ci est $(uname -m). Installez Raspberry Pi OS 64 bits." ;;
    esac
    if ! command -v apt-get >/dev/null; then
        fail "This is not Debian or Raspberry Pi OS: apt-get is missing." "Ce n'est ni Debian ni Raspberry Pi OS : apt-get manque."
    fi
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        fail "sudo is missing. Run this as root, or install sudo." "sudo manque. Lancez ceci en root, ou installez sudo."
    fi
    case "${COMPANION_SERVICE:-none}" in
        kiosk | desktop | none) ;;
        *) fail "COMPANION_SERVICE is kiosk, desktop or none, not $COMPANION_SERVICE." \
            "COMPANION_SERVICE vaut kiosk, desktop ou none, pas $COMPANION_SERVICE." ;;
    esac
    case "${COMPANION_NETWORK:-yes}" in
        yes | no) ;;
        *) fail "COMPANION_NETWORK is yes or no, not $COMPANION_NETWORK." "COMPANION_NETWORK vaut yes ou no, pas $COMPANION_NETWORK." ;;
    esac
}

# What the companion reads and writes would be root's, and whoever found a hole in it would have the whole computer.
require_player() {
    [ "$player" != root ] || fail "Nobody plays as root. Run this as the person who plays, or name them: COMPANION_PLAYER=ana deploy/install.sh" \
        "Personne ne joue en root. Lancez ceci en tant que la personne qui joue, ou nommez-la : COMPANION_PLAYER=ana deploy/install.sh"
    id -u "$player" >/dev/null 2>&1 || fail "There is no user $player here." "Il n'y a pas d'utilisateur $player ici."
}

# Whoever may open a lock may keep everybody from installing: only the player may.
take_lock() {
    # shellcheck disable=SC2016  # the inner shell's own
    as_root sh -c 'umask 077; : >>"$1" && chown "$2" "$1" && rm -f "$3"' sh "$lock" "$player" "$old_lock"
    exec 9<"$lock"
    flock --nonblock 9 || fail "Another installation is under way. Wait until it has ended." \
        "Une autre installation est en cours. Attendez qu'elle soit finie."
}

is_installed() { dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

is_offered() { apt-cache show "$1" >/dev/null 2>&1; }

has_lists() { compgen -G "/var/lib/apt/lists/*_Packages*" >/dev/null; }

missing_packages() {
    local each all=("${packages[@]}")
    # Raspberry Pi OS has it, Debian has not.
    if is_offered python3-picamera2; then all+=(python3-picamera2); fi
    for each in "${all[@]}"; do
        # Some were renamed in trixie: libmtdev1t64 is libmtdev1.
        is_installed "$each" || is_installed "${each}t64" || echo "$each"
    done
}

# Without lists nobody knows what is offered.
has_packages() { has_lists && [ -z "$(missing_packages)" ]; }

# A new Pi updates itself on its first day: wait for that.
apt_get() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@"; }

install_packages() {
    local missing
    if has_packages; then return; fi
    # What an interrupted apt left half done: before that apt does nothing. If it fails, apt tells why.
    as_root env DEBIAN_FRONTEND=noninteractive dpkg --force-confold --configure -a >/dev/null 2>&1 || true
    if has_packages; then return; fi
    apt_get update
    mapfile -t missing < <(missing_packages)
    [ ${#missing[@]} -gt 0 ] || return 0
    say "Installing: ${missing[*]}" "Installation : ${missing[*]}"
    apt_get -y --fix-broken install --no-install-recommends "${missing[@]}" >/dev/null
}
