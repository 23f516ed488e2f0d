#!/usr/bin/env bash
# What goes wrong around a collection: a clear error, exit status 3, earlier runs safe, nothing left.
. tests/unit/collect/checks.sh
need_fio
tiny_job
sed -i s/size=4m/size=64k/ "$work/tiny.fio" # so little is expected of it that patience ends soon
mkdir "$work/target" "$work/bin"
arguments=(--target "a=1:$work/target" --workloads "$work/tiny.fio" --iterations 2)
real=$(command -v fio)
fake() { # BODY: a fio that answers questions and does this instead of a run
    printf '#!/usr/bin/env bash\ncase " $* " in *" --output="*) %s ;; *) exec %s "$@" ;; esac\n' "$1" "$real" >"$work/bin/fio"
    chmod +x "$work/bin/fio"
}
with_fake() { PATH=$work/bin:$PATH collect "$@"; }
clean() {
    [ -z "$(ls -A "$work/target")" ] || fail "$1: files are left in the target"
    nothing_left "$work/archive"
}

fake 'exec sleep 600'
SECONDS=0
with_fake 3 -o "$work/archive" "${arguments[@]}" --patience 1
[ "$SECONDS" -lt 45 ] || fail "waited $SECONDS s for a fio that hangs"
says "fio did not end within"
says "(--patience gives it longer)"
clean hanging
rm -rf "$work/archive"
fake 'echo rubbish; printf "\\0\\377{{{" >"$(sed "s/.*--output=\\([^ ]*\\).*/\\1/" <<<"$*")"'
with_fake 3 -o "$work/archive" "${arguments[@]}"
says "fio's output is not complete"
clean rubbish
rm -rf "$work/archive"
fake 'kill -9 $$'
with_fake 3 -o "$work/archive" "${arguments[@]}"
says "exit status 137"
clean killed

# Slower than anything that is expected, but moving: it goes on. The job says itself how slow it is, or does not.
rm -rf "$work/archive"
printf '[slow]\nioengine=psync\nrw=write\nbs=4k\nsize=512k\nrate=64k\n' >"$work/slow.fio"
collect 0 -o "$work/archive" --target "a=1:$work/target" --workloads "$work/slow.fio" --iterations 1 --patience 1
rm -rf "$work/archive"
printf '[slow]\nioengine=psync\nrw=write\nbs=4k\nsize=128k\nthinktime=400000\nthinktime_spin=0\n' >"$work/slow.fio"
collect 0 -o "$work/archive" --target "a=1:$work/target" --workloads "$work/slow.fio" --iterations 1 --patience 5
[ "$(grep -c "" "$work/archive/manifest.jsonl")" -eq 1 ] || fail "a slow run was ended"
clean slow

# Runs whose plan is lost are not gone on with.
collect 0 -o "$work/archive" --target "a=1:$work/target" --workloads "$work/slow.fio" --iterations 1 --patience 5
mv "$work/archive/experiment.ini" "$work/experiment.ini"
collect 3 -o "$work/archive" "${arguments[@]}" --quiet
says "has 1 runs but no experiment.ini"
[ "$(wc -l <"$work/archive/manifest.jsonl")" -eq 1 ] || fail "runs were added to an archive without its plan"

# With a fio that works the same archive goes on.
rm -rf "$work/archive"
collect 0 -o "$work/archive" "${arguments[@]}"
cp -r "$work/archive" "$work/kept"

# A file of the archive that was changed is named, and never written over.
run=$(field file "$work/archive/manifest.jsonl" | head -1)
echo >>"$work/archive/$run"
collect 3 -o "$work/archive" "${arguments[@]}" --quiet
says "has not the SHA-256 that the manifest states"
"$ASHIFTSTAT" ingest "$work/archive" >/dev/null 2>"$work/err"
says "has not the SHA-256 that the manifest states"
rm "$work/archive/$run"
collect 3 -o "$work/archive" "${arguments[@]}"
says "$run"

# A later format is read as far as it is known, and not written to.
sed -i 's/^format = 1$/format = 2/; s/^\[jobs\]/[novelty]\nx = y\n\n[jobs]/' "$work/kept/experiment.ini"
sed -i 's/"attempt":1}/"attempt":1,"novelty":{"a":[1.5,null]}}/' "$work/kept/manifest.jsonl"
sum=$(sha256sum <"$work/kept/manifest.jsonl")
"$ASHIFTSTAT" ingest "$work/kept" 2>"$work/err" | grep -c ',bw,' | grep -qx 2 || fail "a later format is not read"
says "has format 2, newer than this program"
collect 1 -o "$work/kept" "${arguments[@]}"
says "has format 2, this program writes format 1"
[ "$(sha256sum <"$work/kept/manifest.jsonl")" = "$sum" ] || fail "a later format was written to"

# A ZFS that does not answer any more, in the first run: the run is ended although nothing can end a process that waits
# for it, the pool goes, and the run is made again.
if [ "$(id -u)" -eq 0 ] && [ -w /dev/fuse ] && [ ! -e /sys/module/zfs ] && command -v zfs-fuse >/dev/null; then
    { cat "$work/tiny.fio"; printf 'runtime=2\ntime_based=1\n'; } >"$work/timed.fio"
    "$ASHIFTSTAT" collect -o "$work/stopped" --ashift 12 --on file:512m --workloads "$work/timed.fio" --iterations 2 \
        --patience 1 >/dev/null 2>"$work/err" &
    pid=$!
    wait_for_fio "$work/stopped" 1
    daemon=$(sed -nE 's/.*"name":"zfs-fuse","pid":([0-9]+).*/\1/p' "$work/stopped/made.jsonl")
    kill -STOP "$daemon"
    wait "$pid" || fail "not ended well after its ZFS had stopped"
    says "does not count: fio did not end within"
    [ ! -e "/proc/$daemon" ] || fail "the stopped daemon is still there"
    [ "$(grep -c '"failed":""' "$work/stopped/manifest.jsonl")" -eq 2 ] || fail "the run was not made again"
    nothing_left "$work/stopped"
fi

# A target that goes away in mid-run, and a folder that cannot be written to.
if [ "$(id -u)" -eq 0 ]; then
    mkdir "$work/stick"
    mount -t tmpfs -o size=64m stick "$work/stick"
    printf 'runtime=3\ntime_based=1\n' >>"$work/tiny.fio"
    "$ASHIFTSTAT" collect -o "$work/unplugged" --target "a=1:$work/stick" --workloads "$work/tiny.fio" --iterations 1 >/dev/null 2>"$work/err" &
    pid=$!
    wait_for_fio "$work/unplugged" 1
    umount -l "$work/stick"
    mount --bind /proc "$work/stick" # nobody can make anything there
    wait "$pid"
    status=$?
    umount "$work/stick"
    [ "$status" -eq 3 ] || fail "exit status $status when the target went away"
    [ "$(grep -c '"failed":""' "$work/unplugged/manifest.jsonl")" -eq 0 ] || fail "a run counts whose target went away"
    says "does not count"
    mkdir "$work/readonly"
    mount -t tmpfs -o ro readonly "$work/readonly"
    collect 3 -o "$work/readonly/archive" "${arguments[@]}"
    says "Read-only file system"
    collect 3 -o "$work/no" --target "a=1:$work/readonly" --workloads "$work/tiny.fio"
    says "Read-only file system"
    collect 3 -o "$work/no" --ashift 12 --on "file:1g@$work/readonly" --workloads "$work/tiny.fio"
    says "cannot make files in $work/readonly: Read-only file system"
    umount "$work/readonly"
fi
finish
