// Tests of the models with an engine that gives prepared answers.

import assert from 'node:assert/strict';
import test from 'node:test';
import { pack, unpack } from '../src/model/address';
import { Learn, movesBetween, rank } from '../src/model/learn';
import { indentAfter, wordAt } from '../src/model/rules';
import { Session } from '../src/model/session';
import { daily } from '../src/model/setter';
import { Steps } from '../src/model/steps';
import { memoryStore } from '../src/model/store';
import { why } from '../src/model/why';
import { nine } from '../src/model/geometry';
import { en } from '../src/model/words.en';
import { de } from '../src/model/words.de';
import { gameOfLine } from '../src/model/game';
import * as play from '../src/model/game';

type Answer = (question: any) => unknown;

function made(answer: Answer = () => ({})) {
  const asked: any[] = [];
  const engine = {
    ask: async (question: any) => {
      asked.push(question);
      return answer(question);
    },
  };
  const store = memoryStore();
  const session = new Session(engine as any, store, false);
  return { session, store, asked, steps: new Steps(session) };
}

const STEP = { rule: 'x', name: 'X', level: 'easy', score: 1, sentence: 'X: r1c1=1', place: ['r1c1=1'], eliminate: [], from: 0, count: 1, proof: 'qed 1' };

test('a hint grows stronger, and a move forgets it', async () => {
  const { session, steps } = made(({ ask }) => (ask === 'hint' ? { step: STEP, place: 'r1', technique: 'X', look: { houses: ['r1'], cells: [], candidates: [] } } : { svg: '', lines: [], arithmetic: [], bindings: [], state: [] }));
  await steps.hint();
  assert.equal(steps.told.value?.kind, 'hint');
  assert.deepEqual(session.lit.value, { names: ['r1'] });
  await steps.hint();
  assert.equal((steps.told.value as any).strength, 2);
  await steps.hint();
  assert.equal(steps.current.value?.step.name, 'X');
  session.select(0);
  session.press('1');
  assert.equal(steps.current.value, null);
  assert.equal(session.game.value.entries[0], '1');
});

test('taking a step changes the board, and undo takes it back', async () => {
  const { session, steps } = made(() => ({ svg: '', lines: [], arithmetic: [], bindings: [], state: [] }));
  await steps.show(STEP, 'qed 1');
  steps.take();
  assert.equal(session.game.value.entries[0], '1');
  session.undo();
  assert.equal(session.game.value.entries[0], '.');
});

test('the path begins without the digit of its first step', async () => {
  const state = new Array(81).fill(511);
  const { session, steps } = made(({ ask }) => (ask === 'path' ? { steps: [{ ...STEP, changes: [[0, 1]] }], state, claim: 'open', proof: 'qed 1' } : { svg: 'p', lines: [], arithmetic: [], bindings: [], state }));
  await steps.find();
  assert.equal(steps.state.value === null, true, 'the pane of play shows the game');
  session.tab.value = 'steps';
  assert.equal(steps.state.value?.entries[0], '.');
  await steps.go(1);
  assert.equal(steps.state.value?.entries[0], '.', 'a step is drawn on the state before it');
  steps.playFromHere();
  assert.equal(session.game.value.entries[0], '1');
  assert.equal(steps.path.value, null);
});

test('another puzzle removes the proof and the steps of the one before', async () => {
  const { session, steps } = made(() => ({ steps: [], state: [], claim: 'open', proof: 'qed 1' }));
  await steps.find();
  assert.equal(steps.proof.value, 'qed 1');
  session.reset(gameOfLine('.'.repeat(81)));
  assert.equal(steps.proof.value, null);
  assert.equal(steps.told.value, null);
});

test('the engine never sees notes, and sees eliminations', async () => {
  const { session, steps, asked } = made(() => ({ claim: 'open' }));
  session.move((game) => ({ ...game, layer: 'own' }));
  session.select(2);
  session.press('1', 'corner');
  session.press('2', 'centre');
  await steps.hint();
  assert.equal(asked.at(-1).board.marks, null);
  session.move((game) => ({ ...game, layer: 'auto' }));
  session.select(0);
  session.press('1', 'corner');
  await steps.hint();
  assert.ok(Array.isArray(asked.at(-1).board.marks));
});

