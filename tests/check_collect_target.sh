#!/usr/bin/env bash
# Existing folders as levels, without ZFS: signals, continuing, another level added later, and a dry run that makes
# nothing.
. tests/unit/collect/checks.sh
need_fio
tiny_job
mkdir "$work/t12" "$work/t13"
archive=$work/archive
cat >"$work/slow.fio" <<'END'
[write-64k]
ioengine=psync
rw=write
bs=64k
size=1m
runtime=2
time_based=1
numjobs=2
END
arguments=(-o "$archive" --target "ashift=12:$work/t12" --target "ashift=13:$work/t13"
    --workloads "$work/slow.fio" --iterations 1 --seed 1)

collect 0 "${arguments[@]}" --dry-run
grep -qF -- "--directory=$work/t12/ashiftstat-" "$work/out" || fail "the dry run names no fio command"
grep -qF "2 runs" "$work/out" || fail "the dry run does not say how many runs"
[ ! -e "$archive" ] && [ -z "$(ls -A "$work/t12")" ] || fail "the dry run made something"

# interrupted SIGNAL COUNT: in mid-run, when fio has been started COUNT times in all
interrupted() {
    # A program that is started in the background ignores SIGINT unless it is given back.
    (trap - INT; exec "$ASHIFTSTAT" collect "${arguments[@]}") >"$work/out" 2>"$work/err" &
    local pid=$! status
    wait_for_fio "$archive" "$2"
    kill "-$1" "$pid"
    wait "$pid"
    status=$?
    [ "$status" -eq 3 ] || fail "$1: exit status $status"
    says "interrupted; "
    nothing_left "$archive"
    [ -z "$(ls -A "$work/t12" "$work/t13" | grep -v :)" ] || fail "$1: files are left"
}
set -m
interrupted INT 1
interrupted TERM 2
interrupted HUP 3
set +m
"$ASHIFTSTAT" collect "${arguments[@]}" >/dev/null 2>&1 &
pid=$!
wait_for_fio "$archive" 4
kill -9 "$pid"
wait "$pid" 2>/dev/null
[ "$(wc -l <"$archive/manifest.jsonl")" -eq 0 ] || fail "an interrupted run was archived"
collect 0 "${arguments[@]}"
says "that an earlier collection had left"
[ "$(field position "$archive/manifest.jsonl" | tr '\n' ' ')" = "1 2 " ] || fail "not both runs"
[ "$(field session "$archive/manifest.jsonl" | sort -u | wc -l)" -eq 1 ] || fail "not one session"
sums_match "$archive"
nothing_left "$archive"

# One level today, another after a reinstallation.
archive=$work/sessions
collect 0 -o "$archive" --target "ashift=12:$work/t12" --workloads "$work/tiny.fio" --iterations 2
collect 0 -o "$archive" --target "ashift=13:$work/t13" --workloads "$work/tiny.fio" --iterations 2
collect 0 -o "$archive" --target "ashift=13:$work/t13" --workloads "$work/tiny.fio" --iterations 2
says "all runs are in the archive already"
[ "$(paste -d: <(field config "$archive/manifest.jsonl") <(field session "$archive/manifest.jsonl") |
    tr '\n' ' ')" = "ashift=12:1 ashift=12:1 ashift=13:2 ashift=13:2 " ] || fail "not two sessions"
[ "$(field position "$archive/manifest.jsonl" | tr '\n' ' ')" = "1 2 3 4 " ] || fail "not four positions"
[ "$(field block "$archive/manifest.jsonl" | tr '\n' ' ')" = "1 2 3 4 " ] || fail "blocks are shared"
collect 1 -o "$archive" --target "ashift=13:$work/t13" --target "ashift=14:$work/t12" \
    --workloads "$work/tiny.fio" --iterations 2
says "levels = 12"
nothing_left "$archive"
[ -z "$(ls -A "$work/t12" "$work/t13" | grep -v :)" ] || fail "files are left in the targets"

collect 1 -o "$work/no" --target "ashift=12:$work/nowhere"
says "$work/nowhere: No such file or directory"
# What the archive was begun with and what is given now, also where one of them is nothing.
collect 0 -o "$work/settled" --target "a=1:$work/t12" --workloads "$work/tiny.fio" --iterations 1 --settle 0.1
collect 1 -o "$work/settled" --target "a=1:$work/t12" --workloads "$work/tiny.fio" --iterations 1
says "was begun with settle = 0.1, now it is not given"
collect 1 -o "$work/spare" --ashift 12 --on file:1
says "--on file:1: a pool of 1 B is too small, ZFS wants at least 64 MiB"
collect 1 -o "$archive" --target "ashift=13:$work/t13" --workloads "$work/tiny.fio" --iterations 2 --settle 1
says "was begun without settle, now it is 1"
[ "$(grep -c '^  exit status 0$' "$work/settled/commands.log")" -eq 1 ] || fail "commands.log has no exit status of fio"
# One level, however it is written, stands there once.
for label in ashift=012 ashift=abc ashift=8 ashift=+12 ashift=12.0; do
    collect 1 -o "$work/no" --target "$label:$work/t12" --workloads "$work/tiny.fio"
    says "--target $label:$work/t12: an ashift is a number from 9 to 16"
done
for level in 16K 16384 16KiB; do
    collect 1 -o "$work/no" --target "recordsize=16k:$work/t12" --target "recordsize=$level:$work/t13" --workloads "$work/tiny.fio"
    says "recordsize=16k and recordsize=$level are one level written twice"
done
collect 0 -o "$work/spelled" --target "recordsize=16k:$work/t12" --workloads "$work/tiny.fio" --iterations 1
collect 1 -o "$work/spelled" --target "recordsize=16K:$work/t13" --workloads "$work/tiny.fio" --iterations 1
says "levels = 16k, now it is 16K"
# One folder, by whatever name, for two levels; a folder in the place of a file.
ln -s "$work/t12" "$work/link"
for folder in "$work/t12" "$work/t13/../t12/." "$work/link"; do
    collect 1 -o "$work/no" --target "ashift=12:$work/t12" --target "ashift=13:$folder"
    says "--target ashift=13:$folder: is the folder of --target ashift=12:$work/t12 as well"
done
collect 1 "$work/t12" -o "$work/no"
says "$work/t12 is a folder, a plan is an INI file: name a folder to measure with --target"
collect 1 -o "$work/no" --target "ashift=12:$work/t12" --workloads "$work/t12"
says "Is a directory"
printf 'include %s\n' "$work/t12" >"$work/including.fio"
collect 1 -o "$work/no" --target "ashift=12:$work/t12" --workloads "$work/including.fio"
says "Is a directory"
[ ! -e "$work/no" ] || fail "an archive was made"
finish
