// The one rule that cuts text into words, and the one spelling under which they are looked up.
// Twin of ../token.rs and ../fold.rs; golden files hold both to the same answers.

/**
 * A word of a text.
 * @typedef {object} Token
 * @property {string} text      the folded spelling
 * @property {number} kind      WORD, PART, WHOLE, JOINED or MARKED
 * @property {number} script    LETTERS, HANGUL, DENSE or SIGN
 * @property {number} position  number of the word in the text
 * @property {number} chunk     number of the run without spaces
 * @property {number} start     where it stands, in UTF-16 units
 * @property {number} end
 */

/** @typedef {{at: number, end: number, c: string, kind: number}} Char */

export const WORD = 0, PART = 1, WHOLE = 2, JOINED = 3, MARKED = 4;
export const LETTERS = 0, HANGUL = 1, DENSE = 2, SIGN = 3;

/** Particles that Korean writes onto a foreign word or a figure. */
export const PARTICLES = "은 는 이 가 을 를 에 의 도 만 로 으로 와 과 에서 에게 께 한테 까지 부터 보다 처럼 마다 조차 마저 밖에 이나 나 이며 며 이고 이라는 라는 이라고 라고 이란 란 들 들이 들을 들은 들의 들에 들과 들도 에는 에도 에서는 에서도 에서의 에만 으로는 로는 으로도 로도 으로의 로의 으로써 로써 으로서 로서 와의 과의 와는 과는 까지의 까지는 까지도 부터는 부터의 보다는 이나마 이라도 라도 이든 든 이다 입니다 인";
const particles = new Set(PARTICLES.split(" "));

// Classes of characters.
const SPACE = 0, JOINER = 1, LETTER = 2, DIGIT = 3, SYLLABLE = 4, CLOSE = 5, HAN = 6;
const INVISIBLE = /[\u{ad}\u{200b}-\u{200d}\u{2060}\u{feff}]/u;

/** @type {Map<string, number>} */
const classes = new Map();

/**
 * @param {string} c  one character
 * @returns {number}  its class
 */
function classOf(c) {
  let known = classes.get(c);
  if (known === undefined) {
    known = classify(c);
    classes.set(c, known);
  }
  return known;
}

/** @param {string} c */
function classify(c) {
  if (/[a-z]/i.test(c) && c < "\x80") return LETTER;
  if (c >= "0" && c <= "9") return DIGIT;
  if (c < "\x80") return ".-_/:@+#'&,".includes(c) ? JOINER : SPACE;
  if (/[\u{ac00}-\u{d7a3}\u{1100}-\u{11ff}\u{3131}-\u{318e}\u{a960}-\u{a97f}\u{d7b0}-\u{d7ff}]/u.test(c)) return SYLLABLE;
  if (/[\u{3400}-\u{4dbf}\u{4e00}-\u{9fff}\u{f900}-\u{faff}\u{20000}-\u{3ffff}\u{3005}\u{3007}]/u.test(c)) return HAN;
  if (/[\u{3040}-\u{30ff}\u{31f0}-\u{31ff}\u{ff66}-\u{ff9f}\u{e00}-\u{eff}\u{1000}-\u{109f}\u{1780}-\u{17ff}]/u.test(c)) {
    return /[\p{Alphabetic}\p{N}\p{M}\u{30fc}]/u.test(c) ? CLOSE : SPACE;
  }
  if (/[\u{2019}\u{2018}\u{2010}\u{2011}]/u.test(c)) return JOINER;
  if (/[\u{ff10}-\u{ff19}]/u.test(c)) return DIGIT;
  if (/[\u{ff0e}\u{ff0d}\u{ff0f}\u{ff3f}\u{ff1a}]/u.test(c)) return JOINER;
  if (INVISIBLE.test(c)) return LETTER;
  if (/\p{N}/u.test(c)) return DIGIT;
  return /[\p{Alphabetic}\p{M}]/u.test(c) ? LETTER : SPACE;
}

/** @param {number} kind */
const isWord = kind => kind > JOINER;

/**
 * Folds a word; folding twice is folding once.
 * @param {string} word
 * @returns {{plain: string, marked: string | null}}  without marks, and with them where they matter
 */
