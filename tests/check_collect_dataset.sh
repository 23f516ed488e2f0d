#!/usr/bin/env bash
# A pool that is there (of a zfs-fuse that is running): a fresh dataset for each level of a property, destroyed afterwards
# and after a kill; nothing else of the pool is touched.
. tests/unit/collect/checks.sh
need_pools
tiny_job
mkdir -p /run/zfs /run/lock/zfs /var/lib/zfs
for folder in /run/zfs /run/lock/zfs /var/lib/zfs; do mount -t tmpfs -o mode=0700,size=1m own "$folder"; done
zfs-fuse --no-daemon --no-kstat-mount >"$work/daemon.log" 2>&1 &
daemon=$!
for _ in $(seq 100); do [ -S /run/zfs/zfs_socket ] && break; sleep 0.05; done
truncate -s 256m "$work/tank.img"
zpool create -o cachefile=none -m "$work/tank" tank "$work/tank.img" 2>/dev/null || fail "no pool"
zfs create tank/users
zfs create tank/ashiftstat-0badcafe-1 # a name like ours, without our mark
echo mine >"$work/tank/users/file"
datasets() { timeout 10 zfs list -H -o name | sort | paste -sd' '; }
before=$(datasets)

manifest=$work/archive/manifest.jsonl
collect 0 -o "$work/archive" --on pool:tank/users --zfs recordsize=16k,128k --zfs compression=off,gzip --workloads "$work/tiny.fio" --iterations 1
[ "$(field config "$manifest" | sort | paste -sd' ')" = "compression=gzip;recordsize=128k compression=gzip;recordsize=16k compression=off;recordsize=128k compression=off;recordsize=16k" ] ||
    fail "not all combinations"
[ "$(grep -c '"failed":""' "$manifest")" -eq 4 ] || { fail "a run failed"; field failed "$manifest"; }
[ "$(grep -c "zfs create -o recordsize=16k -o compression=gzip -o ashiftstat:made=" "$work/archive/commands.log")" -eq 1 ] ||
    fail "the properties are not in the command"
[ "$(datasets)" = "$before" ] || { fail "other datasets: $(datasets)"; }
grep -q '^where = pool$' "$work/archive/experiment.ini" || fail "experiment.ini does not say where"

# The ashift of the pool counts for the checks although no level states it.
"$ASHIFTSTAT" check "$work/archive" --format json 2>/dev/null |
    jq -e '[.[] | select(.id == "C18" and .result == "hit") | .message] | any(test("ashift=12 and blocks of 16 KiB"))' >/dev/null ||
    fail "C18 does not know the ashift of the pool"

# A target that lies on ZFS gets datasets too; one that does not is refused.
collect 0 -o "$work/target" --target "pool=a:$work/tank/users" --zfs recordsize=8k,64k --workloads "$work/tiny.fio" --iterations 1
[ "$(field config "$work/target/manifest.jsonl" | sort | paste -sd' ')" = "pool=a;recordsize=64k pool=a;recordsize=8k" ] || fail "not both levels"
[ "$(datasets)" = "$before" ] || fail "other datasets: $(datasets)"
mkdir "$work/plain"
collect 1 -o "$work/no" --target "pool=a:$work/plain" --zfs recordsize=8k,64k --workloads "$work/tiny.fio"
says "does not lie on ZFS"
collect 1 -o "$work/no" --on pool:tank/nowhere --zfs recordsize=8k,64k --workloads "$work/tiny.fio"
says "dataset does not exist"
collect 1 -o "$work/no" --on pool:tank --zfs sync=always,standard --workloads "$work/tiny.fio"
says "has no such property"
[ ! -e "$work/no" ] || fail "an archive was made"

# Targets in two pools: the real ashift of each goes into the facts, with the properties of the datasets; a label that
# the pool does not have is refused.
for ashift in 9 13; do
    truncate -s 128m "$work/pool$ashift.img"
    zpool create -o "ashift=$ashift" -m "$work/pool$ashift" "pool$ashift" "$work/pool$ashift.img" || fail "no pool"
done
zfs create -o recordsize=16k pool13/vm
targets=(--target "ashift=9:$work/pool9" --target "ashift=13:$work/pool13/vm" --workloads "$work/tiny.fio" --iterations 1)
collect 0 -o "$work/two" "${targets[@]}"
for ashift in 9 13; do
    [ "$(grep -hE '^ +ashift: ' "$work/two/facts/pools/"*"ashift=$ashift-"*1.txt)" = "    ashift: $ashift" ] ||
        fail "the archive has another ashift of pool$ashift"
    grep -qx "pool_pool$ashift = vdev 0: file ashift: $ashift" "$work/two/experiment.ini" ||
        fail "experiment.ini has another ashift of pool$ashift"
    grep -qE "^ +ashift: $ashift$" "$work/two/facts/before/zdb-pool$ashift.txt" || fail "what zdb says is not kept"
