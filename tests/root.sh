# A minimal Debian in a folder, with this machine's Rust and registry settings. Sourced by
# tests/fresh.sh. Sets `root`, the folder, and removes it at the end unless `KEEP` is set.

# Whether such a folder can be made here.
can_make_root() {
    [ "$(id -u)" = 0 ] && { command -v debootstrap >/dev/null 2>&1 || debian debootstrap; }
}

# Makes the folder.
make_root() {
    root=$(mktemp -d "${TMPDIR:-/tmp}/qedoku-fresh.XXXXXX")
    trap leave_root EXIT
    echo "a minimal Debian in $root"
    suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")
    local mirror
    mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb  *\(\[[^]]*\] *\)\{0,1\}\(http[^ ]*\).*/\2/p' \
        /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -n 1 || true)
    debootstrap --variant=minbase --include=gcc,libc6-dev,ca-certificates "$suite" "$root" ${mirror:+"$mirror"} >"$root.log" 2>&1 ||
        { tail -n 5 "$root.log"; return 1; }
    rm -f "$root.log"
    chmod 755 "$root" # apt-get runs as its own user, which must be able to enter
    mount --bind /dev "$root/dev"
    mount -t devpts devpts "$root/dev/pts"
    mount -t proc proc "$root/proc"

    echo "the Rust toolchain of this machine, with what the page is built for"
    ! command -v rustup >/dev/null 2>&1 || rustup target add wasm32-unknown-unknown
    mkdir -p "$root/opt/rust" "$root/root/.cargo"
    cp -a "$(rustc --print sysroot)/." "$root/opt/rust/"
    rm -rf "$root/opt/rust/share/doc"
    copy_settings
}

leave_root() {
    umount "$root/proc" "$root/dev/pts" "$root/dev" 2>/dev/null || true
    # A folder that is still mounted must not be deleted through the mount.
    [ -n "${KEEP:-}" ] || rm -rf --one-file-system "$root"
}

# Copies this machine's settings for reaching the registries: names, certificates, settings.
copy_settings() {
    local path setting
    for path in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt /usr/local/share/ca-certificates /etc/pip.conf \
        /etc/apt/apt.conf.d /etc/apt/sources.list.d/debian.sources "$HOME/.config/pip" "$HOME/.cargo/config.toml"; do
        [ -e "$path" ] || continue
        mkdir -p "$root$(dirname "$path")"
        cp -aL --remove-destination "$path" "$root$(dirname "$path")/"
    done
    # Each package is listed once.
    [ ! -e "$root/etc/apt/sources.list.d/debian.sources" ] || rm -f "$root/etc/apt/sources.list"
    settings=(PATH=/opt/rust/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb DEBIAN_FRONTEND=noninteractive
        QEDOKU_SKIP="${QEDOKU_SKIP:-}")
    while IFS= read -r setting; do
        settings+=("$setting")
    done < <(env | grep -iE '^(https?_proxy|no_proxy|pip_[a-z_]*|ssl_cert_file|cargo_(http|net|registries|source)_[a-z_]*)=' || true)
}

# Runs a command in a clone of the project inside the folder.
in_root() { # command
    chroot "$root" /usr/bin/env -i "${settings[@]}" bash -c "cd /root/qedoku && $1"
}
