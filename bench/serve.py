#!/usr/bin/env python3
"""How long after a save the page of an edited case shows it.

Serves the library in a folder, edits the summary of one record after another (and puts it back), and asks for the page
until it has the new words. Prints the median and the worst of the times from the end of the write to the end of the
answer, in milliseconds, and the CPU seconds of the server meanwhile. Records are JSON files of one case each.

    bench/serve.py --bin target/quick/casebook --library DIR [--runs 20]
"""
import argparse, json, os, pathlib, re, statistics, subprocess, time, urllib.request


def cpu(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rss(pid):
    return int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) // 1024


def get(url):
    with urllib.request.urlopen(url) as answer:
        return answer.read().decode(errors="replace")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--runs", type=int, default=20)
    args = parser.parse_args()
    cases = sorted(pathlib.Path(args.library, "content/cases").glob("*.json"))
    server = subprocess.Popen([args.bin, "--root", args.library, "serve", "--port", "0"], stderr=subprocess.PIPE, text=True)
    try:
        for line in server.stderr:
            if found := re.search(r"serving (http://\S+)", line):
                break
        base = found[1]
        # The first search has the machine busy; what is measured is a save in a library that stands.
        lang = next(iter(json.loads(cases[0].read_text())["summary"]))
        get(f"{base}search/{lang}.bin")
        ready = cpu(server.pid)
        print(f"{len(cases)} cases, ready after {ready:.1f} CPU seconds, {rss(server.pid)} MiB at most")
        times, spent = [], []
        for run in range(args.runs):
            path = cases[run * len(cases) // args.runs]
            before = path.read_text()
            record = json.loads(before)
            lang, text = next(iter(record["summary"].items()))
            marker = f"Edited in run {run}."
            record["summary"][lang] = f"{text} {marker}"
            page = f"{base}{lang}/cases/{record['id']}/"
            get(page)
            spent_before = cpu(server.pid)
            path.write_text(json.dumps(record, ensure_ascii=False))
            begun = time.perf_counter()
            while marker not in get(page):
                if time.perf_counter() - begun > 120:
                    raise SystemExit(f"{page} does not show the edit")
                time.sleep(0.002)
            times.append((time.perf_counter() - begun) * 1000)
            spent.append((cpu(server.pid) - spent_before) * 1000)
            path.write_text(before)
            while marker in get(page):
                time.sleep(0.01)
        print(f"from a save to its page, ms: median {statistics.median(times):.0f}, worst {max(times):.0f}")
        print(f"CPU of the server meanwhile, ms: median {statistics.median(spent):.0f}")
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
