// The board that the user plays on: givens, entries, candidates, notes, and undo.
//
// `marks` restricts the candidates of the cells: a missing bit is an explicit elimination, which
// the engine takes as a fact. `notes` are the player's own pencilmarks, which it never sees.
// `layer` says which of them the board shows: `auto` (candidates), `own` (notes) or `none`.

const DIGITS = '123456789ABCDEFGHIJKLMNOP';

export const digitOf = (mask) => DIGITS[31 - Math.clz32(mask)];
export const bitOf = (digit) => {
  const at = DIGITS.indexOf(digit.toUpperCase());
  return at < 0 ? 0 : 1 << at;
};
export const isOne = (mask) => mask !== 0 && (mask & (mask - 1)) === 0;

export class Game {
  constructor(height = 3, width = 3) {
    this.listeners = [];
    this.resetListeners = [];
    this.reset(Game.empty(height, width));
  }

  static empty(height, width) {
    const blank = '.'.repeat((height * width) ** 2);
    return { height, width, givens: blank, entries: blank, marks: null };
  }

  /** Starts over with a board in the form of the protocol. */
  reset(board) {
    this.board = { marks: null, notes: null, layer: 'auto', setting: false, ...board };
    this.past = [];
    this.future = [];
    this.selected = new Set();
    this.cursor = null;
    for (const act of this.resetListeners) act();
    this.tell();
  }

  get size() {
    return this.board.height * this.board.width;
  }

  get all() {
    return 2 ** this.size - 1;
  }

  onChange(act) {
    this.listeners.push(act);
  }

  /** Calls a function when another board replaces this one. */
  onReset(act) {
    this.resetListeners.push(act);
  }

  tell() {
    this.peerLists = null;
    for (const act of this.listeners) act();
  }

  /** Makes a change that can be undone. */
  change(next) {
    if (JSON.stringify(next) === JSON.stringify(this.board)) return;
    this.past.push(this.board);
    this.future = [];
    this.board = next;
    this.tell();
  }

  undo() {
    if (!this.past.length) return;
    this.future.push(this.board);
    this.board = this.past.pop();
    this.tell();
  }

  redo() {
    if (!this.future.length) return;
    this.past.push(this.board);
    this.board = this.future.pop();
    this.tell();
  }

  /** The digit in a cell, or none. */
  digit(cell, board = this.board) {
    const given = board.givens[cell];
    const digit = given === '.' ? board.entries[cell] : given;
    return digit === '.' ? null : digit;
  }

  isGiven(cell) {
    return this.board.givens[cell] !== '.';
  }

  /** The cells that share a house with a cell. */
  peers(cell) {
    this.peerLists ??= new Map();
    if (!this.peerLists.has(cell)) {
      const n = this.size;
      const { height, width } = this.board;
      const [row, column] = [Math.floor(cell / n), cell % n];
      const [top, left] = [row - (row % height), column - (column % width)];
      const found = new Set();
      for (let i = 0; i < n; i++) {
        found.add(row * n + i);
        found.add(i * n + column);
        found.add((top + Math.floor(i / width)) * n + left + (i % width));
      }
      found.delete(cell);
      this.peerLists.set(cell, [...found]);
    }
    return this.peerLists.get(cell);
  }

  /** The candidates that follow from the digits. */
  computed(board = this.board) {
    const masks = new Array(this.size ** 2).fill(this.all);
    for (let cell = 0; cell < masks.length; cell++) {
      const digit = this.digit(cell, board);
      if (!digit) continue;
      for (const peer of this.peers(cell)) masks[peer] &= ~bitOf(digit);
    }
    for (let cell = 0; cell < masks.length; cell++) {
      const digit = this.digit(cell, board);
      if (digit) masks[cell] = bitOf(digit);
    }
    return masks;
  }

  /** The candidates of each cell: those that follow from the digits, without the eliminated ones. */
  marks(board = this.board) {
    const follows = this.computed(board);
    if (!board.marks) return follows;
    return follows.map((mask, cell) => (this.digit(cell, board) ? mask : mask & board.marks[cell]));
  }

  /** The pencilmarks that the board shows, or null if it shows none. */
  visible() {
    if (this.board.layer === 'auto') return this.marks();
    return this.board.layer === 'own' ? this.notes() : null;
  }

  notes() {
    return this.board.notes ?? new Array(this.size ** 2).fill(0);
  }

  /** The board for the engine, without the player's notes. */
  forEngine() {
    const { height, width, givens, entries, marks } = this.board;
    return { height, width, givens, entries, marks: marks ? this.marks() : null };
  }

