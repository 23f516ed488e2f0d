# Sourced by tests/check_collect_*.sh.
set -u

# As root each runs in a mount namespace with an empty /run, so that checks that run at the same time do not meet.
if [ "$(id -u)" -eq 0 ] && [ -z "${ASHIFTSTAT_CHECK_INSIDE:-}" ]; then
    unshare --mount true 2>/dev/null || { echo "skipped: no mount namespaces here"; exit 77; }
    ASHIFTSTAT_CHECK_INSIDE=1 exec unshare --mount --propagation private bash "$0"
fi
if [ "$(id -u)" -eq 0 ]; then
    mount -t tmpfs -o mode=0755 run /run
    mkdir /run/lock
fi
export ASAN_OPTIONS=${ASAN_OPTIONS:-}
work=$(mktemp -d "${TMPDIR:-/tmp}/ashiftstat-check-XXXXXX")
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    failures=$((failures + 1))
}

finish() {
    [ "$failures" -eq 0 ] && printf 'all checks passed\n'
    [ "$failures" -eq 0 ]
    exit
}

skip() {
    printf 'skipped: %s\n' "$*"
    exit 77
}

need_fio() { command -v fio >/dev/null || skip "fio is not installed"; }

need_pools() {
    need_fio
    [ "$(id -u)" -eq 0 ] || skip "needs root"
    [ -w /dev/fuse ] || skip "needs /dev/fuse"
    PATH=$PATH:/usr/sbin:/sbin
    command -v zfs-fuse >/dev/null || skip "zfs-fuse is not installed"
    [ ! -e /sys/module/zfs ] || skip "OpenZFS is loaded"
}

# collect STATUS ARGUMENTS... : runs it, expects the exit status, keeps what it printed in $work/out and $work/err.
collect() {
    local expected=$1 status
    shift
    "$ASHIFTSTAT" collect "$@" >"$work/out" 2>"$work/err"
    status=$?
    if [ "$status" -ne "$expected" ]; then
        fail "collect $* ended with $status, not $expected"
        cat "$work/err" >&2
    fi
}

says() { grep -qF -- "$1" "$work/err" || { fail "does not say: $1"; cat "$work/err" >&2; }; }

# The field of every line of a manifest: field NAME FILE
field() { sed -E "s/.*\"$1\":\"?([^,\"}]*)\"?[,}].*/\1/" "$2"; }

# Every archived file has the SHA-256 of its line.
sums_match() {
    local file sum
    while IFS=: read -r file sum; do
        [ -z "$file" ] || [ "$(sha256sum <"$1/$file")" = "$sum  -" ] ||
            fail "$file has another SHA-256 than its line"
    done < <(paste -d: <(field file "$1/manifest.jsonl") <(field sha256 "$1/manifest.jsonl"))
}

# Nothing of a collection is left: no process it made, no open file, no mount, no pool file or folder.
nothing_left() {
    local archive=$1 pid started line
    while read -r pid started; do
        line=$(cat "/proc/$pid/stat" 2>/dev/null) || continue
        set -- ${line##*) }
        [ "${20}" = "$started" ] && [ "$1" != Z ] && fail "process $pid is still there"
    done < <(sed -nE 's/.*"pid":([0-9]+),"started":([0-9]+).*/\1 \2/p' "$archive/made.jsonl")
    ls -l /proc/[0-9]*/fd 2>/dev/null | grep -F "$work" | grep -F ashiftstat- | grep -F .img &&
        fail "a pool's file is still open"
    grep -E "($work|/run/zfs/pool).* (fuse.zfs|zfs) " /proc/self/mounts && fail "a mount is left"
    find "$work" -mindepth 1 -name 'ashiftstat-*' | grep . && fail "files are left"
    find "$archive" -name '*.part' | grep . && fail "half-written files are left"
    return 0
}

# Waits until the collection into this archive has started its n-th fio.
wait_for_fio() {
    for _ in $(seq 200); do
        [ "$(grep -c '"name":"fio","pid"' "$1/made.jsonl" 2>/dev/null)" = "$2" ] && sleep 0.3 && return
        sleep 0.05
    done
    fail "fio did not start"
}

# A /dev of our own, where names can be made; the machine's loop devices are in it. Checks that use them wait for each
# other.
own_dev() {
    [ "$(id -u)" -eq 0 ] || skip "needs root"
    [ -e /dev/loop-control ] || skip "no loop devices"
    exec 8</dev/loop-control
    flock 8
    mkdir "$work/dev"
    mount -t tmpfs -o mode=0755 dev "$work/dev"
    cp -a /dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/fuse /dev/loop* "$work/dev/" 2>/dev/null
    mkdir -p "$work/dev/disk/by-id" "$work/dev/shm"
    ln -s /proc/self/fd "$work/dev/fd"
    root=$(awk '$5 == "/" { print $10; exit }' /proc/self/mountinfo | sed 's,^/dev/,,')
    [ ! -b "/dev/$root" ] || cp -a "/dev/$root" "$work/dev/"
    mount --move "$work/dev" /dev || skip "no /dev of our own"
}

# loop_attach IMAGE [OPTIONS...]: a loop device on the image; $node is its node. A free one can be taken by somebody else
# in the meantime, and may have no node here yet.
loop_attach() {
    local image=$1 number
    shift
    for _ in $(seq 50); do
        node=$(losetup -f) || break
        number=${node#/dev/loop}
        [ -b "$node" ] || mknod "$node" b 7 "$number"
        losetup "$@" "$node" "$image" 2>"$work/losetup" && return
        sleep 0.1
    done
    fail "no loop device for $image: $(cat "$work/losetup")"
    finish
}

# A job that takes a fraction of a second.
tiny_job() {
    cat >"$work/tiny.fio" <<'END'
[write-4k]
ioengine=psync
rw=write
bs=4k
size=4m
end_fsync=1
fallocate=none
END
}
