// Reloads the page when a newer build is there, and shows what the last build had to say.
"use strict";
(() => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const shown = Number(script.dataset.generation);
  const state = new URL("state", script.src);

  /** @param {{diagnostics: {code: string, severity: string, file: string, line: number, column: number, message: string, help: string}[]}} report */
  const show = (report) => {
    document.getElementById("casebook-report")?.remove();
    const bad = report.diagnostics.filter((finding) => finding.severity === "error");
    if (!bad.length) return;
    const box = document.createElement("aside");
    box.id = "casebook-report";
    box.setAttribute("role", "alert");
    const style = {
      position: "fixed", insetInline: "0", insetBlockEnd: "0", maxBlockSize: "45vh", overflow: "auto", zIndex: "1000",
      background: "Canvas", color: "CanvasText", borderBlockStart: "3px solid #b00020", padding: "0.75rem 1rem",
      font: "14px/1.45 ui-monospace, monospace",
    };
    Object.assign(box.style, style);
    for (const finding of bad) {
      const line = document.createElement("p");
      line.style.margin = "0 0 0.5rem";
      const place = `${finding.file}:${finding.line}:${finding.column}`;
      line.textContent = `${place}  ${finding.code}  ${finding.message}${finding.help ? `. ${finding.help}` : ""}`;
      box.append(line);
    }
    document.body.append(box);
  };

  const ask = async (since) => {
    for (;;) {
      try {
        const answer = await (await fetch(`${state}?since=${since}`, { cache: "no-store" })).json();
        if (answer.generation !== shown && since !== 0) return location.reload();
        if (answer.generation !== shown && answer.generation > shown) return location.reload();
        show(answer.report);
        since = answer.generation;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  };
  ask(0);
})();
