// The diagnose page: symptoms are chosen or an alert is pasted, likely causes and remedies come back.
//
// What the page supplies:
//   #diagnose[data-root][data-lang][data-search]  empty; data-search is the way to the search page
//   script#search-texts[type="application/json"]  the interface's texts, see TEXTS in page.js
import { open } from "./casebook-search.js";
import { faultText, make, texts } from "./page.js";

/** Builds the page; without its place nothing happens. */
async function begin() {
  const place = document.getElementById("diagnose");
  if (!place) return;
  const root = place.dataset.root ?? "", lang = place.dataset.lang ?? document.documentElement.lang;
  const t = texts(lang);
  const status = make("p", { role: "status" });
  const answer = make("div", { class: "diagnosis" });
  const text = /** @type {HTMLTextAreaElement} */ (make("textarea", { name: "text", id: "pasted", rows: "6", spellcheck: "false" }));
  const choices = make("ul", { class: "choices" });
  const form = /** @type {HTMLFormElement} */ (make("form", {}, [
    make("fieldset", {}, [make("legend", {}, [t("diagnose_symptoms")]), choices]),
    make("p", {}, [make("label", { for: "pasted" }, [t("diagnose_text")]), text]),
    make("button", {}, [t("diagnose_go")]),
  ]));
  place.replaceChildren(form, status, answer);
  let asked = 0;
  try {
    const index = await open({ lang, base: new URL(root || "./", location.href) });
    const parameters = new URLSearchParams(location.search);
    for (const { id, label } of await index.terms("symptom")) {
      const box = make("input", { type: "checkbox", name: "symptom", value: id, id: `symptom-${id}`, checked: parameters.getAll("symptom").includes(id) });
      choices.append(make("li", {}, [box, make("label", { for: `symptom-${id}` }, [label])]));
    }
    const show = async () => {
      const mine = ++asked;
      const symptoms = new FormData(form).getAll("symptom").map(String);
      if (symptoms.length === 0 && !text.value.trim()) return void answer.replaceChildren();
      status.textContent = t("loading");
      const found = await index.diagnose({ text: text.value, symptoms });
      if (mine !== asked) return;
      status.textContent = found.near > 0 ? t("count", { n: found.near }) : t("diagnose_none");
      answer.replaceChildren(...found.near > 0 ? parts(found, symptoms) : []);
    };
    /**
     * @param {import("./diagnose.js").Diagnosis} found
     * @param {string[]} symptoms
     */
    const parts = (found, symptoms) => {
      /**
       * @param {string} key
       * @param {string} facet
       * @param {import("./diagnose.js").Likely[]} list
       */
      const counted = (key, facet, list) => make("section", {}, [make("h2", {}, [t(key)]), make("ol", {}, list.slice(0, 8).map(({ id, label, count }) => {
        const address = new URLSearchParams([[facet, id], ...symptoms.map(symptom => ["symptom", symptom])]);
        return make("li", {}, [
          make("a", { href: `${root}${place.dataset.search ?? ""}?${address}` }, [label]), " ",
          make("meter", { min: "0", max: String(found.near), value: String(count), "aria-hidden": "true" }), " ",
          make("small", {}, [t("diagnose_of", { n: count, all: found.near })]),
        ]);
      }))]);
      const mended = found.cases.filter(({ remedies }) => remedies.length > 0);
      return [
        counted("diagnose_causes", "root_cause", found.causes),
        counted("diagnose_contributing", "contributing", found.contributing),
        mended.length === 0 ? "" : make("section", {}, [make("h2", {}, [t("diagnose_remedies")]), make("ul", {}, mended.slice(0, 6).map(({ title, url, remedies }) =>
          make("li", {}, [make("a", { href: root + url }, [title]), make("ul", {}, remedies.slice(0, 3).map(remedy => make("li", {}, [remedy])))])))]),
        make("section", {}, [make("h2", {}, [t("diagnose_cases")]), make("ol", {}, found.cases.map(({ title, url }) => make("li", {}, [make("a", { href: root + url }, [title])])))]),
      ];
    };
    const fail = (/** @type {unknown} */ fault) => { status.textContent = faultText(fault, t); };
    form.addEventListener("submit", event => {
      event.preventDefault();
      const address = new URLSearchParams(new FormData(form).getAll("symptom").map(id => ["symptom", String(id)])).toString();
      history.replaceState(null, "", location.pathname + (address ? `?${address}` : ""));
      show().catch(fail);
    });
    form.addEventListener("change", () => show().catch(fail));
    await show();
  } catch (fault) {
    status.textContent = faultText(fault, t);
  }
}

void begin();
