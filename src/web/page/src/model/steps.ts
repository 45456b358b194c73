// Steps: hints in three strengths, the path, all steps of a state, the grade, and the current step
// with its proof.

import { batch, computed, signal } from '@preact/signals';
import type { Grade, Hint, LayerName, Shown, StepOnPath } from '../engine/protocol';
import { type Checked, check } from '../engine/checker';
import { isAbort } from '../engine/client';
import * as play from './game';
import { type Current, type Session, type ShownState, errorText, names } from './session';
import { t } from './words';

/** The result of the last question. */
export type Told =
  | { kind: 'text'; text: string; isError?: boolean; names?: string[] }
  | { kind: 'hint'; hint: Hint<Shown>; strength: number }
  | { kind: 'grade'; grade: Grade };

interface Path {
  steps: StepOnPath[];
  /** The candidates before the first step, and after each. */
  states: number[][];
  givens: string;
  entries: string;
  proof: string;
  claim: string;
}

interface FoundPath {
  steps: StepOnPath[];
  state: number[];
  claim: string;
  proof: string;
  refused?: Record<string, number>;
}

const MAX_LISTED = 500;

export const SINGLES = new Set(['Full House', 'Naked Single', 'Hidden Single']);

/** The entries of the board after the placements of these steps. */
function placedBy(entries: string, steps: Shown[], size: number): string {
  const digits = [...entries];
  for (const name of steps.flatMap((step) => step.place)) {
    const { cell, digit } = play.parseName(name, size);
    if (digit) digits[cell] = digit;
  }
  return digits.join('');
}

export class Steps {
  readonly told = signal<Told | null>(null);
  readonly path = signal<Path | null>(null);
  /** The index of the current step of the path. 0 is the beginning. */
  readonly at = signal(0);
  readonly current = signal<Current | null>(null);
  readonly found = signal<Shown[]>([]);
  readonly filter = signal('');
  readonly candidate = signal('');
  readonly proof = signal<string | null>(null);
  readonly verdict = signal<Checked | { words: string; verdict: '' } | null>(null);
  /** The shown parts of a step's picture: truths, links or all. */
  readonly stage = signal(3);
  /** The layer of pictures: roles, or truths and links. */
  readonly layer = signal<LayerName>('teaching');
  /** The last place of a chain or net that is drawn. */
  readonly unfolded = signal(Infinity);

  readonly listed = computed(() => {
    const { value: only } = this.filter;
    const word = this.candidate.value.trim();
    const touches = (step: Shown) => [...step.place, ...step.eliminate].some((name) => name.replace('<>', '=').startsWith(word.replace('<>', '=')));
    return this.found.value.filter((step) => (!only || step.name === only) && (!word || touches(step))).slice(0, MAX_LISTED);
  });

  /** Whether the board shows the current step. The panes of play and setting show the game. */
  readonly isOnBoard = computed(() => this.session.tab.value !== 'play' && this.session.tab.value !== 'set');

  /** The picture of the current step, if the board shows it. */
  readonly drawn = computed(() => (this.isOnBoard.value ? this.current.value?.shown?.svg : undefined));

  /** The state of the path that the board shows while the picture of its step is open. */
  readonly state = computed<ShownState | null>(() => {
    const path = this.path.value;
    if (!path || !this.isOnBoard.value) return null;
    const before = Math.max(0, this.at.value - 1);
    const entries = placedBy(path.entries, path.steps.slice(0, before), this.session.size.value);
    return { masks: path.states[before] ?? [], givens: path.givens, entries };
  });

  constructor(readonly session: Session) {
    session.onReset.push(() => this.clear());
    session.onMove.push(() => this.forget());
  }

  private tell(text: string, isError = false): void {
    this.told.value = text ? { kind: 'text', text, isError } : null;
  }

  private fail(error: unknown): void {
    if (isAbort(error)) this.tell(t('cancelled'));
    else this.tell(errorText(error), true);
  }

