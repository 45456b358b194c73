// Input by keys, as in SudokuPad, wherever the focus is: arrows move, digits fill in, Shift with a
// digit sets a corner mark, Control a centre mark, both a colour, Backspace clears, Z X C V choose
// the mode, and Space the next one. Control A selects all, Control I inverts the selection.

import type { Mode } from '../model/session';
import { session, steps } from './models';

const ARROWS: Record<string, [number, number]> = { arrowup: [-1, 0], arrowdown: [1, 0], arrowleft: [0, -1], arrowright: [0, 1] };
/** The letters that move, on boards without digits of this name. */
const LETTERS: Record<string, [number, number]> = { w: [-1, 0], s: [1, 0], a: [0, -1], d: [0, 1] };
const MODES: Record<string, Mode> = { z: 'digit', x: 'corner', c: 'centre', v: 'colour' };

/** Whether the focused element uses the keys itself. */
function isTyping(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : null;
  return !!element?.closest('input, textarea, select, [role=tab], summary, [contenteditable]');
}

/** Whether Space activates the focused element. */
const isOnControl = (target: EventTarget | null) => target instanceof Element && !!target.closest('button, a, [role=button]');

function modeFor(event: KeyboardEvent): Mode {
  if (event.shiftKey && (event.ctrlKey || event.metaKey)) return 'colour';
  if (event.shiftKey) return 'corner';
  return event.ctrlKey || event.metaKey ? 'centre' : session.mode.value;
}

/** Acts on a key. Returns whether the key was meant for the board. */
function act(event: KeyboardEvent): boolean {
  const control = event.ctrlKey || event.metaKey;
  const letter = event.key.toLowerCase();
  const isNine = session.size.value <= 9;
  const arrow = ARROWS[letter] ?? (isNine && !control ? LETTERS[letter] : undefined);
  if (control && (letter === 'z' || letter === 'y')) {
    if (letter === 'y' || event.shiftKey) session.redo();
    else session.undo();
  } else if (control && letter === 'a') {
    session.selected.value = new Set([...session.game.value.givens].map((_, cell) => cell));
  } else if (control && letter === 'i') {
    session.invert();
  } else if (arrow) {
    const [down, right] = arrow;
    const isOnBoard = document.activeElement?.id === 'board';
    if (steps.state.value && right && !isOnBoard) void steps.go(steps.at.value + right);
    else session.step(down, right, event.shiftKey || control);
  } else if (event.key === 'Backspace' || event.key === 'Delete' || (event.key === '0' && !control)) {
    session.erase();
  } else if (event.key === 'Escape') {
    session.unselect();
  } else if (letter === ' ' && !isOnControl(event.target)) {
    session.nextMode(event.shiftKey ? -1 : 1);
  } else if (/^(Digit|Numpad)[1-9]$/.test(event.code)) {
    if (!session.selected.value.size && session.mode.value !== 'colour') return false;
    session.press(event.code.slice(-1), modeFor(event));
  } else if (!control && !isNine && session.selected.value.size > 0 && /^[a-p]$/.test(letter)) {
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