test('a game, its undo states and its time survive a reload', () => {
  const { session, store } = made();
  session.isReady.value = true;
  session.select(0);
  session.press('1');
  session.tick();
  session.keepGame();
  const again = new Session({ ask: async () => ({}) } as any, store, false);
  const kept = again.keptGame()!;
  assert.equal(kept.history.now.entries[0], '1');
  assert.equal(kept.history.past.length, 1);
  assert.equal(kept.seconds, 1);
});

test('a paused or solved game takes no time', () => {
  const { session } = made();
  session.tick();
  session.isPaused.value = true;
  session.tick();
  assert.equal(session.seconds.value, 1);
});

test('double-click selects the same digit', () => {
  const { session } = made();
  session.reset(gameOfLine('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'));
  session.selectAlike(0);
  assert.deepEqual([...session.selected.value].map((cell) => session.game.value.givens[cell]), ['5', '5', '5']);
});

test('the selection toggles and inverts, and modes cycle', () => {
  const { session } = made();
  session.select(3);
  session.toggle(4);
  session.toggle(3);
  assert.deepEqual([...session.selected.value], [4]);
  session.invert();
  assert.equal(session.selected.value.size, 80);
  assert.ok(!session.selected.value.has(4));
  session.nextMode(-1);
  assert.equal(session.mode.value, 'colour');
  session.nextMode();
  assert.equal(session.mode.value, 'digit');
});

test('the layer of marks stays for new games, and a board with candidates shows them', () => {
  const { session, store } = made();
  const board = { height: 3, width: 3, givens: '.'.repeat(81), entries: '.'.repeat(81), marks: null };
  session.chooseLayer('own');
  session.reset(board);
  assert.equal(session.game.value.layer, 'own');
  session.reset({ ...board, marks: new Array(81).fill(511) });
  assert.equal(session.game.value.layer, 'auto');
  assert.equal(new Session({ ask: async () => ({}) } as any, store, false).layer.value, 'own');
});

test('thumbnails are drawn one after another, and once', async () => {
  let running = 0;
  const { session, asked } = made();
  session.ask = (async (question: any) => {
    asked.push(question);
    running += 1;
    assert.equal(running, 1);
    await Promise.resolve();
    running -= 1;
    return question.ask === 'example' ? [{ step: STEP }] : { svg: `<svg>${asked.length}</svg>` };
  }) as any;
  const learn = new Learn(session);
  const rule = (name: string) => ({ name }) as any;
  for (const name of ['a', 'b', 'a']) learn.thumbnail(rule(name));
  while (learn.thumbnails.value.size < 2) await new Promise((resolve) => setTimeout(resolve));
  assert.equal(asked.filter(({ ask }) => ask === 'example').length, 2);
});

test('the daily puzzle depends on the date alone', () => {
  assert.deepEqual(daily(new Date(2026, 0, 5, 1)), daily(new Date(2026, 0, 5, 23)));
  assert.notEqual(daily(new Date(2026, 0, 5)).seed, daily(new Date(2026, 0, 6)).seed);
  assert.equal(daily(new Date(2026, 0, 5)).label, '2026-01-05');
});

test('the moves of an exercise', () => {
  const game = gameOfLine('.'.repeat(81));
  const next = play.pencil(game, [2], '4', 'corner', nine);
  assert.deepEqual(movesBetween(game, next), ['r1c3<>4']);
  assert.deepEqual(movesBetween(game, play.enter(game, [2], '4', nine)), ['r1c3=4']);
});

test('why: an X-Wing is refuted by following its links', () => {
  const masks = new Array(81).fill(0);
  for (const cell of [0, 3, 36, 39, 72]) masks[cell] = 1;
  const lines = why(['count r9c1<>1 : +1r1 +1r5 -1c1 -1c4'], masks, nine)!;
  assert.deepEqual(lines.map(({ kind }) => kind), ['suppose', 'only', 'none']);
  assert.deepEqual(why(['single r1c1=1 : 1r1'], masks, nine), [{ kind: 'single', candidate: 'r1c1=1', group: '1r1', depth: 0 }]);
  assert.equal(why(['refuted 1r1'], masks, nine), null);
  assert.equal(why(['machine x'], masks, nine), null);
});

