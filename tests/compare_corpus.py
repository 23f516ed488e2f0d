#!/usr/bin/env python3
"""Holds what `ashiftstat ingest` reads of the corpus against its expected.tsv.

usage: compare_corpus.py CORPUS_DIR OBSERVATIONS.csv UNMET.tsv

Within a file, direction and metric, figures and observations are paired so that as many as possible agree: figures in
order of the upper end of their tolerance, each taking the smallest observation within it, which is the largest pairing
for intervals and points. Of several documents in a file only the last must be met. Fails when a figure is met by nothing
and is not in UNMET.tsv, when one in UNMET.tsv is met, and when an observation agrees with no figure of its file (but for the sum of
several jobs, of which expected.tsv has only what fio prints).
"""
import csv
import os
import re
import sys
from collections import Counter, defaultdict

METRICS = {"bw_bytes_per_s": ("bw", 1), "iops": ("iops", 1), "clat_mean_ns": ("clat_mean", 1),
           "clat_p99_ns": ("clat_p99", 1), "runtime_ms": ("runtime", 1e6), "total_ios": ("ios", 1),
           "lat_mean_ns": ("lat_mean", 1), "lat_p99_ns": ("lat_p99", 1)}
SYNC = {"lat_mean": "sync_mean", "lat_p99": "sync_p99"}


class Figure:
    def __init__(self, row, name, factor):
        self.job, self.direction, self.metric = row["job"], row["direction"], name
        self.value = float(row["value"]) * factor
        slack = max(float(row["tolerance"]) * factor, 1e-9 * abs(self.value)) * (1 + 1e-9)
        self.low, self.high = self.value - slack, self.value + slack
        document = re.match(r"doc(\d+)/", self.job)
        self.document = int(document.group(1)) if document else 0
        self.of_group = re.search(r"(^|/)group\d+$", self.job) is not None

    def key(self):
        return (self.metric, "") if self.direction == "sync" else (self.metric, self.direction)


def read_expected(path):
    files = defaultdict(list)
    with open(path, encoding="utf-8", errors="replace", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            figures = files[row["file"]]
            if row["metric"] not in METRICS:
                continue
            name, factor = METRICS[row["metric"]]
            if row["direction"] == "sync":
                name = SYNC.get(name)
            if name:
                figures.append(Figure(row, name, factor))
    return files


def read_observed(path, root):
    names = {name for name, _ in METRICS.values()} | set(SYNC.values())
    files = defaultdict(list)
    with open(path, encoding="utf-8", errors="replace", newline="") as lines:
        for row in csv.DictReader(lines):
            if row["metric"] in names and row["statistic"] in ("", "run"):
                source = os.path.relpath(row["source"], root)
                direction = "" if row["metric"].startswith("sync_") else row["direction"]
                files[source].append(((row["metric"], direction), float(row["value"]), row["job"], row["line"]))
    return files


def unmet_figures(figures, observed):
    """The figures left over by the largest pairing within one key."""
    points = sorted(observed)
    left = []
    for figure in sorted(figures, key=lambda f: f.high):
        fits = [p for p in points if figure.low <= p <= figure.high]
        if fits:
            points.remove(fits[0])
        else:
            left.append(figure)
    return left


def compare_file(figures, observed):
    last = max((f.document for f in figures), default=0)
    jobs = {f.job for f in figures if not f.of_group}
    required = [f for f in figures if f.document == last and not f.of_group]
    groups = [f for f in figures if f.document == last and f.of_group and len(jobs) > 1]
    unmet = []
    for key in {f.key() for f in required}:
        unmet += unmet_figures([f for f in required if f.key() == key], [o[1] for o in observed if o[0] == key])
    unmet += [f for f in groups if not any(o[0] == f.key() and f.low <= o[1] <= f.high for o in observed)]
    metrics = {f.metric for f in figures}
    wrong = [o for o in observed if o[1] != 0 and o[0][0] in metrics and (o[2] or len(jobs) < 2) and
             not any(f.key() == o[0] and f.low <= o[1] <= f.high for f in figures)]
    return len(required) + len(groups), unmet, wrong


def main():
    root = sys.argv[1]
    expected, observed = read_expected(os.path.join(root, "expected.tsv")), read_observed(sys.argv[2], root)
    with open(sys.argv[3], encoding="utf-8") as lines:
        known = Counter(tuple(line.split("\t")[:4]) for line in lines if not line.startswith("#"))
    total, faults = 0, 0
    for file, figures in sorted(expected.items()):
        required, unmet, wrong = compare_file(figures, observed.get(file, []))
        total += required
        for figure in unmet:
            place = (file, figure.job, figure.direction, figure.metric)
            if known[place] > 0:
                known[place] -= 1
                continue
            faults += 1
            print("not met: %s = %.17g" % ("\t".join(place), figure.value))
        for key, value, job, line in wrong:
            faults += 1
            print("wrong: %s line %s %s %s %s = %.17g" % (file, line, job, key[1], key[0], value))
    for place in known.elements():
        faults += 1
        print("met after all: %s" % "\t".join(place))
    print("%d figures of %d files, faults: %d" % (total, len(expected), faults))
    return 1 if faults or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
