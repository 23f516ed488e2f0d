# the arguments of ashiftstat, as bash
# the sound archive as if its pools had lain on a drive of a real machine, with what nvme would have said of it: the 8 units of
# 512 bytes that it prefers are 4096; it warmed by 21 K and throttled itself twice
archive=$SCRATCH/archive
cp -r fixtures/checks/sound "$archive"
sed -i -e 's/^where = file/where = device/' -e 's/^zfs = zfs-fuse.*/zfs = OpenZFS 2.3.1/' \
    -e 's/^file_system.*/virtual = none\ndisk_nvme0n1 = Example SSD, logical 512, physical 512, not rotational/' "$archive/experiment.ini"
mkdir -p "$archive/facts/before" "$archive/facts/after"
nvme() { cat >"$archive/facts/$1/nvme-$2-nvme0n1.txt"; }
nvme before ns <<<'{"nsfeat":16,"npwg":7,"flbas":0,"lbafs":[{"ms":0,"ds":9,"rp":2},{"ms":0,"ds":12,"rp":0},{"ms":8,"ds":12,"rp":0}]}'
nvme before ctrl <<<'{"wctemp":355}'
nvme before smart <<<'{"temperature":310,"thm_temp1_trans_count":12,"thm_temp2_trans_count":0}'
nvme after smart <<<'{"temperature":331,"thm_temp1_trans_count":14,"thm_temp2_trans_count":0}'
drive_checks() { ashiftstat check "$archive" --format json "$@" | grep -E '"id": "C(13|14|15|28)"'; }
drive_checks
nvme after smart <<<'{"temperature":331,"thm_temp1_trans_count":12,"thm_temp2_trans_count":0}'
drive_checks --ignore C14,C15
# sectors and heat of a virtual machine are those of an emulation
sed -i 's/^virtual = none/virtual = kvm/' "$archive/experiment.ini"
drive_checks
