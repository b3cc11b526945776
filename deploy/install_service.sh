#!/bin/bash
# A part of install.sh: what starts the companion, and starting it.
# shellcheck disable=SC2154  # what install.sh has set

command=/usr/local/bin/companion
rule=/etc/udev/rules.d/70-$name.rules
unit=/etc/systemd/system/$name.service
limits=$unit.d
wanted=/etc/systemd/system/multi-user.target.wants/$name.service
user_unit=/etc/systemd/user/$name.service
user_limits=$user_unit.d
autostart=/etc/xdg/autostart/$name.desktop
groups=(video render input)

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
    sed -e "s|@HOME@|$home|g" -e "s|@PLAYER@|$player|g" -e "s|@DATA@|$(data_folder)|g" \
        -e "s|@DOCUMENTS@|$(documents_folder)|g" "deploy/service/$1"
}

player_home() { getent passwd "$player" | cut -d: -f6; }

data_folder() { echo "$(player_home)/.local/share/$name"; }

# Where people look for what they keep from the screen: their desktop may call it otherwise.
documents_folder() {
    local named
    named=$(as_player "${fitted_to:-$home/current}/venv/bin/python" -c 'import platformdirs; print(platformdirs.user_documents_path())' 2>/dev/null || true)
    echo "${named:-$(player_home)/Documents}"
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

# Whether it says that it is ready, in the time that its unit gives it; where nothing starts it now, nobody waits.
has_started() {
    [ -e "$due" ] || return 0
    if ! has_systemd || [ ! -e "$unit" ] && { [ ! -e "$user_unit" ] || ! has_session; }; then return 0; fi
    as_root sync
    say "Starting it …" "Démarrage …"
    manager restart || return 1
    as_root rm -f "$due"
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
    as_root rm -rf "$unit" "$limits" "$wanted"
}

# The kiosk took the first console from it.
give_login_back() {
    if systemctl is-enabled --quiet getty@tty1.service; then as_root systemctl start --no-block getty@tty1.service; fi
}

remove_desktop() {
    [ -e "$user_unit" ] || [ -e "$autostart" ] || return 0
    mark_due
    if has_systemd; then player_systemctl stop "$name.service" 2>/dev/null || true; fi
    as_root rm -rf "$user_unit" "$user_limits" "$autostart"
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
            filled kiosk.service | put "$unit" 644
            install_limits "$limits" ;;
        desktop)
            remove_kiosk
            filled desktop.service | put "$user_unit" 644
            install_limits "$user_limits"
            filled autostart.desktop | put "$autostart" 644 ;;
        none)
            remove_kiosk
            remove_desktop ;;
    esac
    reload_units
    if [ -e "$unit" ]; then enable_kiosk; fi
    if has_systemd; then as_root udevadm control --reload 2>/dev/null || true; fi
}
