// The Steps pane: hints in three strengths, the path, all steps of a state, the grade, and the
// current step.

import { $, download, el, errorText } from './dom.js';
import { parseName } from './game.js';
import { chips, lighting, sentence } from './sentence.js';

const CLAIMS = {
  unique: 'Solved: there is one solution, and every step is proved.',
  none: 'There is no solution.',
  many: 'There are several solutions; two of them are known.',
  open: 'No rule applies here.',
};

/** The entries after some steps. */
function placedBy(entries, steps, size) {
  const digits = [...entries];
  for (const name of steps.flatMap((step) => step.place)) {
    const { cell, digit } = parseName(name, size);
    digits[cell] = digit;
  }
  return digits.join('');
}

export class Steps {
  /** Takes the game, its view, the `ask` function, the options, and the proof box. */
  constructor({ game, view, ask, options, proofBox, changed }) {
    Object.assign(this, { game, view, ask, options, proofBox, changed });
    /** The current path: { board, states, steps, proof }, and the index of the current step. */
    this.path = null;
    this.at = 0;
    /** The step that is shown: { step, proof }. */
    this.current = null;
    this.hinted = null;
    this.light = (parts) => view.light(parts);
    $('hint').onclick = () => this.hint();
    $('path').onclick = () => this.find();
    $('all').onclick = () => this.all();
    $('grade').onclick = () => this.grade();
    $('first').onclick = () => this.go(0);
    $('back').onclick = () => this.go(this.at - 1);
    $('next').onclick = () => this.go(this.at + 1);
    $('last').onclick = () => this.go(this.path.steps.length);
    $('leave').onclick = () => this.leave();
    $('at').oninput = () => this.go(Number($('at').value));
    $('filter').onchange = () => this.filter();
    $('do-it').onclick = () => this.doIt();
    $('save-svg').onclick = () => this.saveSvg();
    $('steps-pane').addEventListener('keydown', (event) => {
      if (!this.path || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by) this.go(this.at + by);
    });
  }

  tell(...parts) {
    $('told').replaceChildren(...parts);
  }

  /** Sends a question. Errors are shown in the pane, and the result is then `undefined`. */
  async question(question, options = {}) {
    try {
      return await this.ask({ ...question, board: this.game.forEngine(), how: this.options() }, options);
    } catch (error) {
      if (error.name === 'AbortError') this.tell('Cancelled.');
      else this.tell(el('p', { className: 'error' }, errorText(error)));
      return undefined;
    }
  }

  /** Clears the results of an earlier state. */
  forget() {
    this.path = this.hinted = this.current = null;
    for (const id of ['walk', 'step', 'filter-box']) $(id).hidden = true;
    $('list').replaceChildren();
    $('filter').value = '';
    this.found = [];
    this.tell();
    this.view.light(null);
    this.view.showGame();
  }

  async hint() {
    if (this.hinted) return this.tellMore();
    this.forget();
    const found = await this.question({ ask: 'hint' }, { words: 'Looking for the next step' });
    if (!found) return;
    if (!found.step) {
      this.tell(el('p', { className: found.claim === 'none' ? 'error' : '' }, ...this.reason(found)));
      return;
    }
    this.hinted = { ...found, told: 0 };
    this.tellMore();
  }

  /** The reason why there is no step. Marks the wrong entries, or the cells without candidates. */
  reason({ claim, mistake }) {
    if (claim !== 'none') return [CLAIMS[claim]];
    const { game } = this;
    const hasEntries = /[^.]/.test(game.board.entries) || game.board.marks;
    const n = game.size;
    const dead = game.deadCells().map((cell) => `r${Math.floor(cell / n) + 1}c${(cell % n) + 1}`);
    if (hasEntries && mistake) {
      this.light({ names: [...mistake.candidates, ...dead] });
      return ['There is no solution. ', ...sentence(mistake.sentence, this.light)];
    }
    this.light({ names: dead });
    const first = 'This puzzle has no solution: its givens contradict each other.';
    return dead.length ? [`${first} No candidate is left in `, ...sentence(dead.join(', '), this.light), '.'] : [first];
  }

  /** Makes the hint stronger: the place, then the technique, then the whole step. */
  tellMore() {
    const hint = this.hinted;
    hint.told += 1;
    const more = (words) => el('button', { type: 'button', onclick: () => this.tellMore() }, words);
    const names = { names: hint.look.houses };
    if (hint.told === 1) {
      this.tell(lighting(el('p', {}, `Look at ${hint.place}. `), names, this.light), more('Which technique?'));
      this.light(names);
    } else if (hint.told === 2) {
      this.tell(lighting(el('p', {}, el('strong', {}, hint.technique), `: look at ${hint.place}. `), names, this.light), more('Show me'));
    } else {
      this.hinted = null;
      this.tell();
      this.light(null);
      this.show(hint.step, hint.step.proof);
    }
    this.changed();
  }

  async find() {
    this.forget();
    const progress = ({ steps, name }) => this.tell(`${steps} steps so far; ${name}`);
    const found = await this.question({ ask: 'path' }, { progress, words: 'Solving' });
    if (found) this.walk(found, this.game.board, 0);
  }

