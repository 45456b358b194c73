// The reason why a step is right, in words: "if r4c8 is 2, then ...". The lines of its certificate
// name the truths and links. For each elimination, the argument supposes the candidate and follows
// its consequences through these, until a truth has no candidate left. If the consequences end
// before, the sum of the groups decides.

import { DIGITS, allOf, bitOf, cellName, parseName } from './game';
import type { Geometry } from './geometry';

/** A sentence of the argument. `depth` counts the open suppositions of the certificate. */
export type WhyLine = { depth: number } & (
  | { kind: 'suppose'; candidate: string }
  | { kind: 'only'; candidate: string; group: string }
  | { kind: 'none'; group: string }
  | { kind: 'count'; truths: string[]; links: string[] }
  | { kind: 'sum' }
  | { kind: 'also'; candidates: string[] }
  | { kind: 'single'; candidate: string; group: string }
  | { kind: 'deadly'; candidates: string[] }
  | { kind: 'row'; name: string }
  | { kind: 'refuted'; candidate: string; group: string }
);

interface Group {
  name: string;
  /** Candidates as `cell * 32 + digit index`. */
  members: number[];
  /** The number of members that can hold together, if it is a link. */
  most: number;
}

/** Maximum number of sentences. Long nets are better read in arithmetic. */
export const MAX_LINES = 80;

const key = (cell: number, at: number) => cell * 32 + at;

const nameOf = (member: number, size: number) => `${cellName(member >> 5, size)}=${DIGITS[member & 31]}`;

/** Follows a supposition through truths and links. Groups of other kinds are left out. */
function refute(target: number, truths: Group[], links: Group[], isComplete: boolean, depth: number, size: number): WhyLine[] {
  const told: WhyLine[] = [{ kind: 'suppose', candidate: nameOf(target, size), depth }];
  const dead = new Set<number>();
  const held = new Set<number>();
  const isDone = new Set<Group>();
  const used = new Set<Group>();
  const hold = (member: number) => {
    held.add(member);
    for (const link of links) {
      if (!link.members.includes(member)) continue;
      used.add(link);
      if (link.members.filter((other) => held.has(other)).length < link.most) continue;
      for (const other of link.members) if (!held.has(other)) dead.add(other);
    }
  };
  hold(target);
  for (;;) {
    const open = truths.filter((truth) => !isDone.has(truth));
    const left = (truth: Group) => truth.members.filter((member) => !dead.has(member));
    const empty = open.find((truth) => left(truth).length === 0);
    if (empty) return [...told, { kind: 'none', group: empty.name, depth }];
    const forced = open.find((truth) => left(truth).length === 1);
    if (forced) {
      const member = left(forced)[0]!;
      isDone.add(forced);
      // A candidate that holds already needs no sentence.
      if (!held.has(member)) told.push({ kind: 'only', candidate: nameOf(member, size), group: forced.name, depth });
      hold(member);
      continue;
    }
    const free = links.filter((link) => !used.has(link));
    if (isComplete && open.length > free.length) return [...told, { kind: 'count', truths: open.map(({ name }) => name), links: free.map(({ name }) => name), depth }];
    return [...told, { kind: 'sum', depth }];
  }
}

/** The state of the argument: the live candidates, and the named groups of the certificate. */
class Argument {
  readonly told: WhyLine[] = [];
  private readonly named = new Map<string, Group>();
  private open: { masks: number[]; candidate: string }[] = [];

  constructor(
    private masks: number[],
    private readonly geometry: Geometry,
  ) {}

  private get depth(): number {
    return this.open.length;
  }

  private member(name: string): number {
    const { cell, digit } = parseName(name, this.geometry.size);
    return digit ? key(cell, DIGITS.indexOf(digit)) : -1;
  }

