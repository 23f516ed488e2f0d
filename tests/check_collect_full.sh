#!/usr/bin/env bash
# The archive's disk is full: a clear error, exit status 3, earlier runs intact, and with room again it goes on.
. tests/unit/collect/checks.sh
need_fio
[ "$(id -u)" -eq 0 ] || skip "needs root to mount a small disk"
tiny_job
mkdir "$work/disk" "$work/target" "$work/bin"
mount -t tmpfs -o size=1500k small "$work/disk"
archive=$work/disk/archive
arguments=(-o "$archive" --target "ashift=12:$work/target" --workloads "$work/tiny.fio" --iterations 4)

# A fio before which, at its third run, the disk becomes full.
cat >"$work/bin/fio" <<END
#!/usr/bin/env bash
case " \$* " in
*" --output="*)
    echo run >>"$work/runs"
    [ "\$(wc -l <"$work/runs")" -ne 3 ] || head -c 2M /dev/zero >"$work/disk/filler" 2>/dev/null
    ;;
esac
exec "$(command -v fio)" "\$@"
END
chmod +x "$work/bin/fio"
path_before=$PATH
PATH=$work/bin:$PATH
collect 3 "${arguments[@]}"
says "$archive"
says "No space left on device"
cp -r "$archive" "$work/copy"
[ "$(wc -l <"$work/copy/manifest.jsonl")" -eq 2 ] || fail "not two runs before the disk was full"
sums_match "$archive"

collect 3 "${arguments[@]}" # still full
rm "$work/disk/filler"
collect 0 "${arguments[@]}"
[ "$(wc -l <"$archive/manifest.jsonl")" -eq 4 ] || fail "not four runs in the end"
head -n 2 "$archive/manifest.jsonl" | cmp -s - "$work/copy/manifest.jsonl" || fail "earlier lines changed"
sums_match "$archive"
nothing_left "$archive"
PATH=$path_before

# Too little room from the start, found before fio runs.
head -c 2M /dev/zero >"$work/disk/filler" 2>/dev/null
collect 3 -o "$work/disk/other" --target "ashift=12:$work/target" --workloads "$work/tiny.fio"
says "$work/disk/other"
rm "$work/disk/filler"

# Every sync that fails ends the collection, and it can go on.
if command -v strace >/dev/null; then
    for n in 2 15 18 19 20 21; do
        rm -rf "$work/synced"
        ASAN_OPTIONS=detect_leaks=0 strace -qq -o /dev/null -e trace=fsync \
            -e inject=fsync:error=ENOSPC:when="$n" "$ASHIFTSTAT" collect -o "$work/synced" \
            --target "ashift=12:$work/target" --workloads "$work/tiny.fio" --iterations 1 \
            >/dev/null 2>"$work/err"
        status=$?
        # Lines that only say what is gone may be lost.
        [ "$status" -eq 3 ] || { [ "$status" -eq 0 ] && [ "$n" -gt 18 ]; } ||
            fail "sync $n failed, but exit status $status"
        collect 0 -o "$work/synced" --target "ashift=12:$work/target" --workloads "$work/tiny.fio" \
            --iterations 1
        sums_match "$work/synced"
        nothing_left "$work/synced"
    done
fi
[ -z "$(ls -A "$work/target")" ] || fail "files are left in the target"
umount "$work/disk"

# The disk that files grow on becomes full in the second run of two: under a target fio fails, under the file of a pool
# ZFS waits for ever. The collection ends soon, names the folder, keeps the first run, and goes on when there is room.
mount -t tmpfs -o size=200m small "$work/disk"
mkdir "$work/disk/grown"
cat >"$work/grow.fio" <<'END'
[randwrite-64k]
ioengine=psync
rw=randwrite
bs=64k
size=96m
runtime=1
time_based=1
fallocate=none
END
cat >"$work/bin/fio" <<END
#!/usr/bin/env bash
case " \$* " in
*" --output="*)
    echo run >>"$work/runs"
    [ "\$(wc -l <"$work/runs")" -ne 2 ] || cat /dev/zero >"$work/disk/filler" 2>/dev/null
    ;;
esac
exec "$(PATH=$path_before command -v fio)" "\$@"
END
becomes_full() { # ARGUMENTS...
    rm -f "$work/runs"
    SECONDS=0
    PATH=$work/bin:$path_before collect 3 -o "$work/$1" "${@:2}" --workloads "$work/grow.fio" --iterations 2
    [ "$SECONDS" -lt 60 ] || fail "$1: took $SECONDS s to see that the disk is full"
    says "the disk of $work/disk/grown is full, the run on it was ended and does not count: make room there"
    [ "$(wc -l <"$work/$1/manifest.jsonl")" -eq 1 ] || fail "$1: not one run before the disk was full"
    nothing_left "$work/$1"
    [ -z "$(ls -A "$work/disk/grown")" ] || fail "$1: files are left on the full disk"
    cp "$work/$1/manifest.jsonl" "$work/first"
    collect 3 -o "$work/$1" "${@:2}" --workloads "$work/grow.fio" --iterations 2
    says "$work/disk/grown has room for"
    rm "$work/disk/filler"
    collect 0 -o "$work/$1" "${@:2}" --workloads "$work/grow.fio" --iterations 2
    head -n 1 "$work/$1/manifest.jsonl" | cmp -s - "$work/first" || fail "$1: the first run changed"
    [ "$(wc -l <"$work/$1/manifest.jsonl")" -eq 2 ] || fail "$1: not two runs in the end"
    sums_match "$work/$1"
}
becomes_full on_target --target "ashift=12:$work/disk/grown"
if command -v zfs-fuse >/dev/null && [ -w /dev/fuse ] && [ ! -e /sys/module/zfs ]; then
    becomes_full on_pool --ashift 12 --on "file:150m@$work/disk/grown"
    # Room for the files of the workload, but not for all that the pool may grow to.
    collect 3 -o "$work/none" --ashift 12 --on "file:199m@$work/disk/grown" --workloads "$work/grow.fio"
    says "$work/disk/grown has room for"
    [ ! -e "$work/none" ] || fail "an archive was made"
fi
umount "$work/disk"
finish
