#!/usr/bin/env bash
# Every C file stands as clang-format would write it.
set -u
cd "$(dirname "$0")/.." || exit 1
command -v clang-format >/dev/null || { echo "clang-format is missing"; exit 1; }
find model ingest analyze render collect command tests -name '*.[ch]' -print0 |
    xargs -0 clang-format --dry-run -Werror
