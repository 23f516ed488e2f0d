#!/usr/bin/env bash
# Posts and fio output that are not part of the project, where they are at hand: ../shared/{seeds,cases,corpus}.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../../shared" 2>/dev/null && [ -d seeds ] && [ -d cases ] && [ -x tools/compare-extraction ] ||
    { echo "../shared is not here"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
faults=0

compare() { # INPUT EXPECTED
    "$ASHIFTSTAT" ingest "$1" >"$scratch/got.csv" 2>"$scratch/notes"
    python3 tools/compare-extraction "$2" "$scratch/got.csv" >"$scratch/result" ||
        { echo "$1:"; cat "$scratch/result"; faults=1; }
}
compare seeds/ashift12-vs-13-blog.txt cases/seeds/ashift12-vs-13-blog.expected.csv
compare cases/seeds/blocksize-512-vs-4k-group-rates.md cases/seeds/blocksize-512-vs-4k-group-rates.expected.csv
compare cases/seeds/wiki-write-by-block-size.csv cases/seeds/wiki-write-by-block-size.expected.csv
compare seeds/cluster-volblock-recordsize-forum.txt cases/seeds/cluster-volblock-recordsize-forum.expected.csv
for name in ansi-dd-decimal-comma cdm-quoted-crlf-mix forum-lines-comma-and-suffix kbench-thousands-pairs \
            kdiskmark-mb-is-1000-kib md-iterations-average-column yabs-mb-is-1000-kib; do
    compare "cases/posted/$name.txt" "cases/posted/$name.expected.csv"
done

# the figures that public result files are known to hold
if [ -d corpus-public ]; then
    "$ASHIFTSTAT" ingest corpus-public >"$scratch/public.csv" 2>"$scratch/notes"
    python3 "$here/public_figures.py" "$here/public_figures.tsv" "$scratch/public.csv" || faults=1
fi

# every version and form of fio's output: nothing wrong (which figures are not met is fixtures/corpus/unmet.tsv)
"$ASHIFTSTAT" ingest corpus >"$scratch/corpus.csv" 2>"$scratch/notes"
python3 tools/compare-corpus corpus "$scratch/corpus.csv" --show 20 >"$scratch/result"
tail -n 1 "$scratch/result"
grep -q ', wrong 0$' <(tail -n 1 "$scratch/result") || { cat "$scratch/result"; faults=1; }
exit $faults
