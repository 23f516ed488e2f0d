#!/usr/bin/env bash
# Hostile names of jobs, levels and folders: fio's files stay in the folder it is given, the archive's in the archive.
. tests/unit/collect/checks.sh
need_fio
longest=$(printf 'x%.0s' $(seq 4000))
odd="$work/it's \"odd\": \$(touch pwned) %n; & *"
mkdir -p "$odd/target" "$work/outside"
options='ioengine=psync\nrw=write\nbs=4k\nsize=64k\nend_fsync=1\nstonewall=1\n'
for name in '../../outside/a' "$work/outside/b" '..' '.hidden' '%n%s' '$jobname' "$longest" 'a:b' 'two words' 'a/b' 'a_b' \
    $'tab\there' $'carriage\rreturn' '-output=outside' '*' 'ünï' "it's" '`touch outside/c`'; do
    printf "[%s]\n$options" "$name"
done >"$odd/job file.fio"
cd "$work/outside" || exit 1
collect 0 -o "$odd/the archive" --target "le vel=../\$x'%n:$odd/target" --workloads "$odd/job file.fio" --iterations 1
archive="$odd/the archive"
[ "$(wc -l <"$archive/manifest.jsonl")" -eq 18 ] || fail "not 18 runs"
[ "$(grep -c '"failed":""' "$archive/manifest.jsonl")" -eq 18 ] || fail "a run failed"
[ -z "$(ls -A "$work/outside")" ] || { fail "something was written outside"; ls -A "$work/outside"; }
[ -z "$(ls -A "$odd/target")" ] || fail "files are left in the target"
[ "$(ls -A "$work")" = "$(printf '%s\n' err "${odd##*/}" out outside | sort)" ] || fail "something was made beside it"
[ "$(ls -A "$odd")" = "$(printf '%s\n' 'job file.fio' target 'the archive' | sort)" ] || fail "something was made beside the archive"
[ "$(find "$archive/runs" "$archive/jobs" -mindepth 1 -maxdepth 1 -type f | grep -cvE '/[A-Za-z0-9+_=.-]+$')" -eq 0 ] ||
    fail "a file of the archive has an odd name"
"$ASHIFTSTAT" ingest "$archive" 2>"$work/err" | grep -qF 'two words,' || fail "the name of the workload is lost"
grep -q 'names no file' "$work/err" && fail "the archive cannot be read"

# No shell starts what is started: these programs and no others.
if command -v strace >/dev/null; then
    mkdir "$work/traced"
    printf "[quiet job]\n$options" >"$work/quiet.fio"
    ASAN_OPTIONS=detect_leaks=0 strace -f -qq -e trace=execve,execveat -o "$work/trace" "$ASHIFTSTAT" collect -o "$work/no shell" \
        --target "a=\$(touch pwned);b:$work/traced" --workloads "$work/quiet.fio" --iterations 1 >/dev/null 2>&1 ||
        fail "no collection under strace"
    sed -nE 's/.*exec[a-z]*\("([^"]*)".* = 0$/\1/p' "$work/trace" | sed 's,.*/,,' | sort -u >"$work/started"
    grep -qx fio "$work/started" || fail "the trace shows no fio"
    grep -vxE 'ashiftstat|fio|uname|systemd-detect-virt|lscpu|lsblk|findmnt|df|zfs|zpool|zdb|nvme|smartctl|hdparm|sg_readcap|dpkg-query' \
        "$work/started" && fail "other programs were started"
    grep -qF 'a=$(touch pwned)' "$work/no shell/manifest.jsonl" || fail "the level is not as it was given"
    rm -rf "$work/traced" "$work/no shell" "$work/quiet.fio" "$work/trace" "$work/started"
fi

# A workload and a folder that cannot be told in UTF-8 are refused.
collect 1 -o "$work/no" --target "a=1:$work/"$'\xff' --workloads quick
[ ! -e "$work/no" ] || fail "an archive was made"
cd "$work" || exit 1
nothing_left "$archive"
finish
