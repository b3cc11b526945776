#!/bin/bash
# Runs the installer on an emulated 64-bit ARM Debian, as a Raspberry Pi would: docs/pi-emulation.md.
# usage (as root): deploy/tools/emulate.sh bookworm|trixie FOLDER
# FOLDER keeps the emulated system; with one in it already, only the run is made again.
set -euo pipefail
suite=${1:?bookworm or trixie} root=$(readlink -m "${2:?a folder for the emulated system}")
here=$(readlink -f "$(dirname "$0")/../..")
# Faster than the default, whose pointer authentication is emulated; and what a Raspberry Pi 4 has.
export QEMU_CPU=cortex-a72

step() { printf '\n== %s (%s)\n' "$*" "$(date +%T)"; }

# The kernel hands ARM programs to qemu; C lets sudo be sudo there.
binfmt=/proc/sys/fs/binfmt_misc
[ -e $binfmt/register ] || mount -t binfmt_misc binfmt_misc $binfmt
if ! grep -qs 'flags:.*C' $binfmt/qemu-aarch64; then
    if [ -e $binfmt/qemu-aarch64 ]; then echo -1 >$binfmt/qemu-aarch64; fi
    sed 's/:[A-Z]*$/:POCF/' /usr/lib/binfmt.d/qemu-aarch64.conf >$binfmt/register
fi

if [ ! -e "$root/usr/bin/sudo" ]; then
    step "debootstrap $suite"
    debootstrap --arch=arm64 --variant=minbase --include=ca-certificates,sudo "$suite" "$root"
fi

# The way to the network, as this machine has it: names, certificates, package index.
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
if compgen -G "/usr/local/share/ca-certificates/*.crt" >/dev/null; then
    cp /usr/local/share/ca-certificates/*.crt "$root/usr/local/share/ca-certificates/"
    chroot "$root" update-ca-certificates >/dev/null
fi
printf '127.0.0.1 localhost %s\n' "$(hostname)" >"$root/etc/hosts"
printf '[global]\ncert = /etc/ssl/certs/ca-certificates.crt\ntimeout = 180\n' >"$root/etc/pip.conf"
chroot "$root" id club >/dev/null 2>&1 || chroot "$root" useradd -m -s /bin/bash club
printf 'club ALL=(ALL) NOPASSWD: ALL\nDefaults env_keep += "QEMU_CPU"\n' >"$root/etc/sudoers.d/club"
rm -rf "$root/home/club/table"
mkdir -p "$root/home/club/table"
(cd "$here" && git ls-files -z | tar --null --files-from=- -cf -) | tar -C "$root/home/club/table" -xf -
chroot "$root" chown -R club:club /home/club

# shellcheck disable=SC2016
inside() { # inside COMMAND...: as the player, in the emulated system, with what a system has mounted
    unshare --mount --pid --fork --kill-child bash -c '
        root=$1; shift
        mount -t proc proc "$root/proc"
        mount -t tmpfs -o mode=755 tmpfs "$root/dev"
        for each in null zero full random urandom tty; do touch "$root/dev/$each"; mount --bind "/dev/$each" "$root/dev/$each"; done
        mkdir "$root/dev/pts" && mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts" && ln -s pts/ptmx "$root/dev/ptmx"
        mkdir "$root/dev/shm" && mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
        ln -s /proc/self/fd "$root/dev/fd"
        exec chroot "$root" setpriv --reuid=club --regid=club --init-groups env -i HOME=/home/club USER=club \
            LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin QEMU_CPU="$QEMU_CPU" \
            sh -c "cd /home/club/table && exec \"\$@\"" sh "$@"' bash "$root" "$@"
}

installer_says() { # installer_says WORDS: it runs to the end, with these words
    local said
    said=$(inside deploy/install.sh 2>&1) || { echo "$said"; exit 1; }
    echo "$said"
    [[ $said == *"$1"* ]] || { echo "not said: $1"; exit 1; }
}

home=opt/vedrfolnir-companion
step "the installer runs to the end"
inside deploy/install.sh

step "kivy opens a window, and leaves its configuration alone"
inside env KIVY_HOME=/$home/kivy SDL_VIDEODRIVER=offscreen /$home/current/venv/bin/python -P -c 'from ui.window import opens_window; assert opens_window()'
cmp "$here/deploy/service/kivy.ini" "$root/$home/kivy/config.ini"

step "a damaged start script and an interrupted apt are put right, and said"
kept=$(sha256sum "$root/$home/start")
echo false >"$root/$home/start"
chroot "$root" dpkg -s libgl1 | sed 's/^Status: .*/Status: install ok unpacked/' >"$root/var/lib/dpkg/updates/0001"
installer_says Installed.
[ "$kept" = "$(sha256sum "$root/$home/start")" ]
chroot "$root" dpkg -s libgl1 | grep -x 'Status: install ok installed'

listing() { # every file of the system that the installer may touch
    (cd "$root" && find opt usr/local etc -path etc/ssl -prune -o ! -type d -printf '%p %s %T@ %l\n') |
        grep -v __pycache__ | LC_ALL=C sort
}
before=$(listing)
step "again, without change"
installer_says "Nothing to do"
[ "$before" = "$(listing)" ] || { diff <(echo "$before") <(listing); echo "the second run changed something"; exit 1; }

step "the doctor misses a camera and a display, nothing else"
inside companion doctor || true
failing=$(inside companion doctor --json | python3 -c 'import json, sys; print(*sorted(each["check"] for each in json.load(sys.stdin)["checks"] if each["grade"] == "fail"))') || true
[ "$failing" = "camera display" ] || { echo "failing: $failing"; exit 1; }

step "an update that breaks the program is rolled back"
current() { readlink "$root/$home/current"; }
kept=$(current)
inside sh -c 'echo "raise RuntimeError" >>vision/__init__.py'
if inside deploy/install.sh update; then echo "the broken one was installed"; exit 1; fi
[ "$kept" = "$(current)" ]
[ "$before" = "$(listing)" ]
inside sed -i /RuntimeError/d vision/__init__.py

step "an update that is well is taken, and gone back from"
inside sh -c 'echo "# newer" >>vision/__init__.py'
inside deploy/install.sh update
[ "$kept" != "$(current)" ]
inside deploy/install.sh rollback
[ "$kept" = "$(current)" ]
inside sed -i '/^# newer$/d' vision/__init__.py

step "a rendered game, seen by the eye"
scores() { python3 -c 'import json, sys; print(json.load(sys.stdin)["scores"])'; }
expected=$(inside companion replay --json tests/short_game.jsonl | scores)
inside companion play --headless --source sim:tests/short_game.jsonl --journal /home/club/games.sqlite
seen=$(inside companion export 1 --journal /home/club/games.sqlite | inside companion referee --json - | scores)
echo "expected $expected, seen $seen"
[ "$expected" = "$seen" ]

step "uninstalled, nothing is left but the games"
inside sh -c 'mkdir -p ~/.local/share/vedrfolnir-companion && cp ~/games.sqlite ~/.local/share/vedrfolnir-companion/'
inside deploy/install.sh --uninstall
left=$(cd "$root" && find . -path ./home/club/table -prune -o -path ./proc -prune -o -iname '*vedrfolnir*' -print)
echo "$left"
[ "$left" = "./home/club/.local/share/vedrfolnir-companion" ]
[ ! -e "$root/usr/local/bin/companion" ]
step "done: $suite"
