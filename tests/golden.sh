#!/usr/bin/env bash
# Runs one command and holds what it prints against tests/golden/NAME.{stdout,stderr,status}.
#
#   tests/golden.sh NAME      the command stands in tests/golden/NAME.command, as arguments of ashiftstat in bash
#
# On a difference NAME.STREAM.got is kept beside the expected file and the difference is shown. With UPDATE=1 the
# expected files are written anew; read them before they are committed.
set -u
cd "$(dirname "$0")/.." || exit 1
name=$1
golden=tests/golden/$name
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C.UTF-8 SCRATCH=$scratch
unset NO_COLOR COLUMNS
ashiftstat() { "$ASHIFTSTAT" "$@"; }

source "$golden.command" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
echo $? >"$scratch/status"
sed -i "s|$scratch|SCRATCH|g" "$scratch/stdout" "$scratch/stderr"

faults=0
for stream in stdout stderr status; do
    if [ -n "${UPDATE:-}" ]; then
        cp "$scratch/$stream" "$golden.$stream"
    elif ! diff -u "$golden.$stream" "$scratch/$stream"; then
        cp "$scratch/$stream" "$golden.$stream.got"
        faults=1
    else
        rm -f "$golden.$stream.got"
    fi
done
exit $faults
