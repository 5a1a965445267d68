#!/usr/bin/env python3
"""Locates the same quotes with casebook and with approx-string-match (npm), and prints both times.

  run.py --bin target/release/casebook --work DIR [--quotes 10000] [--errors 20] [--runs 3]

Needs node and npm. casebook is timed as a whole process: start, reading, rendering, folding, indexing, JSON
in and out; the peer only while it searches. The best of the runs counts for both."""
import argparse, collections, json, os, subprocess, time

HERE = os.path.dirname(os.path.abspath(__file__))
ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
ap.add_argument("--bin", required=True); ap.add_argument("--work", required=True)
ap.add_argument("--quotes", default="10000"); ap.add_argument("--errors", default="20"); ap.add_argument("--runs", type=int, default=3)
a = ap.parse_args()

os.makedirs(a.work, exist_ok=True)
subprocess.run(["node", f"{HERE}/pairs.mjs", "--out", a.work, "--quotes", a.quotes], check=True)
if not os.path.isdir(f"{a.work}/node_modules/approx-string-match"):
    subprocess.run(["npm", "install", "--silent", "--no-save", "--prefix", a.work, "approx-string-match@2"], check=True)

kinds = {}
with open(f"{a.work}/quotes.jsonl", encoding="utf-8") as f:
    for line in f:
        row = json.loads(line); kinds[row["id"]] = row["kind"]
ours = []
for _ in range(a.runs):
    started = time.perf_counter()
    with open(f"{a.work}/quotes.jsonl", "rb") as f:
        out = subprocess.run([a.bin, "evidence", "locate", "--jsonl", "--snapshots", f"{a.work}/sources"], stdin=f, stdout=subprocess.PIPE, check=True).stdout
    ours.append(time.perf_counter() - started)
told = collections.Counter((kinds[x["id"]], x["match"]) for x in map(json.loads, out.splitlines()))
print(json.dumps({"tool": "casebook", "quotes": len(kinds), "seconds": round(min(ours), 3), "told": {f"{k}->{m}": n for (k, m), n in sorted(told.items())}}))
theirs = []
for _ in range(a.runs):
    out = subprocess.run(["node", f"{HERE}/approx.mjs", "--in", a.work, "--errors", a.errors, "--modules", a.work], stdout=subprocess.PIPE, check=True).stdout
    theirs.append(json.loads(out))
best = min(theirs, key=lambda x: x["seconds"])
print(json.dumps(best))
print(json.dumps({"times_faster": round(best["seconds"] / min(ours), 1)}))
