# the arguments of ashiftstat, as bash
# the sound archive with what tells whose machine it was, in every kind of file
archive=$SCRATCH/archive
cp -r fixtures/checks/sound "$archive"
identities() { ashiftstat check "$1" --format json | jq -r '.[] | select(.id == "C55") | [.result, .message, (.places | join("; "))] | @tsv'; }
identities "$archive"
mkdir -p "$archive/facts/before"
echo 'Linux tower 6.1.0-18-amd64 #1 SMP x86_64' >"$archive/facts/before/uname.txt"
echo 'Linux version 6.1.0-18-amd64 (builder@example.org) #1 SMP' >"$archive/facts/before/version.txt"
printf 'mounts\n192.168.1.20:/export on /mnt\nzfs 2.1.11.1\n' >"$archive/facts/before/findmnt.txt"
echo '{"serial":"S6B0NL0T","wwn":"eui.0025385b71b0a1c2"}' >"$archive/facts/before/lsblk.txt"
echo 'link/ether 52:54:00:12:ab:cd' >"$archive/facts/before/ip.txt"
echo 'me@tower:~$ zfs snapshot tank/data@before' >"$archive/commands.log"
printf 'host = tower\nzfs = 2.1.11.1\n' >>"$archive/experiment.ini"
run=$(cd "$archive" && ls runs/*.json | head -n 1)
sed -i 's/"jobname"/"hostname" : "tower.example.org", "jobname"/' "$archive/$run"
printf '\0\1\2\377' >"$archive/facts/before/binary.txt"
identities "$archive" 2>/dev/null
tar -C "$SCRATCH" -cf "$SCRATCH/packed.tar" archive
identities "$SCRATCH/packed.tar" 2>/dev/null | grep -c tar/archive
