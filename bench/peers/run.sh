#!/usr/bin/env bash
# Compares Mazzo with RLCard and OpenSpiel. See README.md in this folder.
#
#   run.sh [OPTIONS]            random playouts a second
#   run.sh uno-rule [OPTIONS]   a bot of Mazzo against RLCard's rule agent
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
venv=$root/target/peers-venv
python=${PYTHON:-python3}

say() { echo "peers: $*" >&2; }
die() { say "$*"; exit 1; }

command -v "$python" >/dev/null || die "$python was not found; install Python 3.11 or set PYTHON to one."

script=$here/peers.py
if [ "${1:-}" = uno-rule ]; then
    script=$here/uno_rule.py
    shift
fi

# A wrong option should be reported now, not after the installation and the build.
for option in "$@"; do
    case $option in
        -h | --help) exec "$python" "$script" --help ;;
    esac
done
"$python" "$script" --check-options "$@"

# 1. RLCard and OpenSpiel. The stamp is a copy of the requirements that went in,
# so that a broken or outdated installation is tried again.
stamp=$venv/installed-requirements.txt
if ! cmp -s "$here/requirements.txt" "$stamp"; then
    say "installing RLCard and OpenSpiel into target/peers-venv (once, about a minute)"
    mkdir -p "$root/target"
    if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
        "$python" -m venv --clear "$venv" >&2 ||
            die "$python could not create a virtual environment in target/peers-venv (on Debian: apt install python3-venv)."
    fi
    log=$venv/pip.log
    : >"$log"
    installed=yes
    # One by one: if one of the two has no wheel here, the other still runs.
    for package in rlcard open_spiel; do
        if ! "$venv/bin/python" -m pip install --disable-pip-version-check --no-input --retries 2 \
            --constraint "$here/requirements.txt" "$package" >>"$log" 2>&1; then
            installed=no
            say "pip could not install $package, so its rows will have no numbers (details in $log)."
        fi
    done
    if [ "$installed" = yes ]; then
        cp "$here/requirements.txt" "$stamp"
    fi
fi

# 2. Mazzo.
if [ -z "${MAZZO:-}" ]; then
    command -v cargo >/dev/null || die "cargo was not found; install Rust, or set MAZZO to a built mazzo binary."
    say "building mazzo"
    (cd "$root" && cargo build --release >&2) || die "cargo build --release failed."
    MAZZO=${CARGO_TARGET_DIR:-$root/target}/release/mazzo
fi
[ -f "$MAZZO" ] && [ -x "$MAZZO" ] || die "there is no program at $MAZZO."
MAZZO=$(cd "$(dirname "$MAZZO")" && pwd)/$(basename "$MAZZO")
export MAZZO

# 3. One core for all, so that no simulator gets a better one. Children inherit it.
pin=()
if [ "$script" != "$here/peers.py" ]; then
    : # a match is not timed
elif command -v taskset >/dev/null; then
    core=${CORE:-$(LC_ALL=C taskset -cp $$ | sed 's/.*: //; s/[,-].*//')}
    taskset -c "$core" true 2>/dev/null || die "core $core (from CORE) cannot be used here."
    pin=(taskset -c "$core")
else
    say "taskset was not found, so nothing is pinned to a core and the numbers are noisier."
fi

# Libraries must not start worker threads: their CPU time would count too.
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1

exec ${pin[@]+"${pin[@]}"} "$venv/bin/python" "$script" "$@"
