#!/bin/bash
# Installs the companion on Raspberry Pi OS or Debian (bookworm, trixie; 64 bits), so that it starts with the computer.
#
#   deploy/install.sh               install, or put right what is there
#   deploy/install.sh update        install what this folder holds now; if the doctor finds it worse, the old one stays
#   deploy/install.sh --uninstall   take everything away but the games and profiles
#
# Run it as the person who plays; it asks for sudo where it needs it. What can be found out is not asked.
#   COMPANION_SERVICE=kiosk|desktop|none   what starts it (default: kiosk without a desktop, else desktop)
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."

name=vedrfolnir-companion
home=/opt/$name
command=/usr/local/bin/companion
rule=/etc/udev/rules.d/70-$name.rules
unit=/etc/systemd/system/$name.service
wanted=/etc/systemd/system/multi-user.target.wants/$name.service
user_unit=/etc/systemd/user/$name.service
autostart=/etc/xdg/autostart/$name.desktop
lock=/var/lock/$name.install
packages=(python3 python3-venv python3-numpy libzbar0 libgl1 libegl1 libgles2 libgbm1 libmtdev1 libglib2.0-0 libxcb1)
groups=(video render input)
# Checks that need something plugged in: missing on the first day, they keep nobody from installing.
pluggable="camera display touch marks light frozen torn flicker sharp temperature power profile size"

say() { # say ENGLISH FRENCH
    case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in
        fr*) printf '%s\n' "$2" >&2 ;;
        *) printf '%s\n' "$1" >&2 ;;
    esac
}

fail() { say "$@"; exit 1; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# The person who plays: whoever runs this, also through sudo.
player=${SUDO_USER:-$(id -un)}

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
}

take_lock() {
    as_root touch "$lock"
    as_root chmod 666 "$lock"
    exec 9<"$lock"
    flock --nonblock 9 || fail "Another installation is under way. Wait until it has ended." \
        "Une autre installation est en cours. Attendez qu'elle soit finie."
}

is_installed() { dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

install_packages() {
    local missing=() each
    if apt-cache show python3-picamera2 >/dev/null 2>&1; then packages+=(python3-picamera2); fi
    for each in "${packages[@]}"; do
        # Some were renamed in trixie: libmtdev1t64 is libmtdev1.
        is_installed "$each" || is_installed "${each}t64" || missing+=("$each")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    say "Installing: ${missing[*]}" "Installation : ${missing[*]}"
    as_root apt-get -qq update
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends "${missing[@]}" >/dev/null
}

# What makes a release: this folder's files, the Python and the packages. The same again is not built again.
fingerprint() {
    { git ls-files -z 2>/dev/null || find . -path ./.venv -prune -o -path ./.git -prune -o -type f -print0; } |
        LC_ALL=C sort -z | xargs -0 cat | cat - <(python3 --version) <(uname -m) | sha256sum | cut -c1-12
}

copy_files() { # copy_files FOLDER
    { git ls-files -z 2>/dev/null || find . -path ./.venv -prune -o -path ./.git -prune -o -type f -print0; } |
        tar --null --files-from=- -cf - | as_root tar -C "$1" -xf - --no-same-owner
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

failing() { # failing RELEASE: the names of the checks that fail
    as_player env KIVY_HOME="$home/kivy" "$1/venv/bin/companion" doctor --json 2>/dev/null | "$1/venv/bin/python" -c '
import json, sys
try:
    print(*sorted(each["check"] for each in json.load(sys.stdin)["checks"] if each["grade"] == "fail"))
except ValueError:
    print("doctor")'
}

# Whether the new release fails where the old one did not; on the first day nothing pluggable counts.
is_worse() { # is_worse NEW OLD
    local before=$pluggable now each
    if [ -x "$2/venv/bin/companion" ]; then before=$(failing "$2"); fi
    now=$(failing "$1")
    for each in $now; do
        case " $before " in *" $each "*) ;; *)
            say "The doctor says no: $each" "Le docteur dit non : $each"
            return 0 ;;
        esac
    done
    return 1
}

put() { # put FILE MODE: standard input into a file of the system, only if it differs
    local new
    new=$(mktemp)
    cat >"$new"
    if ! cmp -s "$new" "$1"; then
        as_root install -D -m "$2" "$new" "$1"
        changed=1
    fi
    rm -f "$new"
}

filled() { # filled TEMPLATE
    sed -e "s|@HOME@|$home|g" -e "s|@PLAYER@|$player|g" "deploy/service/$1"
}

