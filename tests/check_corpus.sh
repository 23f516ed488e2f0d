#!/usr/bin/env bash
# Every figure of the output of sixteen versions of fio (fixtures/corpus/), read as one directory.
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tar -xJf fixtures/corpus/corpus.tar.xz -C "$scratch"
"$ASHIFTSTAT" ingest "$scratch" >"$scratch/observations.csv" 2>"$scratch/notes" ||
    { echo "ingest failed:"; tail -n 5 "$scratch/notes"; exit 1; }
python3 tests/compare_corpus.py "$scratch" "$scratch/observations.csv" fixtures/corpus/unmet.tsv
