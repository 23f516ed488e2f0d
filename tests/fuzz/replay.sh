#!/usr/bin/env bash
# Every reader over every fixture, every input that a fuzzing campaign kept, and whatever once broke a reader.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
shopt -s nullglob
for kept in tests/fuzz/corpus/*.tar.xz; do
    mkdir "$scratch/$(basename "$kept" .tar.xz)"
    tar -xJf "$kept" -C "$scratch/$(basename "$kept" .tar.xz)"
done
find fixtures tests/fuzz/found "$scratch" -type f -size -1024k -print0 | xargs -0 "$1"
