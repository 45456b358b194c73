// Texts that highlight their candidates, cells and houses on the board.

import type { ComponentChildren } from 'preact';
import type { Picture } from '../engine/protocol';
import type { Parts } from '../model/session';
import { session, steps } from './models';

// `r1c2,r1c5<>7`, `r1c2=3`, `(5)r4c1,r4c2`, `r1c2`, `r2,r8`, `b9`
const NAMES = /\(\w\)r\d+c\d+(?:,r\d+c\d+)*|r\d+c\d+(?:,r\d+c\d+)*(?:(?:=|<>)\w)?|\b[rcb]\d+(?:,[rcb]\d+)*\b/g;

/** The single names in a combined one. */
export function namesOf(word: string): string[] {
  const chained = /^\((\w)\)(.*)$/.exec(word);
  const [, cells = '', sign, digit] = /^(.*?)(?:(=|<>)(\w))?$/.exec(chained ? chained[2]! : word) ?? [];
  const of = chained ? chained[1] : digit;
  return cells.split(',').map((name) => (of && /^r\d+c/.test(name) ? `${name}${sign ?? '='}${of}` : name));
}

/** The handlers that highlight parts of the board during hover or focus. */
export const lighting = (parts: Parts) => ({
  onPointerEnter: () => (session.lit.value = parts),
  onFocus: () => (session.lit.value = parts),
  onPointerLeave: () => (session.lit.value = null),
  onBlur: () => (session.lit.value = null),
});

/** A sentence that highlights its names on hover or focus. */
export function Sentence({ text }: { text: string }) {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(NAMES)) {
    parts.push(text.slice(end, match.index));
    parts.push(<span class="name" tabIndex={0} {...lighting({ names: namesOf(match[0]) })}>{match[0]}</span>);
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return <>{parts}</>;
}

const MAX_CHIPS = 60;

/** The house or cell of a group: `r2` of `7r2`. */
const partsOf = (group: string): string[] => {
  const house = /^\w([rcb]\d+)$/.exec(group)?.[1];
  return house ? [house] : /^r\d+c\d+$/.test(group) ? [group] : [];
};

/** The truths, links and variables of a step. */
export function Chips({ shown }: { shown: Picture }) {
  const isTeaching = steps.layer.value === 'teaching';
  const terms = new Set<string>();
  for (const line of shown.lines) {
    if (line.startsWith('count')) for (const term of line.split(' : ')[1]?.split(' ') ?? []) terms.add(term);
  }
  return (
    <>
      {[...terms].slice(0, MAX_CHIPS).map((term) => {
        const kind = term.startsWith('+') ? 'truth' : 'link';
        const id = `${kind}-${term.replace(/^[+-](\d+\*)?/, '')}`;
        return <span key={term} class={`chip ${kind}`} tabIndex={0} {...lighting({ ids: [id], names: isTeaching ? partsOf(term.replace(/^[+-](\d+\*)?/, '')) : [] })}>{term}</span>;
      })}
      {shown.bindings.map(([name, value]) => (
        <span key={`v${name}`} class="chip variable" tabIndex={0} {...lighting({ ids: [`variable-${name}`], names: namesOf(value) })}>{`${name} = ${value}`}</span>
      ))}
    </>
  );
}
