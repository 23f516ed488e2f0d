#!/usr/bin/env python3
"""Each figure of FIGURES.tsv must be read once as a run; of a row of totals none may be.

usage: public_figures.py FIGURES.tsv OBSERVATIONS.csv
"""
import csv
import os
import sys

with open(sys.argv[2], encoding="utf-8", newline="") as lines:
    observed = [row for row in csv.DictReader(lines) if row["statistic"] == "run"]
faults = 0
figures = 0
with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        if line.startswith("#"):
            continue
        name, direction, metric, value, tolerance = line.rstrip("\n").split("\t")
        slack = max(float(tolerance), 1e-9 * float(value))
        fits = [row for row in observed if os.path.basename(row["source"]) == name and row["direction"] == direction and
                row["metric"] == metric and abs(float(row["value"]) - float(value)) <= slack]
        figures += 1
        if not fits:
            print("not read: %s" % line.rstrip())
            faults += 1
        for row in fits:
            if "twice" in name and len(fits) != 1:
                print("read %d times: %s" % (len(fits), line.rstrip()))
                faults += 1
pods = {row["workload"] for row in observed if os.path.basename(row["source"]) == "pods-summary-with-total-row.csv"}
if len(pods) != 11 or any("TOTAL" in workload for workload in pods):
    print("pods: %s" % sorted(pods))
    faults += 1
print("%d figures of public files, faults: %d" % (figures, faults))
sys.exit(1 if faults or figures == 0 else 0)
