#!/usr/bin/env bash
# What `collect --dry-run` predicts is what the archive then hits, workload by workload: every check that "will hit"
# does, and of the checks that can be predicted none hits that was not named.
. tests/unit/collect/checks.sh
need_pools
archive=$work/archive
plan=(-o "$archive" --ashift 9,12 --on file --workloads quick --iterations 2)

"$ASHIFTSTAT" collect "${plan[@]}" --dry-run >"$work/plan" 2>&1 || fail "the dry run failed"
collect 0 "${plan[@]}"
predictable='C01 C01b C03 C04 C05 C06 C07 C16 C25 C26 C30 C33 C34 C35 C40 C46'

# predicted WORD WORKLOAD: ids that "will" or "may" hit there
predicted() {
    sed -nE "s/.*check (C[0-9]+b?) $1 hit \((all workloads|.*)\): .*/\1 \2/p" "$work/plan" | while read -r id names; do
        case ", $names," in *", all workloads,"* | *", $2,"*) echo "$id" ;; esac
    done | sort
}

# agrees ARCHIVE WORKLOAD
agrees() {
    "$ASHIFTSTAT" check "$1" --workload "$2" --format json >"$work/found" 2>/dev/null || fail "check failed on $2"
    sed -nE 's/.*"id": "(C[0-9]+b?)".*"result": "hit".*/\1/p' "$work/found" | sort -u >"$work/hits"
    predicted will "$2" >"$work/will"
    predicted may "$2" >"$work/may"
    [ -s "$work/will" ] || fail "nothing is predicted for $2"
    local missed surprise
    missed=$(comm -23 "$work/will" "$work/hits" | tr '\n' ' ')
    [ -z "$missed" ] || fail "$2: predicted but not hit: $missed"
    surprise=$(comm -23 "$work/hits" <(sort -u "$work/will" "$work/may") |
        grep -xF -f <(tr ' ' '\n' <<<"$predictable") | tr '\n' ' ')
    [ -z "$surprise" ] || fail "$2: hit but not predicted: $surprise"
}

for workload in randwrite-4k randwrite-4k-fsync randwrite-64k-4jobs; do
    agrees "$archive" "$workload"
done

# Reads from files that fit into memory, and a job that writes without a flush: zfs-fuse has no counters of an ARC.
cat >"$work/job.fio" <<'END'
[read-4k]
ioengine=psync
rw=randread
bs=4k
size=8m
runtime=1
time_based
randrepeat=0
direct=1
[write-1m]
stonewall
ioengine=psync
rw=write
bs=1m
size=8m
iodepth=8
gtod_reduce=1
END
plan=(-o "$work/reads" --ashift 9,12 --on file --workloads "$work/job.fio" --iterations 3 --order blocked)
"$ASHIFTSTAT" collect "${plan[@]}" --dry-run >"$work/plan" 2>&1 || { fail "the dry run failed"; cat "$work/plan"; }
collect 0 "${plan[@]}"
agrees "$work/reads" read-4k
grep -q '"id": "C01",.*"result": "unknown"' "$work/found" || fail "C01 is not unknown without counters of an ARC"
agrees "$work/reads" write-1m
finish
