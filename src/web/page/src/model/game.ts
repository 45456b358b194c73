// The board that the user plays on, as a value: givens, entries, candidates, notes and colours.
//
// `marks` restricts the candidates of the cells: a missing bit is an explicit elimination, which
// the engine trusts. `corner` and `centre` are the player's own notes, which the engine never gets.
// `layer` selects the marks that the board shows: `auto` (candidates), `own` (notes) or `none`.

import type { BoardView } from '../engine/protocol';
import type { Geometry } from './geometry';

export type Layer = 'auto' | 'own' | 'none';

export interface Game {
  height: number;
  width: number;
  givens: string;
  entries: string;
  marks: number[] | null;
  corner: number[] | null;
  centre: number[] | null;
  /** The colours of each cell, as masks. */
  colours: number[] | null;
  /** The colour of candidates, by `cell * 32 + digit index`. */
  painted: Record<number, number>;
  layer: Layer;
  /** Whether digits become givens. */
  setting: boolean;
}

export const DIGITS = '123456789ABCDEFGHIJKLMNOP';
export const COLOURS = 9;

export const bitOf = (digit: string): number => {
  const at = DIGITS.indexOf(digit.toUpperCase());
  return digit.length !== 1 || at < 0 ? 0 : 1 << at;
};
export const sizeOf = (game: { height: number; width: number }): number => game.height * game.width;
export const allOf = (game: { height: number; width: number }): number => 2 ** sizeOf(game) - 1;
export const digitsOf = (mask: number): string[] => [...DIGITS].filter((_, at) => mask & (1 << at));

export const paintKey = (cell: number, digit: string): number => cell * 32 + DIGITS.indexOf(digit);

export function emptyGame(height: number, width: number): Game {
  const blank = '.'.repeat((height * width) ** 2);
  return gameOf({ height, width, givens: blank, entries: blank, marks: null });
}

/** A new game on a board of the protocol. */
export function gameOf(board: BoardView): Game {
  const { height, width, givens, entries, marks } = board;
  return {
    height,
    width,
    givens,
    entries,
    marks: marks ?? null,
    corner: null,
    centre: null,
    colours: null,
    painted: {},
    layer: 'auto',
    setting: false,
  };
}

/** A game from a line of 81 characters, without the engine. */
export function gameOfLine(line: string): Game {
  const givens = line.replaceAll('0', '.');
  return gameOf({ height: 3, width: 3, givens, entries: '.'.repeat(givens.length), marks: null });
}

/** The digit in a cell, or null. */
export function digitAt(game: Game, cell: number): string | null {
  const digit = game.givens[cell] === '.' ? game.entries[cell] : game.givens[cell];
  return digit === undefined || digit === '.' ? null : digit;
}

export const isGiven = (game: Game, cell: number): boolean => game.givens[cell] !== '.';

/** The candidates that follow from the digits. */
export function computed(game: Game, geometry: Geometry): number[] {
  const masks = new Array<number>(sizeOf(game) ** 2).fill(allOf(game));
  for (const cell of masks.keys()) {
    const digit = digitAt(game, cell);
    if (!digit) continue;
    for (const peer of geometry.peers(cell)) masks[peer]! &= ~bitOf(digit);
  }
  for (const cell of masks.keys()) {
    const digit = digitAt(game, cell);
    if (digit) masks[cell] = bitOf(digit);
  }
  return masks;
}

/** The candidates of each cell: those that follow from the digits, without the eliminated ones. */
export function candidates(game: Game, geometry: Geometry): number[] {
  const follows = computed(game, geometry);
  const { marks } = game;
  return marks ? follows.map((mask, cell) => (digitAt(game, cell) ? mask : mask & marks[cell]!)) : follows;
}

const blank = (game: Game, fill = 0): number[] => new Array<number>(sizeOf(game) ** 2).fill(fill);

