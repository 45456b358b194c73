// The proof as text: to save, edit and check.

import { $, download, el, errorText } from './dom.js';
import { check } from './checker.js';
import { isServed } from './connect.js';

export class ProofBox {
  /** `walk` shows the steps of a proof; `ask` sends a question to the engine. */
  constructor(ask) {
    this.ask = ask;
    this.onSteps = () => {};
    if (isServed) $('check').textContent = 'Check with the program';
    $('check').onclick = () => this.check();
    $('save-qed').onclick = () => download('proof.qed', $('proof').value, 'text/plain');
    $('save-report').onclick = () => this.report();
    $('open-proof').onclick = () => this.steps();
  }

  set(text) {
    $('proof-box').hidden = false;
    $('proof').value = text;
    $('verdict').replaceChildren();
  }

  /** Removes the proof of another puzzle. */
  clear() {
    $('proof-box').hidden = true;
    $('proof').value = '';
    $('verdict').className = '';
    $('verdict').replaceChildren();
  }

  /** Opens a pasted or dropped proof and shows its steps. */
  open(text) {
    this.set(text);
    $('proof-box').open = true;
    return this.check();
  }

  async check() {
    const text = $('proof').value;
    $('verdict').className = '';
    $('verdict').textContent = 'Checking…';
    try {
      const { verdict, line, words, here } = await check(text);
      const by = here ? 'The checker in this browser says: ' : 'The checker of the program says: ';
      $('verdict').className = verdict;
      $('verdict').replaceChildren(by, el('strong', {}, words));
      if (line) this.point(text, line);
      return verdict;
    } catch (error) {
      $('verdict').textContent = errorText(error);
    }
  }

  /** Shows the line that fails, and selects it. */
  point(text, line) {
    const lines = text.split('\n');
    const wrong = lines[line - 1] ?? '';
    const start = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
    $('verdict').append(el('code', { className: 'failing' }, `${line}: ${wrong.slice(0, 300)}`));
    const area = $('proof');
    area.setSelectionRange(start, start + wrong.length);
    area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 4);
  }

  /** Saves an accepted proof as a page to read and to print. */
  async report() {
    if ((await this.check()) !== 'accepted') return;
    try {
      const question = { ask: 'report', proof: $('proof').value, title: 'A Sudoku, step by step' };
      const { html } = await this.ask(question, { lane: 'show', words: 'Writing the report' });
      download('report.html', html, 'text/html');
    } catch (error) {
      $('verdict').textContent = errorText(error);
    }
  }

  async steps() {
    try {
      const proof = $('proof').value;
      const found = await this.ask({ ask: 'proof', proof }, { lane: 'show', words: 'Reading the proof' });
      this.onSteps({ ...found, proof });
    } catch (error) {
      $('verdict').textContent = errorText(error);
    }
  }
}
