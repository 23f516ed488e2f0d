#!/usr/bin/env bash
# docs/checks.md is what the program says of its checks.
set -u
cd "$(dirname "$0")/.." || exit 1
"$ASHIFTSTAT" check --list --format markdown | diff -u docs/checks.md - ||
    { echo "make it anew: ashiftstat check --list --format markdown > docs/checks.md"; exit 1; }