  /** Clears the results of an earlier state. */
  forget(): void {
    if (!this.path.value && !this.current.value && !this.told.value && !this.found.value.length) return;
    batch(() => {
      this.path.value = this.current.value = this.told.value = null;
      this.found.value = [];
      this.filter.value = this.candidate.value = '';
      this.session.lit.value = null;
      this.at.value = 0;
    });
  }

  /** Clears everything that belongs to another puzzle. */
  clear(): void {
    this.forget();
    this.proof.value = this.verdict.value = null;
  }

  async hint(): Promise<void> {
    if (this.told.value?.kind === 'hint') return this.tellMore();
    this.forget();
    const { session } = this;
    try {
      const hint = await session.run({ ask: 'hint', board: session.board(), how: session.how() }, t('lookingForStep'));
      if (hint.step) {
        this.told.value = { kind: 'hint', hint, strength: 1 };
        session.lit.value = { names: hint.look?.houses ?? [] };
      } else this.noStep(hint);
    } catch (error) {
      this.fail(error);
    }
    return undefined;
  }

  /**
   * Shows the reason why there is no step. Marks the wrong entries, or the cells without
   * candidates.
   */
  private noStep({ claim, mistake }: Hint<Shown>): void {
    const { session } = this;
    if (claim !== 'none') return this.tell(t(`claim_${claim ?? 'open'}`));
    const game = session.game.value;
    const dead = names(play.deadCells(game, session.geometry.value), session.size.value);
    const hasEntries = /[^.]/.test(game.entries) || game.marks !== null;
    const told = (text: string, list: string[]) => {
      session.lit.value = { names: list };
      this.told.value = { kind: 'text', text, isError: true, names: list };
    };
    if (hasEntries && mistake) return told(`${t('claim_none')} ${mistake.sentence}`, [...mistake.candidates, ...dead]);
    return told(dead.length ? `${t('givensContradict')} ${t('noCandidateLeft', { cells: dead.join(', ') })}` : t('givensContradict'), dead);
  }

  /** Makes the hint stronger: the place, then the technique, then the whole step. */
  tellMore(): void {
    const told = this.told.value;
    if (told?.kind !== 'hint') return;
    if (told.strength < 2) this.told.value = { ...told, strength: told.strength + 1 };
    else {
      this.told.value = null;
      this.session.lit.value = null;
      const { step } = told.hint;
      if (step) void this.show(step, step.proof ?? '');
    }
  }

