// The Rules pane: the library by family, with descriptions, verdicts and pictures of examples; and
// user rules.

import { $, el, picture, errorText, withoutIds } from './dom.js';

const title = (family) => {
  const words = family.replace(/^\d+-/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const MISSED = 3;

/** How well words fit a rule: 0 its names, 1 names and levels, 2 its description, 3 not at all. */
export function rank(rule, words) {
  const names = [rule.name.replaceAll('_', ' '), rule.name, ...rule.techniques.map((t) => t.name)].join(' ').toLowerCase();
  const levels = rule.techniques.map((t) => t.level).join(' ');
  const texts = [names, `${names} ${levels}`, `${names} ${levels} ${rule.doc.toLowerCase()}`];
  const at = texts.findIndex((text) => words.every((word) => text.includes(word)));
  return at < 0 ? MISSED : at;
}

export class Rules {
  constructor({ ask, own, editor, steps, changed, onlySteps }) {
    Object.assign(this, { ask, own, editor, steps, changed, onlySteps });
    this.families = [];
    this.shown = null;
    $('find').addEventListener('input', () => this.list());
    $('edit-rule').onclick = () => this.edit();
    $('only-rule').onclick = () => this.onlySteps(this.shown.name);
    $('import').onchange = () => this.take($('import').files);
    own.onChange(() => this.listOwn());
    this.listOwn();
  }

  async load() {
    try {
      // This uses the lane of hints, so that the next hint finds the rules loaded.
      this.families = await this.ask({ ask: 'library' }, { lane: 'steps', quiet: true });
      this.list();
    } catch (error) {
      $('library').replaceChildren(el('p', { className: 'error' }, errorText(error)));
    }
  }

  list() {
    const words = $('find').value.toLowerCase().split(/\s+/).filter(Boolean);
    const ranked = (rules) => {
      const found = rules.map((rule) => [rank(rule, words), rule]).filter(([at]) => at < MISSED);
      return found.sort(([a], [b]) => a - b).map(([, rule]) => rule);
    };
    const first = ({ rules }) => Math.min(...rules.map((rule) => rank(rule, words)));
    const families = this.families
      .map(({ name, rules }) => ({ name, rules: ranked(rules) }))
      .filter(({ rules }) => rules.length)
      .sort((a, b) => first(a) - first(b));
    $('library').replaceChildren(
      ...families.map(({ name, rules }) =>
        el('details', { open: words.length > 0 }, el('summary', {}, `${title(name)} (${rules.length})`), el('ul', { className: 'rules' }, ...rules.map((rule) => this.item(rule)))),
      ),
    );
    if (!families.length) $('library').textContent = 'No rule is called like that.';
  }

  item(rule) {
    const names = [...new Set(rule.techniques.map((t) => t.name))].join(', ');
    const levels = [...new Set(rule.techniques.map((t) => t.level))].join(', ');
    return el('li', {}, el('button', { type: 'button', onclick: () => this.show(rule) }, names), el('span', { className: 'quiet' }, ` ${levels}`));
  }

  find(name) {
    return this.families.flatMap(({ rules }) => rules).find((rule) => rule.name === name);
  }

  async show(rule) {
    this.shown = rule;
    $('rule').hidden = false;
    $('rule-name').textContent = [...new Set(rule.techniques.map((t) => t.name))].join(', ');
    $('rule-doc').textContent = rule.doc;
    const row = (t) => el('li', {}, el('strong', {}, t.name), ` ${t.level}, score ${t.score}${t.assumes_unique ? ', assumes one solution' : ''}${t.on_request ? ', on request' : ''}`, t.verdict ? el('span', { className: 'sound' }, `; ${t.verdict}`) : '');
    $('rule-techniques').replaceChildren(el('ul', {}, ...rule.techniques.map(row)));
    $('rule-examples').replaceChildren(el('p', { className: 'quiet' }, 'Drawing its example…'));
    $('rule').scrollIntoView({ block: 'nearest' });
    this.changed();
    try {
      const examples = await this.ask({ ask: 'example', rule: rule.name }, { lane: 'matches', quiet: true });
      const drawn = [];
      for (const { step } of examples.slice(0, 6)) {
        if (this.shown !== rule) return;
        const shown = await this.ask({ ask: 'show', proof: step.proof, from: step.from, count: step.count }, { lane: 'matches', quiet: true });
        drawn.push(el('figure', {}, withoutIds(picture(shown.svg)), el('figcaption', {}, step.sentence)));
      }
      if (this.shown === rule) $('rule-examples').replaceChildren(...(drawn.length ? drawn : [el('p', { className: 'quiet' }, 'It has no example.')]));
    } catch (error) {
      $('rule-examples').textContent = errorText(error);
    }
  }

  /** Opens a copy of a library rule under a new name, so that both can exist. */
  edit() {
    const rule = this.shown;
    const name = `my_${rule.name}`;
    const text = rule.text.replace(new RegExp(`\\brule ${rule.name}\\b`), `rule ${name}`);
    this.editor.open(`own/${name}.rule`, `${text}\n`);
  }

  listOwn() {
    const item = ({ path, used }) =>
      el(
        'li',
        {},
        el('label', {}, el('input', { type: 'checkbox', checked: used, onchange: (event) => this.own.use(path, event.target.checked) }), ` use ${path}`),
        ' ',
        el('button', { type: 'button', onclick: () => this.editor.open(path, this.own.get(path).text) }, 'Edit'),
        ' ',
        el('button', { type: 'button', 'aria-label': `Remove ${path}`, onclick: () => this.own.remove(path) }, 'Remove'),
      );
    const { files } = this.own;
    $('own').replaceChildren(...(files.length ? [el('h3', {}, 'My rules'), el('ul', { className: 'rules' }, ...files.map(item))] : []));
  }

  async take(files) {
    for (const file of files) {
      if (file.size > 1_000_000) continue;
      const path = `own/${file.name.replace(/[^\w.-]+/g, '_')}`;
      const text = await file.text();
      this.own.put(path, text);
      this.editor.open(path, text);
    }
  }
}
