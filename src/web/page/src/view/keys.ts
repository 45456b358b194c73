// Input by keys, as in SudokuPad, wherever the focus is: arrows move, digits fill in, Shift with a
// digit sets a corner mark, Ctrl a centre mark, Backspace clears, Z X C V choose the mode.

import type { Mode } from '../model/session';
import { session, steps } from './models';

const ARROWS: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const MODES: Record<string, Mode> = { z: 'digit', x: 'corner', c: 'centre', v: 'colour' };

/** Whether the focused element uses the keys itself. */
function isTyping(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : null;
  return !!element?.closest('input, textarea, select, [role=tab], summary, [contenteditable]');
}

function modeFor(event: KeyboardEvent): Mode {
  if (event.shiftKey) return 'corner';
  return event.ctrlKey || event.metaKey ? 'centre' : session.mode.value;
}

/** Acts on a key. Returns whether the key was meant for the board. */
function act(event: KeyboardEvent): boolean {
  const control = event.ctrlKey || event.metaKey;
  const letter = event.key.toLowerCase();
  if (control && (letter === 'z' || letter === 'y')) {
    if (letter === 'y' || event.shiftKey) session.redo();
    else session.undo();
  } else if (control && letter === 'a') {
    session.selected.value = new Set([...session.game.value.givens].map((_, cell) => cell));
  } else if (ARROWS[event.key]) {
    const [down, right] = ARROWS[event.key]!;
    const isOnBoard = document.activeElement?.id === 'board';
    if (steps.path.value && right && !isOnBoard) void steps.go(steps.at.value + right);
    else session.step(down, right, event.shiftKey || control);
  } else if (event.key === 'Backspace' || event.key === 'Delete' || (event.key === '0' && !control)) {
    session.erase();
  } else if (event.key === 'Escape') {
    session.unselect();
  } else if (/^(Digit|Numpad)[1-9]$/.test(event.code)) {
    if (!session.selected.value.size && session.mode.value !== 'colour') return false;
    session.press(event.code.slice(-1), modeFor(event));
  } else if (!control && session.size.value > 9 && session.selected.value.size > 0 && /^[a-p]$/.test(letter)) {
    session.press(letter, modeFor(event));
  } else if (!control && !event.altKey && MODES[letter]) {
    session.mode.value = MODES[letter]!;
  } else {
    return false;
  }
  return true;
}

export function listenToKeys(): void {
  window.addEventListener('keydown', (event) => {
    if (event.altKey || isTyping(event.target) || !act(event)) return;
    event.preventDefault();
  });
}
