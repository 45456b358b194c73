// The state of the page as signals, and the actions of play. Views read the signals and call the
// actions; nothing here touches the document, so that node can test it.

import { batch, computed, effect, signal } from '@preact/signals';
import type { BoardView, Hello, Picture, Shown, SolveOptions } from '../engine/protocol';
import { type AskOptions, type Engine, type Question, ApiError, isAbort } from '../engine/client';
import type { Answers } from '../engine/protocol';
import * as play from './game';
import type { Game, Layer } from './game';
import { Geometry, nine } from './geometry';
import { type History, begin, change, redo, undo } from './history';
import { type Kept, type Store, readKept, withRecent, writeKept } from './store';
import { lang, t } from './words';

export type Mode = 'digit' | 'corner' | 'centre' | 'colour';
const MODES: Mode[] = ['digit', 'corner', 'centre', 'colour'];
export const TABS = ['play', 'steps', 'learn', 'set', 'rules'] as const;
export type Tab = (typeof TABS)[number];
export type Theme = 'auto' | 'light' | 'dark';

/** Highlighted parts of the board: ids of the engine's picture, names of cells and houses. */
export interface Parts {
  ids?: string[];
  names?: string[];
}

/** A state of a path that the board shows instead of the game. */
export interface ShownState {
  masks: number[];
  givens: string;
  entries: string;
}

/** The file of a user rule. */
export interface RuleFile {
  path: string;
  text: string;
  used: boolean;
}

export const FIRST = '.83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...';

export const names = (cells: number[], size: number): string[] => cells.map((cell) => play.cellName(cell, size));

export class Session {
  readonly history = signal<History>(begin(play.gameOfLine(FIRST)));
  readonly game = computed<Game>(() => this.history.value.now);
  readonly size = computed(() => play.sizeOf(this.game.value));
  /** Geometries by `height x width`. */
  private readonly geometries = signal(new Map<string, Geometry>([['3x3', nine]]));
  readonly geometry = computed(() => {
    const { height, width } = this.game.value;
    return this.geometries.value.get(`${height}x${width}`) ?? new Geometry([]);
  });
  readonly candidates = computed(() => play.candidates(this.game.value, this.geometry.value));
  readonly conflicts = computed(() => play.conflicts(this.game.value, this.geometry.value));
  readonly isSolved = computed(() => this.geometry.value.size > 0 && play.isSolved(this.game.value, this.geometry.value));

  readonly selected = signal<ReadonlySet<number>>(new Set());
  readonly cursor = signal<number | null>(null);
  readonly mode = signal<Mode>('digit');
  /** Whether the colours of mode `colour` go to candidates instead of cells. */
  readonly isPainting = signal(false);
  readonly activeColour = signal(0);
  readonly tab = signal<Tab>('play');
  readonly note = signal('');
  readonly label = signal('');
  readonly lit = signal<Parts | null>(null);
  readonly theme = signal<Theme>('auto');
  /** The layer of new games: the one that the player chose last. */
  readonly layer = signal<Layer>('auto');
  readonly busy = signal<string | null>(null);
  readonly hello = signal<Hello | null>(null);
  readonly isReady = signal(false);

  readonly seconds = signal(0);
  readonly isPaused = signal(false);
  readonly recent = signal<Kept[]>([]);
  readonly solvedGrade = signal('');

  readonly options = signal({ level: '', search: true, unique: false, off: [] as string[] });
  readonly own = signal<RuleFile[]>([]);
  /** Several puzzles in one text, to choose from. */
  readonly collection = signal<{ lines: string[]; puzzles: number; at: number } | null>(null);

  /** The digit of the only selected cell, whose copies are highlighted. */
  readonly highlighted = computed(() => {
    const [cell, more] = [...this.selected.value];
    return cell === undefined || more !== undefined ? null : play.digitAt(this.game.value, cell);
  });

  private running: AbortController | null = null;
  /** Functions that run when another board replaces this one. */
  readonly onReset: (() => void)[] = [];
  /** Functions that run before the player changes the board. */
  readonly onMove: (() => void)[] = [];

  constructor(
    readonly engine: Engine,
    readonly store: Store,
    readonly isServed: boolean,
  ) {
    this.restoreSettings();
    effect(() => this.fetchGeometry());
    effect(() => this.keep());
    effect(() => {
      if (this.isSolved.value) void this.gradeSolved();
    });
  }

  // ---- Questions

  /** Sends a question without an indicator; errors are thrown. */
  ask<K extends keyof Answers>(question: Question<K>, options: AskOptions = {}): Promise<Answers[K]> {
    return this.engine.ask(question, options);
  }

  /** Sends a question with an indicator. A later question of this kind cancels an earlier one. */
  async run<K extends keyof Answers>(question: Question<K>, words: string, options: AskOptions = {}): Promise<Answers[K]> {
    this.running?.abort();
    const mine = (this.running = new AbortController());
    const soon = setTimeout(() => (this.busy.value = words), 150);
    try {
      return await this.engine.ask(question, { ...options, signal: mine.signal });
    } finally {
      clearTimeout(soon);
      if (this.running === mine) {
        this.running = null;
        this.busy.value = null;
      }
    }
  }