has_desktop() { [ -d /usr/share/xsessions ] || [ -d /usr/share/wayland-sessions ]; }

service_kind() {
    if [ -n "${COMPANION_SERVICE:-}" ]; then echo "$COMPANION_SERVICE"
    elif has_desktop; then echo desktop
    else echo kiosk; fi
}

has_systemd() { [ -d /run/systemd/system ]; }

join_groups() {
    local each
    for each in "${groups[@]}"; do
        getent group "$each" >/dev/null || continue
        id -nG "$player" | tr ' ' '\n' | grep -qx "$each" || as_root usermod -aG "$each" "$player"
    done
}

install_service() {
    changed=
    filled kivy.ini | put "$home/kivy/config.ini" 644
    as_root chown -R "$player" "$home/kivy"
    filled start.sh | put "$home/start" 755
    filled touch.rules | put "$rule" 644
    filled command.sh | put "$command" 755
    case "$(service_kind)" in
        kiosk)
            as_root rm -f "$user_unit" "$autostart"
            filled kiosk.service | put "$unit" 644 ;;
        desktop)
            as_root rm -f "$unit" "$wanted"
            filled desktop.service | put "$user_unit" 644
            filled autostart.desktop | put "$autostart" 644 ;;
        *) as_root rm -f "$unit" "$wanted" "$user_unit" "$autostart" ;;
    esac
    if has_systemd; then
        as_root systemctl daemon-reload
        if [ -e "$unit" ]; then as_root systemctl enable --quiet "$name.service"; fi
        as_root udevadm control --reload 2>/dev/null || true
    elif [ -e "$unit" ]; then
        # No systemd runs here (an image is being made): what enabling does, by hand.
        if [ "$(readlink "$wanted")" != "$unit" ]; then
            as_root mkdir -p "$(dirname "$wanted")"
            as_root ln -sfn "$unit" "$wanted"
        fi
    fi
}

restart_service() {
    if has_systemd && [ -e "$unit" ]; then as_root systemctl restart --no-block "$name.service"; fi
}

switch_to() { # switch_to RELEASE: at once or not at all
    as_root ln -sfn "$1" "$home/current.new"
    as_root mv -T "$home/current.new" "$home/current"
}

remove_old() { # remove_old KEPT...: all releases but these
    local each
    for each in "$home"/releases/*; do
        case " $* " in *" $each "*) ;; *) as_root rm -rf "$each" ;; esac
    done
}

install_all() {
    local release old
    require_system
    take_lock
    install_packages
    join_groups
    release=$home/releases/$(fingerprint)
    old=$(readlink "$home/current" 2>/dev/null || true)
    if [ ! -e "$release/ready" ]; then
        say "Building $release …" "Construction de $release …"
        as_root rm -rf "$release"
        if ! build_release "$release"; then
            as_root rm -rf "$release"
            fail "It could not be built. Check the network and the disk; what was there before is unchanged." \
                "La construction a échoué. Vérifiez le réseau et le disque ; ce qui était là est inchangé."
        fi
        filled kivy.ini | put "$home/kivy/config.ini" 644
        if is_worse "$release" "${old:-/nonexistent}"; then
            as_root rm -rf "$release"
            fail "Rolled back: what was there before is unchanged." "Retour en arrière : ce qui était là est inchangé."
        fi
        as_root touch "$release/ready"
    fi
    install_service
    if [ "$old" != "$release" ]; then
        switch_to "$release"
        remove_old "$release" "${old:-$release}"
        changed=1
    fi
    if [ -n "$changed" ]; then
        restart_service
        say "Installed. companion doctor looks at the table." "Installé. companion doctor examine la table."
    else
        say "Nothing to do: everything is as it should be." "Rien à faire : tout est en ordre."
    fi
}

uninstall() {
    require_system
    take_lock
    if has_systemd; then
        as_root systemctl disable --quiet --now "$name.service" 2>/dev/null || true
        as_player systemctl --user stop "$name.service" 2>/dev/null || true
    fi
    as_root rm -rf "$home" "$command" "$rule" "$unit" "$user_unit" "$autostart" "$wanted"
    if has_systemd; then as_root systemctl daemon-reload; fi
    as_root rm -f "$lock"
    say "Gone. Games and profiles are still in ~/.local/share/$name." "C'est retiré. Parties et profils restent dans ~/.local/share/$name."
}

case "${1:-install}" in
    install | update) install_all ;;
    --uninstall | uninstall) uninstall ;;
    *) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
