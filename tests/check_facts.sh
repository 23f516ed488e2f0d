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

# NVMe: a drive that prefers 16 KiB and whose other format is rated better.
if [ "$(id -u)" -eq 0 ]; then
    nvme_machine "$work/bin" "$work/sys"
    unshare --mount bash -c "mount --bind $work/sys /sys/block && PATH=$work/bin:\$PATH $ASHIFTSTAT facts" >"$work/out" 2>"$work/err" ||
        fail "facts of the machine: $(cat "$work/err")"
    shows 'disk nvme0n1: Drive of Nobody'
    shows 'preferred write \(NPWG\) +16 KiB'
    shows 'LBA format 0 +512 bytes, rated good, in use'
    shows 'LBA format 1 +4096 bytes, rated better'
    shows 'reports sectors of 512 bytes may do so for old'
    hides '0011223344556677'
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
