#!/usr/bin/env bash
# Volumes of an OpenZFS pool, with commands that replay it: zfs create -V makes a loop device that appears some time
# later, zfs destroy says "busy" once. What was run is compared with the transcript that is expected.
. tests/unit/collect/checks.sh
need_fio
own_dev
mount -t tmpfs -o mode=0755 module /sys/module
mkdir /sys/module/zfs
echo 2.2.4-1 >/sys/module/zfs/version
mkdir -p "$work/bin" "$work/state" /dev/zvol/tank
cat >"$work/bin/zfs" <<END
#!/usr/bin/env bash
state=$work/state
END
cat >>"$work/bin/zfs" <<'END'
printf '%s' "${0##*/}" >>"$state/transcript"
printf ' %s' "$@" >>"$state/transcript"
echo >>"$state/transcript"
name=${!#}
file=$state/${name//\//_}
case "$1" in
list) [ "$name" = tank ] && echo tank && exit 0 ;;
create)
    while [ $# -gt 0 ]; do
        case "$1" in
        -V) bytes=$2 ;;
        -o) printf '%s\n' "$2" >>"$file" ;;
        esac
        shift
    done
    truncate -s "$bytes" "$file.img"
    (
        sleep 0.2
        for _ in $(seq 50); do
            loop=$(losetup -f)
            [ -b "$loop" ] || mknod "$loop" b 7 "${loop#/dev/loop}"
            losetup "$loop" "$file.img" && break
            sleep 0.1
        done
        echo "$loop" >"$file.loop"
        ln -s "$loop" "/dev/zvol/$name"
    ) >/dev/null 2>&1 &
    exit 0
    ;;
get)
    [ "$2 $3" = "guid tank" ] && printf 'NAME  PROPERTY  VALUE  SOURCE\ntank  guid      4711   default\n' && exit 0
    for i in $(seq 2 $#); do [ "${!i}" = value ] && j=$((i + 1)) && property=${!j}; done
    if [ -e "$file" ]; then
        sed -n "s/^$property=//p" "$file" | sed 's/k$/K/'
        exit 0
    fi
    ;;
destroy)
    if [ ! -e "$state/was-busy" ]; then
        touch "$state/was-busy"
        echo "cannot destroy '$name': dataset is busy" >&2
        exit 1
    fi
    losetup -d "$(cat "$file.loop")"
    rm -f "/dev/zvol/$name" "$file" "$file.img" "$file.loop"
    exit 0
    ;;
esac
echo "cannot open '$name': dataset does not exist" >&2
exit 1
END
chmod +x "$work/bin/zfs"
ln -s zfs "$work/bin/zpool"
ln -s zfs "$work/bin/zdb"
PATH=$work/bin:$PATH
undo() {
    local file
    for file in "$work/state/"*.loop; do [ ! -e "$file" ] || losetup -d "$(cat "$file")" 2>/dev/null; done
    rm -rf "$work"
}
trap undo EXIT
cat >"$work/job.fio" <<'END'
[global]
stonewall=1
ioengine=psync
bs=4k
size=1m
[write]
rw=write
end_fsync=1
numjobs=2
group_reporting=1
[read]
rw=read
END
arguments=(-o "$work/archive" --on pool:tank --zfs volblocksize=8k,64k --workloads "$work/job.fio" --iterations 1 --seed 3)
collect 0 "${arguments[@]}" --dry-run
grep -qF "zfs create -s -V 16777216 -o volblocksize=8k" "$work/out" || fail "the dry run shows no command"
grep -qF -- "--filename=/dev/zvol/tank/ashiftstat-XXXXXXXX-1" "$work/out" || fail "the dry run does not use the volume"
[ "$(sort -u "$work/state/transcript")" = "zdb -C tank
zdb -e -C tank
zfs list -H -o name tank
zpool get -Hp ashift tank all-vdevs
zpool status -P tank
zpool status -PL tank
zpool status tank" ] || fail "the dry run did more than look"
rm "$work/state/transcript"
collect 0 "${arguments[@]}"
[ "$(grep -c '"failed":""' "$work/archive/manifest.jsonl")" -eq 4 ] || { fail "a run failed"; field failed "$work/archive/manifest.jsonl"; }
[ "$(sed -nE 's/.*"offset_increment" : "([0-9]+)".*/\1/p' "$work/archive/runs/"*write*.json | sort -u)" = 1048576 ] ||
    fail "the jobs do not have places of their own"
token=$(sed -nE 's/.*tank\/ashiftstat-([0-9a-f]+)-1.*/\1/p' "$work/archive/commands.log" | head -1)
sed -E "s/$token/TOKEN/; s/[0-9a-f]{32}/MARK/; s/ashiftstat-TOKEN-[0-9]+/NAME/" "$work/state/transcript" | grep -E 'create|destroy|get -H -o value' >"$work/transcript"
for size in 8k 64k; do
    grep -qxF "zfs create -s -V 16777216 -o volblocksize=$size -o ashiftstat:made=MARK tank/NAME" "$work/transcript" || fail "no volume of $size"
done
[ "$(grep -v 'zfs create' "$work/transcript" | head -4)" = "zfs get -H -o value volblocksize tank/NAME
zfs get -H -o value ashiftstat:made tank/NAME
zfs destroy tank/NAME
zfs destroy tank/NAME" ] || { fail "another transcript"; cat "$work/transcript"; }
grep -qx 'zpool sync tank' "$work/state/transcript" || fail "the pool is not synced after a run"
# What is read was written before.
[ "$(grep -c 'jobs/fill-volume-1048576.fio' "$work/archive/commands.log")" -eq 2 ] || fail "volumes that are read are not filled"
[ -z "$(ls -A /dev/zvol/tank)" ] || fail "volumes are left"
nothing_left "$work/archive"

# A dataset that is not there is gone only where its pool is: this one, or another that has the same name now.
printf '%s\n' '{"event":"make","thing":80,"kind":"dataset","name":"tank/ashiftstat-00-1","mark":"00","home":"4711"}' \
    '{"event":"make","thing":81,"kind":"dataset","name":"tank/ashiftstat-00-2","mark":"00","home":"9999"}' \
    '{"event":"make","thing":82,"kind":"dataset","name":"gone/ashiftstat-00-3","mark":"00","home":"4711"}' >>"$work/archive/made.jsonl"
collect 0 "${arguments[@]}" --quiet
says "dataset tank/ashiftstat-00-2 was made by an earlier collection and cannot be looked at now"
for thing in 80:1 81:0 82:0; do
    [ "$(grep -c "\"gone\",\"thing\":${thing%:*}}" "$work/archive/made.jsonl")" -eq "${thing#*:}" ] ||
        fail "dataset ${thing%:*}: called gone although it cannot be looked at, or not although it is"
done

# What this release does not know is refused before anything is made.
for property in direct=always,disabled volblocksize=8k,3k recordsize=32M; do
    collect 1 -o "$work/no" --on pool:tank --zfs "$property" --workloads "$work/job.fio"
    says "OpenZFS 2.2.4-1"
done
sed 's/\[read\]/[read]\nfilename=x/' "$work/job.fio" >"$work/named.fio"
collect 1 -o "$work/no" --on pool:tank --zfs volblocksize=8k --workloads "$work/named.fio"
says "cannot be used on a volume"
[ ! -e "$work/no" ] || fail "an archive was made"
finish
