// The board for other sites: links and lines.

import { $, el, errorText } from './dom.js';

/** Fills the box with links. Only https addresses become links. */
export async function links(ask, game) {
  try {
    const found = await ask({ ask: 'links', board: game.forEngine() }, { lane: 'show', quiet: true });
    const link = (name, address) => address && /^https:\/\//.test(address) && el('li', {}, el('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, name));
    const line = (name, text) => text && el('li', {}, `${name}: `, el('code', {}, text));
    $('links').replaceChildren(
      el('ul', {}, link('SudokuPad', found.sudokupad) || null, link('f-puzzles', found.fpuzzles) || null, link('SudokuWiki', found.sudokuwiki) || null, line('One line', found.line) || null, line('All candidates', found.candidates) || null),
    );
  } catch (error) {
    $('links').textContent = errorText(error);
  }
}
