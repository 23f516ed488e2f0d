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
finish
