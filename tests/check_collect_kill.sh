#!/usr/bin/env bash
# kill -9 at named points and at random moments; the same command again goes on, keeps what was finished, and cleans up.
# KILLS=200 in the environment: so many, more than a quarter of them at named points, counted at the end.
. tests/unit/collect/checks.sh
need_pools
command -v strace >/dev/null || skip "needs strace"
state_before=$(ls -d /run/zfs /run/lock/zfs /var/lib/zfs 2>/dev/null)
archive=$work/archive
tiny_job
plan=(--ashift 9,12 --on file:512m --workloads "$work/tiny.fio" --iterations 3 --seed 3)
runs=6

# What a collection that nobody disturbs makes of the plan.
collect 0 -o "$work/undisturbed" "${plan[@]}"
ids_of() { field id "$1/manifest.jsonl"; }
[ "$(ids_of "$work/undisturbed" | wc -l)" -eq "$runs" ] || fail "the plan has not $runs runs"

# --- after each kill, and when all is done ---

touch "$work/manifest.before"
check_after_kill() { # WHERE
    [ -e "$archive/manifest.jsonl" ] || return 0
    cp "$archive/manifest.jsonl" "$work/manifest.now"
    head -c "$(stat -c %s "$work/manifest.before")" "$work/manifest.now" | cmp -s - "$work/manifest.before" ||
        fail "$1: lines of the manifest changed"
    sums_match "$archive"
    [ -z "$(ids_of "$archive" | sort | uniq -d)" ] || fail "$1: a run stands there twice"
    mv "$work/manifest.now" "$work/manifest.before"
}

check_complete() {
    [ "$(ids_of "$archive")" = "$(ids_of "$work/undisturbed")" ] || fail "not the runs of the plan"
    [ -z "$(field failed "$archive/manifest.jsonl" | grep .)" ] || fail "a run failed"
    check_after_kill "end"
    nothing_left "$archive"
}

# What was begun is ended first: only then is nothing left of it.
end_and_begin_anew() {
    [ ! -e "$archive" ] || { collect 0 -o "$archive" "${plan[@]}"; check_complete; }
    rm -rf "$archive"
    : >"$work/manifest.before"
}

# --- kills ---

# A line "POINT" for each kill that came about.
killed() { # STATUS POINT
    [ "$1" -eq 137 ] && printf '%s\n' "$2" >>"$work/kills"
    check_after_kill "$2"
    [ ! -e "$archive/manifest.jsonl" ] || [ "$(wc -l <"$archive/manifest.jsonl")" -lt "$runs" ] || end_and_begin_anew
}

# Programs that kill who starts them where $work/kill_at says so: PROGRAM MOMENT COUNTDOWN. The one thing each is
# watched for is known by its first argument.
mkdir "$work/tools"
tool() { # PROGRAM FIRST_ARGUMENT
    cat >"$work/tools/$1" <<END
#!/usr/bin/env bash
real=$(command -v "$1")
case \$1 in $2) ;; *) exec "\$real" "\$@" ;; esac
read -r program moment left <"$work/kill_at"
[ "\$program" = "$1" ] || exec "\$real" "\$@"
echo "\$program \$moment \$((left - 1))" >"$work/kill_at"
[ "\$left" -eq 1 ] || exec "\$real" "\$@"
[ "\$moment" = before ] || "\$real" "\$@"
kill -9 "\$PPID"
END
    chmod +x "$work/tools/$1"
}
tool zfs-fuse --no-daemon
tool zpool create
tool zdb -l
tool fio '--output=*'

kill_at_program() { # PROGRAM MOMENT COUNT POINT
    echo "$1 $2 $3" >"$work/kill_at"
    { PATH=$work/tools:$PATH "$ASHIFTSTAT" collect -o "$archive" "${plan[@]}"; } >/dev/null 2>&1
    killed $? "$4"
}

