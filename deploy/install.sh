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
script=$(readlink -f "$0")
cd "$(dirname "$script")/.."

name=vedrfolnir-companion
home=/opt/$name
command=/usr/local/bin/companion
rule=/etc/udev/rules.d/70-$name.rules
unit=/etc/systemd/system/$name.service
wanted=/etc/systemd/system/multi-user.target.wants/$name.service
user_unit=/etc/systemd/user/$name.service
autostart=/etc/xdg/autostart/$name.desktop
lock=/var/lock/$name.install
# There as long as something of the service was changed or stopped, and it was not started since: an interrupted run leaves it.
due=$home/due
packages=(python3 python3-venv python3-numpy libzbar0 libgl1 libegl1 libgles2 libgbm1 libmtdev1 libglib2.0-0 libxcb1)
groups=(video render input)
# Checks that need something plugged in: missing on the first day, they keep nobody from installing.
pluggable="camera display touch"
# Checks that tell of lamps, hands and weather: they never speak against a release.
passing=(light frozen torn flicker noise rest glare sharp marks temperature power)
# Many times what a slow camera takes.
doctor_s=180

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
    case "${COMPANION_SERVICE:-none}" in
        kiosk | desktop | none) ;;
        *) fail "COMPANION_SERVICE is kiosk, desktop or none, not $COMPANION_SERVICE." \
            "COMPANION_SERVICE vaut kiosk, desktop ou none, pas $COMPANION_SERVICE." ;;
    esac
}

take_lock() {
    as_root touch "$lock"
    as_root chmod 666 "$lock"
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
failing() { # failing RELEASE
    # The lock is not the doctor's: one that outlives an interrupted run keeps nobody from the next.
    exec 9<&-
    { as_player env KIVY_HOME="$home/kivy" timeout --kill-after=10 $doctor_s \
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

mark_due() { as_root mkdir -p "$home" && as_root touch "$due"; }

put() { # put FILE MODE: standard input into a file of the system, only if it differs
    local new
    new=$(mktemp)
    cat >"$new"
    if ! cmp -s "$new" "$1"; then
        mark_due
        as_root install -D -m "$2" "$new" "$1"
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
    local each joined=()
    for each in "${groups[@]}"; do
        getent group "$each" >/dev/null || continue
        if id -nG "$player" | tr ' ' '\n' | grep -qx "$each"; then continue; fi
        mark_due
        as_root usermod -aG "$each" "$player"
        joined+=("$each")
    done
    [ ${#joined[@]} = 0 ] || say "Groups changed: $player is in ${joined[*]} now. Log out and in once, or restart." \
        "Les groupes ont changé : $player est maintenant dans ${joined[*]}. Déconnectez-vous et reconnectez-vous, ou redémarrez."
}

player_systemctl() { as_player env XDG_RUNTIME_DIR="/run/user/$(id -u "$player")" systemctl --user "$@"; }

# The one service manager that has the companion: the system's, or under a desktop the player's own.
manager() { # manager VERB...
    if [ -e "$unit" ]; then as_root systemctl "$@" "$name.service"
    elif [ -e "$user_unit" ]; then player_systemctl "$@" "$name.service"; fi
}

stop_service() {
    has_systemd || return 0
    case "$(manager is-active 2>/dev/null)" in
        active | activating | reloading)
            mark_due
            manager stop ;;
    esac
}

start_service() {
    has_systemd || return 0
    if [ ! -e "$user_unit" ] || has_session; then
        manager restart --no-block
    else
        say "It starts with the next login to the desktop." "Il démarre à la prochaine ouverture de session du bureau."
    fi
}

# Whether the player's desktop is there to open a window on. A terminal in it knows the display; through ssh it is another one.
has_session() {
    case "${DISPLAY:-}" in
        :*) player_systemctl import-environment DISPLAY WAYLAND_DISPLAY XAUTHORITY 2>/dev/null || true ;;
    esac
    player_systemctl show-environment 2>/dev/null | grep '^DISPLAY=' >/dev/null
}

# However this run ends, or the one before it ended.
start_what_is_due() {
    [ -e "$due" ] || return 0
    as_root sync
    start_service
    as_root rm -f "$due"
}

remove_kiosk() {
    [ -e "$unit" ] || return 0
    mark_due
    if has_systemd; then
        as_root systemctl disable --quiet --now "$name.service" || true
        give_login_back
    fi
    as_root rm -f "$unit" "$wanted"
}

# The kiosk took the first console from it.
give_login_back() {
    if systemctl is-enabled --quiet getty@tty1.service; then as_root systemctl start --no-block getty@tty1.service; fi
}

remove_desktop() {
    [ -e "$user_unit" ] || [ -e "$autostart" ] || return 0
    mark_due
    if has_systemd; then player_systemctl stop "$name.service" 2>/dev/null || true; fi
    as_root rm -f "$user_unit" "$autostart"
}

reload_units() {
    has_systemd || return 0
    as_root systemctl daemon-reload
    player_systemctl daemon-reload 2>/dev/null || true
}

enable_kiosk() {
    if has_systemd; then
        as_root systemctl enable --quiet "$name.service"
    elif [ "$(readlink "$wanted")" != "$unit" ]; then
        # No systemd runs here (an image is being made): what enabling does, by hand.
        as_root mkdir -p "$(dirname "$wanted")"
        as_root ln -sfn "$unit" "$wanted"
    fi
}

install_service() {
    filled kivy.ini | put "$home/kivy/config.ini" 644
    as_root chown -R "$player" "$home/kivy"
    filled start.sh | put "$home/start" 755
    filled touch.rules | put "$rule" 644
    filled command.sh | put "$command" 755
    case "$(service_kind)" in
        kiosk)
            remove_desktop
            filled kiosk.service | put "$unit" 644 ;;
        desktop)
            remove_kiosk
            filled desktop.service | put "$user_unit" 644
            filled autostart.desktop | put "$autostart" 644 ;;
        none)
            remove_kiosk
            remove_desktop ;;
    esac
    reload_units
    if [ -e "$unit" ]; then enable_kiosk; fi
    if has_systemd; then as_root udevadm control --reload 2>/dev/null || true; fi
}