  /** The live candidates of a group such as `r1c2`, `7r3`, `7b1` or `d1`. */
  private group(name: string): Group | null {
    const known = this.named.get(name);
    if (known) return known;
    const { cell } = parseName(name, this.geometry.size);
    if (Number.isInteger(cell)) {
      const digits = [...DIGITS].map((_, digit) => digit).filter((digit) => (this.masks[cell] ?? 0) & (1 << digit));
      return { name, members: digits.map((digit) => key(cell, digit)), most: 1 };
    }
    const [, digit, house] = /^(\w)([rcb]\d+)$/.exec(name) ?? [];
    if (!digit || !house) return null;
    const cells = this.geometry.house(house).filter((c) => (this.masks[c] ?? 0) & bitOf(digit));
    return { name, members: cells.map((c) => key(c, DIGITS.indexOf(digit))), most: 1 };
  }

  private eliminate(name: string): void {
    const { cell, digit } = parseName(name, this.geometry.size);
    if (digit) this.masks = this.masks.map((mask, at) => (at === cell ? mask & ~bitOf(digit) : mask));
  }

  private place(name: string): void {
    const { cell, digit } = parseName(name, this.geometry.size);
    if (!digit) return;
    const peers = new Set(this.geometry.peers(cell));
    this.masks = this.masks.map((mask, at) => (at === cell ? bitOf(digit) : peers.has(at) ? mask & ~bitOf(digit) : mask));
  }

  /** Reads a line. Returns false if it has another form. */
  read(line: string): boolean {
    const [head = '', ...rest] = line.split(' : ').map((part) => part.trim());
    const [word, ...names] = head.split(/\s+/);
    const { depth, geometry } = this;
    if (word === 'single') {
      this.told.push({ kind: 'single', candidate: names[0] ?? '', group: rest[0] ?? '', depth });
      this.place(names[0] ?? '');
    } else if (word === 'suppose') {
      this.told.push({ kind: 'suppose', candidate: names[0] ?? '', depth });
      this.open.push({ masks: this.masks, candidate: names[0] ?? '' });
      this.place(names[0] ?? '');
    } else if (word === 'refuted') {
      const last = this.open.pop();
      if (!last) return false;
      this.masks = last.masks;
      this.eliminate(last.candidate);
      this.told.push({ kind: 'refuted', candidate: last.candidate, group: names[0] ?? '', depth: this.depth });
    } else if (word === 'deadly') {
      const candidates = (rest[0] ?? '').split(/\s+/);
      this.named.set(names[0] ?? '', { name: names[0] ?? '', members: candidates.map((name) => this.member(name)), most: candidates.length - 1 });
      this.told.push({ kind: 'deadly', candidates, depth });
    } else if (word === 'count' && names[0]) {
      const terms = (rest[0] ?? '').split(/\s+/).map((term) => /^([+-])(?:(\d+)\*)?(\w+)$/.exec(term));
      const groups = terms.map((term) => [term?.[1], term?.[2], term?.[3] ? this.group(term[3]) : null] as const);
      const found = (sign: string) => groups.flatMap(([own, , group]) => (own === sign && group ? [group] : []));
      const isComplete = groups.every(([, weight, group]) => group?.most === 1 && !weight);
      this.told.push(...refute(this.member(names[0]), found('+'), found('-'), isComplete, depth, geometry.size));
      const others = names.slice(1);
      if (others.length) this.told.push({ kind: 'also', candidates: others.map((name) => name.replace('<>', '=')), depth });
      for (const name of names) this.eliminate(name);
    } else if ((word === 'cut' || word === 'derive') && names[0]) {
      this.told.push({ kind: 'row', name: names[0], depth });
    } else return false;
    return true;
  }
}

/** The lines of an argument; null if the certificate has another form. */
export function why(lines: string[], masks: number[], geometry: Geometry): WhyLine[] | null {
  const full = allOf({ height: 1, width: geometry.size });
  const argument = new Argument(masks.map((mask) => mask & full), geometry);
  return lines.length > 0 && lines.every((line) => argument.read(line)) ? argument.told : null;
}
