// The library and its lessons: the explanation of a technique, drawn examples, and exercises that
// the engine makes.

import { batch, computed, signal } from '@preact/signals';
import type { DrawnExample, ListedFamily, ListedRule, ListedTechnique, Picture, Shown } from '../engine/protocol';
import { isAbort } from '../engine/client';
import * as play from './game';
import { type Session, errorText } from './session';
import { t } from './words';

const MISSED = 5;

/**
 * The distance of words from a rule: 0 equal to a name, 1 in its first name, 2 in its names, 3 in
 * names and levels, 4 in its description, 5 not at all.
 */
export function rank(rule: ListedRule, words: string[]): number {
  const first = `${rule.name.replaceAll('_', ' ')} ${rule.techniques[0]?.name ?? ''}`.toLowerCase();
  if (rule.techniques.some(({ name }) => name.toLowerCase() === words.join(' '))) return 0;
  const own = rule.techniques.flatMap((technique) => [technique.name, ...technique.known_as.map(([, name]) => name)]);
  const names = [first, rule.name, ...own].join(' ').toLowerCase();
  const levels = rule.techniques.map((technique) => technique.level).join(' ');
  const texts = [first, names, `${names} ${levels}`, `${names} ${levels} ${rule.doc.toLowerCase()}`];
  const at = texts.findIndex((text) => words.every((word) => text.includes(word)));
  return at < 0 ? MISSED : at + 1;
}

