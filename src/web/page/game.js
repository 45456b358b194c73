// The board that the user plays on: givens, entries, pencilmarks, and undo.

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
    this.reset(Game.empty(height, width));
  }

  static empty(height, width) {
    const blank = '.'.repeat((height * width) ** 2);
    return { height, width, givens: blank, entries: blank, marks: null };
  }

  /** Starts over with a board in the form of the protocol. */
  reset(board) {
    this.board = { marks: null, ...board };
    this.past = [];
    this.future = [];
    this.selected = new Set();
    this.cursor = null;
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

  /** The current pencilmarks. */
  marks() {
    return this.board.marks ?? this.computed();
  }

  /** The board for the engine: a cell without pencilmarks has all candidates. */
  forEngine() {
    const { height, width, givens, entries, marks } = this.board;
    const full = marks?.map((mask, cell) => (mask === 0 && !this.digit(cell) ? this.all : mask));
    return { height, width, givens, entries, marks: full ?? null };
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
    const open = [...cells].filter((cell) => !this.isGiven(cell));
    const takeOut = open.every((cell) => this.board.entries[cell] === digit);
    const entries = [...this.board.entries];
    const marks = this.board.marks && [...this.board.marks];
    for (const cell of open) {
      entries[cell] = takeOut ? '.' : digit;
      if (marks && !takeOut) for (const peer of this.peers(cell)) marks[peer] &= ~bitOf(digit);
    }
    this.change({ ...this.board, entries: entries.join(''), marks });
  }

  /** Adds a pencilmark to cells, or removes it if all of them have it. */
  pencil(cells, digit) {
    const bit = bitOf(digit);
    if (!bit || bit > this.all) return;
    const open = [...cells].filter((cell) => !this.digit(cell));
    const marks = [...this.marks()];
    const rubOut = open.every((cell) => marks[cell] & bit);
    for (const cell of open) marks[cell] = rubOut ? marks[cell] & ~bit : marks[cell] | bit;
    this.change({ ...this.board, marks });
  }

  /** Clears entries; if there are none, pencilmarks. */
  clear(cells) {
    const open = [...cells].filter((cell) => !this.isGiven(cell));
    const entries = [...this.board.entries];
    const filled = open.filter((cell) => entries[cell] !== '.');
    for (const cell of filled) entries[cell] = '.';
    let { marks } = this.board;
    if (!filled.length && marks) {
      marks = marks.map((mask, cell) => (open.includes(cell) ? 0 : mask));
    }
    this.change({ ...this.board, entries: entries.join(''), marks });
  }

  /** Sets a given while the user enters a new puzzle. */
  give(cells, digit) {
    const givens = [...this.board.givens];
    for (const cell of cells) givens[cell] = digit && givens[cell] !== digit ? digit : '.';
    this.change({ ...this.board, givens: givens.join('') });
  }

  restart() {
    const { height, width, givens } = this.board;
    this.change({ height, width, givens, entries: '.'.repeat(givens.length), marks: null });
  }

  useMarks(kind) {
    if (kind === 'auto') this.change({ ...this.board, marks: null });
    if (kind === 'own' && !this.board.marks) this.change({ ...this.board, marks: new Array(this.size ** 2).fill(0) });
  }

  /** Applies the placements and eliminations of a step, such as `r1c2=3` and `r4c5<>7`. */
  doStep(step) {
    const entries = [...this.board.entries];
    for (const name of step.place) {
      const { cell, digit } = parseName(name, this.size);
      if (this.board.givens[cell] === '.') entries[cell] = digit;
    }
    const placed = { ...this.board, entries: entries.join('') };
    let marks = this.board.marks && this.board.marks.map((mask) => mask || this.all);
    if (step.eliminate.length || marks) {
      const follows = this.computed(placed);
      marks = (marks ?? follows).map((mask, cell) => mask & follows[cell]);
      for (const name of step.eliminate) {
        const { cell, digit } = parseName(name, this.size);
        marks[cell] &= ~bitOf(digit);
      }
    }
    this.change({ ...placed, marks });
  }
}

/** The cell and digit of a name. */
export function parseName(name, size) {
  const [, row, column, digit] = /^r(\d+)c(\d+)(?:(?:=|<>)(\w))?$/.exec(name) ?? [];
  return { cell: (Number(row) - 1) * size + Number(column) - 1, digit };
}
