#!/usr/bin/env bash
# Pools on a named device, here loop devices: refused whenever something could be lost, and then nothing is written; made
# only with the options that allow it; afterwards the device is blank again, also after a kill.
. tests/unit/collect/checks.sh
need_pools
tiny_job
own_dev
loops=()
undo() {
    local loop
    for loop in "${loops[@]}"; do losetup -d "$loop" 2>/dev/null; done
    rm -rf "$work"
}
trap undo EXIT

# new_device NAME: a loop device on an image of random-free zeros, known as by-id/NAME; $node is its node
new_device() {
    truncate -s 80m "$work/$1.image"
    loop_attach "$work/$1.image"
    loops+=("$node")
    ln -s "../../${node#/dev/}" "/dev/disk/by-id/$1"
}
options() { echo -o "$work/archive" --ashift 12 --on "device:/dev/disk/by-id/$1" --workloads "$work/tiny.fio" --iterations 1; }
digest() { sync; sha256sum <"$work/$1.image"; }

# refused NAME REASON OPTIONS...: exit status 1, the reason, not a byte changed
refused() {
    local name=$1 reason=$2 before
    shift 2
    before=$(digest "$name")
    # shellcheck disable=SC2046
    collect 1 $(options "$name") "$@"
    says "$reason"
    [ "$(digest "$name")" = "$before" ] || fail "$name was written to although it was refused: $reason"
    [ ! -e "$work/archive/manifest.jsonl" ] || [ ! -s "$work/archive/manifest.jsonl" ] || fail "a run was made: $reason"
    rm -rf "$work/archive"
}

new_device ata-DRIVE_1
refused ata-DRIVE_1 "give --destroy-data-on ata-DRIVE_1 as well"
refused ata-DRIVE_1 "give --destroy-data-on ata-DRIVE_1 as well" --destroy-data-on ata-DRIVE_2
refused ata-DRIVE_1 "give --destroy-data-on ata-DRIVE_1 as well" --wipe-signatures
collect 1 -o "$work/archive" --ashift 12 --on "device:$node" --destroy-data-on "${node#/dev/}"
says "must be device:/dev/disk/by-id/NAME"
collect 1 -o "$work/archive" --ashift 12 --on device:/dev/disk/by-id/gone --destroy-data-on gone
says "No such file or directory"
touch "$work/plain"
ln -s "$work/plain" /dev/disk/by-id/plain
collect 1 -o "$work/archive" --ashift 12 --on device:/dev/disk/by-id/plain --destroy-data-on plain
says "no block device"

# What it may carry.
carry() { # NAME WHAT: refused with the name alone, and named
    refused "$1" "it carries" --destroy-data-on "$1"
    says "$2"
}
mkfs.ext4 -q "$node" 2>/dev/null && carry ata-DRIVE_1 ext4
mkdir "$work/mounted"
mount -o ro "$node" "$work/mounted" || fail "cannot mount"
refused ata-DRIVE_1 "it is mounted at $work/mounted" --destroy-data-on ata-DRIVE_1 --wipe-signatures
umount "$work/mounted"
unshare --mount bash -c "mount -o ro $node $work/mounted; exec sleep 30" & # seen by no list of mounts here
holder=$!
sleep 0.5
refused ata-DRIVE_1 "is refused: " --destroy-data-on ata-DRIVE_1 --wipe-signatures
kill "$holder"; wait "$holder" 2>/dev/null
sleep 0.3

new_device ata-SWAP
mkswap "$node" >/dev/null 2>&1 && carry ata-SWAP swap
new_device ata-TABLE
{ head -c 446 /dev/zero; printf '\0\1\1\0\203\1\1\0\1\0\0\0\0\20\0\0'; head -c 48 /dev/zero; printf '\125\252'; } |
    dd of="$node" conv=notrunc,fsync status=none