export const familyTitle = (family: string): string => {
  const words = family.replace(/^\d+-/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const namesOfRule = (rule: ListedRule): string => [...new Set(rule.techniques.map(({ name }) => name))].join(', ');

/** The spelling of programs and authors. Other words keep theirs. */
const WHO: Record<string, string> = { hodoku: 'HoDoKu', sudokuwiki: 'SudokuWiki', sudopedia: 'Sudopedia', berthier: 'Berthier' };

/** The other names of a technique, such as `HoDoKu 0300`. */
export const otherNames = (technique: ListedTechnique): string[] => technique.known_as.map(([who, name]) => `${WHO[who] ?? who} ${name}`);

/** An example with its picture. */
export interface Drawn extends DrawnExample {
  shown: Picture;
}

/** An exercise: the step to find, and the moves of the player so far. */
export interface Exercise {
  technique: string;
  step: Shown;
  result: 'open' | 'right' | 'wrong';
}

export type Order = 'family' | 'level';

export class Learn {
  readonly families = signal<ListedFamily[]>([]);
  readonly find = signal('');
  readonly order = signal<Order>('family');
  readonly rule = signal<ListedRule | null>(null);
  readonly examples = signal<Drawn[] | string>([]);
  readonly at = signal(0);
  readonly exercise = signal<Exercise | null>(null);
  readonly problem = signal('');
  /** The pictures of rules for the list, by name. */
  readonly thumbnails = signal<ReadonlyMap<string, string>>(new Map());
  private readonly wanted = new Set<string>();
  private drawing: Promise<void> = Promise.resolve();

  /** The rules that fit the words, in groups. Fits by name precede fits by description. */
  readonly listed = computed(() => {
    const words = this.find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const groups = this.order.value === 'family' ? this.families.value : this.byLevel();
    const ranked = (rules: ListedRule[]) => {
      const found = rules.map((rule) => [rank(rule, words), rule] as const).filter(([at]) => at < MISSED);
      return found.sort(([a], [b]) => a - b).map(([, rule]) => rule);
    };
    const first = ({ rules }: ListedFamily) => Math.min(...rules.map((rule) => rank(rule, words)));
    return groups
      .map(({ name, rules }) => ({ name, rules: ranked(rules) }))
      .filter(({ rules }) => rules.length)
      .sort((a, b) => first(a) - first(b));
  });

  /** The techniques that can be practised, or required of a new puzzle. */
  readonly techniques = computed(() => {
    const all = this.families.value.flatMap(({ rules }) => rules.flatMap((rule) => rule.techniques));
    const usual = all.filter((technique) => !technique.on_request && !technique.assumes_unique);
    return [...new Map(usual.map((technique) => [technique.name, technique])).values()].sort((a, b) => a.score - b.score);
  });

  constructor(readonly session: Session) {
    session.onReset.push(() => (this.exercise.value = null));
  }

  private byLevel(): ListedFamily[] {
    const levels = this.session.hello.value?.levels ?? [];
    const rules = this.families.value.flatMap((family) => family.rules);
    const lowest = (rule: ListedRule) => Math.min(...rule.techniques.map(({ level }) => levels.indexOf(level)));
    const score = (rule: ListedRule) => Math.min(...rule.techniques.map((technique) => technique.score));
    return levels.map((name, at) => ({ name, rules: rules.filter((rule) => lowest(rule) === at).sort((a, b) => score(a) - score(b)) }));
  }

  async load(): Promise<void> {
    try {
      // Uses the lane of hints, so that the rules are already loaded for the next hint.
      this.families.value = await this.session.ask({ ask: 'library' }, { lane: 'steps' });
    } catch (error) {
      this.problem.value = errorText(error);
    }
  }

  byName(name: string): ListedRule | undefined {
    return this.families.value.flatMap(({ rules }) => rules).find((rule) => rule.name === name);
  }

  /** Opens a lesson and draws its examples. */
  async open(rule: ListedRule): Promise<void> {
    batch(() => {
      this.rule.value = rule;
      this.examples.value = t('drawingExample');
      this.at.value = 0;
    });
    try {
      const found = await this.session.ask({ ask: 'example', rule: rule.name }, { lane: 'matches' });
      const drawn: Drawn[] = [];
      for (const example of found.slice(0, 6)) {
        if (this.rule.value !== rule) return;
        const { proof, from, count } = example.step;
        const shown = await this.session.ask({ ask: 'show', proof: proof ?? '', from, count }, { lane: 'matches' });
        drawn.push({ ...example, shown });
      }
      if (this.rule.value === rule) this.examples.value = drawn.length ? drawn : t('noExample');
    } catch (error) {
      this.examples.value = errorText(error);
    }
  }

  /** Requests the picture of a rule for the list. Pictures are drawn one after another. */
  thumbnail(rule: ListedRule): void {
    if (this.wanted.has(rule.name)) return;
    this.wanted.add(rule.name);
    this.drawing = this.drawing.then(async () => {
      const [first] = await this.session.ask({ ask: 'example', rule: rule.name, most: 1 }, { lane: 'thumbnails' });
      if (!first?.step.proof) return;
      const { proof, from, count } = first.step;
      const { svg } = await this.session.ask({ ask: 'show', proof, from, count }, { lane: 'thumbnails' });
      this.thumbnails.value = new Map(this.thumbnails.value).set(rule.name, svg);
    }).catch(() => {
      // The list works without the picture.
    });
  }

  /** Makes a position in which a technique is the next step, and puts it on the board. */
  async practise(technique: ListedTechnique, seed = Math.floor(Math.random() * 2 ** 31)): Promise<void> {
    const { session } = this;
    try {
      const progress = ({ tried }: { tried: number }) => (session.busy.value = t('makingTried', { n: tried }));
      const made = await session.run({ ask: 'create', shape: [3, 3], seed, position: technique.name }, t('making'), { lane: 'create', progress });
      if (!made.step) return;
      session.reset(made.board, technique.name);
      this.exercise.value = { technique: technique.name, step: made.step, result: 'open' };
    } catch (error) {
      this.problem.value = isAbort(error) ? t('cancelled') : errorText(error);
    }
  }

  /** Judges the player's moves in an exercise by the changes that they make. */
  judge(before: play.Game, after: play.Game): void {
    const exercise = this.exercise.value;
    if (!exercise || exercise.result === 'right') return;
    const moves = movesBetween(before, after);
    if (!moves.length) return;
    const wanted = new Set([...exercise.step.place, ...exercise.step.eliminate]);
    this.exercise.value = { ...exercise, result: moves.every((name) => wanted.has(name)) ? 'right' : 'wrong' };
  }
}

/** The placements and eliminations between two states of a game. */
export function movesBetween(before: play.Game, after: play.Game): string[] {
  const n = play.sizeOf(after);
  const all = play.allOf(after);
  const found: string[] = [];
  for (const cell of [...after.givens].map((_, at) => at)) {
    const name = play.cellName(cell, n);
    if (after.entries[cell] !== before.entries[cell] && after.entries[cell] !== '.') found.push(`${name}=${after.entries[cell]}`);
    const gone = (before.marks?.[cell] ?? all) & ~(after.marks?.[cell] ?? all);
    for (const digit of play.digitsOf(gone)) found.push(`${name}<>${digit}`);
  }
  return found;
}
