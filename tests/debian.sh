# How packages of Debian are installed; sourced by the scripts that need some.

# Installs packages, with what they need and nothing more; fails where that cannot be done. The lists of packages are fetched
# if those that are there do not do.
debian() { # packages...
    local as_root=""
    command -v apt-get >/dev/null 2>&1 || return
    [ "$(id -u)" = 0 ] || as_root=$(command -v sudo) || return
    echo "installing $*"
    install_packages() { $as_root apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
    install_packages "$@" 2>/dev/null || { $as_root apt-get update -qq && install_packages "$@"; }
}