done
grep -qP '^pool13/vm\trecordsize\t16384\tlocal$' "$work/two/facts/before/"zfs-get-pool13_vm*.txt || fail "no properties of pool13/vm"
grep -q '^file_system = fuse.zfs' "$work/two/experiment.ini" && grep -q '^file_system_2 = fuse.zfs' "$work/two/experiment.ini" ||
    fail "not the file systems of both targets"
grep -q '^zfs = zfs-fuse' "$work/two/experiment.ini" || fail "experiment.ini does not name the ZFS of the targets"
"$ASHIFTSTAT" check "$work/two" --format json 2>/dev/null | jq -e '.[] | select(.id == "C12") | .result == "clean"' >/dev/null ||
    fail "the ashift of the pools is not read"
collect 1 -o "$work/no" --target "ashift=9:$work/pool9" --target "ashift=12:$work/pool13" --workloads "$work/tiny.fio"
says "--target $work/pool13: is labelled ashift=12, but pool pool13 has ashift 13"
[ ! -e "$work/no" ] || fail "an archive was made"
# A pool in no cache file: the label of its disk tells. Where nothing does, it is said that the label is taken as stated.
collect 1 -o "$work/no" --target "ashift=9:$work/tank/users" --workloads "$work/tiny.fio"
says "is labelled ashift=9, but pool tank has ashift 12"
mkdir "$work/bin"
printf '#!/bin/sh\nexit 1\n' >"$work/bin/zdb"
chmod +x "$work/bin/zdb"
PATH=$work/bin:$PATH collect 0 -o "$work/stated" --target "ashift=9:$work/tank/users" --workloads "$work/tiny.fio" --iterations 1 --quiet
says "the ashift of pool tank cannot be read"
says "that it is 9 is taken as stated"
# A vdev that was removed is none of the pool's.
sed "s/'tank'/'pool13'/" "$PWD/tests/unit/collect/recorded/roles/zdb -C tank" >"$work/removed"
printf '#!/bin/sh\nexec cat "%s"\n' "$work/removed" >"$work/bin/zdb"
PATH=$work/bin:$PATH collect 1 -o "$work/no" --target "ashift=9:$work/pool13/vm" --workloads "$work/tiny.fio"
says "is labelled ashift=9, but pool pool13 has ashift 12"
[ ! -e "$work/no" ] || fail "an archive was made"

for ashift in 9 13; do zpool destroy "pool$ashift" 2>/dev/null || { sleep 0.3; zpool destroy "pool$ashift"; }; done

# Killed in mid-run: the dataset with the recorded mark goes, and no other.
cp "$work/tiny.fio" "$work/slow.fio"
printf 'runtime=3\ntime_based=1\n' >>"$work/slow.fio"
arguments=(-o "$work/killed" --on pool:tank --zfs recordsize=8k --workloads "$work/slow.fio" --iterations 1)
"$ASHIFTSTAT" collect "${arguments[@]}" >/dev/null 2>&1 &
pid=$!
wait_for_fio "$work/killed" 1
kill -9 "$pid"
wait "$pid" 2>/dev/null
[ "$(datasets)" != "$before" ] || fail "no dataset after the kill"
printf '%s\n' '{"event":"make","thing":90,"kind":"dataset","name":"tank/ashiftstat-0badcafe-1","mark":"00"}' \
    '{"event":"make","thing":91,"kind":"dataset","name":"tank/users","mark":"-"}' >>"$work/killed/made.jsonl"
collect 0 "${arguments[@]}"
[ "$(datasets)" = "$before" ] || fail "other datasets: $(datasets)"
[ "$(cat "$work/tank/users/file")" = mine ] || fail "a file of the pool is gone"

# Without its daemon nothing is taken for gone.
"$ASHIFTSTAT" collect "${arguments[@]}" -o "$work/gone" >/dev/null 2>"$work/gone.err" &
pid=$!
wait_for_fio "$work/gone" 1
umount -l "$work/tank"
kill -9 "$daemon"
wait "$daemon" 2>/dev/null
wait "$pid"
[ $? -eq 3 ] || fail "not exit status 3 when the pool vanished"
grep -q '?' "$work/gone.err" && { fail "a message is torn"; cat "$work/gone.err"; }
[ "$(grep -c '"failed":""' "$work/gone/manifest.jsonl")" -eq 0 ] || fail "a run counts that lost its pool"
made=$(grep -c '"kind":"dataset"' "$work/gone/made.jsonl")
[ "$made" -gt 0 ] || fail "no dataset in the record"
thing=$(sed -nE 's/.*"thing":([0-9]+),"kind":"dataset".*/\1/p' "$work/gone/made.jsonl" | head -1)
grep -q "\"gone\",\"thing\":$thing}" "$work/gone/made.jsonl" && fail "a dataset is called gone that could not be looked at"
finish
