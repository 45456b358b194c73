// Storage of the page's state in its address and in the browser: saved after each change, restored
// at the start.

import { effect, signal } from '@preact/signals';
import { pack, unpack } from '../model/address';
import { readGame } from '../model/store';
import type { Shown } from '../engine/protocol';
import { calm, learn, rules, session, steps } from './models';

export const shared = signal('');

let isLoading = true;

/** The content of an address. */
function seen(): Record<string, unknown> {
  const value: Record<string, unknown> = { b: session.game.value };
  if (steps.path.value) value.p = steps.at.value;
  else if (steps.current.value) value.s = { step: steps.current.value.step, proof: steps.current.value.proof };
  if (rules.isOpen.value) value.e = rules.file();
  else if (learn.rule.value) value.r = learn.rule.value.name;
  if (session.tab.value !== 'play') value.t = session.tab.value;
  const { level, search, unique, off } = session.options.value;
  if (level || !search || unique || off.length) value.h = { level, search, unique, off };
  const used = session.own.value.filter((file) => file.used);
  if (used.length) value.o = used.map(({ path, text }) => ({ path, text }));
  return value;
}

export async function save(): Promise<void> {
  if (isLoading) return;
  const address = `#${await pack(seen())}`;
  history.replaceState(null, '', address);
  session.store.set('address', address);
}

const texts = (list: unknown): string[] => (Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []);
const number = (value: unknown): number => (Number.isInteger(value) ? Number(value) : 0);

/** A step from an address, with plain values only. */
function readStep(value: any): { step: Shown; proof: string } | null {
  if (typeof value?.proof !== 'string' || typeof value?.step?.sentence !== 'string') return null;
  const { step, proof } = value;
  const { sentence } = step;
  const name = String(step.name);
  return { step: { rule: null, name, level: '', score: 0, sentence, place: texts(step.place), eliminate: texts(step.eliminate), from: number(step.from), count: number(step.count) }, proof };
}

/** Restores the state from an address, or the stored game. */
async function restore(value: any, library: Promise<void>): Promise<void> {
  const game = readGame(value?.b);
  const kept = session.keptGame();
  // This browser may have moves that came after its own address. The address of a link wins.
  const isOwn = location.hash === session.store.get('address');
  const isKept = kept && (!game || isOwn || JSON.stringify(kept.history.now) === JSON.stringify(game));
  if (isKept) session.reset(kept.history.now, kept.label, kept);
  else if (game) session.reset(game);
  if (!game) return;
  for (const file of Array.isArray(value.o) ? value.o : []) {
    const isFile = typeof file?.path === 'string' && typeof file?.text === 'string';
    if (isFile && !session.own.value.some(({ path }) => path === file.path)) session.putRule(file.path, file.text, true);
  }
  if (value.h) session.options.value = { level: String(value.h.level ?? ''), search: value.h.search !== false, unique: value.h.unique === true, off: texts(value.h.off) };
  if (typeof value.e?.text === 'string') rules.open(String(value.e.path), value.e.text);
  else if (typeof value.r === 'string') {
    await library;
    const rule = learn.byName(value.r);
    if (rule) void learn.open(rule);
  }
  if (['play', 'steps', 'learn', 'set', 'rules'].includes(value.t)) session.tab.value = value.t;
  const step = readStep(value.s);
  if (Number.isInteger(value.p)) {
    await steps.find();
    await steps.go(value.p);
  } else if (step) await steps.show(step.step, step.proof);
}

/** Restores the state, and saves it from then on. */
export async function persist(library: Promise<void>): Promise<void> {
  await restore(await unpack(location.hash.slice(1)), library);
  isLoading = false;
  const saveSoon = calm(250, () => void save());
  effect(() => {
    seen();
    saveSoon();
  });
  addEventListener('hashchange', async () => restore(await unpack(location.hash.slice(1)), library));
  addEventListener('pagehide', () => session.keepGame());
}
