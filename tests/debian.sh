# Installs Debian packages. Sourced by other scripts.

# Installs packages without recommended ones. Updates the package lists if the first try fails.
# Returns non-zero if the packages cannot be installed.
debian() { # packages...
    local as_root=""
    command -v apt-get >/dev/null 2>&1 || return
    [ "$(id -u)" = 0 ] || as_root=$(command -v sudo) || return
    echo "installing $*"
    install_packages() { $as_root apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
    install_packages "$@" 2>/dev/null || { $as_root apt-get update -qq && install_packages "$@"; }
}
