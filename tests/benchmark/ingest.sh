#!/usr/bin/env bash
# How fast inputs are read, beside peers that Debian has, in one run: CPU seconds and the ratio to ashiftstat.
#
#   tests/benchmark/ingest.sh [DIR]     DIR keeps the inputs for the next time (default: a temporary one)
#
# Needs the release build (cmake --preset release && cmake --build --preset release), fio, jq, python3.
set -eu
cd "$(dirname "$0")/../.."
program=$PWD/build/release/ashiftstat
[ -x "$program" ] || { echo "build the release preset first" >&2; exit 1; }
dir=${1:-$(mktemp -d)}
[ $# -gt 0 ] || trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir"

gcc -O2 -o "$dir/raw_cjson" tests/benchmark/raw_cjson.c -lcjson

if [ ! -e "$dir/large/40.json" ]; then
    mkdir -p "$dir/small" "$dir/large"
    # each at another time: copies of one run would count once
    for i in $(seq 5000); do
        sed "s/\"timestamp_ms\" : [0-9]*/\"timestamp_ms\" : $((1700000000000 + i * 10000))/" \
            fixtures/fio_json/fio-3.33-a-randwrite4k.json >"$dir/small/$i.json"
    done
    (cd "$dir" && fio --name=job --rw=randrw --bs=4k --size=1m --ioengine=psync --numjobs=32 --runtime=2 --time_based \
        --output-format=json+ --output=large.json >/dev/null && rm -f job.*.0)
    for i in $(seq 40); do
        sed "s/\"timestamp_ms\" : [0-9]*/\"timestamp_ms\" : $((1700000000000 + i * 10000))/" "$dir/large.json" >"$dir/large/$i.json"
    done
fi

. tests/benchmark/measure.sh

echo "5,000 fio JSON files of $(wc -c <"$dir/small/1.json") bytes"
row "ashiftstat ingest --jobs 1" 0 "$program" ingest --jobs 1 "$dir/small"
base=$last
row "ashiftstat ingest --jobs 2" "$base" "$program" ingest --jobs 2 "$dir/small"
row "cJSON, parse and free only" "$base" "$dir/raw_cjson" "$dir"/small/*.json
row "jq, three numbers" "$base" jq -r '.jobs[0].write | [.bw_bytes, .iops, .runtime] | @csv' "$dir"/small/*.json
row "python3 json, three numbers" "$base" python3 -c '
import json, sys
for path in sys.argv[1:]:
    w = json.load(open(path))["jobs"][0]["write"]
    print(w["bw_bytes"], w["iops"], w["runtime"])' "$dir"/small/*.json

echo "40 json+ files of $(wc -c <"$dir/large.json") bytes"
row "ashiftstat ingest --jobs 1" 0 "$program" ingest --jobs 1 "$dir/large"
base=$last
row "cJSON, parse and free only" "$base" "$dir/raw_cjson" "$dir"/large/*.json
row "jq, three numbers" "$base" jq -r '.jobs[0].write | [.bw_bytes, .iops, .runtime] | @csv' "$dir"/large/*.json
row "python3 json" "$base" python3 -c '
import json, sys
for path in sys.argv[1:]:
    json.load(open(path))' "$dir"/large/*.json

if [ ! -e "$dir/log_clat.1.log" ]; then
    (cd "$dir" && fio --name=job --rw=randwrite --bs=4k --size=1m --ioengine=null --runtime=3 --time_based \
        --write_lat_log=piece --log_offset=0 --output=/dev/null && mv piece_clat.1.log piece.log && rm -f piece_*.log)
    # the same lines again and again, as later I/Os
    while [ "$(stat -c %s "$dir/log_clat.1.log" 2>/dev/null || echo 0)" -lt 500000000 ]; do
        cat "$dir/piece.log" >>"$dir/log_clat.1.log"
    done
fi
echo "a log of $(wc -l <"$dir/log_clat.1.log") I/Os, $(stat -c %s "$dir/log_clat.1.log") bytes"
row "ashiftstat ingest --jobs 1" 0 "$program" ingest --jobs 1 "$dir/log_clat.1.log"
awk -v bytes="$(stat -c %s "$dir/log_clat.1.log")" -v seconds="$last" 'BEGIN {printf "  that is %.2f GB/s\n", bytes / seconds / 1e9}'
base=$last
row "wc -l" "$base" wc -l "$dir/log_clat.1.log"
row "awk, mean of the second column" "$base" awk -F, '{sum += $2} END {print sum / NR}' "$dir/log_clat.1.log"
