#!/usr/bin/env python3
"""Runs Casebook's search and Pagefind's on one corpus with the same queries in Chromium, and writes the table into docs/benchmarks.md.

  bench/search_peers.py --library DIR --queries FILE --search-bench target/quick/examples/search_bench [--work DIR]

The library's cases are JSON records; the queries are those of gen_queries.py of the peer benchmark (known items and twenty
interactive ones). Casebook indexes the records as they are; Pagefind indexes what Hugo makes of the same texts (see peers.py).
Both sites are asked by bench/search.mjs: every one of the twenty queries in a browser that has nothing yet, all known items in one
visit a language. HUGO and PAGEFIND name the programs where they are not on the PATH, PEERS_JS the folder whose node_modules holds
playwright-core. Pagefind takes 8 GiB of memory at 10,000 cases; put --work on a tmpfs."""
import argparse, json, os, platform, shutil, statistics, subprocess, sys, tempfile

import peers

HERE = os.path.dirname(os.path.abspath(__file__))
BEGIN, END = "<!-- search: written by bench/search_peers.py -->", "<!-- end of search -->"
KINDS = {
    "exact": "three words as written", "prefix": "the last unfinished", "typo": "one mistyped", "particle": "particles changed",
    "stem": "particles removed", "inflect": "other forms", "one": "one rare word", "one_typo": "one rare word, mistyped",
    "one_particle": "one rare word, particle changed", "one_stem": "one rare word, particle removed", "one_inflect": "one rare word, another form",
}


def ask(site, engine, queries, out):
    """What search.mjs measures."""
    command = ["node", os.path.join(HERE, "search.mjs"), "--site", site, "--engine", engine, "--queries", queries, "--out", out]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with open(out, encoding="utf-8") as file:
        return json.load(file)


def cold(told, profile, name):
    rows = [row[name] for row in told["cold"] if row["profile"] == profile]
    return f"{statistics.median(rows):,.0f} ({max(rows):,})"


def known(told, kind):
    rows = told["known"].get(kind)
    if not rows:
        return "", ""
    reciprocal = sum(1 / row["rank"] for row in rows if row["rank"]) / len(rows)
    return f"{reciprocal:.3f} / {sum(1 for row in rows if row['rank']) / len(rows):.2f}", str(len(rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", required=True)
    parser.add_argument("--queries", required=True)
    parser.add_argument("--search-bench", default="target/release/examples/search_bench")
    parser.add_argument("--work", default=None)
    parser.add_argument("--out", default=os.path.join(HERE, "..", "docs", "benchmarks.md"))
    asked = parser.parse_args()
    work = os.path.abspath(asked.work or tempfile.mkdtemp(prefix="casebook-search-"))
    os.makedirs(work, exist_ok=True)
    library, queries = os.path.abspath(asked.library), os.path.abspath(asked.queries)
    hugo, pagefind = os.environ.get("HUGO", "hugo"), os.environ.get("PAGEFIND", "pagefind_extended")

    own = os.path.join(work, "casebook")
    shutil.rmtree(own, ignore_errors=True)
    os.makedirs(own)
    ours = {"used": peers.run([os.path.abspath(asked.search_bench), "build", library, own], work), "tree": peers.tree(os.path.join(own, "search"))}
    ours["told"] = ask(own, "casebook", queries, os.path.join(work, "casebook.json"))

    site = os.path.join(work, "hugo")
    peers.hugo_site(library, site)
    peers.run([hugo, "build"], site)
    public = os.path.join(site, "public")
    theirs = {"used": peers.run([pagefind, "--site", public], work), "tree": peers.tree(os.path.join(public, "pagefind"))}
    theirs["told"] = ask(public, "pagefind", queries, os.path.join(work, "pagefind.json"))

    cases = sum(1 for path in peers.walk(os.path.join(library, "content", "cases")) if path.endswith(".json"))
    lines = [
        "## Search", "",
        f"{cases:,} cases, {os.cpu_count()} cores, {platform.system()} {platform.machine()}; Casebook and Pagefind {peers.version([pagefind, '--version']).split()[-1]} on the same texts and queries in Chromium.",
        "Cold: twenty queries, each in a browser that has nothing yet, until ten results with excerpts are known; median (most). Requests and bytes of bodies as sent, the",
        "engine's own scripts among them. Slow: 60 ms and 10 Mbit/s.", "",
        "| | Casebook | Pagefind |", "| --- | ---: | ---: |",
    ]
    row = lambda name, value: lines.append(f"| {name} | {value(ours)} | {value(theirs)} |")
    row("files of the search", lambda e: f"{e['tree'][0]:,}")
    row("MB on disk", lambda e: f"{e['tree'][1] / 1e6:.1f}")
    row("indexing, CPU seconds (reading the texts with it)", lambda e: f"{e['used']['user'] + e['used']['sys']:.1f}")
    row("indexing, peak MiB", lambda e: f"{e['used']['mib']:.0f}")
    row("cold: requests", lambda e: cold(e["told"], "slow", "requests"))
    row("cold: bytes", lambda e: cold(e["told"], "slow", "bytes"))
    row("cold: ms, slow line", lambda e: cold(e["told"], "slow", "ms"))
    row("cold: ms, no delay", lambda e: cold(e["told"], "local", "ms"))
    lines += ["", "Known items, MRR@10 / recall@10:", "", "| | queries | Casebook | Pagefind |", "| --- | ---: | ---: | ---: |"]
    for kind in ours["told"]["known"]:
        lang, name = kind.split(" ", 1)
        (mine, count), (other, _) = known(ours["told"], kind), known(theirs["told"], kind)
        lines.append(f"| {lang}: {KINDS.get(name, name)} | {count} | {mine} | {other} |")
    section = "\n".join([BEGIN, *lines, END])
    text = open(asked.out, encoding="utf-8").read() if os.path.exists(asked.out) else "# Benchmarks\n"
    before, begin, rest = text.partition(BEGIN)
    after = rest.partition(END)[2] if begin else ""
    with open(asked.out, "w", encoding="utf-8") as file:
        file.write(before.rstrip("\n") + "\n\n" + section + "\n" + after.lstrip("\n"))
    print("wrote", os.path.normpath(asked.out))


if __name__ == "__main__":
    sys.exit(main())