/** The board for the engine, without the player's notes. */
export function forEngine(game: Game, geometry: Geometry): BoardView {
  const { height, width, givens, entries, marks } = game;
  return { height, width, givens, entries, marks: marks ? candidates(game, geometry) : null };
}

/** The puzzle alone: its givens. */
export function puzzleOf(game: Game): BoardView {
  const { height, width, givens } = game;
  return { height, width, givens, entries: '.'.repeat(givens.length), marks: null };
}

/** The cells whose digit also occurs in a peer. */
export function conflicts(game: Game, geometry: Geometry): Set<number> {
  const found = new Set<number>();
  for (const cell of [...game.givens].keys()) {
    const digit = digitAt(game, cell);
    if (digit && geometry.peers(cell).some((peer) => digitAt(game, peer) === digit)) found.add(cell);
  }
  return found;
}

/** Whether every cell has a digit and no two contradict each other. */
export function isSolved(game: Game, geometry: Geometry): boolean {
  const isFull = [...game.givens].every((_, cell) => digitAt(game, cell));
  return isFull && conflicts(game, geometry).size === 0;
}

/** Fills a digit into cells, or removes it if all of them have it. */
export function enter(game: Game, cells: Iterable<number>, digit: string, geometry: Geometry): Game {
  if (!bitOf(digit) || bitOf(digit) > allOf(game)) return game;
  if (game.setting) return give(game, cells, digit);
  const open = [...cells].filter((cell) => !isGiven(game, cell));
  const isTakenOut = open.every((cell) => game.entries[cell] === digit);
  const entries = [...game.entries];
  const clean = (notes: number[] | null) => (notes ? [...notes] : null);
  const [corner, centre] = [clean(game.corner), clean(game.centre)];
  for (const cell of open) {
    entries[cell] = isTakenOut ? '.' : digit;
    if (isTakenOut) continue;
    for (const peer of geometry.peers(cell)) {
      for (const notes of [corner, centre]) if (notes) notes[peer]! &= ~bitOf(digit);
    }
  }
  return { ...game, entries: entries.join(''), corner, centre };
}

/** The explicit eliminations, as masks of the remaining candidates. */
export const limits = (game: Game): number[] => (game.marks ? [...game.marks] : blank(game, allOf(game)));

/**
 * Adds a pencilmark to cells, or removes it if all of them have it. Where the candidates are filled
 * in, this eliminates a candidate or takes the elimination back. Otherwise it is a note.
 */
export function pencil(game: Game, cells: Iterable<number>, digit: string, kind: 'corner' | 'centre', geometry: Geometry): Game {
  const bit = bitOf(digit);
  if (!bit || bit > allOf(game)) return game;
  const open = [...cells].filter((cell) => !digitAt(game, cell));
  const isFilledIn = game.layer === 'auto';
  const seen = isFilledIn ? candidates(game, geometry) : (game[kind] ?? blank(game));
  const masks = isFilledIn ? limits(game) : [...seen];
  const isRubbedOut = open.every((cell) => seen[cell]! & bit);
  for (const cell of open) masks[cell] = isRubbedOut ? masks[cell]! & ~bit : masks[cell]! | bit;
  return isFilledIn ? { ...game, marks: masks } : { ...game, [kind]: masks, layer: 'own' };
}

/** Colours cells, or removes the colour if all of them have it. */
export function colour(game: Game, cells: Iterable<number>, number: number): Game {
  const bit = 1 << number;
  const list = [...cells];
  const masks = game.colours ? [...game.colours] : blank(game);
  const isRubbedOut = list.every((cell) => masks[cell]! & bit);
  for (const cell of list) masks[cell] = isRubbedOut ? masks[cell]! & ~bit : masks[cell]! | bit;
  return { ...game, colours: masks };
}

/** Colours one candidate, or removes its colour. */
export function paint(game: Game, cell: number, digit: string, number: number): Game {
  const key = paintKey(cell, digit);
  const painted = { ...game.painted };
  if (painted[key] === number) delete painted[key];
  else painted[key] = number;
  return { ...game, painted };
}

