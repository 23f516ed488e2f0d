#!/usr/bin/env python3
"""How much of each folder the tests reached: lines that gcov counted in a build of the preset coverage.

  tests/coverage.py          a line for each folder
  tests/coverage.py FOLDER   the lines of the folder's files that no test reached, the most first
"""
import collections
import json
import os
import subprocess
import sys

FOLDERS = ("model", "ingest", "analyze", "render", "collect", "command")
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build = os.path.join(root, "build/coverage")


def counts():
    """Of each file of the program, how often each line ran; one that several programs hold is summed."""
    lines = collections.defaultdict(collections.Counter)
    objects = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(build, "CMakeFiles"))
               for name in names if name.endswith(".gcno")]
    for item in objects:
        found = subprocess.run(["gcov", "--json-format", "--stdout", item], capture_output=True, cwd=build, check=True)
        for document in found.stdout.splitlines():
            for file in json.loads(document)["files"]:
                path = os.path.relpath(file["file"], root)
                if path.split("/")[0] in FOLDERS:
                    for line in file["lines"]:
                        lines[path][line["line_number"]] += line["count"]
    return lines


def ranges(numbers):
    """[1, 2, 3, 7] as "1-3 7"."""
    parts = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)


lines = counts()
if not lines:
    sys.exit("nothing was counted: cmake --preset coverage && cmake --build --preset coverage && ctest --preset coverage")
if len(sys.argv) > 1:
    missed = {path: sorted(n for n, count in of.items() if count == 0) for path, of in lines.items()
              if path.startswith(sys.argv[1] + "/")}
    for path in sorted(missed, key=lambda path: -len(missed[path])):
        if missed[path]:
            print(f"{path}: {ranges(missed[path])}")
else:
    total = reached = 0
    for folder in FOLDERS:
        of = [count for path, of in lines.items() if path.startswith(folder + "/") for count in of.values()]
        total, reached = total + len(of), reached + sum(count > 0 for count in of)
        print(f"{folder:8} {len(of):6} lines, {100 * sum(count > 0 for count in of) / len(of):.1f} % reached")
    print(f"{'all':8} {total:6} lines, {100 * reached / total:.1f} % reached")
