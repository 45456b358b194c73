// Undo and redo: the game with the states before and after it.

import type { Game } from './game';

export interface History {
  now: Game;
  past: Game[];
  future: Game[];
}

/** Maximum number of states that can be undone. */
const MAX_STATES = 300;

export const begin = (game: Game): History => ({ now: game, past: [], future: [] });

/** Makes a change that can be undone. If the new game equals the old one, nothing happens. */
export function change(history: History, next: Game): History {
  if (JSON.stringify(next) === JSON.stringify(history.now)) return history;
  return { now: next, past: [...history.past, history.now].slice(-MAX_STATES), future: [] };
}

export function undo({ now, past, future }: History): History {
  const last = past.at(-1);
  return last ? { now: last, past: past.slice(0, -1), future: [now, ...future] } : { now, past, future };
}

export function redo({ now, past, future }: History): History {
  const [next, ...rest] = future;
  return next ? { now: next, past: [...past, now], future: rest } : { now, past, future };
}