/**
 * Clears the digits. Without digits, clears the notes and colours, or the eliminations if they are
 * shown.
 */
export function clear(game: Game, cells: Iterable<number>): Game {
  if (game.setting) return give(game, cells, null);
  const list = new Set(cells);
  const open = [...list].filter((cell) => !isGiven(game, cell));
  const entries = [...game.entries];
  const filled = open.filter((cell) => entries[cell] !== '.');
  for (const cell of filled) entries[cell] = '.';
  if (filled.length) return { ...game, entries: entries.join('') };
  const without = (masks: number[] | null, empty: number) => masks?.map((mask, cell) => (list.has(cell) ? empty : mask)) ?? null;
  const isMarked = (masks: number[] | null, empty: number) => [...list].some((cell) => (masks?.[cell] ?? empty) !== empty);
  const all = allOf(game);
  if (game.layer === 'auto' && isMarked(game.marks, all)) return { ...game, marks: without(game.marks, all) };
  if (game.layer === 'own' && (isMarked(game.corner, 0) || isMarked(game.centre, 0))) {
    return { ...game, corner: without(game.corner, 0), centre: without(game.centre, 0) };
  }
  const painted = Object.fromEntries(Object.entries(game.painted).filter(([key]) => !list.has(Number(key) >> 5)));
  return { ...game, colours: without(game.colours, 0), painted };
}

/** Sets or removes givens while the user enters a puzzle. */
function give(game: Game, cells: Iterable<number>, digit: string | null): Game {
  const list = [...cells];
  const [givens, entries] = [[...game.givens], [...game.entries]];
  const isTakenOut = !digit || list.every((cell) => givens[cell] === digit);
  for (const cell of list) {
    givens[cell] = isTakenOut ? '.' : digit;
    entries[cell] = '.';
  }
  return { ...game, givens: givens.join(''), entries: entries.join('') };
}

export function restart(game: Game): Game {
  const entries = '.'.repeat(game.givens.length);
  return { ...game, entries, marks: null, corner: null, centre: null, colours: null, painted: {} };
}

/** Applies placements and eliminations such as `r1c2=3` and `r4c5<>7`. */
export function applyStep(game: Game, step: { place: string[]; eliminate: string[] }): Game {
  const entries = [...game.entries];
  const n = sizeOf(game);
  for (const name of step.place) {
    const { cell, digit } = parseName(name, n);
    if (digit && game.givens[cell] === '.') entries[cell] = digit;
  }
  let { marks } = game;
  if (step.eliminate.length) {
    marks = limits(game);
    for (const name of step.eliminate) {
      const { cell, digit } = parseName(name, n);
      if (digit) marks[cell]! &= ~bitOf(digit);
    }
  }
  return { ...game, entries: entries.join(''), marks };
}

/** The open cells without a candidate. */
export function deadCells(game: Game, geometry: Geometry): number[] {
  const masks = candidates(game, geometry);
  return [...masks.keys()].filter((cell) => masks[cell] === 0);
}

export const cellName = (cell: number, size: number): string => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;

/** The cell and digit of a name. The cell is `NaN` if the text is not a name. */
export function parseName(name: string, size: number): { cell: number; digit: string | undefined } {
  const [, row, column, digit] = /^r(\d+)c(\d+)(?:(?:=|<>)(\w))?$/.exec(name) ?? [];
  return { cell: (Number(row) - 1) * size + Number(column) - 1, digit };
}

/** Wrong entries and wrong eliminations, compared with the solution. */
export function mistakes(game: Game, solution: string): { entries: number[]; eliminated: number[] } {
  const cells = [...solution].map((_, cell) => cell);
  return {
    entries: cells.filter((cell) => game.entries[cell] !== '.' && game.entries[cell] !== solution[cell]),
    eliminated: cells.filter((cell) => !digitAt(game, cell) && game.marks && !(game.marks[cell]! & bitOf(solution[cell]!))),
  };
}