  stop(): void {
    this.running?.abort();
  }

  /** The rules and options for the engine. */
  how(): SolveOptions {
    const { level, search, unique, off } = this.options.value;
    const rules = this.own.value.filter((file) => file.used).map(({ path, text }) => ({ path, text }));
    const on = rules.flatMap(({ text }) => [...text.matchAll(/^\s*rule\s+(\w+)/gm)].map((match) => match[1]!));
    return { rules, max_level: level || null, search, assume_unique: unique, on, off };
  }

  board(): BoardView {
    return play.forEngine(this.game.value, this.geometry.value);
  }

  private fetchGeometry(): void {
    const { height, width } = this.game.value;
    const key = `${height}x${width}`;
    if (this.geometries.value.has(key)) return;
    this.ask({ ask: 'geometry', shape: [height, width] }, { lane: 'show' }).then(
      ({ houses }) => (this.geometries.value = new Map(this.geometries.value).set(key, new Geometry(houses))),
      (error) => (this.note.value = errorText(error)),
    );
  }

  // ---- The game

  /** Replaces the game by another one. The old game joins the recent ones. */
  reset(board: BoardView | Game, label = '', kept?: Kept): void {
    // A board that comes with candidates shows them.
    const game = 'layer' in board ? board : { ...play.gameOf(board), layer: board.marks ? 'auto' : this.layer.value };
    batch(() => {
      const before: Kept = { history: this.history.value, seconds: this.seconds.value, label: this.label.value };
      if (before.history.now.givens !== game.givens) this.recent.value = withRecent(this.recent.value, before);
      this.history.value = kept?.history ?? begin(game);
      this.seconds.value = kept?.seconds ?? 0;
      this.label.value = label;
      this.note.value = '';
      this.isPaused.value = false;
      this.solvedGrade.value = '';
      this.selected.value = new Set();
      this.cursor.value = null;
      this.collection.value = null;
      this.lit.value = null;
      for (const act of this.onReset) act();
    });
  }

  /** Makes a move of the player. */
  move(act: (game: Game) => Game): void {
    batch(() => {
      for (const before of this.onMove) before();
      this.history.value = change(this.history.value, act(this.game.value));
    });
  }

  undo(): void {
    batch(() => {
      for (const before of this.onMove) before();
      this.history.value = undo(this.history.value);
    });
  }

  redo(): void {
    batch(() => {
      for (const before of this.onMove) before();
      this.history.value = redo(this.history.value);
    });
  }

  /** Puts a digit, a mark or a colour into the selected cells, depending on the mode. */
  press(digit: string, mode: Mode = this.mode.value): void {
    const cells = this.selected.value;
    const upper = digit.toUpperCase();
    if (mode === 'colour') {
      const number = play.DIGITS.indexOf(upper);
      if (number < 0 || number >= play.COLOURS) return;
      this.activeColour.value = number;
      if (!this.isPainting.value && cells.size) this.move((game) => play.colour(game, cells, number));
      return;
    }
    if (!cells.size || this.isPaused.value) return;
    const geometry = this.geometry.value;
    if (mode === 'digit') this.move((game) => play.enter(game, cells, upper, geometry));
    else this.move((game) => play.pencil(game, cells, upper, mode, geometry));
  }

  /** Colours one candidate with the colour that was chosen last. */
  paintCandidate(cell: number, digit: string): void {
    const isThere = (this.candidates.value[cell] ?? 0) & play.bitOf(digit);
    if (isThere && !play.digitAt(this.game.value, cell)) this.move((game) => play.paint(game, cell, digit, this.activeColour.value));
  }

  erase(): void {
    this.move((game) => play.clear(game, this.selected.value));
  }

  select(cell: number, more = false): void {
    batch(() => {
      this.selected.value = more ? new Set([...this.selected.value, cell]) : new Set([cell]);
      this.cursor.value = cell;
    });
  }

  /** Adds a cell to the selection, or removes it. */
  toggle(cell: number): void {
    const cells = new Set(this.selected.value);
    if (!cells.delete(cell)) return this.select(cell, true);
    this.selected.value = cells;
  }

  /** Selects the cells that are not selected. */
  invert(): void {
    this.selected.value = new Set([...this.game.value.givens].map((_, cell) => cell).filter((cell) => !this.selected.value.has(cell)));
  }

  /** Goes to the next mode, or back to the one before. */
  nextMode(by = 1): void {
    this.mode.value = MODES[(MODES.indexOf(this.mode.value) + by + MODES.length) % MODES.length]!;
  }

  /** Chooses the marks that the board shows, for this game and for new ones. */
  chooseLayer(layer: Layer): void {
    this.layer.value = layer;
    this.move((game) => ({ ...game, layer }));
  }

  unselect(): void {
    batch(() => {
      this.selected.value = new Set();
      this.cursor.value = null;
    });
  }

