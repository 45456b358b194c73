#!/usr/bin/env bash
# Runs tests/demo.sh and tests/all.sh on a minimal Debian with Rust and a C compiler, in a clone
# without other files beside it.
#
# Needs root and debootstrap; without them it prints a message and succeeds. It uses the Rust
# toolchain and the registry settings of this machine. `KEEP=1` keeps the folder, and QEDOKU_SKIP
# skips steps of tests/all.sh. At the end it prints the times and the size of `target`, which must
# stay below 4 GB.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null 2>&1; then
    echo "skipped: tests/fresh.sh needs root and debootstrap"
    exit 0
fi

root=$(mktemp -d "${TMPDIR:-/tmp}/qedoku-fresh.XXXXXX")
leave() {
    umount "$root/proc" "$root/dev/pts" "$root/dev" 2>/dev/null || true
    # Never through a folder that is still mounted.
    [ -n "${KEEP:-}" ] || rm -rf --one-file-system "$root"
}
trap leave EXIT

echo "a minimal Debian in $root"
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")
mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb  *\(\[[^]]*\] *\)\{0,1\}\(http[^ ]*\).*/\2/p' \
    /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -n 1 || true)
debootstrap --variant=minbase --include=gcc,libc6-dev,ca-certificates "$suite" "$root" ${mirror:+"$mirror"} >"$root.log" 2>&1 ||
    { tail -n 5 "$root.log"; exit 1; }
rm -f "$root.log"
chmod 755 "$root" # apt-get has a user of its own, who must get in
mount --bind /dev "$root/dev"
mount -t devpts devpts "$root/dev/pts"
mount -t proc proc "$root/proc"

echo "the Rust toolchain of this machine, with what the page is built for"
! command -v rustup >/dev/null 2>&1 || rustup target add wasm32-unknown-unknown
mkdir -p "$root/opt/rust" "$root/root/.cargo"
cp -a "$(rustc --print sysroot)/." "$root/opt/rust/"
rm -rf "$root/opt/rust/share/doc"

# How this machine reaches the registries: names, certificates, settings.
here() { # file or folder
    [ -e "$1" ] || return 0
    mkdir -p "$root$(dirname "$1")"
    cp -aL --remove-destination "$1" "$root$(dirname "$1")/"
}
for path in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt /usr/local/share/ca-certificates /etc/pip.conf \
    /etc/apt/apt.conf.d /etc/apt/sources.list.d/debian.sources "$HOME/.config/pip" "$HOME/.cargo/config.toml"; do
    here "$path"
done
# Each package is listed once.
[ ! -e "$root/etc/apt/sources.list.d/debian.sources" ] || rm -f "$root/etc/apt/sources.list"
settings=(PATH=/opt/rust/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb DEBIAN_FRONTEND=noninteractive
    QEDOKU_SKIP="${QEDOKU_SKIP:-}")
while IFS= read -r setting; do
    settings+=("$setting")
done < <(env | grep -iE '^(https?_proxy|no_proxy|pip_[a-z_]*|ssl_cert_file|cargo_(http|net|registries|source)_[a-z_]*)=' || true)

git clone --quiet . "$root/root/qedoku"
[ ! -e "$root/root/shared" ]

in_root() { # command in the clone
    chroot "$root" /usr/bin/env -i "${settings[@]}" bash -c "cd /root/qedoku && $1"
}

# Runs a command and prints its wall-clock and CPU time.
TIMEFORMAT='%R s by the clock, %U s of the processors and %S s of the system'
timed() { # command, name of its log
    local code=0
    echo
    echo "== $1"
    { time in_root "$1" 2>&1 | tee "$root/$2.log"; } 2>"$root/$2.time" || code=$?
    report+="$1: $(cat "$root/$2.time")"$'\n'
    [ "$code" = 0 ] || echo "FAILED: $report"
    return "$code"
}
report=""

echo "without Z3, the build says what is missing"
if in_root "cargo check --package qedoku-soundness" >"$root/without.log" 2>&1; then
    echo "it was built without Z3" && exit 1
fi
needed=$(cat src/soundness/needs-z3.txt)
grep -F "$needed" "$root/without.log"
rm -rf "$root/root/qedoku/target"

timed "bash tests/demo.sh" demo
grep -q "accepted: the only solution is" "$root/demo.log"
rm -rf "$root/root/qedoku/target"
timed "bash tests/all.sh" all
grep -q "^skipped, in whole or in part:" "$root/all.log"
grep -q "^all tests passed" "$root/all.log"

size=$(du -sm "$root/root/qedoku/target" | cut -f 1)
echo
echo "tests/demo.sh and tests/all.sh pass on a minimal $suite:"
echo -n "$report"
echo "target after the tests: $size MB"
[ "$size" -lt 4000 ]
