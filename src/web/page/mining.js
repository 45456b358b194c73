// The mining pane: explains why a candidate is impossible. It needs Z3, so it is shown only if the
// program serves the page.

import { $, errorText } from './dom.js';

/** Shows the box; `open` opens a rule in the editor. */
export function mining({ ask, game, open }) {
  $('mine-box').hidden = false;
  let rule = '';
  $('mine').onclick = async () => {
    const lines = [];
    const progress = ({ line }) => {
      lines.push(line);
      $('mined').textContent = lines.join('\n');
    };
    $('mined').textContent = '';
    $('mined-rule').hidden = true;
    try {
      const candidate = $('mine-of').value.trim();
      await ask({ ask: 'mine', board: game.forEngine(), candidate }, { lane: 'judge', progress, words: 'Asking Z3' });
      rule = lines.find((line) => /^\s*(\/\/\/[^\n]*\n)*rule /.test(line))?.trim() ?? '';
      $('mined-rule').hidden = !rule;
    } catch (error) {
      $('mined').textContent = error.name === 'AbortError' ? 'Cancelled.' : errorText(error);
    }
  };
  $('mined-rule').onclick = () => open('own/explained.rule', `${rule}\n`);
  game.onChange(() => ($('mined').textContent = ''));
}
