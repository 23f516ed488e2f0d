#!/usr/bin/env python3
"""Exit status 0 when two PNGs written by ashiftstat have the same size and nearly the same pixels."""
import struct
import sys
import zlib

MOST_DIFFERING = 0.002  # share of the bytes that may differ by more than a shade
SHADE = 24


def pixels(path):
    data = open(path, "rb").read()
    at, packed, header = 8, b"", None
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        at += size + 12
    width, height, depth, colour = header[:4]
    assert (depth, colour) == (8, 2), path
    raw, stride = zlib.decompress(packed), 3 * width + 1
    rows = [raw[y * stride:(y + 1) * stride] for y in range(height)]
    assert all(row[0] == 0 for row in rows), path  # written without filters
    return width, height, b"".join(row[1:] for row in rows)


first, second = pixels(sys.argv[1]), pixels(sys.argv[2])
if first[:2] != second[:2]:
    sys.exit(f"{sys.argv[1]}: {first[0]} x {first[1]} and {second[0]} x {second[1]} pixels")
if first[2] != second[2]:
    differing = sum(abs(a - b) > SHADE for a, b in zip(first[2], second[2]))
    if differing > MOST_DIFFERING * len(first[2]):
        sys.exit(f"{sys.argv[1]}: {differing} of {len(first[2])} bytes differ")
