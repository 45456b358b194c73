// The reason why a step is right, in words: "if r4c8 is 2, then ...". The lines of its certificate
// name the truths and links. The argument supposes an eliminated candidate and follows its
// consequences through these, until a truth has no candidate left, or more truths than links
// remain.

import { DIGITS, bitOf, cellName } from './game';
import type { Geometry } from './geometry';

/** A link of the argument: `because` names the group that forces or excludes. */
export type WhyLine =
  | { kind: 'suppose'; candidate: string }
  | { kind: 'only'; candidate: string; group: string }
  | { kind: 'none'; group: string }
  | { kind: 'count'; truths: string[]; links: string[] }
  | { kind: 'single'; candidate: string; group: string };

interface Group {
  name: string;
  /** Candidates as `cell * 32 + digit index`. */
  members: number[];
}

const key = (cell: number, at: number) => cell * 32 + at;

/** The candidates of a group such as `r1c2`, `7r3` or `7b1`. */
function group(name: string, geometry: Geometry, masks: number[]): Group | null {
  const n = geometry.size;
  const cell = /^r(\d+)c(\d+)$/.exec(name);
  if (cell) {
    const at = (Number(cell[1]) - 1) * n + Number(cell[2]) - 1;
    const digits = [...DIGITS].map((_, digit) => digit).filter((digit) => (masks[at] ?? 0) & (1 << digit));
    return { name, members: digits.map((digit) => key(at, digit)) };
  }
  const [, digit, house] = /^(\w)([rcb]\d+)$/.exec(name) ?? [];
  if (!digit || !house) return null;
  const at = DIGITS.indexOf(digit);
  const cells = geometry.house(house).filter((c) => (masks[c] ?? 0) & bitOf(digit));
  return { name, members: cells.map((c) => key(c, at)) };
}

const candidateName = (member: number, size: number) => `${cellName(member >> 5, size)}=${DIGITS[member & 31]}`;

/** The groups of a line: [truths, links]; null if the line has weights or other parts. */
function parts(line: string, geometry: Geometry, masks: number[]): [Group[], Group[]] | null {
  const terms = line.split(' : ')[1]?.trim().split(/\s+/) ?? [];
  const truths: Group[] = [];
  const links: Group[] = [];
  for (const term of terms) {
    const [, sign, name] = /^([+-])(\w+)$/.exec(term) ?? [];
    const found = name ? group(name, geometry, masks) : null;
    if (!found) return null;
    (sign === '+' ? truths : links).push(found);
  }
  return [truths, links];
}

/** Follows a supposition through truths and links. */
function refute(target: number, truths: Group[], links: Group[], size: number): WhyLine[] | null {
  const told: WhyLine[] = [{ kind: 'suppose', candidate: candidateName(target, size) }];
  const dead = new Set<number>();
  const isDone = new Set<Group>();
  const used = new Set<Group>();
  const hold = (member: number) => {
    for (const link of links) {
      if (!link.members.includes(member)) continue;
      used.add(link);
      for (const other of link.members) if (other !== member) dead.add(other);
    }
  };
  hold(target);
  for (;;) {
    const open = truths.filter((truth) => !isDone.has(truth));
    const left = (truth: Group) => truth.members.filter((member) => !dead.has(member));
    const empty = open.find((truth) => left(truth).length === 0);
    if (empty) return [...told, { kind: 'none', group: empty.name }];
    const forced = open.find((truth) => left(truth).length === 1);
    if (forced) {
      const member = left(forced)[0]!;
      isDone.add(forced);
      told.push({ kind: 'only', candidate: candidateName(member, size), group: forced.name });
      hold(member);
      continue;
    }
    const free = links.filter((link) => !used.has(link));
    if (open.length > free.length) {
      return [...told, { kind: 'count', truths: open.map(({ name }) => name), links: free.map(({ name }) => name) }];
    }
    return null;
  }
}

/** The lines of an argument; null if the certificate has another form. */
export function why(lines: string[], masks: number[], geometry: Geometry): WhyLine[] | null {
  const line = lines.length === 1 ? lines[0]! : '';
  const single = /^single (r\d+c\d+=\w) : (\w+)$/.exec(line);
  if (single) return [{ kind: 'single', candidate: single[1]!, group: single[2]! }];
  const [, target] = /^count (r\d+c\d+(?:=|<>)\w)/.exec(line) ?? [];
  if (!target) return null;
  const groups = parts(line, geometry, masks);
  const [, row, column, digit] = /^r(\d+)c(\d+)(?:=|<>)(\w)$/.exec(target) ?? [];
  if (!groups || !digit) return null;
  const cell = (Number(row) - 1) * geometry.size + Number(column) - 1;
  return refute(key(cell, DIGITS.indexOf(digit)), groups[0], groups[1], geometry.size);
}