carry ata-TABLE dos
new_device ata-OPEN
exec 7<"$node"
refused ata-OPEN "another program has it open" --destroy-data-on ata-OPEN
exec 7<&-
new_device ata-SMALL
truncate -s 32m "$work/ata-SMALL.image"
losetup -c "$node"
refused ata-SMALL "they do not" --destroy-data-on ata-SMALL --workloads salter
refused ata-SMALL "it is smaller than 64 MiB" --destroy-data-on ata-SMALL
new_device ata-READONLY
losetup -d "$node"
loop_attach "$work/ata-READONLY.image" -r
loops+=("$node")
ln -sfn "../../${node#/dev/}" /dev/disk/by-id/ata-READONLY
refused ata-READONLY "it is read-only" --destroy-data-on ata-READONLY

# In a pool that is imported, and in one that is not.
new_device ata-POOL
mkdir -p /run/zfs /run/lock/zfs /var/lib/zfs
for folder in /run/zfs /run/lock/zfs /var/lib/zfs; do mount -t tmpfs -o mode=0700,size=1m foreign "$folder"; done
zfs-fuse --no-daemon --no-kstat-mount >"$work/daemon.log" 2>&1 &
daemon=$!
for _ in $(seq 100); do [ -S /run/zfs/zfs_socket ] && break; sleep 0.05; done
zpool create -o cachefile=none -m "$work/foreign" foreign "$node" || fail "no foreign pool"
zpool status foreign >/dev/null
refuse_quietly() { # the daemon itself may write
    # shellcheck disable=SC2046
    collect 1 $(options ata-POOL) --destroy-data-on ata-POOL "$@"
    says "$reason"
    [ "$(zpool list -H -o name)" = foreign ] || fail "the pool is gone"
    rm -rf "$work/archive"
}
reason="another program has it open" refuse_quietly
reason="another program has it open" refuse_quietly --wipe-signatures
umount -l "$work/foreign"
kill -9 "$daemon"
wait "$daemon" 2>/dev/null
carry ata-POOL zfs_member
for folder in /run/zfs /run/lock/zfs /var/lib/zfs; do umount "$folder"; done

# The disk of the root file system.
if [ -b "/dev/$root" ]; then
    ln -s "../../$root" /dev/disk/by-id/nvme-ROOT
    collect 1 -o "$work/archive" --ashift 12 --on device:/dev/disk/by-id/nvme-ROOT --workloads "$work/tiny.fio" \
        --destroy-data-on nvme-ROOT --wipe-signatures
    says "it is the disk of the root file system"
fi

# Allowed: a blank device with its name said twice; each run gets a new pool, and the device is blank again.
new_device ata-BLANK
# shellcheck disable=SC2046
collect 0 $(options ata-BLANK) --ashift 9,12 --destroy-data-on ata-BLANK --dry-run
grep -qF "zpool create -o ashift=9" "$work/out" || fail "the dry run shows no command"
[ "$(digest ata-BLANK)" = "$(head -c 80M /dev/zero | sha256sum)" ] || fail "the dry run wrote to the device"
# shellcheck disable=SC2046
collect 0 $(options ata-BLANK) --ashift 9,12 --destroy-data-on ata-BLANK
[ "$(grep -c '"failed":""' "$work/archive/manifest.jsonl")" -eq 2 ] || fail "not two runs on the device"
for id in $(field id "$work/archive/manifest.jsonl"); do
    asked=$(sed -E 's/^[0-9]+-ashift=([0-9]+)-.*/\1/' <<<"$id")
    grep -q "ashift: $asked\$" "$work/archive/facts/pools/$id.txt" || fail "$id: another ashift"
done
grep -rq ata-BLANK "$work/archive/experiment.ini" "$work/archive/facts" && fail "the facts name the device"
[ -z "$(blkid -p -o value -s TYPE "$node")" ] || fail "something is left on the device"
dd if="$node" bs=256k count=2 status=none | cmp -s - <(head -c 512k /dev/zero) || fail "labels are left at the beginning"
nothing_left "$work/archive"
rm -rf "$work/archive"

