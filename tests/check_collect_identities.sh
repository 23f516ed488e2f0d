#!/usr/bin/env bash
# Whatever the tools print of a drive (serial numbers, WWNs, GUIDs, under names known and unknown), none of it gets into
# the archive; what the facts need does. The same a second time with --keep-identities, where all of it does.
. tests/unit/collect/checks.sh
need_fio
tiny_job
own_dev
undo() {
    umount -l "$work/target" 2>/dev/null
    losetup -d "$node" 2>/dev/null
    rm -rf "$work"
}
trap undo EXIT
truncate -s 80m "$work/image"
loop_attach "$work/image"
mkfs.ext4 -q "$node" 2>/dev/null
mkdir "$work/target" "$work/bin"
mount "$node" "$work/target"
ln -s "../../${node#/dev/}" /dev/disk/by-id/wwn-0x5000000099887766 # digits only: no shape tells
ln -s "../../${node#/dev/}" /dev/disk/by-id/ata-MODEL_20061234AB
tool() { # NAME: prints what stands on standard input, for every question
    { echo '#!/bin/sh'; echo "cat <<'END'"; cat; echo END; } >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
tool hdparm <<'END'
ATA device, with non-removable media
	Model Number:       WDC WD40EFRX-68N32N0
	Serial Number:      WD-WCC7K0ABCDEF
	Firmware Revision:  82.00A82
	Logical Unit WWN Device Identifier: 50014ee2b1c2d3e4
	NAA			: 5
	IEEE OUI		: 0014ee
	Unique ID		: 2b1c2d3e4
	LBA48 user addressable sectors: 7814037168
	Transport:          Serial, SATA 1.0a, SATA II Extensions, SATA Rev 3.0
	Number of the next page: 5000000099887766
END
tool smartctl <<'END'
{ "scsi_vendor": "SEAGATE", "scsi_product": "ST8000NM0075", "logical_unit_id": "0x5000c50099887711",
  "serial_number": "ZA1AAAAA0000C0001234", "some_other": ["ZA1BBBBB0000C0005678"],
  "wwn": {"naa": 5, "oui": 3152, "id": 22961234567}, "user_capacity": {"bytes": 8001563222016},
  "sas_port_0": {"phy": {"sas_address": "50:00:c5:00:99:88:77:33"}}, "temperature": {"current": 31} }
END
tool nvme <<'END'
{"vid":5197,"sn":"S4EWNX0M123456A     ","mn":"Samsung SSD 970","fr":"2B2QEXM7AB","fguid":"0000aabbccdd-1234",
"subnqn":"nqn.2014.08.org.nvmexpress:144d144dS4EWNX0M123456A     Samsung","wctemp":358,"tnvmcap":1000204886016,
"nguid":"0025385b01405c9d0000000000000001","eui64":"0025385b01405c9d","other":"6ba7b810-9dad-11d1-80b4-00c04fd430c8"}
END
tool sg_readcap <<'END'
Read Capacity results: Logical block size=512 bytes, lbppbe=3, 20061234AB
END
secrets="WCC7K0ABCDEF 50014ee2b1c2d3e4 2b1c2d3e4 5000c50099887711 ZA1AAAAA0000C0001234 ZA1BBBBB0000C0005678 22961234567
50:00:c5:00:99:88:77:33 S4EWNX0M123456A aabbccdd-1234 aabbccdd 0025385b01405c9d 6ba7b810 00c04fd430c8 5000000099887766 20061234AB"
needed="WD40EFRX-68N32N0 82.00A82 7814037168 SATA.1.0a ST8000NM0075 8001563222016 Samsung.SSD.970 2B2QEXM7AB 1000204886016 lbppbe=3
current.:.31 wctemp.:358"
arguments=(--target "a=1:$work/target" --workloads "$work/tiny.fio" --iterations 1)

PATH=$work/bin:$PATH collect 0 -o "$work/archive" "${arguments[@]}"
for word in $secrets; do grep -rlF -- "$word" "$work/archive" && fail "in the archive: $word"; done
for word in $needed; do grep -rq -- "$word" "$work/archive/facts" || fail "not in the facts: $word"; done
grep -qxF "$(cat /proc/sys/kernel/random/boot_id)" "$work/archive/facts/before/boot_id.txt" || fail "the boot id is not kept"
# Heat and health stand beside the counters of each run, before and after.
for moment in before after; do
    grep -q '"current": 31' "$work/archive/facts/runs/"*.$moment.txt || fail "no heat $moment the run"
done
PATH=$work/bin:$PATH collect 0 -o "$work/kept" "${arguments[@]}" --keep-identities
for word in $secrets; do grep -rqF -- "$word" "$work/kept/facts" || fail "not in the archive although identities are kept: $word"; done
finish
