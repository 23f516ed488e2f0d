#!/usr/bin/env bash
# Inputs without measure: memory and time stay bounded and what happened is said in a line. The program without
# sanitizers is used, whose memory can be limited; what is large here is made on the spot.
#
#   tests/check_limits.sh         in ./runtests
#   FULL=1 tests/check_limits.sh  100,000 files, a log of 5 GB, a million jobs: minutes, 10 GB of disk in TMPDIR
set -u
cd "$(dirname "$0")/.." || exit 1
program=$PWD/build/plain/ashiftstat
fixtures=$PWD/fixtures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
faults=0

# limited MEBIBYTES SECONDS EXPECTED_STATUS WORDS INPUT...: ingests; WORDS must stand in what is said, or be empty.
limited() {
    local memory=$1 seconds=$2 expected=$3 words=$4 status begun=$SECONDS
    shift 4
    (ulimit -v $((memory * 1024)) && exec timeout "$seconds" "$program" ingest --jobs 2 "$@") >out 2>err </dev/null
    status=$?
    if [ "$status" -ne "$expected" ]; then
        echo "$*: exit status $status, not $expected: $(head -c 300 err)"
        faults=1
    elif [ -n "$words" ] && ! grep -qF -- "$words" err; then
        echo "$*: does not say \"$words\": $(head -c 300 err)"
        faults=1
    fi
    [ -z "${FULL:-}" ] || echo "$((SECONDS - begun)) s, $(wc -l <out) rows: $* ($(tail -n 1 err))"
}

rows() { # EXPECTED: rows of the last output, without the headings
    [ "$(($(wc -l <out) - 1))" -eq "$1" ] || { echo "$(($(wc -l <out) - 1)) rows, not $1"; faults=1; }
}

document() { sed -n '/^{/,$p' "$fixtures/fio_json/fio-3.33-a-randwrite4k.json"; }
repeat() { head -c "$2" < <(yes -- "$1" | tr -d '\n'); } # TEXT BYTES

# a row of a million columns, levels without end
columns=1000000
{ echo "test$(repeat ',write MB/s' $((11 * columns)))"; echo "ashift=9$(repeat ,100 $((4 * columns)))"; } >columns.csv
limited 2000 60 2 "columns.csv" columns.csv
{ echo "|test|$(repeat 'write MB/s|' $((11 * columns)))"; echo "|-|$(repeat '-|' $((2 * columns)))"
  echo "|ashift=9|$(repeat '100|' $((4 * columns)))"; } >columns.md
limited 2000 60 2 "columns.md" columns.md
{ repeat '[' 100000; document; repeat ']' 100000; } >nested.json
limited 2000 30 0 "" nested.json
rows 28
{ printf '{"fio version":"fio-3.33","jobs":'; repeat '[' 100000; repeat ']' 100000; echo '}'; } >deep.json
limited 2000 30 2 "deep.json" deep.json
{ repeat '<div>' 500000; echo '<table><tr><th>test</th><th>write MB/s</th></tr><tr><td>a</td><td>100</td></tr></table>'; } >deep.html
limited 2000 30 0 "" deep.html

# what has no end, or is nothing to read
mkfifo pipe
limited 1000 30 2 "pipe" pipe
limited 1000 30 2 "binary" /dev/zero
limited 1000 30 2 "/proc/kmsg" /proc/kmsg
limited 1000 30 2 "/proc/self/mem" /proc/self/mem
limited 1000 30 2 "no reader" /proc/cpuinfo

# folders that lead to themselves, many files
mkdir -p loop/a
ln -s .. loop/a/b
document >loop/run.json
limited 1000 30 0 "leads back" loop
rows 28

# archives that are small until they are opened
truncate -s 3G zeros
if command -v python3 >/dev/null; then
    python3 - "$work" <<'END'
import sys, zipfile, io
with zipfile.ZipFile(sys.argv[1] + "/bomb.zip", "w", zipfile.ZIP_DEFLATED) as file:
    with file.open("zeros.txt", "w", force_zip64=True) as member:
        for _ in range(3000):
            member.write(b" " * (1 << 20))
inner = io.BytesIO()
with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as file:
    file.writestr("a.txt", "nothing")
for _ in range(40):
    outer = io.BytesIO()
    with zipfile.ZipFile(outer, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("inner.zip", inner.getvalue())
    inner = outer
open(sys.argv[1] + "/onion.zip", "wb").write(inner.getvalue())
with zipfile.ZipFile(sys.argv[1] + "/members.zip", "w") as file:
    for i in range(30000):
        file.writestr(f"{i}.txt", "")
END
    limited 1500 60 2 "bomb.zip" bomb.zip
    limited 1000 30 2 "onion.zip" onion.zip
    limited 1000 60 2 "members.zip" members.zip
fi
rm -f zeros

# a log that is larger than the memory there is
log=1000000
[ -z "${FULL:-}" ] || log=250000000
seq 1 $log | sed 's/.*/&, 1234, 1, 4096, 0/' >long_lat.1.log
limited 100 600 0 "" long_lat.1.log
[ -s out ] && [ "$(wc -l <out)" -gt 1 ] || { echo "the long log gave nothing"; faults=1; }
rm -f long_lat.1.log

# many files, many jobs
files=2000 files_memory=300 jobs=20000 jobs_memory=400
[ -z "${FULL:-}" ] || files=100000 files_memory=1500 jobs=1000000 jobs_memory=8000
mkdir many
python3 - "$files" "$jobs" "$fixtures" <<'END'
import json, re, sys
text = open(sys.argv[3] + "/fio_json/fio-3.33-a-randwrite4k.json").read()
text = text[text.index("{"):]
for i in range(int(sys.argv[1])):
    open(f"many/{i}.json", "w").write(re.sub(r'"timestamp_ms" : \d+', f'"timestamp_ms" : {1700000000000 + 1000 * i}', text, count=1))
with open("jobs.json", "w") as file:
    file.write('{"fio version":"fio-3.33","timestamp":1700000000,"jobs":[')
    for i in range(int(sys.argv[2])):
        file.write(",\n" if i else "")
        json.dump({"jobname": f"j{i}", "groupid": 0, "error": 0,
                   "write": {"io_bytes": 4096, "bw_bytes": 4096, "iops": 1, "runtime": 1000, "total_ios": 1}}, file)
    file.write("]}")
END
limited $files_memory 600 0 "" many
rows $((files * 28))
limited $jobs_memory 600 0 "" jobs.json
rows $((jobs * 5 + 5))
exit $faults
