#!/usr/bin/env bash
# Real pools with ashift 9, 12 and 13: each has the ashift asked for, fio ran on it, and nothing is left.
. tests/unit/collect/checks.sh
need_pools
state_before=$(ls -d /run/zfs /run/lock/zfs /var/lib/zfs 2>/dev/null)
archive=$work/archive

cat >"$work/job.fio" <<'END'
[randwrite-4k]
ioengine=psync
rw=randwrite
bs=4k
size=8m
runtime=1
time_based
end_fsync=1
fallocate=none
END
collect 0 -o "$archive" --ashift 9,12,13 --on file --workloads "$work/job.fio" --iterations 2
[ "$(wc -l <"$archive/manifest.jsonl")" -eq 6 ] || fail "not six runs"
[ "$(field exit_status "$archive/manifest.jsonl" | sort -u)" = 0 ] || fail "a run has another exit status"
[ "$(field failed "$archive/manifest.jsonl" | sort -u)" = "" ] || fail "a run failed"
[ "$(field config "$archive/manifest.jsonl" | sort | uniq -c | tr -s ' ')" = " 2 ashift=12
 2 ashift=13
 2 ashift=9" ] || fail "not two runs of each level"
sums_match "$archive"

for id in $(field id "$archive/manifest.jsonl"); do
    asked=$(sed -E 's/^[0-9]+-ashift=([0-9]+)-.*/\1/' <<<"$id")
    real=$(sed -nE 's/^ *ashift: ([0-9]+)$/\1/p' "$archive/facts/pools/$id.txt" | sort -u)
    [ "$asked" = "$real" ] || fail "$id: asked for ashift $asked, zdb says $real"
    configured=$(sed -nE 's/^ +ashift: ([0-9]+)$/\1/p' "$archive/facts/pools/$id.properties.txt")
    case $id in *-1) [ "$asked" = "$configured" ] ;; *) [ -z "$configured" ] ;; esac || # once for each level
        fail "$id: asked for ashift $asked, zdb -C says $configured"
    before=$(sed -nE 's/^allocated ([0-9]+) bytes$/\1/p' "$archive/facts/runs/$id.before.txt")
    synced=$(sed -nE 's/^allocated ([0-9]+) bytes$/\1/p' "$archive/facts/runs/$id.synced.txt")
    [ $((synced - before)) -ge $((8 << 20)) ] || fail "$id: the pool's file grew from $before to $synced bytes only"
    grep -q '^size 1073741824 bytes$' "$archive/facts/runs/$id.before.txt" || fail "$id: another size of the pool's file"
    grep -q '^page cache used (open flags ' "$archive/facts/runs/$id.before.txt" || fail "$id: caching of the pool's file is unknown"
    grep -q '^write_bytes: [1-9]' "$archive/facts/runs/$id.synced.txt" || fail "$id: nothing is known of what the daemon wrote"
    grep -q '"directory" : "/run/zfs/pool"' "$archive/runs/$id.json" || fail "$id ran elsewhere"
    grep -qE '"io_bytes" : [1-9]' "$archive/runs/$id.json" || fail "$id wrote nothing"
done
grep -rhE 'host(name|id):' "$archive/facts" | grep -vE ": '?removed'?\$" && fail "facts name the host"
grep -q '^zfs = zfs-fuse' "$archive/experiment.ini" || fail "experiment.ini does not name the ZFS"
grep -q '^where = file$' "$archive/experiment.ini" || fail "experiment.ini does not say where"

# The same again: nothing to do, nothing changed. Something else: refused.
sum=$(sha256sum <"$archive/manifest.jsonl")
collect 0 -o "$archive" --ashift 9,12,13 --on file --workloads "$work/job.fio" --iterations 2
says "all runs are in the archive already"
collect 1 -o "$archive" --ashift 9,12 --on file --workloads "$work/job.fio" --iterations 2
says "levels = 9,12,13"
collect 1 -o "$archive" --ashift 9,12,13 --on file --workloads "$work/job.fio" --iterations 2 --seed 1
says "seed = "
sed -i s/size=8m/size=9m/ "$work/job.fio"
collect 1 -o "$archive" --ashift 9,12,13 --on file --workloads "$work/job.fio" --iterations 2
says "workload randwrite-4k is not what"
[ "$sum" = "$(sha256sum <"$archive/manifest.jsonl")" ] || fail "the manifest changed"

nothing_left "$archive"

# Interrupted in mid-run: the pool goes, the archive stays.
archive=$work/interrupted
"$ASHIFTSTAT" collect -o "$archive" --ashift 12 --on file --workloads "$work/job.fio" 2>"$work/err" &
pid=$!
wait_for_fio "$archive" 1
kill -TERM "$pid"
wait "$pid"
[ $? -eq 3 ] || fail "not exit status 3 when interrupted"
says "interrupted; "
nothing_left "$archive"

# Two at once do not see each other; the first one makes the folders for the state of ZFS, and the one that ends last
# removes them.
tiny_job
"$ASHIFTSTAT" collect -o "$work/one" --ashift 12 --on file --workloads "$work/tiny.fio" --iterations 2 2>"$work/one.err" &
wait_for_fio "$work/one" 1
"$ASHIFTSTAT" collect -o "$work/two" --ashift 12 --on file --workloads "$work/tiny.fio" --iterations 2 \
    --settle 1 2>"$work/two.err" &
wait
grep -q '"kind":"state"' "$work/one/made.jsonl" || fail "the first one has not made the folders"
grep -q '"kind":"state"' "$work/two/made.jsonl" && fail "the second one has made the folders"
for name in one two; do
    [ "$(grep -c '"failed":""' "$work/$name/manifest.jsonl")" -eq 2 ] || {
        fail "collection $name was disturbed"
        cat "$work/$name.err" >&2
    }
    nothing_left "$work/$name"
done
[ "$state_before" = "$(ls -d /run/zfs /run/lock/zfs /var/lib/zfs 2>/dev/null)" ] ||
    fail "folders for the state of ZFS are left"
finish
