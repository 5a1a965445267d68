"""Runs the recipes of a built site's data page, exactly as the page prints them: `recipes.py SITE PORT`.

The site was built for http://127.0.0.1:PORT/ and is served there meanwhile.
"""

import csv
import functools
import http.server
import os
import subprocess
import sys
import tempfile
import threading
from html.parser import HTMLParser
from pathlib import Path

site, port = Path(sys.argv[1]).resolve(), int(sys.argv[2])


class Recipes(HTMLParser):
    """The texts of `pre[data-recipe]`, by recipe, with their language."""

    def __init__(self):
        super().__init__()
        self.found, self.current = {}, None

    def handle_starttag(self, tag, attributes):
        told = dict(attributes)
        if tag == "pre" and "data-recipe" in told:
            self.current = told["data-recipe"]
            self.found[self.current] = [told["data-language"], ""]

    def handle_endtag(self, tag):
        if tag == "pre":
            self.current = None

    def handle_data(self, text):
        if self.current:
            self.found[self.current][1] += text


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


with open(site / "data/cases.csv", encoding="utf-8", newline="") as file:
    cases = list(csv.DictReader(file))
causes = {row["root_cause"] for row in cases if row["root_cause"]}
ids = {row["id"] for row in cases}
# What an answer has to name to be one.
wanted = {"duckdb": causes, "pandas": causes, "sqlite": ids, "jq": {row["id"] for row in cases if float(row["score"]) >= 50}}

server = http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Quiet, directory=site))
threading.Thread(target=server.serve_forever, daemon=True).start()
pages = sorted(site.glob("*/data/index.html"))
if not pages:
    sys.exit("the site has no data page")
for number, page in enumerate(pages):
    recipes = Recipes()
    recipes.feed(page.read_text("utf-8"))
    if set(recipes.found) != set(wanted):
        sys.exit(f"{page}: recipes {sorted(recipes.found)}")
    for name, (language, text) in recipes.found.items():
        lines = text.strip("\n").splitlines()
        if len(lines) > 5:
            sys.exit(f"{page}: the recipe for {name} has {len(lines)} lines")
        # The pages in all languages print the same lines: they run once.
        if number:
            if text != first[name][1]:
                sys.exit(f"{page}: another recipe for {name}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-c", text] if language == "python" else ["sh", "-euc", text]
            environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
            ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=120, env=environment)
        if ran.returncode or ran.stderr:
            sys.exit(f"{name}: status {ran.returncode}\n{ran.stderr}\n{text}")
        named = {own for own in wanted[name] if own in ran.stdout}
        if wanted[name] and not named:
            sys.exit(f"{name}: names nothing of the dataset\n{ran.stdout}")
        print(f"   {name}: {len(ran.stdout.splitlines())} lines, {len(named)} of {len(wanted[name])} named", flush=True)
    if not number:
        first = recipes.found
server.shutdown()