# Before the n-th system call of a kind; what it was is in the trace.
kill_at_call() { # CALL N
    local status last
    { ASAN_OPTIONS=detect_leaks=0 strace -qq -o "$work/trace" -e trace="$1" -e inject="$1:signal=KILL:when=$2" \
        "$ASHIFTSTAT" collect -o "$archive" "${plan[@]}"; } >/dev/null 2>&1
    status=$?
    last=$(grep "^$1" "$work/trace" | tail -n 1)
    case $last in
    rename*/runs/*.json.part*) killed $status "archive: rename of a result" ;;
    rename*) killed $status "archive: rename of another file" ;;
    ftruncate*) killed $status "pool creation: the file gets its size" ;;
    umount2*) killed $status "pool destruction: unmount" ;;
    unlink*.img*) killed $status "pool destruction: removal of the file" ;;
    *) killed $status "$1" ;;
    esac
}

kill_after() { # SECONDS
    "$ASHIFTSTAT" collect -o "$archive" "${plan[@]}" >/dev/null 2>&1 &
    pid=$!
    sleep "$1"
    kill -9 "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
    killed $? "a random moment"
}

# The n-th of the runs that are left.
kill_at_points() { # N
    kill_at_program zfs-fuse before "$1" "pool creation: zfs-fuse starts"
    kill_at_call ftruncate "$1"
    kill_at_program zpool before "$1" "pool creation: before zpool create"
    kill_at_program zpool after "$1" "pool creation: after zpool create"
    kill_at_program zdb after "$1" "pool creation: its label is read"
    kill_at_program fio before "$1" "fio starts"
    kill_at_program fio after "$1" "fio has ended"
    kill_at_call umount2 "$1"
}

# Renames and removals of which kind follow each other in an archive that is continued, begun with the first run.
calls_like() { # CALL PATTERN : the numbers of those calls, counted over all of the kind
    grep "^$1" "$work/trace.whole" | grep -n -- "$2" | cut -d: -f1
}
{ ASAN_OPTIONS=detect_leaks=0 strace -qq -o "$work/trace.whole" -e trace=rename,unlink \
    "$ASHIFTSTAT" collect -o "$archive" "${plan[@]}"; } >/dev/null 2>&1
end_and_begin_anew

kill_on_fresh_archive() { # CALL PATTERN N : at the n-th call like that
    end_and_begin_anew
    kill_at_call "$1" "$(calls_like "$1" "$2" | sed -n "$3p")"
}

: >"$work/kills"
if [ -n "${KILLS:-}" ]; then
    while [ "$(wc -l <"$work/kills")" -lt "$KILLS" ]; do
        kill_at_points $((RANDOM % 3 + 1))
        kill_at_call fsync $((RANDOM % 24 + 1))
        for _ in $(seq 16); do
            kill_after "$((RANDOM % 3)).$((RANDOM % 10))$((RANDOM % 10))"
        done
        for pattern in '/runs/.*json\.part' '/runs/.*stderr\.part'; do
            kill_on_fresh_archive rename "$pattern" $((RANDOM % runs + 1))
        done
        kill_on_fresh_archive unlink '\.img"' $((RANDOM % runs + 1))
    done
    sort "$work/kills" | uniq -c
    printf '%s kills, %s of them at named points\n' "$(wc -l <"$work/kills")" \
        "$(grep -vc 'a random moment' "$work/kills")"
else
    for n in 1 12 26 5 8 11 14 16 18 20 22; do kill_at_call fsync "$n"; done
    kill_at_points 1
    kill_on_fresh_archive unlink '\.img"' 1
    kill_on_fresh_archive rename '/runs/.*json\.part' 2
    for moment in 0.05 0.5 0.9; do kill_after "$moment"; done
    for point in "pool creation: after zpool create" "pool destruction: removal of the file" \
        "pool destruction: unmount" "archive: rename of a result"; do
        grep -qxF "$point" "$work/kills" || fail "no kill at this point: $point"
    done
fi

# A line that was being written when the machine stopped.
printf '{"id":"0099-torn' >>"$archive/manifest.jsonl"
printf '{"event":"make","th' >>"$archive/made.jsonl"
collect 0 -o "$archive" "${plan[@]}"
says "was torn and has been cut off"
check_complete
[ "$state_before" = "$(ls -d /run/zfs /run/lock/zfs /var/lib/zfs 2>/dev/null)" ] ||
    fail "folders for the state of ZFS are left"
finish
