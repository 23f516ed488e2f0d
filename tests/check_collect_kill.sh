#!/usr/bin/env bash
# kill -9 at many moments; the same command again goes on, keeps what was finished, and cleans up.
. tests/unit/collect/checks.sh
need_pools
state_before=$(ls -d /run/zfs /run/lock/zfs /var/lib/zfs 2>/dev/null)
archive=$work/archive
tiny_job
arguments=(-o "$archive" --ashift 9,12 --on file:512m --workloads "$work/tiny.fio" --iterations 3 --seed 3)

check_after_kill() {
    [ -e "$archive/manifest.jsonl" ] || return
    cp "$archive/manifest.jsonl" "$work/manifest.now"
    head -c "$(stat -c %s "$work/manifest.before")" "$work/manifest.now" | cmp -s - "$work/manifest.before" ||
        fail "$1: lines of the manifest changed"
    sums_match "$archive"
    mv "$work/manifest.now" "$work/manifest.before"
}
touch "$work/manifest.before"

# Killed when it is about to sync for the n-th time: each sync parts two states on disk.
if command -v strace >/dev/null; then
    for n in 1 12 26 5 6 8 9 11 13 14 15 16 17 18 19 20 22 24; do
        { ASAN_OPTIONS=detect_leaks=0 strace -qq -o /dev/null -e trace=fsync \
            -e inject=fsync:signal=KILL:when="$n" "$ASHIFTSTAT" collect "${arguments[@]}"; } \
            >/dev/null 2>&1
        check_after_kill "sync $n"
    done
fi
for moment in 0.05 0.3 0.5 0.7 0.9 1.1; do
    "$ASHIFTSTAT" collect "${arguments[@]}" >/dev/null 2>&1 &
    pid=$!
    sleep "$moment"
    kill -9 "$pid"
    wait "$pid" 2>/dev/null
    check_after_kill "moment $moment"
done
# A line that was being written when the machine stopped.
printf '{"id":"0099-torn' >>"$archive/manifest.jsonl"
printf '{"event":"make","th' >>"$archive/made.jsonl"

collect 0 "${arguments[@]}"
says "was torn and has been cut off"
[ "$(field failed "$archive/manifest.jsonl" | grep -c .)" -eq 0 ] || fail "a run failed"
[ "$(wc -l <"$archive/manifest.jsonl")" -eq 6 ] || fail "not six runs"
[ "$(field position "$archive/manifest.jsonl" | tr '\n' ' ')" = "1 2 3 4 5 6 " ] || fail "another order"
check_after_kill "end"
nothing_left "$archive"
[ "$state_before" = "$(ls -d /run/zfs /run/lock/zfs /var/lib/zfs 2>/dev/null)" ] ||
    fail "folders for the state of ZFS are left"
finish
