#!/usr/bin/env bash
# Two fio servers on loopback: every host's results and their sum; a host that refuses, and one that hangs.
. tests/unit/collect/checks.sh
need_fio
tiny_job
sed -i s/size=4m/size=64k/ "$work/tiny.fio" # so little is expected of it that patience ends soon
mkdir "$work/t12" "$work/t13"
echo keep >"$work/t12/somebodys"
base=$((20000 + $$ % 20000))
servers=()
for n in 1 2; do
    fio "--server=ip:127.0.0.$n,$base" >/dev/null 2>&1 &
    servers+=($!)
    printf '127.0.0.%s,%s\n' "$n" "$base" >>"$work/hosts"
done
undo() {
    kill "${servers[@]}" 2>/dev/null
    rm -rf "$work"
}
trap undo EXIT
sleep 0.5
arguments=(--hosts "$work/hosts" --target "ashift=12:$work/t12" --target "ashift=13:$work/t13" --workloads "$work/tiny.fio" --iterations 1)
collect 0 -o "$work/archive" "${arguments[@]}" --dry-run
grep -qF -- "--client=ip:127.0.0.2,$base" "$work/out" || fail "the dry run shows no client"
grep -qF "2 runs" "$work/out" && grep -qF "writes 256 KiB" "$work/out" || fail "what every host writes is not counted"
collect 0 -o "$work/archive" "${arguments[@]}"
[ "$(grep -c '"failed":""' "$work/archive/manifest.jsonl")" -eq 2 ] || { fail "a run failed"; field failed "$work/archive/manifest.jsonl"; }
[ "$(ls -A "$work/t12" "$work/t13" | grep -v :)" = somebodys ] || fail "files are left on the hosts"
grep -q '^hosts = 2$' "$work/archive/experiment.ini" || fail "experiment.ini does not name the hosts"
"$ASHIFTSTAT" ingest "$work/archive" >"$work/rows.csv" 2>/dev/null
for host in '' ';host=127.0.0.1' ';host=127.0.0.2'; do
    grep -qE "^\"?ashift=12$host\"?,write-4k,write,bw," "$work/rows.csv" || { fail "no row of ashift=12$host"; cut -d, -f1-5 "$work/rows.csv"; }
done

# A host that is not there: the client exits with 0, but the run does not count.
printf '127.0.0.3,%s\n' "$base" >>"$work/hosts"
collect 3 -o "$work/refused" "${arguments[@]}"
grep -q '"failed":"' "$work/refused/manifest.jsonl" || fail "no failed run is archived"
[ "$(grep -c '"failed":""' "$work/refused/manifest.jsonl")" -eq 0 ] || fail "a run counts without one of its hosts"

# A host that accepts and never answers is given up.
if command -v python3 >/dev/null; then
    python3 - "$base" <<'END' &
import socket, sys, time
s = socket.socket(); s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
s.bind(("127.0.0.4", int(sys.argv[1]))); s.listen(8)
s.settimeout(60)
kept = []
try:
    while True: kept.append(s.accept())
except OSError: pass
END
    servers+=($!)
    sleep 0.5
    sed -i 's/127.0.0.3/127.0.0.4/' "$work/hosts"
    SECONDS=0
    collect 3 -o "$work/hangs" "${arguments[@]}" --patience 1
    [ "$SECONDS" -lt 60 ] || fail "a host that hangs was waited for $SECONDS s"
    says "fio did not end within"
    nothing_left "$work/hangs"
fi
collect 1 -o "$work/no" --hosts "$work/hosts" --ashift 9 --on file
says "fio runs on other machines"
printf 'x y\n' >"$work/bad"
collect 1 -o "$work/no" --hosts "$work/bad" --target "a=1:/x" --workloads quick
says "bad:1: must be ADDRESS"
printf '[w]\nrw=write\nsize=1m\nfilename=somebodys\n' >"$work/named.fio"
collect 1 -o "$work/no" --hosts "$work/hosts" --target "a=1:/x" --workloads "$work/named.fio"
says "could be somebody's"
[ ! -e "$work/no" ] || fail "an archive was made"
nothing_left "$work/archive"
finish
