#!/usr/bin/env bash
# Calls of the C library fail one at a time (tests/faults/sweep.py), in the program without sanitizers.
#
#   tests/check_faults.sh [POSITIONS]     how many calls of each kind fail for each command (default: 4)
set -eu
cd "$(dirname "$0")/.."
library=$(mktemp --suffix=.so)
trap 'rm -f "$library"' EXIT
gcc -O2 -Wall -Wextra -Werror -shared -fPIC -o "$library" tests/faults/fail_call.c -ldl
python3 tests/faults/sweep.py build/plain/ashiftstat "$library" "${1:-4}"
