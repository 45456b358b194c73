// The rule editor: colours, underlined problems, steps found on the board, examples, and verdicts.

import { $, calm, download, el, picture, errorText, withoutIds } from './dom.js';
import { coloured } from './colours.js';

const TEMPLATE = `/// If all places of a digit in one house lie in another house, eliminate it from the rest of that house.
rule my_rule {
  name  "My Rule"
  level medium
  for   digit d, houses A, B
  when  every d in A is in B
  then  eliminate d from B except A
  say   "{d} in {A} lies in {B}"
}
`;

export class Editor {
  constructor({ ask, own, game, steps, changed, onUse }) {
    Object.assign(this, { ask, own, game, steps, changed, onUse });
    this.problems = [];
    this.lintSoon = calm(60, () => this.lint());
    $('text').addEventListener('input', () => {
      this.problems = [];
      $('judged').replaceChildren();
      this.paint();
      this.lintSoon();
      changed();
    });
    $('text').addEventListener('scroll', () => {
      $('colours').scrollTop = $('text').scrollTop;
      $('colours').scrollLeft = $('text').scrollLeft;
    });
    $('text').addEventListener('keydown', (event) => {
      // Tab leaves the editor as elsewhere. Enter keeps the indentation of the line above.
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      const { value, selectionStart } = $('text');
      const line = value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart);
      const indent = /^ */.exec(line)[0] + (line.trimEnd().endsWith('{') ? '  ' : '');
      $('text').setRangeText(`\n${indent}`, selectionStart, $('text').selectionEnd, 'end');
      $('text').dispatchEvent(new Event('input'));
    });
    $('prove').onclick = () => this.prove();
    $('use').onclick = () => this.use();
    $('format').onclick = () => this.format();
    $('export').onclick = () => download(this.fileName(), $('text').value, 'text/plain');
    $('close-editor').onclick = () => this.close();
    $('new-rule').onclick = () => this.open(this.freePath(), TEMPLATE);
  }

  get isOpen() {
    return !$('editor').hidden;
  }

  file() {
    return { path: $('rule-path').value.trim() || 'own/my_rule.rule', text: $('text').value };
  }

  fileName() {
    const name = this.file().path.split('/').at(-1);
    return name.endsWith('.rule') ? name : `${name}.rule`;
  }

  freePath() {
    for (let i = 1; ; i++) {
      const path = `own/my_rule${i > 1 ? `_${i}` : ''}.rule`;
      if (!this.own.get(path)) return path;
    }
  }

  open(path, text) {
    $('editor').hidden = false;
    $('rule-path').value = path;
    $('text').value = text;
    this.problems = [];
    for (const id of ['judged', 'matches', 'problems']) $(id).replaceChildren();
    this.paint();
    this.lint();
    $('editor').scrollIntoView({ block: 'nearest' });
    this.changed();
  }

  close() {
    $('editor').hidden = true;
    this.changed();
  }

  paint() {
    $('colours').replaceChildren(...coloured($('text').value, this.problems));
    $('colours').scrollTop = $('text').scrollTop;
    $('colours').scrollLeft = $('text').scrollLeft;
  }

  /** Requests feedback on the text and cancels an older request. */
  async lint() {
    if (!this.isOpen) return;
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    const file = this.file();
    const began = performance.now();
    try {
      // Problems of the text come first. The search for steps may take longer.
      const text = await this.ask({ ask: 'edit', file, rules: this.own.all() }, { lane: 'edit', signal: undefined, quiet: true });
      if (asking.signal.aborted) return;
      this.problems = text.problems;
      this.paint();
      this.tellProblems(text);
      $('editor').dataset.answered = String(Math.round(performance.now() - began));
      if (text.problems.length) return $('matches').replaceChildren();
      const found = await this.ask({ ask: 'edit', file, rules: this.own.all(), board: this.game.forEngine() }, { lane: 'matches', signal: asking.signal, quiet: true });
      if (!asking.signal.aborted) this.tellMatches(found);
    } catch (error) {
      if (error.name !== 'AbortError') $('problems').replaceChildren(el('li', {}, errorText(error)));
    }
  }

  tellProblems({ problems, techniques }) {
    const items = problems.map(({ start, end, message, label, help, code }) => {
      const { line, column } = this.place(start);
      const go = () => {
        $('text').focus();
        $('text').setSelectionRange(start, end);
      };
      return el('li', { className: 'problem' }, el('button', { type: 'button', onclick: go, title: code }, `${line}:${column}`), ` ${message}`, label && label !== 'here' ? el('em', {}, `: ${label}`) : '', help ? el('span', { className: 'help' }, ` Help: ${help}`) : '');
    });
    if (!items.length) items.push(el('li', { className: 'fine' }, `No mistakes in the text: ${techniques.map((t) => `${t.name} (${t.level})`).join(', ') || 'no rule in it'}.`));
    $('problems').replaceChildren(...items);
  }

  place(at) {
    const before = $('text').value.slice(0, at).split('\n');
    return { line: before.length, column: before.at(-1).length + 1 };
  }

  tellMatches({ steps, left_out: more, refused, examples }) {
    const tried = examples.map(({ rule, number, failure }) => el('li', { className: failure ? 'problem' : 'fine' }, `${rule}, example ${number}: ${failure ?? 'as it says'}`));
    const found = steps.map((step) => el('li', {}, el('button', { type: 'button', className: 'step', onclick: () => this.steps.show(step, step.proof) }, step.sentence)));
    const count = steps.length + more;
    $('matches').replaceChildren(
      el('h3', {}, count ? `On the board it finds ${count} step${count > 1 ? 's' : ''}` : 'On the board it finds nothing'),
      refused ? el('p', { className: 'error' }, `${refused} matches do not follow from the rule: no step is made of them.`) : '',
      el('ol', {}, ...found),
      ...(tried.length ? [el('h3', {}, 'Examples'), el('ul', {}, ...tried)] : []),
    );
  }

  async format() {
    try {
      const { text } = await this.ask({ ask: 'format', file: this.file() }, { lane: 'edit', quiet: true });
      $('text').value = text;
      $('text').dispatchEvent(new Event('input'));
    } catch (error) {
      $('judged').textContent = errorText(error);
    }
  }

  use() {
    const { path, text } = this.file();
    this.own.put(path, text, true);
    this.onUse(path);
  }

  async prove() {
    const told = $('judged');
    told.textContent = 'Asking…';
    try {
      const progress = ({ done, of, name }) => (told.textContent = `${name} (${done + 1} of ${of})…`);
      const verdicts = await this.ask({ ask: 'judge', file: this.file(), rules: this.own.all() }, { lane: 'judge', progress, words: 'Proving' });
      told.replaceChildren(...verdicts.map((verdict) => this.verdict(verdict)));
      if (!verdicts.length) told.textContent = 'There is no rule in this file.';
    } catch (error) {
      told.replaceChildren(el('p', { className: 'error' }, error.name === 'AbortError' ? 'Cancelled.' : errorText(error)));
    }
  }

  verdict({ name, verdict, words, refuted }) {
    const parts = [el('p', {}, el('strong', { className: verdict }, verdict), ` ${name}: ${words}`)];
    if (refuted) {
      const mend = refuted.mended && el('button', { type: 'button', className: 'main', onclick: () => this.mend(refuted.mended) }, `Fix it: ${refuted.suggestion}`);
      parts.push(
        el('p', {}, `It matches here: ${refuted.sentence}. But ${refuted.blame}, as the second board, a solution, shows.`),
        el('div', { className: 'pictures' }, withoutIds(picture(refuted.svg)), withoutIds(picture(refuted.solution))),
        mend || (refuted.suggestion ? el('p', {}, `It would be sound if you ${refuted.suggestion}.`) : ''),
        el('button', { type: 'button', onclick: () => this.game.reset(refuted.board) }, 'Put that board here'),
      );
    }
    return el('section', { className: `verdict ${verdict}` }, ...parts);
  }

  async mend(mended) {
    // The condition is inserted as text. Formatting gives its line the right indentation.
    const { path } = this.file();
    const { text } = await this.ask({ ask: 'format', file: { path, text: mended } }, { lane: 'edit', quiet: true }).catch(() => ({ text: mended }));
    $('text').value = text;
    $('text').dispatchEvent(new Event('input'));
    this.prove();
  }
}
