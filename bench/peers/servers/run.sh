#!/usr/bin/env bash
# Measures Mazzo's table server next to Colyseus and boardgame.io. See ../README.md.
#
#   run.sh [--tables N] [--secs S] [--repeat N] [--only NAME] [--json FILE]
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)

say() { echo "peers: $*" >&2; }
die() { say "$*"; exit 1; }
usage() {
    cat <<'END'
Usage: run.sh [OPTIONS]
  --tables N    how many tables, four players each (default 1000)
  --secs S      how long each measurement counts (default 10)
  --repeat N    go through the whole list N times and show the median (default 1)
  --only NAME   measure only mazzo, colyseus or boardgame.io
  --json FILE   add the raw numbers to that file, one object a line

MAZZO names a binary to measure; without it, target/release/mazzo is built.
SERVER_CORE and LOAD_CORE name the two cores to use (default 0 and 1).
END
}

tables=1000 secs=10 repeat=1 only='' json=''
while [ $# -gt 0 ]; do
    case $1 in
        -h | --help) usage; exit ;;
        --tables | --secs | --repeat)
            [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || die "$1 needs a whole number, 1 or more."
            declare "${1#--}=$2"
            shift 2 ;;
        --only)
            only=${2:-}
            case $only in mazzo | colyseus | boardgame.io) ;; *) die "--only takes mazzo, colyseus or boardgame.io." ;; esac
            shift 2 ;;
        --json) json=${2:-}; [ -n "$json" ] || die "--json needs a file."; shift 2 ;;
        *) die "there is no option $1; try --help." ;;
    esac
done
[ "$secs" -ge 2 ] || die "--secs has to be 2 or more."

# 1. What is needed.
[ -r /proc/self/stat ] || die "this needs Linux: what a server costs is read from /proc."
command -v node >/dev/null || die "node was not found; install Node.js 20 or newer (https://nodejs.org)."
command -v npm >/dev/null || die "npm was not found; it comes with Node.js (on Debian: apt install npm)."
major=$(node -p 'process.versions.node.split(".")[0]')
[ "$major" -ge 20 ] || die "node is version $major; 20 or newer is needed."

# A table is four sockets, and some files are open besides.
wanted=$((tables * 4 + 200))
ulimit -n "$(ulimit -Hn)" 2>/dev/null || true
limit=$(ulimit -n)
[ "$limit" = unlimited ] || [ "$limit" -ge "$wanted" ] ||
    die "$tables tables need $wanted open files and $limit are allowed; raise it (ulimit -n) or take fewer --tables."

server_pin=() load_pin=()
if ! command -v taskset >/dev/null; then
    say "taskset was not found, so nothing is pinned to a core and the numbers are noisier."
elif taskset -c "${SERVER_CORE:-0}" true 2>/dev/null && taskset -c "${LOAD_CORE:-1}" true 2>/dev/null; then
    server_pin=(taskset -c "${SERVER_CORE:-0}") load_pin=(taskset -c "${LOAD_CORE:-1}")
else
    die "cores ${SERVER_CORE:-0} and ${LOAD_CORE:-1} cannot both be used here; set SERVER_CORE and LOAD_CORE."
fi

work=$(mktemp -d)
server=
stop() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
        server=
    fi
}
trap 'stop; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# 2. The peers. The stamp is a copy of the list that went in, so that a broken or outdated installation is tried again.
stamp=$here/node_modules/.installed-package.json
if [ "$only" != mazzo ] && ! cmp -s "$here/package.json" "$stamp"; then
    say "installing Colyseus and boardgame.io into bench/peers/servers/node_modules (once, about a minute)"
    # No script of a package is run: none is needed.
    (cd "$here" && npm ci --ignore-scripts --no-audit --no-fund) >"$work/npm.log" 2>&1 ||
        { tail -n 5 "$work/npm.log" >&2; die "npm could not install the peers."; }
    cp "$here/package.json" "$stamp"
fi

# 3. Mazzo.
if [ -z "$only" ] || [ "$only" = mazzo ]; then
    if [ -z "${MAZZO:-}" ]; then
        command -v cargo >/dev/null || die "cargo was not found; install Rust, or set MAZZO to a built mazzo binary."
        say "building mazzo"
        (cd "$root" && cargo build --release >&2) || die "cargo build --release failed."
        MAZZO=${CARGO_TARGET_DIR:-$root/target}/release/mazzo
    fi
    [ -f "$MAZZO" ] && [ -x "$MAZZO" ] || die "there is no program at $MAZZO."
fi

# 4. One server after the other, each measurement on a fresh one.
start() {
    local command
    case $1 in
        mazzo)
            rm -rf "$work/data"
            command=("$MAZZO" serve --load-test --data "$work/data" --log warn --lang en --listen 127.0.0.1:0) ;;
        colyseus) command=(node "$here/colyseus.mjs") ;;
        boardgame.io) command=(node "$here/boardgame.mjs") ;;
    esac
    NODE_ENV=production ${server_pin[@]+"${server_pin[@]}"} "${command[@]}" >"$work/server.log" 2>&1 &
    server=$!
    for _ in $(seq 200); do
        url=$(grep -o -m 1 'http://127\.0\.0\.1:[0-9]*' "$work/server.log") && return 0
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    tail -n 5 "$work/server.log" >&2
    return 1
}

names=(mazzo colyseus boardgame.io)
[ -z "$only" ] || names=("$only")
failed=0
: >"$work/results"
for round in $(seq "$repeat"); do
    for name in "${names[@]}"; do
        for pace in max human; do
            say "$name, $tables tables, pace $pace, $secs s (round $round of $repeat)"
            if ! { start "$name" && ${load_pin[@]+"${load_pin[@]}"} node "$here/load.mjs" --peer "$name" --url "$url" \
                --pid "$server" --tables "$tables" --secs "$secs" --pace "$pace" --mazzo "${MAZZO:-}" >>"$work/results"; }; then
                say "$name failed at pace $pace, so that part of its row has no numbers."
                failed=1
            fi
            stop
        done
    done
done
[ -z "$json" ] || cat "$work/results" >>"$json"
node "$here/table.mjs" "$work/results"
exit $failed
