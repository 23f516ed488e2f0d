#!/usr/bin/env bash
# What names its interpreter can be run as its usage line says: without naming it again.
set -u
cd "$(dirname "$0")/.." || exit 1
faults=0
while IFS= read -r -d '' script; do
    [ -x "$script" ] || { echo "$script is not executable"; faults=1; }
done < <(grep -rlZ --exclude-dir=build --exclude-dir=.git --include='*.sh' --include='*.py' -m1 '^#!' .)
exit $faults
