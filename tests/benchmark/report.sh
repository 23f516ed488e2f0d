#!/usr/bin/env bash
# Reports, tables, growth and start-up beside peers that Debian has, in one run.
#
#   tests/benchmark/report.sh
#
# Needs the release build, jq and python3; python3-matplotlib and gnuplot-nox are used where they are installed.
set -eu
cd "$(dirname "$0")/../.."
program=$PWD/build/release/ashiftstat
[ -x "$program" ] || { echo "build the release preset first" >&2; exit 1; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. tests/benchmark/measure.sh

# one JSON file a run: LEVELS levels, each FILES / LEVELS times
make_runs() { # FOLDER FILES LEVELS
    python3 - "$@" <<'END'
import os, re, sys
text = open("fixtures/fio_json/fio-3.33-a-randwrite4k.json").read()
text = text[text.index("{"):]
folder, files, levels = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
for level in range(levels):
    os.makedirs(f"{folder}/recordsize={level + 1}k")
for i in range(files):
    content = re.sub(r'"timestamp_ms" : \d+', f'"timestamp_ms" : {1700000000000 + 10000 * i}', text, count=1)
    content = re.sub(r'"bw_bytes" : [1-9]\d*', f'"bw_bytes" : {100000000 + i * 7919 % 1000003 * 17}', content)
    open(f"{folder}/recordsize={i % levels + 1}k/{i}.json", "w").write(content)
END
}

echo "a report of 54 runs (fixtures/repeated): every chart as SVG and PNG, tables, HTML"
row "ashiftstat report" 0 "$program" report fixtures/repeated -o "$dir/report"
base=$last
echo "  that is $(ls "$dir/report"/*.svg | wc -l) charts twice"
cat >"$dir/chart.py" <<'END'
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
figure, axes = plt.subplots(figsize=(12, 5))
axes.barh(["a", "b", "c"], [14.3, -2, 8], xerr=[[20, 3, 4], [30, 3, 5]])
axes.set_title("12 against 13")
figure.savefig("chart.png")
figure.savefig("chart.svg")
END
printf 'set terminal svg\nset output "chart.svg"\nset title "12 against 13"\nplot "-" using 1:2:3 with yerrorbars\n0 14 20\n1 -2 3\n2 8 4\ne\n' >"$dir/chart.plot"
! /usr/bin/python3 -c 'import matplotlib' 2>/dev/null ||
    row "matplotlib, one chart, PNG and SVG" "$base" env -C "$dir" /usr/bin/python3 chart.py
! command -v gnuplot >/dev/null || row "gnuplot, one chart, SVG" "$base" env -C "$dir" gnuplot chart.plot

make_runs "$dir/runs" 2000 2
"$program" ingest "$dir/runs" >"$dir/tidy.csv"
python3 -c 'for i in range(20000): print(f"test {i % 5},{9 if i % 2 else 12},{100 + i % 17}.5,{200 + i % 13}.25")' |
    { echo "test,ashift,write MB/s,read MB/s"; cat; } >"$dir/posted.csv"
echo "tables: a tidy CSV of $(wc -l <"$dir/tidy.csv") rows, $(stat -c %s "$dir/tidy.csv") bytes; a posted one of 20,000 rows"
row "ashiftstat ingest, tidy" 0 "$program" ingest "$dir/tidy.csv"
base=$last
row "python3 csv, read and summed" "$base" python3 -c '
import csv, sys
print(sum(float(row["value"]) for row in csv.DictReader(open(sys.argv[1]))))' "$dir/tidy.csv"
row "awk, the same" "$base" awk -F, '{sum += $5} END {print sum}' "$dir/tidy.csv"
row "ashiftstat ingest, posted" "$base" "$program" ingest "$dir/posted.csv"

echo "growth of the whole analysis (analyze), per file or run: the last column should not rise"
grow() { # NAME COUNT COMMAND...
    local cpu elapsed memory name=$1 count=$2
    shift 2
    read -r cpu elapsed memory < <(measure "$@")
    awk -v n="$name" -v c="$count" -v s="$cpu" -v m="$memory" \
        'BEGIN {printf "  %-34s %8.3f s CPU %6d MB   %8.1f us each\n", n, s, m, s / c * 1e6}'
}
for files in 500 1000 2000 4000 8000; do
    rm -rf "$dir/grow"
    make_runs "$dir/grow" $files 2
    grow "$files files, 2 levels" $files "$program" analyze "$dir/grow"
done
for levels in 2 4 8 16; do
    rm -rf "$dir/grow"
    make_runs "$dir/grow" 2000 $levels
    grow "2000 files, $levels levels" $((levels * (levels - 1) / 2)) "$program" analyze "$dir/grow"
done
for rows in 20000 40000 80000 160000; do
    python3 -c '
import sys
print("config,workload,direction,metric,value,iteration")
for i in range(int(sys.argv[1])):
    print(f"ashift={9 if i % 2 else 12},job{i // 40},write,bw,{100000000 + i * 7919 % 1000003 * 17},{i % 40 // 2 + 1}")' $rows >"$dir/rows.csv"
    grow "$rows runs of $((rows / 40)) workloads" $rows "$program" analyze --format json "$dir/rows.csv"
done

echo "start-up, the mean of 200"
read -r cpu elapsed memory < <(measure sh -c 'for i in $(seq 200); do "$0" --version; done' "$program")
awk -v s="$cpu" -v e="$elapsed" 'BEGIN {printf "  ashiftstat --version               %8.2f ms CPU %8.2f ms elapsed\n", s * 5, e * 5}'
