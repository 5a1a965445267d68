"""Judges a built dataset with programs that are not ours: `dataset.py FOLDER`, the folder `data` of a site.

Every judge says what it looked at; the first thing that it does not accept ends the run with status 1.
"""

import csv
import gzip
import hashlib
import json
import re
import sqlite3
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

folder = Path(sys.argv[1]).resolve()
package = json.loads((folder / "datapackage.json").read_text("utf-8"))
resources = {own["name"]: own for own in package["resources"]}


def read(name):
    """The rows of a table as Python's own reader of CSV sees them."""
    path = folder / resources[name]["path"]
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


rows = {name: read(name) for name in resources}


def plain(text):
    """A text without the apostrophe that keeps spreadsheets from running it."""
    return text[1:] if re.match(r"'[=+\-@\t\r]", text) else text


def same(what, got, wanted):
    if got != wanted:
        sys.exit(f"{what}: {got!r}, wanted {wanted!r}")


def checksums():
    told = dict(reversed(line.split("  ", 1)) for line in (folder / "SHA256SUMS").read_text("utf-8").splitlines())
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} - {"SHA256SUMS"}
    same("files with a checksum", set(told), there)
    for name, wanted in told.items():
        same(name, hashlib.sha256((folder / name).read_bytes()).hexdigest(), wanted)
    return f"{len(told)} files"


def frictionless():
    import frictionless as judge

    report = judge.validate(str(folder / "datapackage.json"))
    if not report.valid:
        sys.exit("\n".join(map(str, report.flatten(["taskName", "rowNumber", "fieldName", "type", "message"])[:20])))
    same("resources looked at", len(report.tasks), len(resources))
    return f"{sum(task.stats.get('rows', 0) for task in report.tasks)} rows, keys and foreign keys"


def croissant():
    import mlcroissant as judge

    described = json.loads((folder / "croissant.json").read_text("utf-8"))
    files = {own["@id"]: str(folder / own["@id"]) for own in described["distribution"]}
    dataset = judge.Dataset(jsonld=str(folder / "croissant.json"), mapping=files)
    issues = dataset.metadata.ctx.issues
    if issues.errors or issues.warnings:
        sys.exit(issues.report())
    for record_set in dataset.metadata.record_sets:
        same(f"records of {record_set.uuid}", sum(1 for _ in dataset.records(record_set.uuid)), len(rows[record_set.uuid]))
    return f"{len(dataset.metadata.record_sets)} record sets, every record read"


def pandas():
    import pandas as judge

    for name, wanted in rows.items():
        schema = resources[name]["schema"]["fields"]
        texts = [own["name"] for own in schema if own["type"] == "string"]
        table = judge.read_csv(folder / resources[name]["path"], keep_default_na=False, na_values=[""], dtype={own: str for own in texts})
        columns = judge.read_parquet(folder / f"{name}.parquet")
        excel = judge.read_csv(folder / f"excel/{name}.csv", dtype=str, encoding="utf-8-sig") if (folder / f"excel/{name}.csv").exists() else table
        for own in (table, columns, excel):
            same(f"rows of {name}", len(own), len(wanted))
            same(f"columns of {name}", list(own.columns), [one["name"] for one in schema])
        for own in texts:
            # What CSV guards against spreadsheets, Parquet has as it was written.
            parquet = ["" if value is None or value != value else value for value in columns[own]]
            same(f"{name}.{own}", parquet, [plain(row[own]) for row in wanted])
        for own in (one["name"] for one in schema if one["type"] in ("number", "integer")):
            same(f"{name}.{own}", columns[own].astype("float64").equals(table[own].astype("float64")), True)
    cases = judge.concat([judge.read_json(path, lines=True) for path in sorted(folder.glob("cases*.jsonl*"))])
    same("cases in JSON Lines", sorted(record["id"] for record in cases["record"]), sorted(row["id"] for row in rows["cases"]))
    return f"{len(rows)} tables in CSV and Parquet, {len(cases)} cases in JSON Lines"


def duckdb():
    import duckdb as judge

    for name, wanted in rows.items():
        for own in (f"{name}.parquet", resources[name]["path"]):
            count, distinct = judge.sql(f"SELECT count(*), count(DISTINCT t) FROM '{folder}/{own}' t").fetchall()[0]
            same(f"rows of {own}", count, len(wanted))
            same(f"distinct rows of {own}", distinct, len(wanted))
    lines = f"read_json('{folder}/cases*.jsonl*', maximum_object_size=67108864)"
    same("cases in JSON Lines", judge.sql(f"SELECT count(*) FROM {lines}").fetchall()[0][0], len(rows["cases"]))
    joined = judge.sql(f"SELECT count(*) FROM '{folder}/quotes.parquet' q JOIN '{folder}/cases.parquet' c ON q.case_id = c.id").fetchall()[0][0]
    same("quotes joined with their cases", joined, len(rows["quotes"]))
    return f"{len(rows)} tables in Parquet and CSV, JSON Lines"


def sqlite():
    database = sqlite3.connect(f"file:{folder}/casebook.sqlite?mode=ro", uri=True)
    ask = lambda query, *values: database.execute(query, values).fetchall()
    same("integrity_check", ask("PRAGMA integrity_check"), [("ok",)])
    same("foreign_key_check", ask("PRAGMA foreign_key_check"), [])
    tables = {name for (name,) in ask("SELECT name FROM sqlite_master WHERE type = 'table'")} & set(rows)
    for name in tables:
        same(f"rows of {name}", ask(f'SELECT count(*) FROM "{name}"')[0][0], len(rows[name]))
    if "texts" in tables:
        words = [word for row in rows["texts"] for word in re.findall(r"\b[a-z]{5,}\b", row["text"])][:1]
        for word in words:
            found = ask("SELECT t.text FROM texts_search s JOIN texts t ON t.rowid = s.rowid WHERE texts_search MATCH ?", word)
            if not found or not all(word in text.lower() for (text,) in found):
                sys.exit(f"the full-text index does not find {word!r}")
    return f"{len(tables)} tables, keys and full-text index"


def citation():
    checker = Path(sys.executable).with_name("check-jsonschema")
    judged = subprocess.run([checker, "--builtin-schema", "vendor.citation-file-format", folder / "CITATION.cff"], capture_output=True, text=True)
    if judged.returncode:
        sys.exit(judged.stdout + judged.stderr)
    return "CITATION.cff"


def datasette():
    program, database, port = Path(sys.executable).with_name("datasette"), folder / "casebook.sqlite", "8147"
    inspected = json.loads(subprocess.run([program, "inspect", database], capture_output=True, check=True, text=True).stdout)
    counted = inspected["casebook"]["tables"]["cases"]["count"]
    same("cases as Datasette counts them", counted, len(rows["cases"]))
    server = subprocess.Popen([program, "serve", "--immutable", database, "--port", port], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/casebook/cases.json?_shape=array&_size=max", timeout=10) as answer:
                    same("cases as Datasette serves them", [row["id"] for row in json.load(answer)][:1000], sorted(row["id"] for row in rows["cases"])[:1000])
                break
            except OSError:
                time.sleep(0.3)
        else:
            sys.exit("Datasette does not answer")
    finally:
        server.terminate()
        server.wait()
    return f"{counted} cases inspected and served"


for judge in (checksums, frictionless, croissant, pandas, duckdb, sqlite, citation, datasette):
    print(f"   {judge.__name__}: {judge()}", flush=True)