  /** Shows a path from its beginning. */
  walk(found, board, at) {
    const states = [found.state];
    for (const step of found.steps) {
      const next = [...states.at(-1)];
      for (const [cell, mask] of step.changes) next[cell] = mask;
      states.push(next);
    }
    this.path = { ...found, givens: board.givens, entries: board.entries, states };
    const refused = Object.keys(found.refused ?? {});
    const warn = refused.length ? ` Steps of ${refused.join(', ')} do not follow from the rule and were not taken.` : '';
    this.tell(el('p', {}, `${found.steps.length} steps. ${CLAIMS[found.claim]}${warn}`));
    $('walk').hidden = false;
    $('at').max = found.steps.length;
    this.list(found.steps, (step, index) => this.go(index + 1));
    if (found.proof) this.proofBox.set(found.proof);
    this.go(at);
  }

  /** Goes to a step: 0 is the beginning. */
  async go(at) {
    const { steps, states, givens, entries, proof } = this.path;
    this.at = Math.max(0, Math.min(at, steps.length));
    $('at').value = this.at;
    $('back').disabled = $('first').disabled = this.at === 0;
    $('next').disabled = $('last').disabled = this.at === steps.length;
    for (const [index, item] of [...$('list').children].entries()) {
      const is = index === this.at - 1;
      item.classList.toggle('current', is);
      if (is) item.scrollIntoView({ block: 'nearest' });
    }
    if (this.at === 0) {
      $('step').hidden = true;
      this.current = null;
      this.view.showState(states[0], givens, entries);
    } else {
      this.view.showState(states[this.at - 1], givens, placedBy(entries, steps.slice(0, this.at - 1), this.game.size));
      await this.show(steps[this.at - 1], proof);
    }
    this.changed();
  }

  leave() {
    this.forget();
    this.changed();
  }

  async all() {
    this.forget();
    const found = [];
    const progress = ({ done, of, name, steps }) => {
      found.push(...steps);
      this.tell(`${found.length} steps; ${name} (${done} of ${of})`);
    };
    const end = await this.question({ ask: 'steps' }, { progress, words: 'Looking for all steps' });
    if (!end && !found.length) return;
    this.tell(el('p', {}, found.length ? `${found.length} steps in this state.` : 'No rule applies here.'));
    this.found = found;
    const names = [...new Set(found.map((step) => step.name))];
    $('filter').replaceChildren(el('option', { value: '' }, `all (${found.length})`), ...names.map((name) => el('option', { value: name }, `${name} (${found.filter((s) => s.name === name).length})`)));
    $('filter-box').hidden = names.length < 2;
    this.filter();
  }

  filter() {
    const only = $('filter').value;
    const shown = this.found.filter((step) => !only || step.name === only);
    this.list(shown.slice(0, 500), (step) => this.show(step, step.proof));
  }

  /** Lists steps. A click shows a step. */
  list(steps, act) {
    $('list').replaceChildren(
      ...steps.map((step, index) => {
        const [name, ...rest] = step.sentence.split(': ');
        const words = rest.length ? [el('strong', {}, name), `: ${rest.join(': ')}`] : [step.sentence];
        const button = el('button', { type: 'button', className: `step ${step.level}`, onclick: () => act(step, index) }, ...words);
        lighting(button, { names: [...step.eliminate, ...step.place] }, (parts) => !this.path && this.light(parts));
        return el('li', {}, button);
      }),
    );
  }

  /** Shows a step on the board, with its sentence and its arithmetic. */
  async show(step, proof) {
    const wanted = (this.current = { step, proof });
    let shown;
    try {
      shown = await this.ask({ ask: 'show', proof, from: step.from, count: step.count }, { lane: 'show', quiet: true });
    } catch (error) {
      this.tell(el('p', { className: 'error' }, errorText(error)));
      return;
    }
    if (this.current !== wanted) return;
    wanted.shown = shown;
    this.view.showStep(shown.svg);
    $('step').hidden = false;
    $('step-name').textContent = step.name;
    $('sentence').replaceChildren(...sentence(step.sentence, this.light));
    $('terms').replaceChildren(...chips(shown, this.light));
    $('arithmetic').replaceChildren(...shown.arithmetic.map((text) => el('pre', {}, text)));
    if (shown.arithmetic.length < step.count) $('arithmetic').append(`and ${step.count - shown.arithmetic.length} more lines`);
    $('do-it').hidden = this.path !== null;
    this.changed();
  }

  doIt() {
    const { step } = this.current;
    this.forget();
    this.game.doStep(step);
    $('board').focus({ preventScroll: true });
  }

  saveSvg() {
    const { shown, step } = this.current;
    const name = step.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    download(`${name}.svg`, shown.svg, 'image/svg+xml');
  }

  async grade() {
    const found = await this.question({ ask: 'grade', scales: ['SE'] }, { words: 'Grading' });
    if (!found) return;
    const rows = Object.entries(found.techniques).map(([name, count]) => el('tr', {}, el('td', {}, name), el('td', {}, String(count))));
    this.tell(
      el('p', {}, el('strong', {}, found.level ?? CLAIMS[found.claim]), found.hardest ? `; hardest: ${found.hardest}; score ${found.score}, ${found.steps} steps, ${found.clues} givens` : '', found.SE ? `; Sudoku Explainer ${found.SE.toFixed(1)}` : ''),
      el('table', {}, el('caption', { className: 'quiet' }, 'Steps of each technique, round by round'), el('tbody', {}, ...rows)),
    );
  }
}
