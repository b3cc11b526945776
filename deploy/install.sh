#!/bin/bash
# Installs the companion on Raspberry Pi OS or Debian (bookworm, trixie; 64 bits), so that it starts with the computer.
# shellcheck disable=SC2154  # what its parts have set
set -euo pipefail
script=$(readlink -f "$0")
cd "$(dirname "$script")/.."

name=vedrfolnir-companion
home=/opt/$name
# There as long as something of the service was changed or stopped, and it was not started since: an interrupted run leaves it.
due=$home/due
cache=/var/cache/$name
for part in system release service sandbox; do
    # shellcheck source=/dev/null
    . "deploy/install_$part.sh"
done

# The one before stays on the disk.
install_all() {
    local release old
    begin
    install_packages
    tell_untracked
    release=$home/releases/$(fingerprint)
    old=$(release_of current)
    [ -e "$release/ready" ] || make_ready "$release" "${old:-/nonexistent}"
    join_groups
    [ -e "$release/$(sandbox_of)" ] || fit_sandbox "$release"
    if [ "$old" != "$release" ]; then
        change_to "$release" "$old" || { as_root rm -rf "$release"; exit 1; }
        remove_old "$release" "${old:-$release}"
    else
        install_service
        if [ ! -e "$due" ]; then
            say "Nothing to do: everything is as it should be." "Rien à faire : tout est en ordre."
            return
        fi
    fi
    start_what_is_due
    say "Installed. companion doctor looks at the table." "Installé. companion doctor examine la table."
}

roll_back() {
    local release old
    begin
    release=$(release_of previous) old=$(release_of current)
    if [ -z "$release" ] || [ "$release" = "$old" ] || [ ! -e "$release/ready" ]; then
        fail "There is no release before this one. Put the files that you want into $PWD, then run deploy/install.sh update." \
            "Il n'y a pas de version avant celle-ci. Mettez les fichiers voulus dans $PWD, puis lancez deploy/install.sh update."
    fi
    cd "$release/source"
    change_to "$release" "$old" || exit 1
    say "This is the release before: $release" "Voici la version d'avant : $release"
}

begin() {
    require_system
    require_player
    take_lock
    trap start_what_is_due EXIT
}

uninstall() {
    require_system
    take_lock
    remove_kiosk
    remove_desktop
    as_root rm -rf "$home" "$cache" "$command" "$rule" "$wanted"
    reload_units
    as_root rm -f "$lock"
    say "Gone. Games and profiles are still in ~/.local/share/$name." "C'est retiré. Parties et profils restent dans ~/.local/share/$name."
}

usage() {
    say "  deploy/install.sh               install, or put right what is there
  deploy/install.sh update        install what this folder holds now; if the doctor finds it worse, or it does not start, the old one stays
  deploy/install.sh rollback      go back to the release before
  deploy/install.sh --uninstall   take everything away but the games and profiles

Run it as the person who plays; it asks for sudo where it needs it. What can be found out is not asked.
  COMPANION_SERVICE=kiosk|desktop|none   what starts it (default: kiosk without a desktop, else desktop)
  COMPANION_NETWORK=yes|no               whether it may use the network (default: yes)
  COMPANION_PLAYER=NAME                  who plays, where that is not the person who runs this" \
        "  deploy/install.sh               installer, ou remettre en ordre ce qui est là
  deploy/install.sh update        installer ce que contient ce dossier ; si le docteur le trouve pire, ou s'il ne démarre pas, l'ancien reste
  deploy/install.sh rollback      revenir à la version d'avant
  deploy/install.sh --uninstall   tout retirer, sauf les parties et les profils

À lancer comme la personne qui joue ; sudo est demandé là où il le faut. Ce qui peut se trouver tout seul n'est pas demandé.
  COMPANION_SERVICE=kiosk|desktop|none   ce qui le lance (par défaut : kiosk sans bureau, sinon desktop)
  COMPANION_NETWORK=yes|no               s'il peut employer le réseau (par défaut : yes)
  COMPANION_PLAYER=NOM                   qui joue, si ce n'est pas la personne qui lance ceci"
}

if [ $# -gt 1 ]; then
    say "One word at most: ${*:2} is too much." "Un seul mot au plus : ${*:2} est de trop."
    usage
    exit 2
fi
case "${1:-install}" in
    install | update) install_all ;;
    rollback) roll_back ;;
    --uninstall | uninstall) uninstall ;;
    -h | --help) usage 2>&1 ;;
    *)
        say "$1 is none of these." "$1 n'est rien de tout cela."
        usage
        exit 2 ;;
esac