  /** Selects all cells with the digit of a cell, or with all of its notes. */
  selectAlike(cell: number): void {
    const game = this.game.value;
    const digit = play.digitAt(game, cell);
    const cells = [...game.givens].map((_, at) => at);
    const notes = (at: number) => [game.corner?.[at] ?? 0, game.centre?.[at] ?? 0, game.colours?.[at] ?? 0].join();
    const isAlike = (at: number) => (digit ? play.digitAt(game, at) === digit : !play.digitAt(game, at) && notes(at) === notes(cell));
    if (digit || notes(cell) !== '0,0,0') this.selected.value = new Set(cells.filter(isAlike));
  }

  /** Moves the cursor by rows and columns, around the edges. */
  step(down: number, right: number, more: boolean): void {
    const n = this.size.value;
    const at = this.cursor.value;
    if (at === null) return this.select(0, more);
    const row = (Math.floor(at / n) + down + n) % n;
    const column = ((at % n) + right + n) % n;
    this.select(row * n + column, more);
  }

  /** The selected cell as words. */
  cellWords(): string {
    const cell = this.cursor.value;
    if (cell === null) return '';
    const game = this.game.value;
    const digit = play.digitAt(game, cell);
    const list = (mask: number | undefined) => play.digitsOf(mask ?? 0).join(' ') || t('none');
    const clash = this.conflicts.value.has(cell) ? `, ${t('contradicts')}` : '';
    const marks = game.layer === 'auto' ? `${t('candidates')} ${list(this.candidates.value[cell])}` : `${t('notes')} ${list((game.corner?.[cell] ?? 0) | (game.centre?.[cell] ?? 0))}`;
    const words = digit ? `${digit}${play.isGiven(game, cell) ? `, ${t('given')}` : ''}${clash}` : marks;
    return `${play.cellName(cell, this.size.value)}: ${words}`;
  }

  /** Compares the entries with the solution. */
  async check(): Promise<void> {
    try {
      const game = this.game.value;
      const found = await this.run({ ask: 'count', board: play.puzzleOf(game) }, t('checking'), { lane: 'show' });
      if (!found.solution) {
        this.note.value = t(found.solutions ? 'manySolutions' : 'noSolution');
        return;
      }
      const { entries, eliminated } = play.mistakes(game, found.solution);
      this.lit.value = { names: names([...entries, ...eliminated], this.size.value) };
      this.note.value = entries.length || eliminated.length ? t('wrongCells', { n: entries.length, m: eliminated.length }) : t('allRight');
    } catch (error) {
      this.note.value = isAbort(error) ? t('cancelled') : errorText(error);
    }
  }

  private async gradeSolved(): Promise<void> {
    const puzzle = play.puzzleOf(this.game.peek());
    try {
      const grade = await this.ask({ ask: 'grade', board: puzzle }, { lane: 'rate' });
      if (this.game.value.givens !== puzzle.givens) return;
      this.solvedGrade.value = grade.level ? `${t(grade.level)}${grade.hardest ? `, ${grade.hardest}` : ''}` : '';
    } catch {
      // The game counts as solved even if grading fails.
    }
  }

  /** Counts one second of play. */
  tick(): void {
    const isIdle = this.isPaused.value || this.isSolved.value || this.game.value.setting;
    if (!isIdle) this.seconds.value += 1;
  }

  // ---- Storage

  private restoreSettings(): void {
    const { store } = this;
    const kept = store.get('rules');
    const isFile = (file: any) => typeof file?.path === 'string' && typeof file?.text === 'string';
    if (Array.isArray(kept)) this.own.value = kept.filter(isFile).map(({ path, text, used }) => ({ path, text, used: Boolean(used) }));
    const theme = store.get('theme');
    if (theme === 'light' || theme === 'dark') this.theme.value = theme;
    const layer = store.get('layer');
    if (layer === 'own' || layer === 'none') this.layer.value = layer;
    const recent = store.get('recent');
    if (Array.isArray(recent)) this.recent.value = recent.map(readKept).filter((game) => game !== null);
  }

  /** The stored game. */
  keptGame(): Kept | null {
    return readKept(this.store.get('game'));
  }

  private keep(): void {
    const { store } = this;
    store.set('rules', this.own.value);
    store.set('theme', this.theme.value);
    store.set('lang', lang.value);
    store.set('layer', this.layer.value);
    store.set('recent', this.recent.value.map(writeKept));
    if (this.isReady.value) this.keepGame();
  }

  keepGame(): void {
    this.store.set('game', writeKept({ history: this.history.value, seconds: this.seconds.peek(), label: this.label.value }));
  }

  putRule(path: string, text: string, used?: boolean): void {
    const known = this.own.value.find((file) => file.path === path);
    const file = { path, text, used: used ?? known?.used ?? false };
    this.own.value = known ? this.own.value.map((other) => (other === known ? file : other)) : [...this.own.value, file];
  }
}

/** The message of an error, with its help. */
export function errorText(error: unknown): string {
  const problem = error as Partial<ApiError>;
  const parts = [problem.message ?? String(error), ...(problem.help ? [problem.help] : [])];
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1).replace(/[.]?$/, '.')).join(' ');
}

/** A step that the board shows. */
export interface Current {
  step: Shown;
  proof: string;
  shown: Picture | null;
}
