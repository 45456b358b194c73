// The page: connects the three panes.

import { $, calm, el, errorText } from './dom.js';
import { engine, isServed } from './connect.js';
import { Game } from './game.js';
import { BoardView } from './draw.js';
import { play } from './keys.js';
import { Steps } from './steps.js';
import { ProofBox } from './proofbox.js';
import { OwnRules } from './own.js';
import { Editor } from './editor.js';
import { Rules } from './rules.js';
import { pack, unpack } from './address.js';
import { links } from './links.js';
import { mining } from './mining.js';
import { setTheme, applyTheme, rememberStyles } from './theme.js';

const FIRST = '.83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...';
const SAMPLES = [
  ['easy 9x9', '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'],
  ['unfair 9x9', FIRST],
  ['needs search 9x9', '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..'],
];

const game = new Game();
const own = new OwnRules();
const view = new BoardView(game);
const saveSoon = calm(250, () => save());

// ---- Questions: slow ones show a progress bar and can be stopped.

let running = null;

async function ask(question, { words, quiet, ...options } = {}) {
  if (quiet) return engine.ask(question, options);
  running?.abort();
  const mine = (running = new AbortController());
  $('busy-words').textContent = `${words ?? 'Working'}…`;
  const soon = setTimeout(() => ($('busy').hidden = false), 150);
  try {
    return await engine.ask(question, { ...options, signal: mine.signal });
  } finally {
    clearTimeout(soon);
    if (running === mine) {
      running = null;
      $('busy').hidden = true;
    }
  }
}

$('stop').onclick = () => running?.abort();

const options = () => ({
  rules: own.used(),
  max_level: $('level').value || null,
  search: $('search').checked,
  assume_unique: $('unique').checked,
  on: own.used().flatMap(({ text }) => [...text.matchAll(/^\s*rule\s+(\w+)/gm)].map((match) => match[1])),
});

// ---- The panes.

const proofBox = new ProofBox(ask);
const steps = new Steps({ game, view, ask, options, proofBox, changed: saveSoon });
const editor = new Editor({
  ask,
  own,
  game,
  steps,
  changed: saveSoon,
  onUse: (path) => ($('judged').textContent = `${path} is kept in this browser, and used from now on.`),
});
const onlySteps = (technique) => {
  steps.forget();
  const found = [];
  const progress = (told) => found.push(...told.steps);
  steps.question({ ask: 'steps', technique }, { progress, words: 'Looking' }).then(() => {
    steps.tell(found.length ? `${found.length} steps of ${technique} in this state.` : `${technique} finds nothing in this state.`);
    steps.list(found, (step) => steps.show(step, step.proof));
  });
};
const rules = new Rules({ ask, own, editor, steps, changed: saveSoon, onlySteps });
const keys = play(game, view, () => $('pencil').getAttribute('aria-pressed') === 'true', () => steps.forget());

proofBox.onSteps = (found) => {
  game.reset({ ...found.board });
  steps.forget();
  steps.walk(found, found.board, 0);
};

game.onReset(() => {
  steps.forget();
  proofBox.clear();
  $('cell-words').textContent = '\u00a0';
  $('which-box').hidden = true;
});

game.onChange(() => {
  if (steps.path || steps.current || steps.hinted) steps.forget();
  view.render();
  $('undo').disabled = !game.past.length;
  $('redo').disabled = !game.future.length;
  $('marks').value = game.board.layer;
  $('setting').setAttribute('aria-pressed', String(game.board.setting));
  const wrong = game.conflicts().size;
  $('board-note').textContent = wrong ? `${wrong} digits contradict each other.` : '';
  drawPad();
  if (editor.isOpen) editor.lintSoon();
  if ($('links-box').open) links(ask, game);
  saveSoon();
});

