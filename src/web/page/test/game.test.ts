// Tests of the game as a value, without a browser.

import assert from 'node:assert/strict';
import test from 'node:test';
import * as play from '../src/model/game';
import { nine } from '../src/model/geometry';
import { begin, change, redo, undo } from '../src/model/history';
import { readGame, readKept, withRecent, writeKept } from '../src/model/store';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const game = play.gameOfLine(EASY);

test('geometry: a cell has 20 peers, and borders separate boxes', () => {
  for (let cell = 0; cell < 81; cell++) assert.equal(nine.peers(cell).length, 20);
  assert.ok(nine.isBorder(2, 3));
  assert.ok(!nine.isBorder(1, 2));
  assert.ok(nine.isBorder(18, 27));
});

test('candidates follow from the digits', () => {
  const masks = play.candidates(game, nine);
  assert.deepEqual(play.digitsOf(masks[2]!), ['1', '2', '4']);
  assert.deepEqual(play.digitsOf(masks[0]!), ['5']);
});

test('an entry can be undone and done again', () => {
  let history = begin(game);
  history = change(history, play.enter(game, [2], '4', nine));
  assert.equal(history.now.entries[2], '4');
  history = undo(history);
  assert.equal(history.now, game);
  assert.equal(redo(history).now.entries[2], '4');
  assert.equal(change(history, { ...game }).past.length, 0, 'an equal game is no change');
});

test('the same digit again removes the entry, and givens stay', () => {
  const entered = play.enter(game, [0, 2], '4', nine);
  assert.equal(entered.givens, game.givens);
  assert.equal(entered.entries[0], '.');
  assert.equal(play.enter(entered, [2], '4', nine).entries[2], '.');
});

test('where candidates are filled in, a pencilmark eliminates', () => {
  const struck = play.pencil(game, [2], '4', 'corner', nine);
  assert.deepEqual(play.digitsOf(play.candidates(struck, nine)[2]!), ['1', '2']);
  assert.notEqual(play.forEngine(struck, nine).marks, null);
  const back = play.pencil(struck, [2], '4', 'corner', nine);
  assert.deepEqual(play.digitsOf(play.candidates(back, nine)[2]!), ['1', '2', '4']);
});

test('notes of the player never reach the engine', () => {
  for (const layer of ['own', 'none'] as const) {
    for (const kind of ['corner', 'centre'] as const) {
      const noted = play.pencil({ ...game, layer }, [2, 18], '1', kind, nine);
      assert.equal(noted.layer, 'own', 'the note is visible');
      assert.deepEqual(play.digitsOf(noted[kind]![2]!), ['1']);
      assert.equal(play.forEngine(noted, nine).marks, null);
      assert.ok(!('corner' in play.forEngine(noted, nine)));
    }
  }
});

test('an entry removes notes of its digit from peers', () => {
  const noted = play.pencil({ ...game, layer: 'own' }, [3, 62], '4', 'centre', nine);
  const entered = play.enter(noted, [2], '4', nine);
  assert.equal(entered.centre![3], 0);
  assert.notEqual(entered.centre![62], 0);
});

test('colours of cells and candidates', () => {
  const coloured = play.colour(play.colour(game, [0, 1], 2), [1], 4);
  assert.equal(coloured.colours![1], (1 << 2) | (1 << 4));
  assert.equal(play.colour(coloured, [0, 1], 2).colours![0], 0);
  const painted = play.paint(game, 2, '4', 3);
  assert.equal(painted.painted[play.paintKey(2, '4')], 3);
  assert.deepEqual(play.paint(painted, 2, '4', 3).painted, {});
});

test('setting turns digits into givens, and a restart keeps them', () => {
  const empty = { ...play.emptyGame(3, 3), setting: true };
  const set = play.enter(empty, [5], '7', nine);
  assert.equal(set.givens[5], '7');
  assert.equal(play.restart(play.enter({ ...set, setting: false }, [6], '3', nine)).givens[5], '7');
  assert.equal(play.clear(set, [5]).givens[5], '.');
});

test('conflicts, solved boards and mistakes', () => {
  assert.equal(play.conflicts(play.enter(game, [3], '5', nine), nine).size, 3);
  const full = { ...game, entries: [...SOLVED].map((digit, cell) => (game.givens[cell] === '.' ? digit : '.')).join('') };
  assert.ok(play.isSolved(full, nine));
  assert.ok(!play.isSolved(game, nine));
  const wrong = play.enter(game, [2], '1', nine);
  assert.deepEqual(play.mistakes(wrong, SOLVED), { entries: [2], eliminated: [] });
  const struck = play.pencil(game, [2], '4', 'corner', nine);
  assert.deepEqual(play.mistakes(struck, SOLVED), { entries: [], eliminated: [2] });
});

test('a kept game comes back with its undo states, and damaged ones are refused', () => {
  const history = change(begin(game), play.enter(game, [2], '4', nine));
  const kept = { history, seconds: 75, label: 'easy' };
  const back = readKept(JSON.parse(JSON.stringify(writeKept(kept))));
  assert.deepEqual(back, kept);
  assert.equal(undo(back!.history).now.entries, game.entries);
  for (const bad of [null, 7, {}, { now: { ...game, givens: 'x' } }, { now: { ...game, height: 1e9 } }]) assert.equal(readKept(bad), null);
  assert.equal(readGame({ ...game, marks: [1, 2] })!.marks, null);
});

test('recent games: begun ones, the latest first, each once', () => {
  const begun = { history: begin(play.enter(game, [2], '4', nine)), seconds: 1, label: 'a' };
  assert.equal(withRecent([], { ...begun, history: begin(game) }).length, 0);
  const once = withRecent([], begun);
  assert.equal(withRecent(once, begun).length, 1);
});
