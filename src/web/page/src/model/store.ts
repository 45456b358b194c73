// The browser's storage: the game with its undo states, recent games, rules and settings. Without
// local storage, data last until the page is closed.

import { digitAt, sizeOf, type Game, type Layer } from './game';
import type { History } from './history';

export interface Store {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

const PREFIX = 'qedoku.';

/** The local storage of the browser, as JSON. */
export const browserStore: Store = {
  get(key) {
    try {
      return JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null');
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
      // If the storage is full or forbidden, the page works without it.
    }
  },
};

/** A store that forgets, for tests. */
export function memoryStore(): Store {
  const kept = new Map<string, string>();
  return {
    get: (key) => JSON.parse(kept.get(key) ?? 'null'),
    set: (key, value) => void kept.set(key, JSON.stringify(value)),
  };
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** A game from an address or from storage; null if the data are not a game. */
export function readGame(value: unknown): Game | null {
  if (!isFields(value)) return null;
  const { height, width, givens, entries } = value;
  if (!Number.isInteger(height) || !Number.isInteger(width)) return null;
  const size = Number(height) * Number(width);
  const isLine = (line: unknown): line is string => typeof line === 'string' && line.length === size ** 2 && /^[.1-9A-P]*$/.test(line);
  if (size < 1 || size > 25 || !isLine(givens) || !isLine(entries)) return null;
  const masks = (list: unknown) => (Array.isArray(list) && list.length === size ** 2 && list.every(Number.isInteger) ? (list as number[]) : null);
  const painted: Record<number, number> = {};
  for (const [key, number] of Object.entries(isFields(value.painted) ? value.painted : {})) {
    if (/^\d+$/.test(key) && Number(key) >> 5 < size ** 2 && Number.isInteger(number)) painted[Number(key)] = Number(number);
  }
  const layer: Layer = value.layer === 'own' || value.layer === 'none' ? value.layer : 'auto';
  return {
    height: Number(height),
    width: Number(width),
    givens,
    entries,
    marks: masks(value.marks),
    // Addresses of earlier versions have one layer of notes.
    corner: masks(value.corner ?? value.notes),
    centre: masks(value.centre),
    colours: masks(value.colours),
    painted,
    layer,
    setting: value.setting === true,
  };
}

/** A stored game: its states, its time, and its origin. */
export interface Kept {
  history: History;
  seconds: number;
  label: string;
}

const MAX_KEPT_STATES = 100;

export function writeKept({ history, seconds, label }: Kept): unknown {
  const { now, past, future } = history;
  return { now, past: past.slice(-MAX_KEPT_STATES), future: future.slice(0, MAX_KEPT_STATES), seconds, label };
}

export function readKept(value: unknown): Kept | null {
  if (!isFields(value)) return null;
  const now = readGame(value.now);
  if (!now) return null;
  const games = (list: unknown) => (Array.isArray(list) ? list.map(readGame).filter((game) => game !== null) : []);
  return {
    history: { now, past: games(value.past), future: games(value.future) },
    seconds: typeof value.seconds === 'number' ? value.seconds : 0,
    label: typeof value.label === 'string' ? value.label : '',
  };
}

const MAX_RECENT = 12;

/** Adds a game to the recent ones, the latest first. Games without an entry are not stored. */
export function withRecent(recent: Kept[], kept: Kept): Kept[] {
  const { now } = kept.history;
  const isBegun = /[^.]/.test(now.entries) || now.marks || now.corner || now.centre;
  const others = recent.filter(({ history }) => history.now.givens !== now.givens);
  if (!/[^.]/.test(now.givens) || !isBegun) return recent;
  return [{ ...kept, history: { now, past: [], future: [] } }, ...others].slice(0, MAX_RECENT);
}

/** The share of cells that are filled in, in percent. */
export function progress(game: Game): number {
  const cells = [...Array(sizeOf(game) ** 2).keys()];
  const open = cells.filter((cell) => game.givens[cell] === '.');
  const filled = open.filter((cell) => digitAt(game, cell));
  return open.length ? Math.round((100 * filled.length) / open.length) : 100;
}
