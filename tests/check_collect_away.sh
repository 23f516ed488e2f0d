#!/usr/bin/env bash
# What cannot be reached is not gone: a drive whose name vanishes in mid-run or leads to another drive, a target whose
# file system is unmounted. It is said, stays in the record, and is removed by the same command when it is there again.
. tests/unit/collect/checks.sh
need_pools
tiny_job
printf 'runtime=2\ntime_based=1\n' >>"$work/tiny.fio"
own_dev
loops=()
undo() {
    local loop
    umount -l "$work/stick" 2>/dev/null
    for loop in "${loops[@]}"; do losetup -d "$loop" 2>/dev/null; done
    rm -rf "$work"
}
trap undo EXIT
new_image() { # NAME SIZE
    truncate -s "$2" "$work/$1.image"
    loop_attach "$work/$1.image"
    loops+=("$node")
}
digest() { sync; sha256sum <"$work/$1.image"; }
signature() { blkid -p -o value -s TYPE "$work/$1.image"; }
# gone ARCHIVE KIND: how many things of this kind are recorded as made, and how many of them as gone
gone() {
    local things thing made=0 gone=0
    things=$(sed -nE "s/.*\"make\",\"thing\":([0-9]+),\"kind\":\"$2\".*/\1/p" "$1/made.jsonl")
    for thing in $things; do
        made=$((made + 1))
        grep -q "\"gone\",\"thing\":$thing}" "$1/made.jsonl" && gone=$((gone + 1))
    done
    echo "$made:$gone"
}
# started COMMAND...: in the background; returns in the middle of the second run
begin() {
    "$ASHIFTSTAT" collect "$@" >"$work/out" 2>"$work/err" &
    pid=$!
    wait_for_fio "$work/archive" 2
}
ended() { # STATUS
    wait "$pid"
    local status=$?
    [ "$status" -eq "$1" ] || { fail "ended with $status, not $1"; cat "$work/err"; }
}

# A drive whose name vanishes, and one whose name leads to another drive; the other one stays as it is.
new_image ata-OTHER 80m
other=$node
mkfs.ext4 -q "$other" 2>/dev/null
before=$(digest ata-OTHER)
new_image ata-BLANK 80m # nothing on it says that it is not the one
blank=$node
blank_before=$(digest ata-BLANK)
new_image ata-DRIVE 80m
name=/dev/disk/by-id/ata-DRIVE
for leads_to in nowhere "$other" "$blank"; do
    ln -sfn "../../${node#/dev/}" "$name"
    arguments=(-o "$work/archive" --ashift 12 --on "device:$name" --destroy-data-on ata-DRIVE --workloads "$work/tiny.fio" --iterations 3 --quiet)
    begin "${arguments[@]}"
    rm "$name"
    [ "$leads_to" = nowhere ] || ln -s "../../${leads_to#/dev/}" "$name"
    ended 3
    says "may be there still, but cannot be looked at any more"
    says "the labels of pool ashiftstat-"
    [ "$(gone "$work/archive" label)" = 2:1 ] || fail "name to $leads_to: the labels are called gone: $(gone "$work/archive" label)"
    [ "$(signature ata-DRIVE)" = zfs_member ] || fail "no labels on the drive"
    [ "$(digest ata-OTHER)" = "$before" ] || fail "another drive was written to"
    [ "$(digest ata-BLANK)" = "$blank_before" ] || fail "another drive, a blank one, was written to"
    ln -sfn "../../${node#/dev/}" "$name"
    collect 0 "${arguments[@]}"
    [ -z "$(signature ata-DRIVE)" ] || fail "something is left on the drive"
    [ "$(grep -c '"failed":""' "$work/archive/manifest.jsonl")" -eq 3 ] || fail "not three runs"
    made=$(gone "$work/archive" label)
    [ "${made%:*}" = "${made#*:}" ] || fail "labels that are gone are not called so: $made"
    nothing_left "$work/archive"
    rm -rf "$work/archive"
done

# A target whose file system is unmounted and mounted again.
new_image stick 200m
mkfs.ext4 -q "$node" 2>/dev/null
mkdir "$work/stick"
mkdir "$work/stick/t" # on the disk of the machine: no run may be made there
mount "$node" "$work/stick"
mkdir "$work/stick/t"
arguments=(-o "$work/archive" --target "a=1:$work/stick/t" --workloads "$work/tiny.fio" --iterations 2 --quiet)
begin "${arguments[@]}"
umount -l "$work/stick"
ended 3
says "may be there still, but cannot be looked at any more"
[ "$(gone "$work/archive" directory)" = 2:1 ] || fail "the folder is called gone: $(gone "$work/archive" directory)"
[ "$(grep -c '"failed":""' "$work/archive/manifest.jsonl")" -eq 1 ] || fail "a run counts that was made elsewhere"
grep -q 'no place for it: .*/stick/t is another folder than at the beginning' "$work/archive/manifest.jsonl" || fail "the reason is not told"
mount "$node" "$work/stick"
[ -n "$(ls -A "$work/stick/t")" ] || fail "the folder was removed by somebody"
collect 0 "${arguments[@]}"
[ -z "$(ls -A "$work/stick/t")" ] || fail "files are left on the stick: $(ls "$work/stick/t")"
[ "$(gone "$work/archive" directory | tr ':' '\n' | sort -u | wc -l)" -eq 1 ] || fail "not all folders are called gone"
finish
