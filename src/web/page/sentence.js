// The sentence of a step. Candidates, cells and houses in it highlight on the board.

import { el } from './dom.js';

// `r1c2,r1c5<>7`, `r1c2=3`, `(5)r4c1,r4c2`, `r1c2`, `r2,r8`, `b9`
const NAMES = /\(\w\)r\d+c\d+(?:,r\d+c\d+)*|r\d+c\d+(?:,r\d+c\d+)*(?:(?:=|<>)\w)?|\b[rcb]\d+(?:,[rcb]\d+)*\b/g;

/** The single names in a combined one. */
export function namesOf(word) {
  const chained = /^\((\w)\)(.*)$/.exec(word);
  const [, cells, sign, digit] = /^(.*?)(?:(=|<>)(\w))?$/.exec(chained ? chained[2] : word);
  const of = chained ? chained[1] : digit;
  return cells.split(',').map((name) => (of && /c/.test(name) && /^r\d+c/.test(name) ? `${name}${sign ?? '='}${of}` : name));
}

/** A sentence as elements; names highlight on the board on hover or focus. */
export function sentence(text, light) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(NAMES)) {
    parts.push(text.slice(end, match.index), lighting(el('span', { className: 'name', tabIndex: 0 }, match[0]), { names: namesOf(match[0]) }, light));
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}

/** Makes an element highlight parts of the board. */
export function lighting(node, parts, light) {
  for (const event of ['pointerenter', 'focus']) node.addEventListener(event, () => light(parts));
  for (const event of ['pointerleave', 'blur']) node.addEventListener(event, () => light(null));
  return node;
}

/** The truths, links and variables of a step, as chips that highlight on the board. */
export function chips(shown, light) {
  const found = new Map();
  for (const line of shown.lines) {
    const terms = line.split(' : ')[1];
    if (line.startsWith('count') && terms) {
      for (const term of terms.split(' ')) {
        const name = term.replace(/^[+-](\d+\*)?/, '');
        found.set(term, { ids: [`${term.startsWith('+') ? 'truth' : 'link'}-${name}`], kind: term[0] === '+' ? 'truth' : 'link' });
      }
    }
  }
  const nodes = [...found].slice(0, 60).map(([term, { ids, kind }]) => lighting(el('span', { className: `chip ${kind}`, tabIndex: 0 }, term), { ids }, light));
  for (const [name, value] of shown.bindings) {
    const chip = el('span', { className: 'chip variable', tabIndex: 0 }, `${name} = ${value}`);
    nodes.push(lighting(chip, { ids: [`variable-${name}`], names: namesOf(value) }, light));
  }
  return nodes;
}
