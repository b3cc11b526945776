#!/bin/bash
# Runs the Pi camera's tests on the real picamera2 and libcamera's virtual camera: docs/pi-emulation.md.
# usage (as root, in the project's folder, on a Debian 13 that may be thrown away): deploy/tools/virtual_camera.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
made=/opt/virtual-camera
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
[ "$suite" = trixie ] || { echo "This needs Debian 13 (trixie); here is ${suite:-another system}." >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "This installs packages: run it as root, in a system that may be thrown away." >&2; exit 2; }

# The libcamera of Debian 13 itself hangs with its virtual camera; the one of its backports does not.
echo "deb http://deb.debian.org/debian trixie-backports main" >/etc/apt/sources.list.d/virtual-camera.list
export DEBIAN_FRONTEND=noninteractive
apt-get -q update
apt-get -qy install --no-install-recommends python3 python3-venv python3-dev gcc libc6-dev libcap-dev libzbar0 libxcb1 libgl1 libglib2.0-0
apt-get -qy install --no-install-recommends -t trixie-backports python3-libcamera

mkdir -p $made/pictures /usr/share/libcamera/pipeline/virtual
[ -e $made/bin/python ] || python3 -m venv --system-site-packages $made
$made/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
$made/bin/pip install --quiet --disable-pip-version-check picamera2==0.3.38
PYTHONPATH=. $made/bin/python -m tests.virtual_camera.shown $made/pictures
sed "s|@PICTURES@|$made/pictures|" tests/virtual_camera/virtual.yaml >/usr/share/libcamera/pipeline/virtual/virtual.yaml
if ! compgen -G "/dev/dma_heap/*" >/dev/null; then
    gcc -shared -fPIC -Wall -Wextra -Werror -O2 -o $made/dma_heap.so tests/virtual_camera/dma_heap.c
    export LD_PRELOAD=$made/dma_heap.so
fi
# A picamera2 that does not get its camera leaves a pipe to the garbage collector.
$made/bin/python -m pytest -p no:xdist -p no:cacheprovider -W ignore::pytest.PytestUnraisableExceptionWarning -vv tests/test_virtual_camera.py
