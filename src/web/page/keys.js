// Input by keys, mouse and touch, as in SudokuPad: arrows move, digits fill in, Shift or Ctrl with
// a digit sets a pencilmark, Backspace clears, Ctrl+Z and Ctrl+Y undo and redo. Dragging selects
// several cells.

import { $ } from './dom.js';

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Connects the input to the game; calls `before` ahead of each change. */
export function play(game, view, pencilling, before) {
  const board = $('board');

  const select = (cell, more) => {
    if (!more) game.selected.clear();
    game.selected.add(cell);
    game.cursor = cell;
    view.render();
    describe();
  };

  const describe = () => {
    const cell = game.cursor;
    if (cell === null) return;
    const n = game.size;
    const name = `r${Math.floor(cell / n) + 1}c${(cell % n) + 1}`;
    const digit = game.digit(cell);
    const masks = game.visible();
    const marks = [...'123456789ABCDEFGHIJKLMNOP'].filter((_, i) => masks && masks[cell] & (1 << i));
    const kind = game.board.layer === 'auto' ? 'candidates' : 'notes';
    const clash = game.conflicts().has(cell) ? ', contradicts another' : '';
    const words = digit ? `${digit}${game.isGiven(cell) ? ', given' : ''}${clash}` : `${kind} ${marks.join(' ') || 'none'}`;
    $('cell-words').textContent = `${name}: ${words}`;
  };

  const digit = (text, pencil) => {
    if (!game.selected.size) return;
    before();
    if (pencil) game.pencil(game.selected, text.toUpperCase());
    else game.enter(game.selected, text.toUpperCase());
    describe();
  };

  board.addEventListener('pointerdown', (event) => {
    const cell = view.cellAt(event);
    if (cell === null || event.button > 0) return;
    board.focus({ preventScroll: true });
    select(cell, event.shiftKey || event.ctrlKey || event.metaKey);
    const move = (moved) => {
      const over = view.cellAt(moved);
      if (over !== null && !game.selected.has(over)) select(over, true);
    };
    const end = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  });

  board.addEventListener('keydown', (event) => {
    const control = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    if (control && (letter === 'z' || letter === 'y')) {
      before();
      if (letter === 'y' || event.shiftKey) game.redo();
      else game.undo();
      describe();
    } else if (control && letter === 'a') {
      game.selected = new Set(Array(game.size ** 2).keys());
      view.render();
    } else if (ARROWS[event.key]) {
      const n = game.size;
      const [down, right] = ARROWS[event.key];
      const at = game.cursor ?? 0;
      const row = (Math.floor(at / n) + (game.cursor === null ? 0 : down) + n) % n;
      const column = ((at % n) + (game.cursor === null ? 0 : right) + n) % n;
      select(row * n + column, event.shiftKey || control);
    } else if (event.key === 'Backspace' || event.key === 'Delete' || (event.key === '0' && !control)) {
      before();
      game.clear(game.selected);
      describe();
    } else if (event.key === 'Escape') {
      game.selected.clear();
      game.cursor = null;
      view.render();
    } else if (/^Digit[1-9]$/.test(event.code) || /^Numpad[1-9]$/.test(event.code)) {
      digit(event.code.slice(-1), pencilling() || event.shiftKey || control);
    } else if (!control && game.size > 9 && /^[a-p]$/i.test(event.key)) {
      digit(event.key, pencilling() || event.shiftKey);
    } else {
      return;
    }
    event.preventDefault();
  });

  return { digit, describe };
}
