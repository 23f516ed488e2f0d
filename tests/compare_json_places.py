#!/usr/bin/env python3
"""Holds line and written text of what `ashiftstat ingest` reads of fio's JSON against the documents themselves.

usage: compare_json_places.py OBSERVATIONS.csv FILE...

Reads each JSON document of the files by itself, noting line and text of every number, and asks of each observation with a
written text: it is the number of that metric, job and direction, it stands on that line, and it makes the value.
"""
import bisect
import csv
import re
import sys
from collections import defaultdict

TOKEN = re.compile(r'\s*(?:([{}\[\],:])|("(?:[^"\\]|\\.)*")|([^\s,{}\[\]:"]+))', re.S)
PARTS = {"min": "min", "max": "max", "mean": "mean"}


class Number:
    def __init__(self, text, line):
        self.text, self.line = text, line


def parse(text, at, ends):
    """The value at `at` with each number as Number, and where it ends; `ends` are the places of the line ends."""
    def token():
        nonlocal at
        match = TOKEN.match(text, at)
        if not match:
            raise ValueError
        at = match.end()
        return match, match.group(match.lastindex)

    def value():
        match, word = token()
        if word == "{":
            members = {}
            while True:
                match, word = token()
                if word == "}":
                    return members
                if word == ",":
                    continue
                name = word[1:-1]
                if token()[1] != ":":
                    raise ValueError
                item = value()
                members.setdefault(name, item)
        if word == "[":
            items = []
            while True:
                mark = at
                word = token()[1]
                if word == "]":
                    return items
                if word != ",":
                    at_set(mark)
                    items.append(value())
        if match.group(2):
            return word[1:-1]
        return Number(word, bisect.bisect_left(ends, match.start(3)) + 1)

    def at_set(mark):
        nonlocal at
        at = mark

    return value(), at


def documents(text):
    at, ends = 0, [match.start() for match in re.finditer("\n", text)]
    while (at := text.find('"fio version"', at)) >= 0:
        open_at = text.rfind("{", 0, at)
        try:
            document, end = parse(text, open_at, ends)
        except ValueError:
            at += 1
            continue
        yield document
        at = end


def latency(direction, name):
    """The object, and what one of its units is in ns."""
    if name + "_ns" in direction:
        return direction[name + "_ns"], 1
    return direction.get(name, {}), 1000


def figures(document):
    """(direction, metric) -> numbers of all jobs with the factor that makes the value of them."""
    found = defaultdict(list)
    for job in document.get("jobs") or document.get("client_stats") or []:
        for direction in ("read", "write", "trim", "mixed"):
            object = job.get(direction)
            if not isinstance(object, dict):
                continue
            kib = 1024 if "io_kbytes" not in object and "bw_bytes" not in object else 1
            for metric, key, factor in (("io_bytes", "io_bytes", kib), ("iops", "iops", 1), ("runtime", "runtime", 1e6),
                                        ("ios", "total_ios", 1),
                                        ("bw",) + (("bw_bytes", 1) if "bw_bytes" in object else ("bw", 1024))):
                if key in object:
                    found[direction, metric].append((object[key], factor))
            for name in ("slat", "clat", "lat"):
                add_latency(found, direction, name, *latency(object, name))
        sync = job.get("sync")
        if isinstance(sync, dict):
            if "total_ios" in sync:
                found["", "sync_ios"].append((sync["total_ios"], 1))
            add_latency(found, "", "sync", *latency(sync, "lat"))
    return found


def add_latency(found, direction, name, object, unit):
    for part, key in PARTS.items():
        if key in object:
            found[direction, name + "_" + part].append((object[key], unit))
    for percent, number in object.get("percentile", {}).items():
        if re.fullmatch(r"[0-9.]+", percent):
            metric = "p%s" % re.sub(r"\.?0+$", "", percent)
            found[direction, name + "_" + metric].append((number, unit))
            if name == "clat":  # lat_percentiles=1 of fio 3.0 to 3.17
                found[direction, "lat_" + metric].append((number, unit))


def main():
    rows = defaultdict(list)
    with open(sys.argv[1], encoding="utf-8", errors="replace", newline="") as lines:
        for row in csv.DictReader(lines):
            rows[row["source"]].append(row)
    checked = faults = bare = 0
    for path in sys.argv[2:]:
        text = open(path, encoding="utf-8", errors="replace", newline="").read()
        found, jobs = defaultdict(list), 0
        for document in documents(text):
            jobs = max(jobs, len(document.get("jobs") or document.get("client_stats") or []))
            for key, numbers in figures(document).items():
                found[key] += numbers
        for row in rows[path]:
            if row["statistic"] not in ("", "run") or not found:
                continue
            key = (row["direction"], row["metric"])
            if not row["written"] and not row["job"] and jobs > 1:
                bare += 1  # of several jobs together
                continue
            checked += 1
            fits = [n for n, factor in found[key]
                    if n.text == row["written"] and n.line == int(row["line"]) and
                    abs(float(n.text) * factor - float(row["value"])) <= 1e-9 * abs(float(row["value"]))]
            if not fits:
                faults += 1
                if faults <= 20:
                    print("%s line %s: %s %s %s written \"%s\", value %s" %
                          (path, row["line"], row["job"], key[0], key[1], row["written"], row["value"]))
    print("%d places checked, %d computed figures without one, faults: %d" % (checked, bare, faults))
    return 1 if faults or checked < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
