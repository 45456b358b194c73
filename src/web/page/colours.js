// Syntax colours of a rule file: keywords, sorts, texts, comments.

import { el } from './dom.js';

const WORDS = new Set(
  'rule pattern relation name known as level score assuming unique on request for with when where then say example silent every is in or and not no of from except seeing sees seen by excludes eliminate place all but an earlier distinct disjoint deadly target to two one either'.split(' '),
);
const SORTS = new Set(
  'digit digits cell cells square squares house houses row rows column columns box boxes line lines crossline crosslines candidate candidates group groups cluster clusters truth truths guardian guardians link links'.split(' '),
);
const TOKENS = /(\/\/\/?[^\n]*)|("(?:[^"\\\n]|\\.)*"?)|([A-Za-z_]\w*)|(\d+)/g;

/** The text in pieces: [start, end, kind]. */
function pieces(text) {
  const found = [];
  for (const match of text.matchAll(TOKENS)) {
    const [whole, comment, string, word] = match;
    let kind = 'number';
    if (comment) kind = whole.startsWith('///') ? 'doc' : 'comment';
    else if (string) kind = 'string';
    else if (word) kind = WORDS.has(word) ? 'word' : SORTS.has(word) ? 'sort' : '';
    if (kind) found.push([match.index, match.index + whole.length, kind]);
  }
  return found;
}

/** The text as elements, coloured, with problems underlined. */
export function coloured(text, problems) {
  const cuts = new Set([0, text.length]);
  const kinds = pieces(text);
  const places = problems.map(({ start, end }) => [start, Math.max(end, start + 1)]);
  for (const [start, end] of [...kinds, ...places]) {
    cuts.add(Math.min(start, text.length));
    cuts.add(Math.min(end, text.length));
  }
  const ends = [...cuts].sort((a, b) => a - b);
  const nodes = [];
  let piece = 0;
  for (let i = 0; i + 1 < ends.length; i++) {
    const [from, to] = [ends[i], ends[i + 1]];
    while (piece < kinds.length && kinds[piece][1] <= from) piece += 1;
    const kind = kinds[piece]?.[0] <= from ? kinds[piece][2] : '';
    const wrong = places.some(([start, end]) => start < to && from < end);
    const name = [kind && `c-${kind}`, wrong && 'underlined'].filter(Boolean).join(' ');
    nodes.push(name ? el('span', { className: name }, text.slice(from, to)) : text.slice(from, to));
  }
  // A problem at the very end needs a character to underline. The last line is as high as the
  // others.
  nodes.push(places.some(([start]) => start >= text.length) ? el('span', { className: 'underlined' }, ' ') : '', '\n');
  return nodes;
}