test('why: a naked triple with all digits ends with a count', () => {
  const masks = new Array(81).fill(0);
  for (const cell of [0, 1, 2, 8]) masks[cell] = 7;
  const lines = why(['count r1c9<>1 : +r1c1 +r1c2 +r1c3 -1r1 -2r1 -3r1'], masks, nine)!;
  assert.deepEqual(lines.at(-1), { kind: 'count', truths: ['r1c1', 'r1c2', 'r1c3'], links: ['2r1', '3r1'], depth: 0 });
});

test('why: several eliminations, a supposition, a deadly pattern, and a sum', () => {
  const masks = new Array(81).fill(0);
  for (const cell of [0, 3, 36, 39, 72, 75]) masks[cell] = 1;
  const fish = '+1r1 +1r5 -1c1 -1c4';
  const two = why([`count r9c1<>1 : ${fish}`, `count r9c4<>1 : ${fish}`], masks, nine)!;
  assert.deepEqual(two.map(({ kind }) => kind), ['suppose', 'only', 'none', 'suppose', 'only', 'none']);
  const both = why([`count r9c1<>1 r9c4<>1 : ${fish}`], masks, nine)!;
  assert.deepEqual(both.at(-1), { kind: 'also', candidates: ['r9c4=1'], depth: 0 });
  const net = why(['suppose r1c1=1', 'single r5c4=1 : 1r5', 'refuted 1r9'], masks, nine)!;
  assert.deepEqual(net.map(({ kind, depth }) => [kind, depth]), [['suppose', 0], ['single', 1], ['refuted', 0]]);
  const deadly = why(['deadly d1 : r1c1=1 r5c4=1 : r1c4=1 r5c1=1', 'count r1c1<>1 : +1r5 -1c1 -d1'], masks, nine)!;
  assert.deepEqual(deadly.map(({ kind }) => kind), ['deadly', 'suppose', 'none']);
  assert.equal(why(['count r9c1<>1 : +2*1r1 -k1'], masks, nine)!.at(-1)!.kind, 'sum');
});

test('search in the library puts names first', () => {
  const rule = (name: string, doc: string) => ({ name, doc, path: '', text: '', file: '', own: false, techniques: [{ name, known_as: [['sudopedia', `${name}osaurus`]] as [string, string][], level: 'hard', score: 1, assumes_unique: false, on_request: false, verdict: null }] });
  assert.ok(rank(rule('tridagon', ''), ['tridagon']) < rank(rule('forcing_net', 'finds a tridagon'), ['tridagon']));
  assert.equal(rank(rule('x', ''), ['tridagon']), 5);
  assert.ok(rank(rule('x', ''), ['xosaurus']) < rank(rule('y', 'an xosaurus'), ['xosaurus']), 'other names count as names');
  assert.ok(rank(rule('Empty Rectangle', ''), ['empty', 'rectangle']) < rank(rule('Dual Empty Rectangle', ''), ['empty', 'rectangle']));
});

test('the editor indents and completes', () => {
  assert.equal(indentAfter('rule a {', 8), '\n  ');
  assert.equal(indentAfter('  for digit d', 13), '\n  ');
  assert.equal(wordAt('  elim', 6), 2);
});

test('an address restores its value, and a damaged one is null', async () => {
  const value = { b: gameOfLine('.'.repeat(81)), t: 'set' };
  assert.deepEqual(await unpack(await pack(value)), value);
  assert.equal(await unpack('%3Cscript%3E'), null);
});

test('German is complete and keeps the values', () => {
  const values = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
  for (const [key, text] of Object.entries(en)) {
    assert.ok(de[key as keyof typeof en], key);
    assert.deepEqual(values(de[key as keyof typeof en]), values(text), key);
  }
});
