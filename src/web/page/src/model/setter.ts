// Setting a puzzle: the number of solutions while the user types, the cells in which they differ,
// true candidates, redundant givens, and ratings. Also new puzzles, and the puzzle of the day.

import { batch, signal } from '@preact/signals';
import type { Counted, Grade } from '../engine/protocol';
import { isAbort } from '../engine/client';
import * as play from './game';
import { type Session, errorText } from './session';
import { t } from './words';

/** The levels of the daily puzzle, Sunday first. */
const DAILY_LEVELS = ['unfair', 'easy', 'medium', 'medium', 'hard', 'hard', 'unfair'];

/**
 * The cells in which two solutions differ. Once the true candidates are known, the cells in which
 * any solutions differ.
 */
export function differing({ solutions, candidates, differ }: Counted): number[] {
  if (solutions < 2 || !candidates) return differ;
  return [...candidates.keys()].filter((cell) => candidates[cell]! & (candidates[cell]! - 1));
}

/** The seed and level of the puzzle of a day, in the calendar of the user. */
export function daily(day: Date): { seed: number; level: string; label: string } {
  const [year, month, date] = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  const two = (number: number) => String(number).padStart(2, '0');
  return {
    seed: year * 10_000 + month * 100 + date,
    level: DAILY_LEVELS[day.getDay()] ?? 'medium',
    label: `${year}-${two(month)}-${two(date)}`,
  };
}

export class Setter {
  readonly counted = signal<Counted | null>(null);
  readonly grade = signal<Grade | null>(null);
  readonly isRating = signal(false);
  readonly problem = signal('');
  /** Whether the board shows the candidates that occur in a solution. */
  readonly showsTrue = signal(false);
  private asking: AbortController | null = null;

  constructor(readonly session: Session) {}

  /** Examines the board again. A change of the board cancels the pending questions about it. */
  async examine(): Promise<void> {
    const { session } = this;
    this.asking?.abort();
    const { signal: cancel } = (this.asking = new AbortController());
    const board = play.puzzleOf(session.game.value);
    batch(() => {
      this.problem.value = '';
      this.grade.value = null;
      this.isRating.value = false;
    });
    try {
      const quick = await session.ask({ ask: 'count', board }, { lane: 'count', signal: cancel });
      if (cancel.aborted) return;
      this.counted.value = quick;
      const deep = await session.ask({ ask: 'count', board, deep: true }, { lane: 'count', signal: cancel });
      if (cancel.aborted) return;
      this.counted.value = deep;
      if (!deep.solution) return;
      this.isRating.value = true;
      const grade = await session.ask({ ask: 'grade', board, scales: ['SE', 'hodoku'] }, { lane: 'rate', signal: cancel });
      if (!cancel.aborted) this.grade.value = grade;
    } catch (error) {
      if (isAbort(error)) return;
      this.counted.value = null;
      this.problem.value = errorText(error);
    } finally {
      if (!cancel.aborted) this.isRating.value = false;
    }
  }

  stop(): void {
    this.asking?.abort();
    batch(() => {
      this.counted.value = this.grade.value = null;
      this.isRating.value = false;
    });
  }

  /** Removes redundant givens one by one, until every given is needed. */
  async minimise(): Promise<void> {
    const { session } = this;
    for (;;) {
      const { needless } = await session.ask({ ask: 'count', board: play.puzzleOf(session.game.value), deep: true }, { lane: 'count' });
      const cell = needless?.at(-1);
      if (cell === undefined) return;
      session.move((game) => ({ ...game, givens: [...game.givens].map((digit, at) => (at === cell ? '.' : digit)).join('') }));
    }
  }

  /** Makes a new puzzle and puts it on the board. */
  async create(wish: { level?: string; needs?: string; shape?: [number, number] }, label: string, seed = Math.floor(Math.random() * 2 ** 31)): Promise<void> {
    const { session } = this;
    try {
      const progress = ({ tried }: { tried: number }) => (session.busy.value = t('makingTried', { n: tried }));
      const question = { ask: 'create' as const, shape: wish.shape ?? ([3, 3] as [number, number]), seed, level: wish.level ?? null, needs: wish.needs ?? null };
      const made = await session.run(question, t('making'), { lane: 'create', progress });
      session.reset(made.board, label);
      session.note.value = label;
    } catch (error) {
      session.note.value = isAbort(error) ? t('cancelled') : errorText(error);
    }
  }

  daily(day = new Date()): Promise<void> {
    const { seed, level, label } = daily(day);
    return this.create({ level }, t('dailyLabel', { day: label, level: t(level) }), seed);
  }
}
