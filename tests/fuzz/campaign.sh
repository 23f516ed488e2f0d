#!/usr/bin/env bash
# Fuzzes readers and other subjects with clang's libFuzzer, SECONDS each, and keeps the smallest set of inputs that
# reaches what was reached.
#
#   tests/fuzz/campaign.sh SECONDS [NAME...]     (default: every reader of ingest/readers.h, every subject of subjects.c)
#
# Starts from corpus/NAME.tar.xz and from the fixtures, writes corpus/NAME.tar.xz again. NAME.dict has the words of its
# inputs.
# An input that breaks something is left in found/, where the test replays it, and the script ends with 1.
set -eu
cd "$(dirname "$0")/../.."
seconds=$1
shift
[ $# -gt 0 ] || set -- $(sed -n 's/^ROW(\(.*\))$/\1/p' ingest/readers.h) \
    $(sed -n 's/.*{"\([a-z]*\)", feed_.*/\1/p' tests/fuzz/subjects.c)
longest=16384

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz -j "$(nproc)" -- --no-print-directory >/dev/null
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
find fixtures -type f -size -32k ! -name '*.expected.csv' ! -name '*.md5' -print0 |
    while IFS= read -r -d '' file; do cp "$file" "$scratch/$(md5sum <"$file" | cut -c1-32)"; done

mkdir -p tests/fuzz/corpus
faults=0
for reader in "$@"; do
    work=$(mktemp -d)
    mkdir "$work/old" "$work/new" "$work/least"
    [ ! -e "tests/fuzz/corpus/$reader.tar.xz" ] || tar -xJf "tests/fuzz/corpus/$reader.tar.xz" -C "$work/old"
    "build/fuzz/tests/fuzz_$reader" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=3000 -max_len="$longest" \
        $([ ! -e "tests/fuzz/$reader.dict" ] || echo "-dict=tests/fuzz/$reader.dict") -print_final_stats=1 -artifact_prefix="tests/fuzz/found/$reader-" "$work/new" "$work/old" "$scratch" \
        >"$work/log" 2>&1 || { faults=1; tail -n 40 "$work/log"; }
    "build/fuzz/tests/fuzz_$reader" -merge=1 -max_len="$longest" "$work/least" "$work/old" "$work/new" "$scratch" \
        >"$work/merge.log" 2>&1 || { faults=1; tail -n 20 "$work/merge.log"; }
    tar -C "$work/least" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - . |
        xz -9e >"tests/fuzz/corpus/$reader.tar.xz"
    printf '%-18s %s runs in %s s, %s inputs kept, findings: %s\n' "$reader" \
        "$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log")" "$seconds" \
        "$(find "$work/least" -type f | wc -l)" "$(find tests/fuzz/found -name "$reader-*" | wc -l)"
    rm -rf "$work"
done
exit $faults