# With a file system on it: only when that is allowed as well.
mkfs.ext4 -q "$node" 2>/dev/null
# shellcheck disable=SC2046
collect 0 $(options ata-BLANK) --destroy-data-on ata-BLANK --wipe-signatures
[ "$(grep -c '"failed":""' "$work/archive/manifest.jsonl")" -eq 1 ] || fail "no run after wiping"
[ -z "$(blkid -p -o value -s TYPE "$node")" ] || fail "something is left on the device"
rm -rf "$work/archive"

# Killed in mid-run the labels stay; the same command finds that they are ours. What somebody has put there since, stays.
printf 'runtime=3\ntime_based=1\n' >>"$work/tiny.fio"
killed() {
    # shellcheck disable=SC2046
    "$ASHIFTSTAT" collect $(options ata-BLANK) --destroy-data-on ata-BLANK >/dev/null 2>&1 &
    pid=$!
    wait_for_fio "$work/archive" "$1"
    kill -9 "$pid"
    wait "$pid" 2>/dev/null
    sleep 0.3
}
killed 1
[ "$(blkid -p -o value -s TYPE "$node")" = zfs_member ] || fail "no label after the kill"
killed 2
mkfs.ext4 -q -F "$node" 2>/dev/null
before=$(digest ata-BLANK)
# shellcheck disable=SC2046
collect 1 $(options ata-BLANK) --destroy-data-on ata-BLANK
says "it carries"
[ "$(digest ata-BLANK)" = "$before" ] || fail "another's file system was touched"
wipefs -qa "$node"

# A drive whose name holds a serial number: the number stands nowhere in the archive, also when runs fail and after a
# kill, whose labels are found all the same; unless identities are kept.
rm -rf "$work/archive"
for loop in "${loops[@]}"; do losetup -d "$loop" 2>/dev/null; done
loops=()
new_device ata-DRIVE_SN4711X
mkdir "$work/tools"
cat >"$work/tools/zpool" <<END
#!/usr/bin/env bash
[ "\$1" = create ] && [ ! -e "$work/refused" ] && touch "$work/refused" &&
    { echo "cannot create: \${!#} is what it is, SN4711X" >&2; exit 1; }
exec $(command -v zpool) "\$@"
END
printf '#!/usr/bin/env bash\necho "this is SN4711X"\nexec %s "$@"\n' "$(command -v zfs-fuse)" >"$work/tools/zfs-fuse"
chmod +x "$work/tools/"*
PATH=$work/tools:$PATH
killed_once() {
    # shellcheck disable=SC2046
    "$ASHIFTSTAT" collect $(options ata-DRIVE_SN4711X) --destroy-data-on ata-DRIVE_SN4711X "$@" >/dev/null 2>&1 &
    pid=$!
    wait_for_fio "$work/archive" 1
    kill -9 "$pid"
    wait "$pid" 2>/dev/null
    sleep 0.3
    [ "$(blkid -p -o value -s TYPE "$node")" = zfs_member ] || fail "no label after the kill"
}
killed_once
# shellcheck disable=SC2046
collect 0 $(options ata-DRIVE_SN4711X) --destroy-data-on ata-DRIVE_SN4711X
says "that an earlier collection had left"
grep -q 'cannot create: /dev/disk/by-id/removed is what it is, removed' "$work/archive/manifest.jsonl" ||
    fail "the failed run does not tell why"
grep -q 'this is removed' "$work/archive/zfs-fuse.log" || fail "what the daemon printed is lost"
grep -rl SN4711X "$work/archive" && fail "the serial number is in the archive"
[ -z "$(blkid -p -o value -s TYPE "$node")" ] || fail "something is left on the device"
nothing_left "$work/archive"
rm -rf "$work/archive" "$work/refused"
killed_once --keep-identities
# shellcheck disable=SC2046
collect 0 $(options ata-DRIVE_SN4711X) --destroy-data-on ata-DRIVE_SN4711X --keep-identities
for file in manifest.jsonl made.jsonl commands.log zfs-fuse.log; do
    grep -q SN4711X "$work/archive/$file" || fail "the serial number is not in $file although identities are kept"
done
[ -z "$(blkid -p -o value -s TYPE "$node")" ] || fail "something is left on the device"
sed -i '/runtime\|time_based/d' "$work/tiny.fio"
finish