export function fold(word) {
  if (/^[\x00-\x7f]*$/.test(word)) return { plain: word.toLowerCase(), marked: null };
  const lower = word.normalize("NFKC").replace(/[\u{ad}\u{200b}-\u{200d}\u{2060}\u{feff}]/gu, "").toLowerCase();
  const composed = lower.normalize("NFKC").replace(/[\u2019\u02bc\u2018]/g, "'");
  if (/^[а-я가-힣0-9a-z]*$/.test(composed)) return { plain: composed, marked: null };
  const plain = stripMarks(composed);
  return { plain, marked: plain === composed ? null : composed };
}

/** @type {Record<string, string>} */
const LETTER_FOLDS = { "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "ς": "σ" };

/** @param {string} word */
function stripMarks(word) {
  let out = "", base = "";
  for (const c of word.normalize("NFD")) {
    // й, ў and ї are letters of their own, not accented ones.
    if (c === "\u0306" && (base === "и" || base === "у") || c === "\u0308" && base === "і") out += c;
    else if (!/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0640]/.test(c)) out += LETTER_FOLDS[c] ?? c;
    base = c;
  }
  return out.normalize("NFC");
}

/**
 * Cuts a text into words.
 * @param {string} text
 * @returns {Token[]}  in order of position; of one position the wholes come first
 */
export function tokenize(text) {
  /** @type {Token[]} */
  const out = [];
  const state = { text, position: 0, chunk: 0, out };
  /** @type {Char[]} */
  let run = [];
  let before = "";
  /** @type {Char[]} */
  const chars = [];
  let at = 0;
  for (const c of text) {
    chars.push({ at, end: at + c.length, c, kind: classOf(c) });
    at += c.length;
  }
  for (let i = 0; i < chars.length; i++) {
    const char = /** @type {Char} */ (chars[i]);
    if (!isWord(char.kind)) {
      const lead = (char.c === "." || char.c === "/") && before !== "." && before !== "/";
      before = char.c;
      const next = chars[i + 1];
      if (!lead || !next || !isWord(next.kind)) continue;
    }
    run = [char];
    before = char.c;
    while (i + 1 < chars.length && /** @type {Char} */ (chars[i + 1]).kind !== SPACE) {
      const next = /** @type {Char} */ (chars[++i]);
      before = next.c;
      run.push(next);
    }
    cutRun(state, run);
  }
  return out;
}

/** @typedef {{text: string, position: number, chunk: number, out: Token[]}} State */

/**
 * Cuts a run without spaces into chunks at joiners that join nothing.
 * @param {State} state
 * @param {Char[]} chars
 */
function cutRun(state, chars) {
  let from = 0, at = 0;
  while (at < chars.length) {
    if (isWord(/** @type {Char} */ (chars[at]).kind)) { at++; continue; }
    let to = at;
    while (to < chars.length && !isWord(/** @type {Char} */ (chars[to]).kind)) to++;
    const sign = /** @type {Char} */ (chars[at]).c;
    const lead = at === from && to === at + 1 && (sign === "." || sign === "/");
    const joined = at > from && to < chars.length && joins(chars, at, to);
    if (!lead && !joined) {
      const signs = at > from && chars[at - 1]?.kind === LETTER ? ending(chars, at, to) : 0;
      segments(state, chars.slice(from, at + signs), signs);
      from = to;
    }
    at = to;
  }
  segments(state, chars.slice(from), 0);
}

/** @param {number} kind */
const sideOf = kind => kind === SYLLABLE ? HANGUL : kind === CLOSE || kind === HAN ? DENSE : LETTERS;

/**
 * Cuts a chunk where the script changes; the last `signs` characters end its last word.
 * @param {State} state
 * @param {Char[]} chars
 * @param {number} signs
 */
function segments(state, chars, signs) {
  const words = chars.length - signs;
  /** @param {number} i */
  const kind = i => /** @type {Char} */ (chars[i]).kind;
  if (!chars.slice(0, words).some(c => isWord(c.kind))) return;
  let from = 0, followsAlphabet = false;
  while (from < words) {
    const here = sideOf(kind(from));
    let to = from + 1;
    while (to < words && (sideOf(kind(to)) === here || here === LETTERS && !isWord(kind(to)))) to++;
    let end = to;
    while (end > from && !isWord(kind(end - 1))) end--;
    const withSigns = to === words && end === to ? signs : 0;
    if (here === LETTERS) {
      if (end > from) {
        alphabet(state, chars.slice(from, end + withSigns), withSigns);
        followsAlphabet = end === to;
      }
    } else {
      if (here === HANGUL) hangul(state, chars.slice(from, to), followsAlphabet);
      else dense(state, chars.slice(from, to));
      followsAlphabet = false;
    }
    from = to;
  }
  state.chunk++;
}

