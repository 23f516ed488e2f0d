#!/usr/bin/env bash
# Every reader over every fixture and whatever once broke a reader; each reader over the inputs that its fuzzing campaign
# kept.
set -eu
replay=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
find fixtures tests/fuzz/found -type f -size -1024k ! -name '*.tar.xz' -print0 | xargs -0 "$replay" all
for kept in tests/fuzz/corpus/*.tar.xz; do
    reader=$(basename "$kept" .tar.xz)
    mkdir "$scratch/$reader"
    tar -xJf "$kept" -C "$scratch/$reader"
    find "$scratch/$reader" -type f -print0 | xargs -0 "$replay" "$reader"
done