  /** The cells whose digit also occurs in a peer. */
  conflicts() {
    const found = new Set();
    for (let cell = 0; cell < this.size ** 2; cell++) {
      const digit = this.digit(cell);
      if (digit && this.peers(cell).some((peer) => this.digit(peer) === digit)) found.add(cell);
    }
    return found;
  }

  /** Fills a digit into cells, or removes it if all of them have it. */
  enter(cells, digit) {
    if (!bitOf(digit) || bitOf(digit) > this.all) return;
    if (this.board.setting) return this.give(cells, digit);
    const open = [...cells].filter((cell) => !this.isGiven(cell));
    const takeOut = open.every((cell) => this.board.entries[cell] === digit);
    const entries = [...this.board.entries];
    const notes = this.board.notes && [...this.board.notes];
    for (const cell of open) {
      entries[cell] = takeOut ? '.' : digit;
      if (notes && !takeOut) for (const peer of this.peers(cell)) notes[peer] &= ~bitOf(digit);
    }
    this.change({ ...this.board, entries: entries.join(''), notes });
  }

  /**
   * Adds a pencilmark to cells, or removes it if all of them have it. Where the candidates are
   * filled in, this eliminates a candidate or takes the elimination back. Otherwise it is a note.
   */
  pencil(cells, digit) {
    const bit = bitOf(digit);
    if (!bit || bit > this.all) return;
    const open = [...cells].filter((cell) => !this.digit(cell));
    const isFilledIn = this.board.layer === 'auto';
    const seen = isFilledIn ? this.marks() : this.notes();
    const masks = isFilledIn ? this.limits() : [...seen];
    const rubOut = open.every((cell) => seen[cell] & bit);
    for (const cell of open) masks[cell] = rubOut ? masks[cell] & ~bit : masks[cell] | bit;
    this.change({ ...this.board, ...(isFilledIn ? { marks: masks } : { notes: masks, layer: 'own' }) });
  }

  /** The explicit eliminations as masks of the candidates that are left. */
  limits(board = this.board) {
    return board.marks ? [...board.marks] : new Array(this.size ** 2).fill(this.all);
  }

  /** Clears digits; if there are none, notes, or the eliminations where candidates are shown. */
  clear(cells) {
    if (this.board.setting) return this.give(cells, null);
    const open = [...cells].filter((cell) => !this.isGiven(cell));
    const entries = [...this.board.entries];
    const filled = open.filter((cell) => entries[cell] !== '.');
    for (const cell of filled) entries[cell] = '.';
    let { marks, notes } = this.board;
    if (!filled.length) {
      const without = (masks, empty) => masks?.map((mask, cell) => (open.includes(cell) ? empty : mask)) ?? null;
      if (this.board.layer === 'auto') marks = without(marks, this.all);
      else notes = without(notes, 0);
    }
    this.change({ ...this.board, entries: entries.join(''), marks, notes });
  }

  /** Sets or removes givens while the user enters a puzzle. */
  give(cells, digit) {
    const [givens, entries] = [[...this.board.givens], [...this.board.entries]];
    const takeOut = !digit || [...cells].every((cell) => givens[cell] === digit);
    for (const cell of cells) {
      givens[cell] = takeOut ? '.' : digit;
      entries[cell] = '.';
    }
    this.change({ ...this.board, givens: givens.join(''), entries: entries.join('') });
  }

  /** Whether digits become givens. */
  useSetting(setting) {
    this.change({ ...this.board, setting });
  }

  restart() {
    const entries = '.'.repeat(this.board.givens.length);
    this.change({ ...this.board, entries, marks: null, notes: null });
  }

  useMarks(layer) {
    this.change({ ...this.board, layer });
  }

  /** Applies the placements and eliminations of a step, such as `r1c2=3` and `r4c5<>7`. */
  doStep(step) {
    const entries = [...this.board.entries];
    for (const name of step.place) {
      const { cell, digit } = parseName(name, this.size);
      if (this.board.givens[cell] === '.') entries[cell] = digit;
    }
    let { marks } = this.board;
    if (step.eliminate.length) {
      marks = this.limits();
      for (const name of step.eliminate) {
        const { cell, digit } = parseName(name, this.size);
        marks[cell] &= ~bitOf(digit);
      }
    }
    this.change({ ...this.board, entries: entries.join(''), marks });
  }

  /** The open cells without a candidate. */
  deadCells() {
    const masks = this.marks();
    return [...masks.keys()].filter((cell) => masks[cell] === 0);
  }
}

/** The cell and digit of a name. */
export function parseName(name, size) {
  const [, row, column, digit] = /^r(\d+)c(\d+)(?:(?:=|<>)(\w))?$/.exec(name) ?? [];
  return { cell: (Number(row) - 1) * size + Number(column) - 1, digit };
}
