#!/usr/bin/env bash
# `ashiftstat facts` with commands that replay OpenZFS 0.8, 2.1, 2.2 and 2.3 and nvme; without root; and of what is not there.
. tests/unit/collect/checks.sh
. tests/unit/collect/replay.sh
mkdir "$work/bin"
replay_commands "$work/bin"
path_before=$PATH
facts() {
    REPLAY=$1 PATH=$work/bin:$path_before "$ASHIFTSTAT" facts "$2" >"$work/out" 2>"$work/err" || fail "facts $2 with $1: $(cat "$work/err")"
}
shows() { grep -qE -- "$1" "$work/out" || { fail "does not show: $1"; cat "$work/out"; }; }
hides() { grep -qE -- "$1" "$work/out" && { fail "shows: $1"; cat "$work/out"; }; }

facts 0.8 tank
shows 'vdev 0 +ashift 12 \(4 KiB\), mirror'
shows 'vdev 1 +ashift 9 \(512 B\), mirror'
hides 'ashift 0'
facts 0.8 tank/vm
shows 'recordsize +128K \(local\)'
facts 2.1 tank
shows 'vdev 0 +ashift 13 \(8 KiB\), raidz1 of 3'
shows '8 KiB +67 % +50 % +50 %' # 8 KiB on three drives, the example of the check
facts 2.2 tank
shows 'vdev 1 +ashift 12'
hides 'vdev 2'
facts 2.3 tank/vm
shows 'recordsize +1048576 \(local\)'
shows 'direct +standard'
shows 'sync +standard \(inherited from tank\)'
shows 'vdev 0 +ashift 9 \(512 B\), raidz1 of 3'
shows 'cannot be changed later'

# zdb needs root: then the vdev properties tell, and the rows of the root and of leaves are not taken for one.
rm "$work/bin/zdb"
printf '#!/bin/sh\necho "zdb: permission denied" >&2\nexit 1\n' >"$work/bin/zdb"
chmod +x "$work/bin/zdb"
facts 2.2 tank
shows 'vdev 1 +ashift 12 \(4 KiB\), mirror'
hides 'vdev 2'
facts 0.8 tank
shows 'ashift +unknown: zdb -C tank fails: zdb: permission denied'
[ ! -e "$work/locale" ] || fail "a command ran in another locale"

# What a pool has beside its data: vdevs that were removed, special and log vdevs, cache and spare disks. Each vdev is
# held against its own disks: loop0 is a disk with sectors of 512 bytes here, loop1 one of 4096.
fake_disk() { # NAME PHYSICAL ROTATIONAL
    mkdir -p "$work/disks/$1/queue" "$work/disks/$1/device"
    for pair in logical_block_size=512 "physical_block_size=$2" minimum_io_size=512 optimal_io_size=0 "rotational=$3"; do
        echo "${pair#*=}" >"$work/disks/$1/queue/${pair%=*}"
    done
    echo 2097152 >"$work/disks/$1/size"
}
facts_of_disks() { # RECORDING SUBJECT
    REPLAY=$1 PATH=$work/bin:$path_before unshare --mount bash -c "mount --bind $work/disks /sys/block && exec $ASHIFTSTAT facts $2" \
        >"$work/out" 2>"$work/err" || fail "facts $2 with $1: $(cat "$work/err")"
}
if [ "$(id -u)" -eq 0 ] && [ -b /dev/loop0 ] && [ -e /sys/dev/block/7:1 ]; then
    ln -sf zfs "$work/bin/zdb"
    fake_disk loop0 512 1
    fake_disk loop1 4096 0
    facts_of_disks roles tank
    shows 'vdev 0 +removed, its data is on the others \(indirect\)'
    shows 'vdev 1 +removed, its data is on the others \(hole\)'
    shows 'vdev 2 +ashift 12 \(4 KiB\), disk$'
    shows 'vdev 3 +ashift 9 \(512 B\), disk \(special\)'
    shows 'vdev 4 +ashift 9 \(512 B\), disk \(log\)'
    hides 'unknown'
    shows '^- vdev 3 has ashift 9, blocks of 512 B, on a disk with sectors of 4 KiB'
    hides '^- vdev [024] has'
    # A cache and a spare of 4 KiB sectors beside data on 512; ashift 9 is right, and 12 in the other vdev.
    facts_of_disks aside tank
    shows '^disk loop0$'
    shows '^disk loop1 \(cache\)$'
    hides 'vdev . has ashift'
    shows 'no ashift is below the sector size that the disks report'
    shows 'reports sectors of 512 bytes may do so for old' # rotating, but that too
    # Without zdb: names and numbers are those of zpool status, and a disk alone is a vdev as well.
    facts_of_disks properties tank
    shows '^  /dev/loop0 +ashift 9 \(512 B\), disk$'
    shows '^  vdev 1 +ashift 9 \(512 B\), mirror$'
    shows '^- vdev 1 has ashift 9, blocks of 512 B, on a disk with sectors of 4 KiB'
    hides '^- /dev/loop0 has'
    hides 'vdev 0'
    # A pool in no cache file: the label of a disk tells.
    facts_of_disks label tank
    shows '^  vdev 0 +ashift 13 \(8 KiB\), raidz1 of 3'
    facts_of_disks properties "'tank/my data'"
    shows '^dataset tank/my data$'
    shows 'recordsize +131072 \(local\)'
