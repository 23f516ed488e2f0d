#!/usr/bin/env bash
# Line and written text of every figure of fio's JSON, read a second time by python (fixtures/ and fixtures/corpus/).
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tar -xJf fixtures/corpus/corpus.tar.xz -C "$scratch"
mkdir "$scratch/fixtures"
cp fixtures/fio_json/*.json "$scratch/fixtures"
"$ASHIFTSTAT" ingest "$scratch" >"$scratch/observations.csv" 2>"$scratch/notes" ||
    { echo "ingest failed:"; tail -n 5 "$scratch/notes"; exit 1; }
grep -rlZ '"fio version"' "$scratch" --include='*.json' --include='*.txt' |
    xargs -0 python3 tests/compare_json_places.py "$scratch/observations.csv"