/**
 * @param {State} state
 * @param {string} text
 * @param {number} kind
 * @param {number} script
 * @param {number} position
 * @param {number} start
 * @param {number} end
 */
function send(state, text, kind, script, position, start, end) {
  if (text) state.out.push({ text, kind, script, position, chunk: state.chunk, start, end });
}

/**
 * @param {Char[]} chars
 * @returns {[number, number]}
 */
const span = chars => [chars[0]?.at ?? 0, chars[chars.length - 1]?.end ?? 0];

/**
 * @param {State} state
 * @param {Char[]} chars
 * @param {boolean} followsAlphabet
 */
function hangul(state, chars, followsAlphabet) {
  const [start, end] = span(chars);
  const folded = fold(state.text.slice(start, end)).plain;
  if (followsAlphabet && particles.has(folded)) return;
  send(state, folded, WORD, HANGUL, state.position++, start, end);
}

/**
 * Pairs of neighbours, and each Han character by itself.
 * @param {State} state
 * @param {Char[]} chars
 */
function dense(state, chars) {
  chars = voiced(chars);
  chars.forEach((c, i) => {
    const next = chars[i + 1];
    if (next) send(state, fold(state.text.slice(c.at, next.end)).plain, WORD, DENSE, state.position, c.at, next.end);
    if (c.kind === HAN || chars.length === 1) {
      send(state, fold(state.text.slice(c.at, c.end)).plain, PART, DENSE, state.position, c.at, c.end);
    }
    state.position++;
  });
}

/**
 * A chunk of letters, figures and joiners: `Go-based`, `NodeNotReady`, `v2.14.0`, `C++`.
 * @param {State} state
 * @param {Char[]} chars
 * @param {number} signs
 */
function alphabet(state, chars, signs) {
  const [start, end] = span(chars);
  const { text, position } = state;
  const words = chars.slice(0, chars.length - signs);
  /** @type {Char[][]} */
  const parts = [];
  /** @type {Char[]} */
  let run = [];
  for (const c of words) {
    if (isWord(c.kind)) { run.push(c); continue; }
    camel(run, parts);
    run = [];
  }
  camel(run, parts);
  const first = parts[0], opening = words[0];
  if (!first || !opening) return;
  if (parts.length === 1 && signs === 0 && isWord(opening.kind)) {
    core(state, words, position);
    word(state, first, WORD, position);
    state.position++;
    return;
  }
  send(state, fold(text.slice(start, end)).plain, WHOLE, SIGN, position, start, end);
  const second = words[1];
  if (!isWord(opening.kind) && second && parts.length > 1) {
    send(state, fold(text.slice(second.at, end)).plain, WHOLE, SIGN, position, second.at, end);
  }
  if (signs === 0 && parts.length > 1 && words.every(c => isWord(c.kind) || "-'_\u2019\u2018\u2010\u2011".includes(c.c))) {
    const joined = words.filter(c => isWord(c.kind)).map(c => c.c).join("");
    send(state, fold(joined).plain, JOINED, words.some(c => c.kind === DIGIT) ? SIGN : LETTERS, position, start, end);
  }
  const known = core(state, words, position);
  if (signs > 0 && parts.length === 1 && words.length === 1) {
    state.position++;
    return;
  }
  const lead = isWord(opening.kind) ? 0 : 1;
  const numbers = versions(words).filter(([from, to]) =>
    !(known && known[0] === from && known[1] === to) && !(from === lead && to === words.length));
  for (const part of parts) {
    const at = /** @type {Char} */ (part[0]).at;
    if (part.length === 1 && at > start && "'\u2019\u2018".includes(/** @type {string} */ (text[at - 1]))) continue;
    const [, partEnd] = span(part);
    for (const [from, to] of numbers) {
      const [first, last] = span(words.slice(from, to));
      if (first >= at && first < partEnd) send(state, fold(text.slice(first, last)).plain, JOINED, SIGN, state.position, first, last);
    }
    word(state, part, PART, state.position);
    state.position++;
  }
}

/**
 * @param {State} state
 * @param {Char[]} part
 * @param {number} kind
 * @param {number} position
 */
