#!/usr/bin/env bash
# kill -9 at many moments; the same command again goes on, keeps what was finished, and cleans up. KILLS=200 in the
# environment: so many, at random.
. tests/unit/collect/checks.sh
need_pools
state_before=$(ls -d /run/zfs /run/lock/zfs /var/lib/zfs 2>/dev/null)
archive=$work/archive
tiny_job
arguments=(-o "$archive" --ashift 9,12 --on file:512m --workloads "$work/tiny.fio" --iterations 3 --seed 3)

check_after_kill() {
    [ -e "$archive/manifest.jsonl" ] || return 0
    cp "$archive/manifest.jsonl" "$work/manifest.now"
    head -c "$(stat -c %s "$work/manifest.before")" "$work/manifest.now" | cmp -s - "$work/manifest.before" ||
        fail "$1: lines of the manifest changed"
    sums_match "$archive"
    [ -z "$(field id "$archive/manifest.jsonl" | sort | uniq -d)" ] || fail "$1: a run stands there twice"
    mv "$work/manifest.now" "$work/manifest.before"
}
touch "$work/manifest.before"

# Killed at the n-th call of one kind: each sync and each rename parts two states on disk; mounts, and folders and files
# that are removed, are the ends of pools.
kill_at() { # CALL N
    { ASAN_OPTIONS=detect_leaks=0 strace -qq -o /dev/null -e trace="$1" -e inject="$1:signal=KILL:when=$2" \
        "$ASHIFTSTAT" collect "${arguments[@]}"; } >/dev/null 2>&1
    check_after_kill "$1 $2"
}
kill_after() { # SECONDS
    "$ASHIFTSTAT" collect "${arguments[@]}" >/dev/null 2>&1 &
    pid=$!
    sleep "$1"
    kill -9 "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
    check_after_kill "moment $1"
}
if [ -n "${KILLS:-}" ]; then
    # The long version: so many kills, a quarter of them at calls, in archives that are begun anew when they are complete.
    count=0
    while [ "$count" -lt "$KILLS" ]; do
        for call in fsync rename umount2 unlink; do
            command -v strace >/dev/null && kill_at "$call" $((RANDOM % 24 + 1)) && count=$((count + 1))
        done
        for _ in $(seq 12); do
            kill_after "$((RANDOM % 2)).$((RANDOM % 10))$((RANDOM % 10))" && count=$((count + 1))
        done
        if [ "$(grep -c '"failed":""' "$archive/manifest.jsonl" 2>/dev/null)" = 6 ]; then
            collect 0 "${arguments[@]}"
            nothing_left "$archive"
            rm -rf "$archive"
            : >"$work/manifest.before"
        fi
    done
    printf '%s kills\n' "$count"
    rm -rf "$archive"
    : >"$work/manifest.before"
    kill_after 0.6
elif command -v strace >/dev/null; then
    for n in 1 12 26 5 8 11 14 16 18 20 22; do kill_at fsync "$n"; done
    kill_at rename 44
    kill_at umount2 1
    kill_at unlink 2
fi
for moment in 0.05 0.5 0.9; do kill_after "$moment"; done
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
