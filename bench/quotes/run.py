#!/usr/bin/env python3
"""Locates the same quotes with casebook and with approx-string-match (npm), and prints both times and their ratio.

  run.py --bin target/release/casebook --work DIR [--quotes 10000] [--errors 20] [--runs 3] [--peer-runs 1]

Needs node and npm. Times are processor time, so that a busy machine does not blur them. casebook is timed as a
whole process: start, reading, rendering, folding, indexing, JSON in and out; the peer only while it searches.
The best of the runs counts. The peer takes some 50 ms a quote, so 10,000 quotes take it about eight minutes; what it
has done so far is told on standard error."""
import argparse, collections, json, os, resource, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
ap.add_argument("--bin", required=True); ap.add_argument("--work", required=True)
ap.add_argument("--quotes", default="10000"); ap.add_argument("--errors", default="20")
ap.add_argument("--runs", type=int, default=3); ap.add_argument("--peer-runs", type=int, default=1)
a = ap.parse_args()

os.makedirs(a.work, exist_ok=True)
subprocess.run(["node", f"{HERE}/pairs.mjs", "--out", a.work, "--quotes", a.quotes], check=True)
if not os.path.isdir(f"{a.work}/node_modules/approx-string-match"):
    # A folder that is a package of its own: npm else installs into the nearest one upwards.
    with open(f"{a.work}/package.json", "w", encoding="utf-8") as f: f.write('{"private":true}')
    install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "approx-string-match@2"]
    subprocess.run(install, check=True, cwd=a.work, stdin=subprocess.DEVNULL)


def timed(command, stdin):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, stdin=stdin, stdout=subprocess.PIPE, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return out, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


kinds = {}
with open(f"{a.work}/quotes.jsonl", encoding="utf-8") as f:
    for line in f:
        row = json.loads(line); kinds[row["id"]] = row["kind"]
ours = []
for _ in range(a.runs):
    with open(f"{a.work}/quotes.jsonl", "rb") as f:
        out, seconds = timed([a.bin, "evidence", "locate", "--jsonl", "--snapshots", f"{a.work}/sources"], f)
    ours.append(seconds)
told = collections.Counter((kinds[x["id"]], x["match"]) for x in map(json.loads, out.splitlines()))
print(json.dumps({"tool": "casebook", "quotes": len(kinds), "cpu_seconds": round(min(ours), 3), "told": {f"{k}->{m}": n for (k, m), n in sorted(told.items())}}), flush=True)
theirs = []
for _ in range(a.peer_runs):
    out, _ = timed(["node", f"{HERE}/approx.mjs", "--in", a.work, "--errors", a.errors, "--modules", a.work], subprocess.DEVNULL)
    theirs.append(json.loads(out))
best = min(theirs, key=lambda x: x["cpu_seconds"])
print(json.dumps(best), flush=True)
print(json.dumps({"times_faster": round(best["cpu_seconds"] / min(ours), 1)}))
