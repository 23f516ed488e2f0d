#!/usr/bin/env bash
# A zfs-fuse that is running, its pool, and a zpool.cache that names it are left exactly as they were.
. tests/unit/collect/checks.sh
need_pools
mkdir -p /run/zfs /run/lock/zfs /var/lib/zfs
for folder in /run/zfs /run/lock/zfs /var/lib/zfs; do
    mount -t tmpfs -o mode=0700,size=1m foreign "$folder"
done
archive=$work/archive
tiny_job
arguments=(-o "$archive" --ashift 9,12 --on file:512m --workloads "$work/tiny.fio" --iterations 1)

zfs-fuse --no-daemon --no-kstat-mount >"$work/daemon.log" 2>&1 &
daemon=$!
for _ in $(seq 100); do [ -S /run/zfs/zfs_socket ] && break; sleep 0.05; done
truncate -s 128m "$work/foreign.img"
zpool create -m "$work/foreign" foreign "$work/foreign.img" || fail "no foreign pool"
echo "keep me" >"$work/foreign/file"
sync
cache=$(sha256sum /var/lib/zfs/zpool.cache)
pools=$(zpool list -H)
started=$(awk '{ print $22 }' "/proc/$daemon/stat")

unchanged() {
    [ "$(awk '{ print $22 }' "/proc/$daemon/stat")" = "$started" ] || fail "$1: another daemon"
    [ "$(sha256sum /var/lib/zfs/zpool.cache)" = "$cache" ] || fail "$1: zpool.cache changed"
    [ "$(timeout 10 zpool list -H)" = "$pools" ] || fail "$1: other pools"
    [ "$(cat "$work/foreign/file")" = "keep me" ] || fail "$1: the pool's file changed"
}
"$ASHIFTSTAT" collect "${arguments[@]}" >/dev/null 2>&1 &
pid=$!
wait_for_fio "$archive" 1
kill -9 "$pid"
wait "$pid" 2>/dev/null
unchanged "after a kill"
collect 0 "${arguments[@]}"
unchanged "after a collection"
[ "$(wc -l <"$archive/manifest.jsonl")" -eq 2 ] || fail "not two runs"

# Only the cache file is left of the foreign ZFS: a daemon that read it would import the pool and write to it.
umount -l "$work/foreign"
kill -9 "$daemon"
wait "$daemon" 2>/dev/null
image=$(sha256sum "$work/foreign.img")
collect 0 -o "$work/second" --ashift 13 --on file:512m --workloads "$work/tiny.fio" --iterations 1
[ "$(sha256sum /var/lib/zfs/zpool.cache)" = "$cache" ] || fail "zpool.cache changed"
[ "$(sha256sum "$work/foreign.img")" = "$image" ] || fail "the foreign pool was written to"
nothing_left "$archive"
nothing_left "$work/second"

# Somebody removes the folder that the private one is mounted on: no daemon of ours on the machine's own folders.
umount /run/zfs
printf 'runtime=2\ntime_based=1\n' >>"$work/tiny.fio"
"$ASHIFTSTAT" collect -o "$work/third" --ashift 13 --on file:512m --workloads "$work/tiny.fio" >"$work/out" 2>"$work/err" &
pid=$!
wait_for_fio "$work/third" 1
sleep 0.5 # fio has opened its file
rmdir /run/zfs
wait "$pid"
[ $? -eq 3 ] || fail "went on without its private folder"
says "/run/zfs was removed by someone"
[ ! -e /run/zfs/zfs_socket ] || fail "a daemon made /run/zfs"
[ "$(grep -c '"failed":""' "$work/third/manifest.jsonl")" -eq 0 ] || fail "a run counts that lost its pool"
nothing_left "$work/third"
finish