function word(state, part, kind, position) {
  const [start, end] = span(part);
  const { plain, marked } = fold(state.text.slice(start, end));
  send(state, plain, kind, part.some(c => c.kind === DIGIT) ? SIGN : LETTERS, position, start, end);
  if (marked !== null) send(state, marked, MARKED, SIGN, position, start, end);
}

/**
 * The figure in `511ms`, `7.8MB`, `v2.14.0`, and where it stands in `words`.
 * @param {State} state
 * @param {Char[]} words
 * @param {number} position
 * @returns {[number, number] | null}
 */
function core(state, words, position) {
  const from = (words[0]?.c === "v" || words[0]?.c === "V") && words[1]?.kind === DIGIT ? 1 : 0;
  let to = from;
  while (to < words.length && (words[to]?.kind === DIGIT || ".,:".includes(words[to]?.c ?? " "))) to++;
  while (to > from && words[to - 1]?.kind !== DIGIT) to--;
  const unit = words.slice(to);
  if (to > from && words[from]?.kind === DIGIT && unit.length <= 4 && (from > 0 || unit.length > 0) && unit.every(c => c.kind === LETTER)) {
    const [start, end] = span(words.slice(from, to));
    send(state, fold(state.text.slice(start, end)).plain, JOINED, SIGN, position, start, end);
    return [from, to];
  }
  return null;
}

/**
 * Numbers with points between their figures, by their places in `words`: `2.3` in `release-2.3`.
 * @param {Char[]} words
 * @returns {[number, number][]}
 */
function versions(words) {
  /** @param {number} at */
  const digit = at => words[at]?.kind === DIGIT;
  /** @type {[number, number][]} */
  const found = [];
  let at = 0;
  while (at < words.length) {
    const from = at;
    let points = 0;
    while (digit(at) || at > from && words[at]?.c === "." && digit(at + 1)) if (!digit(at++)) points++;
    if (points > 0) found.push([from, at]);
    at = Math.max(at, from + 1);
  }
  return found;
}

/**
 * Characters with the marks that voice them as one: half-width kana write `ﾊﾞ` for `バ`.
 * @param {Char[]} chars
 * @returns {Char[]}
 */
function voiced(chars) {
  /** @type {Char[]} */
  const out = [];
  for (const c of chars) {
    const last = out[out.length - 1];
    if (last && "\uff9e\uff9f\u3099\u309a".includes(c.c)) last.end = c.end;
    else out.push({ ...c });
  }
  return out;
}

/**
 * @param {Char[]} chars
 * @param {number} at
 * @param {number} to
 */
function joins(chars, at, to) {
  const sign = chars[at]?.c, left = chars[at - 1]?.kind, right = chars[to]?.kind;
  switch (to - at) {
    case 1:
      if (sign === ",") return left === DIGIT && right === DIGIT;
      if (sign === "'" || sign === "\u2019" || sign === "\u2018") return left === LETTER && right === LETTER;
      return true;
    case 2: return sign === ":" && chars[at + 1]?.c === ":";
    case 3: return sign === ":" && chars[at + 1]?.c === "/" && chars[at + 2]?.c === "/";
    default: return false;
  }
}

/**
 * Number of signs that end a word: `++`, `+` or `#`.
 * @param {Char[]} chars
 * @param {number} at
 * @param {number} to
 */
function ending(chars, at, to) {
  if (chars[at]?.c === "#") return 1;
  if (chars[at]?.c !== "+") return 0;
  return at + 1 < to && chars[at + 1]?.c === "+" ? 2 : 1;
}

/**
 * Cuts `NodeNotReady` and `HTTPServer` where a capital begins a word.
 * @param {Char[]} run
 * @param {Char[][]} parts
 */
function camel(run, parts) {
  let from = 0;
  for (let at = 1; at < run.length; at++) {
    const before = run[at - 1]?.c ?? "", here = run[at]?.c ?? "", after = run[at + 1]?.c ?? "";
    const upper = /\p{Uppercase}/u, lower = /\p{Lowercase}/u;
    // One letter is no word, and the plural of `API` is no `Is`.
    const plural = after === "s" && at + 2 === run.length;
    if (upper.test(here) && (lower.test(before) || upper.test(before) && lower.test(after)) && at - from > 1 && run.length - at > 1 && !plural) {
      parts.push(run.slice(from, at));
      from = at;
    }
  }
  if (run.length > from) parts.push(run.slice(from));
}