function drawPad() {
  if ($('pad').childElementCount === game.size + 1) return;
  const digits = [...'123456789ABCDEFGHIJKLMNOP'].slice(0, game.size);
  const press = (digit) => () => keys.digit(digit, $('pencil').getAttribute('aria-pressed') === 'true');
  const button = (digit) => el('button', { type: 'button', onclick: press(digit) }, digit);
  const erase = () => {
    steps.forget();
    game.clear(game.selected);
  };
  $('pad').replaceChildren(...digits.map(button), el('button', { type: 'button', 'aria-label': 'Clear the cell', onclick: erase }, '⌫'));
}

$('undo').onclick = () => game.undo();
$('redo').onclick = () => game.redo();
$('clear').onclick = () => game.restart();
$('pencil').onclick = () => $('pencil').setAttribute('aria-pressed', String($('pencil').getAttribute('aria-pressed') !== 'true'));
$('marks').onchange = () => game.useMarks($('marks').value);
$('setting').onclick = () => game.useSetting(!game.board.setting);
$('theme').onclick = () => setTheme();
$('links-box').ontoggle = () => $('links-box').open && links(ask, game);

// ---- Puzzles from text, files and links.

async function read(text, name = '') {
  if (/^\s*(#[^\n]*\n\s*)*qed \d/.test(text)) return proofBox.open(text);
  if (name.endsWith('.rule') || /^\s*(\/\/[^\n]*\n\s*)*(rule|pattern|relation)\s+\w+/.test(text)) {
    const path = `own/${(name || 'dropped.rule').replace(/[^\w.-]+/g, '_')}`;
    own.put(path, text);
    return editor.open(path, text);
  }
  try {
    const found = await ask({ ask: 'read', text }, { lane: 'show', words: 'Reading' });
    game.reset(found.board);
    $('board-note').textContent = found.label ?? '';
    if (found.puzzles > 1) offer(found);
    $('paste-box').open = false;
    if (!loading) $('board').focus({ preventScroll: true });
  } catch (error) {
    $('board-note').textContent = errorText(error);
    $('paste-box').open = true;
  }
  return undefined;
}

/** Offers the puzzles of a collection. */
function offer({ puzzles, lines }) {
  const item = (line, index) => el('option', { value: line }, `${index + 1} of ${puzzles}`);
  $('which').replaceChildren(...lines.map(item));
  $('which-box').hidden = false;
  if (lines.length < puzzles) $('board-note').textContent = `The first ${lines.length} of ${puzzles} puzzles can be chosen.`;
}

$('which').onchange = async () => {
  const found = await ask({ ask: 'read', text: $('which').value }, { lane: 'show', words: 'Reading' });
  game.reset(found.board);
  $('which-box').hidden = false;
};

const readFile = async (file) => {
  if (!file) return;
  if (file.size > 4_000_000) $('board-note').textContent = 'This file is too large for a puzzle or a proof.';
  else await read(await file.text(), file.name);
};

$('read').onclick = () => read($('paste').value);
$('file').onchange = () => readFile($('file').files[0]);
addEventListener('paste', (event) => {
  if (/^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
  event.preventDefault();
  read(event.clipboardData.getData('text'));
});
for (const kind of ['dragenter', 'dragover', 'dragleave', 'drop']) {
  addEventListener(kind, (event) => {
    event.preventDefault();
    $('drop').hidden = kind === 'dragleave' ? event.relatedTarget === null : kind === 'drop';
    if (kind !== 'drop') return;
    const [file] = event.dataTransfer.files;
    if (file) readFile(file);
    else read(event.dataTransfer.getData('text'));
  });
}

$('fresh').onchange = () => {
  const { value } = $('fresh');
  $('fresh').selectedIndex = 0;
  const [, height, width] = /^(\d+) (\d+)$/.exec(value) ?? [];
  if (height) game.reset({ ...Game.empty(Number(height), Number(width)), setting: true });
  else if (value) read(value);
};

// ---- The address.

let loading = true;

async function save() {
  if (loading) return;
  const seen = { b: game.board };
  if (steps.path) seen.p = steps.at;
  else if (steps.current) seen.s = steps.current;
  if (seen.s) seen.s = { step: seen.s.step, proof: seen.s.proof };
  if (editor.isOpen) seen.e = editor.file();
  else if (rules.shown) seen.r = rules.shown.name;
  const how = options();
  if (how.max_level || !how.search || how.assume_unique) seen.h = { level: how.max_level, search: how.search, unique: how.assume_unique };
  if (how.rules.length) seen.o = how.rules;
  history.replaceState(null, '', `#${await pack(seen)}`);
}

/** Restores the state from an address; ignores invalid parts. */
async function restore(seen) {
  const board = seen?.b;
  const size = board ? board.height * board.width : 0;
  const isLine = (line) => typeof line === 'string' && line.length === size ** 2 && /^[.1-9A-P]*$/.test(line);
  const fits = size >= 1 && size <= 25 && isLine(board.givens) && isLine(board.entries);
  const masks = (list) => (Array.isArray(list) && list.length === size ** 2 && list.every(Number.isInteger) ? list : null);
  if (fits) {
    const { height, width, givens, entries } = board;
    const layer = ['auto', 'own', 'none'].includes(board.layer) ? board.layer : 'auto';
    const setting = board.setting === true;
    game.reset({ height, width, givens, entries, marks: masks(board.marks), notes: masks(board.notes), layer, setting });
  }
  else await read(FIRST);
  if (!seen || !fits) return;
  for (const file of Array.isArray(seen.o) ? seen.o : []) {
    if (typeof file?.path === 'string' && typeof file?.text === 'string' && !own.get(file.path)) own.put(file.path, file.text, true);
  }
  if (seen.h) {
    $('level').value = seen.h.level ?? '';
    $('search').checked = seen.h.search !== false;
    $('unique').checked = seen.h.unique === true;
  }
  if (typeof seen.e?.text === 'string') editor.open(String(seen.e.path), seen.e.text);
  else if (seen.r) {
    await library;
    const rule = rules.find(seen.r);
    if (rule) rules.show(rule);
  }
  if (Number.isInteger(seen.p)) {
    await steps.find();
    if (steps.path) await steps.go(seen.p);
  } else if (typeof seen.s?.proof === 'string' && typeof seen.s?.step?.sentence === 'string') {
    const { step, proof } = seen.s;
    const names = (list) => (Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []);
    const number = (value) => (Number.isInteger(value) ? value : 0);
    await steps.show({ name: String(step.name), sentence: step.sentence, level: '', place: names(step.place), eliminate: names(step.eliminate), from: number(step.from), count: number(step.count) }, proof);
  }
}

$('share').onclick = async () => {
  await save();
  try {
    await navigator.clipboard.writeText(location.href);
    $('share').textContent = 'Copied';
  } catch {
    $('share').textContent = 'The address has it';
  }
  setTimeout(() => ($('share').textContent = 'Copy link'), 2000);
};
addEventListener('hashchange', async () => restore(await unpack(location.hash.slice(1))));

// ---- Start.

let library;

async function begin() {
  const greeted = engine.ask({ ask: 'hello' });
  library = rules.load();
  const [hello, seen] = await Promise.all([greeted, unpack(location.hash.slice(1))]);
  rememberStyles(hello);
  applyTheme();
  $('level').replaceChildren(el('option', { value: '' }, 'all levels'), ...hello.levels.map((level) => el('option', { value: level }, level)));
  $('fresh').replaceChildren(
    el('option', { value: '' }, 'choose…'),
    ...SAMPLES.map(([name, text]) => el('option', { value: text }, name)),
    ...hello.shapes.map(([height, width]) => el('option', { value: `${height} ${width}` }, `empty ${height * width}x${height * width}`)),
  );
  $('where').textContent = isServed ? `Qedoku ${hello.program}, served by the program on your machine.` : `Qedoku ${hello.program}, running in this browser alone. Verdicts on rules of your own need \`qedoku serve\`.`;
  if (hello.powers.mine) mining({ ask, game, open: (path, text) => editor.open(path, text) });
  await restore(seen);
  loading = false;
  document.documentElement.dataset.ready = 'yes';
}

begin().catch((error) => {
  $('board-note').textContent = `The engine did not start: ${errorText(error)}`;
});
