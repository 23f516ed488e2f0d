# Sourced by tests that need a machine with OpenZFS or NVMe: commands that replay what such machines printed (recorded/).
#
#   replay_commands BIN              puts zfs, zpool and zdb into BIN; $REPLAY names the version. What is asked for in
#                                    another locale than C is told in BIN/../locale
#   replay VERSION COMMAND...        runs COMMAND with these commands in front of PATH
#   nvme_machine BIN SYS             puts nvme into BIN and what stands for /sys/block into SYS: a drive that prefers 16 KiB and
#                                    whose other format is rated better
#   with_nvme COMMAND...             runs COMMAND (as root) on a machine whose only disk is that drive
recorded=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/recorded

replay_commands() {
    {
        echo '#!/usr/bin/env bash'
        cat <<END
line="\${0##*/} \$*"
[ "\$LC_ALL" = C ] || echo "LC_ALL is not C" >>"$1/../locale"
file="$recorded/\$REPLAY/\${line//\//_}"
[ -e "\$file" ] && exec cat "\$file"
echo "cannot open '\${!#}': no such thing in this recording" >&2
exit 1
END
    } >"$1/zfs"
    chmod +x "$1/zfs"
    ln -s zfs "$1/zpool"
    ln -s zfs "$1/zdb"
}

replay() {
    local bin status
    bin=$(mktemp -d)
    mkdir "$bin/bin"
    replay_commands "$bin/bin"
    REPLAY=$1 PATH=$bin/bin:$PATH "${@:2}"
    status=$?
    rm -r "$bin"
    return $status
}

nvme_machine() {
    local bin=$1 sys=$2 pair
    mkdir -p "$sys/nvme0n1/queue" "$sys/nvme0n1/device"
    for pair in logical_block_size=512 physical_block_size=512 minimum_io_size=512 optimal_io_size=0 rotational=0; do
        echo "${pair#*=}" >"$sys/nvme0n1/queue/${pair%=*}"
    done
    echo 'Drive of Nobody' >"$sys/nvme0n1/device/model"
    echo 3907029168 >"$sys/nvme0n1/size"
    printf '#!/bin/sh\nexec cat "%s/nvme/nvme id-ns -o json"\n' "$recorded" >"$bin/nvme"
    chmod +x "$bin/nvme"
}

with_nvme() {
    local work status
    { [ "$(id -u)" -eq 0 ] && unshare --mount true 2>/dev/null; } || return 77
    work=$(mktemp -d)
    mkdir "$work/bin"
    nvme_machine "$work/bin" "$work/sys"
    # no virtual machine either: sectors of one are an emulation's
    printf '#!/bin/sh\necho none\n' >"$work/bin/systemd-detect-virt"
    chmod +x "$work/bin/systemd-detect-virt"
    # shellcheck disable=SC2016
    unshare --mount bash -c 'mount --bind "$1/sys" /sys/block && PATH=$1/bin:$PATH "${@:2}"' - "$work" "$@"
    status=$?
    rm -r "$work"
    return $status
}