fi
facts rz tank # the pool's own ashift stands in the table
shows 'ashift 9 +ashift 12 +ashift 13 +ashift 14'
shows '8 KiB +67 % +33 % +33 % +33 %' # 8 KiB: one sector, two of parity; padded to three

# NVMe: a drive that prefers 16 KiB and whose other format is rated better.
if [ "$(id -u)" -eq 0 ]; then
    nvme_machine "$work/bin" "$work/sys"
    unshare --mount bash -c "mount --bind $work/sys /sys/block && PATH=$work/bin:\$PATH $ASHIFTSTAT facts" >"$work/out" 2>"$work/err" ||
        fail "facts of the machine: $(cat "$work/err")"
    shows 'disk nvme0n1: Drive of Nobody'
    shows 'preferred write \(NPWG\) +16 KiB'
    shows 'Without a measurement 12 is the safe choice by its sectors'
    shows 'hint of 16 KiB is worth more'
    shows 'LBA format 0 +512 bytes, rated good, in use'
    shows 'LBA format 1 +4096 bytes, rated better'
    shows 'reports sectors of 512 bytes may do so for old'
    hides '0011223344556677'
    # NPWG is stated only where bit 4 of NSFEAT says so; it counts from 0. What Linux makes of it is no sector.
    for row in 0:31:512:'none stated' 16:0:512:'512 B' 16:15:8192:'8 KiB'; do
        IFS=: read -r nsfeat npwg physical shown <<<"$row"
        echo "$physical" >"$work/sys/nvme0n1/queue/physical_block_size"
        sed "s/\"nsfeat\":16/\"nsfeat\":$nsfeat/; s/\"npwg\":31/\"npwg\":$npwg/" "$recorded/nvme/nvme id-ns -o json" >"$work/id-ns"
        printf '#!/bin/sh\nexec cat "%s"\n' "$work/id-ns" >"$work/bin/nvme"
        unshare --mount bash -c "mount --bind $work/sys /sys/block && PATH=$work/bin:\$PATH $ASHIFTSTAT facts" >"$work/out"
        shows "preferred write \(NPWG\) +$shown"
        hides 'sectors of 8 KiB'
    done
    shows 'physical, a hint of Linux +8 KiB'
    if command -v setpriv >/dev/null && setpriv --reuid 65534 --clear-groups test -x "$ASHIFTSTAT"; then
        setpriv --reuid 65534 --clear-groups "$ASHIFTSTAT" facts >"$work/out" 2>"$work/err" || fail "facts without root"
        shows 'what this means'
    fi
fi
"$ASHIFTSTAT" facts "$work" >"$work/out" || fail "facts of a folder"
shows 'what this means'
"$ASHIFTSTAT" facts "$work/nowhere" >"$work/out" 2>"$work/err"
[ $? -eq 1 ] || fail "not exit status 1"
says "is no pool, dataset, device or folder here"
finish
