#!/usr/bin/env bash
# Runs that do not count, with a fio that replays what fio 3.33 wrote when things went wrong; and what is refused.
. tests/unit/collect/checks.sh
outputs=$PWD/tests/unit/collect/outputs
mkdir "$work/bin" "$work/target"
cat >"$work/job.fio" <<'END'
[randwrite-4k]
rw=randwrite
bs=4k
size=4m
runtime=1
time_based=1
END

# The n-th run does what the n-th line of $work/script says: OUTPUT EXIT_STATUS.
cat >"$work/bin/fio" <<END
#!/usr/bin/env bash
for argument; do
    case \$argument in
    --version) echo fio-3.33; exit ;;
    --parse-only | --enghelp) exit 0 ;;
    --output=*) output=\${argument#*=} ;;
    esac
done
echo run >>"$work/runs"
read -r name status < <(sed -n "\$(wc -l <"$work/runs")p" "$work/script")
[ ! -e "$outputs/\$name.json" ] || cat "$outputs/\$name.json" >"\$output"
[ ! -e "$outputs/\$name.stderr" ] || cat "$outputs/\$name.stderr" >&2
exit "\$status"
END
chmod +x "$work/bin/fio"
path_before=$PATH
PATH=$work/bin:$PATH

# replay EXPECTED_STATUS ITERATIONS LINE... : one collection with that script, in $work/archive
replay() {
    local expected=$1 iterations=$2
    shift 2
    rm -rf "$work/archive" "$work/runs"
    printf '%s\n' "$@" >"$work/script"
    arguments=(-o "$work/archive" --target "ashift=12:$work/target" --workloads "$work/job.fio"
        --iterations "$iterations")
    collect "$expected" "${arguments[@]}"
}
states() { paste -d: <(field iteration "$work/archive/manifest.jsonl") <(field attempt "$work/archive/manifest.jsonl") \
    <(field position "$work/archive/manifest.jsonl") <(field failed "$work/archive/manifest.jsonl"); }

# A run that fails is kept with its reason and made again at the end.
replay 0 3 "whole 0" "terminated 128" "whole 0" "whole 0"
[ "$(states)" = "1:1:1:
2:1:2:fio: terminating on signal 15
3:1:3:
2:2:4:" ] || { fail "not repeated at the end"; states; }
sums_match "$work/archive"
says "does not count: fio: terminating on signal 15"

# Twice at most, then the collection says that it is not complete, why, and what to do; also when quiet. The same
# command tries again: when the cause is gone, the run is made.
replay 3 2 "whole 0" "truncated 0" "no_directory 1" "worker_killed 0"
[ "$(states | wc -l)" -eq 4 ] || fail "not three attempts"
says "1 of 2 runs failed 3 times each"
[ "$(field file "$work/archive/manifest.jsonl" | sed -n 3p)" = "" ] || fail "a file that fio did not write"
says "the last with: fio: pid"
says "when the cause is gone the same command goes on"
printf '%s\n' "truncated 0" "no_directory 1" "truncated 0" >>"$work/script"
collect 3 "${arguments[@]}" --quiet
says "1 of 2 runs failed 3 times each, the last with: fio's output is not complete"
[ "$(wc -l <"$work/runs")" -eq 7 ] || fail "not three more attempts"
echo "whole 0" >>"$work/script"
collect 0 "${arguments[@]}"
[ "$(states | tail -1)" = "2:7:8:" ] || { fail "the run is not made when the cause is gone"; states; }
[ "$(field id "$work/archive/manifest.jsonl" | sort -u | wc -l)" -eq 8 ] || fail "two attempts have one name"
sums_match "$work/archive"

# When every run fails there is no point in going on.
replay 3 9 "full 1" "full 1" "full 1" "full 1" "full 1"
says "3 runs in a row failed"
says "No space left on device"
[ "$(wc -l <"$work/runs")" -eq 3 ] || fail "went on after three failures"

# Exit status 0 with a dead worker or an early end does not count.
replay 3 1 "worker_killed 0" "terminated 0" "full 0"
[ "$(states | grep -c ':$')" -eq 0 ] || fail "a broken run counts"

# Two collections on one archive; the first is held by a fio that waits.
cat >"$work/bin/fio" <<END
#!/usr/bin/env bash
for argument; do
    case \$argument in
    --version) echo fio-3.33; exit ;;
    --parse-only | --enghelp) exit 0 ;;
    --output=*) cat "$outputs/whole.json" >"\${argument#*=}" ;;
    esac
done
sleep 1
END
rm -rf "$work/archive"
arguments=(-o "$work/archive" --target "ashift=12:$work/target" --workloads "$work/job.fio" --iterations 1)
"$ASHIFTSTAT" collect "${arguments[@]}" >/dev/null 2>&1 &
first=$!
wait_for_fio "$work/archive" 1
collect 3 "${arguments[@]}"
says "another collection is writing to this archive"
wait "$first" || fail "the first collection was disturbed"
nothing_left "$work/archive"

# What is missing is named.
mkdir "$work/empty"
PATH=$work/empty
collect 3 -o "$work/none" --target "ashift=12:$work/target" --workloads "$work/job.fio"
PATH=$path_before
says "fio is not installed (Debian package fio)"
mkdir "$work/other"
touch "$work/other/file"
PATH=$work/bin:$path_before
collect 1 -o "$work/other" --target "ashift=12:$work/target" --workloads "$work/job.fio"
says "holds other files"
PATH=$path_before
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null && command -v fio >/dev/null &&
    setpriv --reuid 65534 --clear-groups test -x "$ASHIFTSTAT"; then
    setpriv --reuid 65534 --clear-groups "$ASHIFTSTAT" collect -o "$work/none" --ashift 9 --on file \
        >/dev/null 2>"$work/err" && fail "pools without root"
    grep -qE 'needs root|no ZFS on this machine' "$work/err" || fail "does not say that it needs root"
fi
[ ! -e "$work/none" ] || fail "an archive was made"
[ -z "$(ls -A "$work/target")" ] || fail "files are left in the target"
finish
