#!/usr/bin/env bash
# Plans as INI files; several factors at once; interleaved order, warm-up runs and a pause; one level under two labels.
. tests/unit/collect/checks.sh
need_pools
tiny_job
archive=$work/archive
manifest=$archive/manifest.jsonl
cat >"$work/plan.ini" <<END
; a comment
[collect]
archive = $archive
ashift = 9,12
on = file:512m
zfs = recordsize=16k,128k
workloads = $work/tiny.fio
iterations = 2
warm-up = 1
order = interleaved
settle = 0.2
END
collect 0 "$work/plan.ini" --seed 4
[ "$(field config "$manifest" | paste -sd' ')" = "$(for i in 1 2 3; do
    levels="ashift=9;recordsize=16k ashift=9;recordsize=128k ashift=12;recordsize=16k ashift=12;recordsize=128k"
    [ "$i" -lt 3 ] && echo "$levels" || tr ' ' '\n' <<<"$levels" | tac
done | paste -sd' ')" ] || { fail "not A B B A after the warm-up"; field config "$manifest"; }
[ "$(grep -c '"warm_up":1' "$manifest")" -eq 4 ] || fail "not four warm-up runs"
[ "$(grep -c '"failed":""' "$manifest")" -eq 12 ] || fail "a run failed"
grep -q '^warm_up = 1$' "$archive/experiment.ini" || fail "experiment.ini does not tell of the warm-up"
grep -q '^settle = 0.2$' "$archive/experiment.ini" || fail "experiment.ini does not tell of the pause"
for size in 16k 128k; do
    [ "$(grep -c "recordsize=$size .*-m" "$archive/commands.log")" -eq 6 ] || fail "not six pools with recordsize $size"
done
# Warm-up runs are kept and never compared.
"$ASHIFTSTAT" ingest "$archive" 2>/dev/null >"$work/rows.csv"
[ "$(grep -c ',bw,' "$work/rows.csv")" -eq 12 ] || fail "not twelve bandwidths"
[ "$(grep ',bw,' "$work/rows.csv" | grep -c 'warm-up run')" -eq 4 ] || fail "the warm-up runs are not marked"
# The same again: nothing to do.
collect 0 "$work/plan.ini"
says "all runs are in the archive already"
nothing_left "$archive"

# The plan that the documentation shows can be read.
collect 0 docs/plan-example.ini -o "$work/example" --dry-run
grep -qF "48 runs (levels 4 x workloads 3 x iterations 3, and 1 to warm up)" "$work/out" || fail "another plan"
[ ! -e "$work/example" ] || fail "the dry run made something"

# What other editors add: a byte order mark, carriage returns.
{ printf '\357\273\277'; sed 's/$/\r/' "$work/plan.ini"; } >"$work/marked.ini"
{ printf '\357\273\277'; sed 's/$/\r/' "$work/tiny.fio"; } >"$work/marked.fio"
collect 0 "$work/marked.ini" --workloads "$work/marked.fio" -o "$work/marked" --dry-run
grep -qF "12 runs (levels 4 x workloads 1 x iterations 2, and 1 to warm up)" "$work/out" || fail "another plan"

# Errors name the line.
sed 's/ashift = 9,12/ashift = 9,99/' "$work/plan.ini" >"$work/bad.ini"
collect 1 "$work/bad.ini"
says "$work/bad.ini:4: ashift 9,99: \"99\" is not a number"
sed 's/recordsize=16k,128k/recordsize=16k,1M/' "$work/plan.ini" >"$work/bad.ini"
collect 1 "$work/bad.ini" -o "$work/no"
says "$work/bad.ini:6: zfs recordsize=1M: zfs-fuse"
says "does not know this value"
sed "s/zfs = .*/zfs = volblocksize=8k,64k/" "$work/plan.ini" >"$work/bad.ini"
collect 1 "$work/bad.ini" -o "$work/no"
says "has no such property"
[ ! -e "$work/no" ] || fail "an archive was made"

# One level under two labels.
collect 0 -o "$work/aa" --ashift 12 --on file:512m --workloads "$work/tiny.fio" --iterations 2 --aa
[ "$(field config "$work/aa/manifest.jsonl" | sort | uniq -c | tr -s ' ' | paste -sd,)" = \
    " 2 aa=a;ashift=12, 2 aa=b;ashift=12" ] || fail "not one level under two labels"
"$ASHIFTSTAT" analyze "$work/aa" >"$work/out" 2>&1 || fail "the two labels cannot be compared"
grep -q 'Noise floor: .*one setting under two labels' "$work/out" || { fail "not compared by label"; cat "$work/out"; }
nothing_left "$work/aa"

# A signal ends the pause.
"$ASHIFTSTAT" collect -o "$work/paused" --ashift 12 --on file:512m --workloads "$work/tiny.fio" --settle 60 \
    >/dev/null 2>"$work/err" &
pid=$!
for _ in $(seq 100); do [ -e "$work/paused/experiment.ini" ] && break; sleep 0.05; done
sleep 0.3
kill -TERM "$pid"
wait "$pid"
[ $? -eq 3 ] || fail "not exit status 3"
says "interrupted; 0 of 5"
nothing_left "$work/paused"
finish