  async find(): Promise<void> {
    this.forget();
    const { session } = this;
    const game = session.game.value;
    try {
      const progress = ({ steps, name }: { steps: number; name: string }) => this.tell(t('stepsSoFar', { n: steps, name }));
      const found = await session.run({ ask: 'path', board: session.board(), how: session.how() }, t('solving'), { progress });
      await this.walk(found, game, 0);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Shows a path from its beginning. */
  async walk(found: FoundPath, board: { givens: string; entries: string }, at: number): Promise<void> {
    const states = [found.state];
    for (const step of found.steps) {
      const next = [...states.at(-1)!];
      for (const [cell, mask] of step.changes) next[cell] = mask;
      states.push(next);
    }
    const refused = Object.keys(found.refused ?? {});
    batch(() => {
      const { givens, entries } = board;
      this.path.value = { steps: found.steps, states, givens, entries, proof: found.proof, claim: found.claim };
      this.tell(`${t('steps', { n: found.steps.length })} ${t(`claim_${found.claim}`)}${refused.length ? ` ${t('refusedRules', { names: refused.join(', ') })}` : ''}`);
      this.found.value = found.steps;
      this.proof.value = found.proof;
      this.verdict.value = null;
    });
    await this.go(at);
  }

  /** Goes to a step: 0 is the beginning. */
  async go(at: number): Promise<void> {
    const path = this.path.value;
    if (!path) return;
    batch(() => {
      this.at.value = Math.max(0, Math.min(at, path.steps.length));
      if (this.at.value === 0) this.current.value = null;
    });
    const step = path.steps[this.at.value - 1];
    if (step) await this.show(step, path.proof);
  }

  leave(): void {
    this.forget();
  }

  /** Continues to play from the current state of the path. */
  playFromHere(): void {
    const path = this.path.value;
    if (!path) return;
    const { session } = this;
    const at = this.at.value;
    const entries = placedBy(path.entries, path.steps.slice(0, at), session.size.value);
    const marks = path.states[at] ?? null;
    this.forget();
    session.move((game) => ({ ...game, entries, marks }));
  }

  async all(technique?: string): Promise<void> {
    this.forget();
    const { session } = this;
    const found: Shown[] = [];
    const progress = (told: { done: number; of: number; name: string; steps: Shown[] }) => {
      found.push(...told.steps);
      this.tell(t('stepsOf', { n: found.length, name: told.name, done: told.done, of: told.of }));
    };
    try {
      const question = { ask: 'steps' as const, board: session.board(), how: session.how(), technique: technique ?? null };
      await session.run(question, t('lookingForAll'), { progress });
    } catch (error) {
      this.fail(error);
      if (!found.length) return;
    }
    batch(() => {
      this.found.value = found;
      if (technique) this.tell(found.length ? t('stepsOfTechnique', { n: found.length, name: technique }) : t('techniqueFindsNothing', { name: technique }));
      else this.tell(found.length ? t('stepsHere', { n: found.length }) : t('claim_open'));
    });
  }

  /** Shows a step on the board, with its sentence and its arithmetic. */
  async show(step: Shown, proof: string): Promise<void> {
    const wanted: Current = { step, proof, shown: null };
    this.current.value = wanted;
    try {
      const shown = await this.session.ask({ ask: 'show', proof, from: step.from, count: step.count, layer: this.layer.value }, { lane: 'show' });
      if (this.current.value !== wanted) return;
      batch(() => {
        this.stage.value = 3;
        this.unfolded.value = Infinity;
        this.current.value = { ...wanted, shown };
      });
    } catch (error) {
      this.fail(error);
    }
  }

  /** Draws the other layer of the current step. */
  async switchLayer(): Promise<void> {
    const current = this.current.value;
    this.layer.value = this.layer.value === 'teaching' ? 'proof' : 'teaching';
    if (current) await this.show(current.step, current.proof);
  }

  /** Applies the shown step to the user's board. */
  take(): void {
    const current = this.current.value;
    if (!current || this.path.value) return;
    this.forget();
    this.session.move((game) => play.applyStep(game, current.step));
  }

  async grade(): Promise<void> {
    const { session } = this;
    try {
      const grade = await session.run({ ask: 'grade', board: session.board(), how: session.how(), scales: ['SE', 'hodoku'] }, t('grading'));
      this.told.value = { kind: 'grade', grade };
    } catch (error) {
      this.fail(error);
    }
  }

  // ---- The proof

  async check(): Promise<string> {
    const proof = this.proof.value ?? '';
    this.verdict.value = { words: t('checking'), verdict: '' };
    try {
      this.verdict.value = await check(this.session.engine, proof);
      return this.verdict.value.verdict;
    } catch (error) {
      this.verdict.value = { words: errorText(error), verdict: '' };
      return '';
    }
  }

  /** An accepted proof as a page to read and to print. */
  async report(): Promise<string | null> {
    if ((await this.check()) !== 'accepted') return null;
    try {
      const question = { ask: 'report' as const, proof: this.proof.value ?? '', title: 'A Sudoku, step by step' };
      return (await this.session.run(question, t('writingReport'), { lane: 'show' })).html;
    } catch (error) {
      this.verdict.value = { words: errorText(error), verdict: '' };
      return null;
    }
  }

  /** Shows the steps of the proof. */
  async openProof(): Promise<void> {
    const proof = this.proof.value ?? '';
    try {
      const found = await this.session.run({ ask: 'proof', proof }, t('readingProof'), { lane: 'show' });
      this.session.reset(found.board);
      this.proof.value = proof;
      await this.walk({ ...found, proof }, found.board, 0);
    } catch (error) {
      this.verdict.value = { words: errorText(error), verdict: '' };
    }
  }
}
