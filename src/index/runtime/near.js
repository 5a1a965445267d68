// How far two spellings are apart. Twin of ../near.rs.

/**
 * The sounds of a word: syllables of Hangul in two or three jamo, everything else as it is.
 * @param {string} word
 * @returns {number[]}
 */
export function sounds(word) {
  const out = [];
  for (const c of word) {
    const code = c.codePointAt(0) ?? 0, at = code - 0xac00;
    if (at < 0 || at >= 11172) { out.push(code); continue; }
    out.push(0x1100 + Math.floor(at / 588), 0x1161 + Math.floor(at / 28) % 21);
    if (at % 28) out.push(0x11a7 + at % 28);
  }
  return out;
}

/**
 * Letters to change, add, drop or swap with the next one; `most + 1` if more than `most`.
 * @param {number[]} a
 * @param {number[]} b
 * @param {number} most
 * @returns {number}
 */
export function distance(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  /** @type {number[]} */
  let before = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      let cell = Math.min(
        /** @type {number} */ (last[j - 1]) + (a[i - 1] === b[j - 1] ? 0 : 1),
        /** @type {number} */ (last[j]) + 1,
        /** @type {number} */ (row[j - 1]) + 1,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cell = Math.min(cell, /** @type {number} */ (before[j - 2]) + 1);
      }
      row.push(cell);
      least = Math.min(least, cell);
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return Math.min(/** @type {number} */ (last[b.length]), most + 1);
}
