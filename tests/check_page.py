#!/usr/bin/env python3
"""Holds a page against what a report may contain: elements that are known and closed, each id once, nothing that runs,
nothing that is loaded from elsewhere.

    tests/check_page.py report.html     a page of our own: a title, headings in order, headers in every table
    tests/check_page.py -               the same for a part of a page on standard input (report.md as HTML)
"""
import sys
from html.parser import HTMLParser

HTML = {"html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "p", "strong", "em", "ul", "li",
        "div", "table", "caption", "thead", "tbody", "tr", "th", "td", "br", "code", "figure", "details", "summary",
        "img", "a"}
SVG = {"svg", "title", "desc", "style", "rect", "line", "polyline", "polygon", "circle", "text", "defs", "pattern"}
VOID = {"meta", "br", "img"}


class Page(HTMLParser):
    def __init__(self, part):
        super().__init__()
        self.part, self.open, self.ids, self.faults, self.seen = part, [], set(), [], []

    def fault(self, message):
        self.faults.append(f"{self.getpos()[0]}: {message}")

    def handle_starttag(self, tag, attributes):
        drawing = "svg" in self.open
        if tag not in (SVG if drawing or tag == "svg" else HTML):
            self.fault(f"<{tag}>")
        for name, value in attributes:
            if name.startswith("on") or name in ("href", "xlink:href", "srcset", "style"):
                self.fault(f"<{tag} {name}={value!r}>")
            if name == "src" and not (self.part and "/" not in value and value.endswith(".png")):
                self.fault(f"<{tag} {name}={value!r}>")
            if name == "id" and value in self.ids:
                self.fault(f"id {value} stands twice")
            if name == "id":
                self.ids.add(value)
        names = dict(attributes)
        if tag == "svg" and names.get("role") == "img" and not set(names["aria-labelledby"].split()):
            self.fault("a chart without words")
        if tag == "th" and not self.part and names.get("scope") != "col":
            self.fault("a header without scope")
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.fault(f"</{tag}> closes nothing")


own = sys.argv[1] != "-"
page = Page(part=not own)
page.feed(open(sys.argv[1], encoding="utf-8").read() if own else sys.stdin.read())
if page.open:
    page.fault(f"{page.open} not closed")
if own and page.seen.count("h1") != 1:
    page.fault("not one title")
if own and page.seen.count("caption") != page.seen.count("table"):
    page.fault("a table without a caption")
print("\n".join(page.faults[:20]))
sys.exit(1 if page.faults else 0)