switch_to() { # switch_to RELEASE: at once or not at all
    mark_due
    as_root ln -sfn "$1" "$home/current.new"
    as_root mv -T "$home/current.new" "$home/current"
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

install_all() {
    local release old
    require_system
    take_lock
    trap start_what_is_due EXIT
    install_packages
    tell_untracked
    release=$home/releases/$(fingerprint)
    old=$(readlink "$home/current" 2>/dev/null || true)
    [ -e "$release/ready" ] || make_ready "$release" "${old:-/nonexistent}"
    if [ "$old" != "$release" ]; then
        switch_to "$release"
        remove_old "$release" "${old:-$release}"
    fi
    join_groups
    install_service
    if [ -e "$due" ]; then
        start_what_is_due
        say "Installed. companion doctor looks at the table." "Installé. companion doctor examine la table."
    else
        say "Nothing to do: everything is as it should be." "Rien à faire : tout est en ordre."
    fi
}

uninstall() {
    require_system
    take_lock
    remove_kiosk
    remove_desktop
    as_root rm -rf "$home" "$command" "$rule" "$wanted"
    reload_units
    as_root rm -f "$lock"
    say "Gone. Games and profiles are still in ~/.local/share/$name." "C'est retiré. Parties et profils restent dans ~/.local/share/$name."
}

usage() { sed -n '2,10s/^# \{0,1\}//p' "$script"; }

case "${1:-install}" in
    install | update) install_all ;;
    --uninstall | uninstall) uninstall ;;
    -h | --help) usage ;;
    *)
        usage >&2
        exit 2 ;;
esac
