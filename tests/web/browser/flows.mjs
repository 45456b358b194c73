// User flows, one function each. Every flow runs on the static and on the served page.

import { readFileSync } from 'node:fs';
import AxeBuilder from './axe.mjs';
import { EASY, UNFAIR, assert, click, done, equal, fresh, line, paste, ready, shown, text, until, walked } from './harness.mjs';
import { RULE } from './rules.mjs';

const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const HARD = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';

/** A puzzle is pasted and followed to its end. Its proof is checked, broken, and checked again. */
export async function pathAndProof(browser, { url }) {
  const page = await fresh(browser, url);
  await paste(page, EASY);
  await until(page, (puzzle) => document.getElementById('paste-box').open === false && puzzle, EASY);
  equal(await line(page), EASY, 'the board');
  await click(page, 'path');
  await walked(page);
  assert(/51 steps\. Solved/.test(await text(page, 'told')), await text(page, 'told'));
  await click(page, 'next');
  await shown(page, 'Naked Single');
  await click(page, 'last');
  await until(page, () => document.querySelectorAll('#list li').length === 51 && document.querySelector('#list li:last-child').classList.contains('current'));
  await until(page, () => document.querySelector('#picture .placed'));
  await page.evaluate(() => (document.getElementById('proof-box').open = true));
  await click(page, 'check');
  await until(page, () => document.getElementById('verdict').className === 'accepted');
  assert((await text(page, 'verdict')).includes(SOLVED), 'the verdict names the solution');
  const proof = await page.locator('#proof').inputValue();
  const lines = proof.split('\n');
  const at = lines.findIndex((l) => l.startsWith('single'));
  lines[at] = lines[at].replace(/=(\d)/, (_, d) => `=${(Number(d) % 9) + 1}`);
  await page.locator('#proof').fill(lines.join('\n'));
  await click(page, 'check');
  await until(page, () => document.getElementById('verdict').className === 'rejected');
  assert((await text(page, 'verdict')).includes(`line ${at + 1}`), await text(page, 'verdict'));
  const failing = await page.evaluate(() => document.querySelector('.failing').textContent);
  equal(failing, `${at + 1}: ${lines[at]}`, 'the line that fails');
  await done(page);
}

/**
 * A proof is saved as a report, which shows every step without a script. A broken proof gives no
 * report.
 */
export async function reporting(browser, { url }) {
  const page = await fresh(browser, url);
  await paste(page, EASY);
  await until(page, () => document.getElementById('paste-box').open === false);
  await click(page, 'path');
  await walked(page);
  await page.evaluate(() => (document.getElementById('proof-box').open = true));
  const [saved] = await Promise.all([page.waitForEvent('download'), click(page, 'save-report')]);
  equal(saved.suggestedFilename(), 'report.html', 'its name');
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  const report = await context.newPage();
  const html = readFileSync(await saved.path(), 'utf8');
  await report.setContent(html);
  equal(await report.locator('.one').count(), 51, 'the steps');
  const groups = await report.locator('section.step').count();
  equal(await report.locator('section.step svg').count(), groups, 'a picture for each group of singles');
  assert(groups >= 5 && groups < 51, `${groups} groups of singles`);
  assert((await report.locator('.claim').textContent()).includes(SOLVED), 'the solution');
  assert((await report.locator('dl').textContent()).includes('easy'), 'the grade');
  const { wide, high } = await report.locator('body').boundingBox().then((box) => ({ wide: box.width, high: box.height }));
  assert(wide <= 390 && high > 4000, `it fits on a phone: ${wide} by ${high}`);
  await context.close();
  for (const colorScheme of ['light', 'dark']) {
    const seen = await browser.newContext({ colorScheme });
    const read = await seen.newPage();
    await read.setContent(html);
    // All steps are similar, and checking all of them takes long.
    await read.evaluate(() => document.querySelectorAll('.step ~ .step ~ .step').forEach((step) => step.remove()));
    await read.evaluate(() => document.querySelectorAll('details').forEach((box) => (box.open = true)));
    equal((await AxeBuilder(read)).map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`).join('\n'), '', `axe in ${colorScheme}`);
    await seen.close();
  }
  const printed = await browser.newContext();
  const paper = await printed.newPage();
  await paper.setContent(html);
  await paper.emulateMedia({ media: 'print' });
  const isSeen = (node) => node.checkVisibility({ contentVisibilityAuto: true }) && node.getBoundingClientRect().height > 0;
  await paper.waitForFunction(`[...document.querySelectorAll('details pre')].filter(${isSeen}).length >= 51`);
  const sheets = (await paper.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g).length;
  assert(sheets <= 12, `${sheets} sheets for 51 steps`);
  await printed.close();
  const proof = await page.locator('#proof').inputValue();
  await page.locator('#proof').fill(proof.replace(/single (r\dc\d)=\d/, 'single $1=9'));
  await click(page, 'save-report');
  await until(page, () => document.getElementById('verdict').className === 'rejected');
  await done(page);
}

/** A step of a path is shared as a link, which shows the same in a fresh browser. */
export async function sharing(browser, { url }) {
  const page = await fresh(browser, url);
  await paste(page, UNFAIR);
  await click(page, 'path');
  await walked(page);
  await page.evaluate(() => {
    document.getElementById('at').value = 15;
    document.getElementById('at').dispatchEvent(new Event('input'));
  });
  await shown(page, 'Empty Rectangle');
  const seen = (p) => p.evaluate(() => [document.getElementById('sentence').textContent, document.getElementById('picture').innerHTML]);
  await until(page, () => document.querySelectorAll('#picture g.roles > g.role').length > 0);
  const [sentence, picture] = await seen(page);
  await page.waitForFunction((old) => location.hash.length > 20 && location.hash !== old, '');
  await page.waitForTimeout(600);
  const address = page.url();
  await done(page);
  const other = await fresh(browser, address);
  await shown(other, 'Empty Rectangle');
  await until(other, () => document.querySelectorAll('#picture g.roles > g.role').length > 0);
  const [same, alike] = await seen(other);
  equal(same, sentence, 'the sentence');
  equal(alike, picture, 'the picture');
  await done(other);
}

/** The parts of a step are highlighted on hover, and its arithmetic unfolds. */
export async function explaining(browser, { url }) {
  const page = await fresh(browser, url);
  await paste(page, UNFAIR);
  await click(page, 'hint');
  await until(page, () => /^Look at /.test(document.getElementById('told').textContent));
  await click(page, 'hint');
  await until(page, () => /Naked Single/.test(document.getElementById('told').textContent));
  await click(page, 'hint');
  await shown(page, 'Naked Single');
  await click(page, 'do-it');
  await click(page, 'all');
  await until(page, () => document.querySelectorAll('#list li').length > 20);
  await page.locator('#filter').selectOption('X-Chain');
  await page.locator('#list button').first().click();
  await shown(page, 'X-Chain');
  await page.evaluate(() => (document.getElementById('why').open = true));
  await page.locator('.chip.role').first().hover();
  await until(page, () => document.querySelectorAll('#picture g.role.lit').length === 1);
  await click(page, 'layer');
  await until(page, () => document.querySelector('#picture g.truth'));
  await page.locator('.chip.truth').first().hover();
  await until(page, () => document.querySelectorAll('#picture g.truth.lit').length === 1 && document.querySelector('#picture.dimmed'));
  await page.locator('#sentence .name').first().hover();
  await until(page, () => document.querySelectorAll('#picture .spot *').length > 0);
  assert(/^Suppose that /.test(await text(page, 'why-words')), 'the argument in words');
  assert(/at least one candidate is true/.test(await text(page, 'arithmetic')), 'the arithmetic');
  await click(page, 'grade');
  await until(page, () => /unfair/.test(document.getElementById('told').textContent));
  await done(page);
}

/** A puzzle is played with keys alone: digits, pencilmarks, mistakes, undo and redo. */
export async function keysOnly(browser, { url }) {
  const page = await fresh(browser, url);
  await paste(page, EASY);
  await until(page, () => document.activeElement.id === 'board');
  const entry = () => page.evaluate(() => [...document.querySelectorAll('#picture text.entry')].map((n) => n.textContent).join(''));
  await page.keyboard.press('ArrowRight');
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await page.keyboard.press('4');
  equal(await entry(), '4', 'an entry at r1c3');
  assert(/r1c3: 4/.test(await text(page, 'cell-words')), await text(page, 'cell-words'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('5');
  await until(page, () => /contradict/.test(document.getElementById('board-note').textContent));
  equal(await page.locator('#picture .conflict').count(), 3, 'the digits that contradict each other');
  await page.keyboard.press('Control+z');
  equal(await entry(), '4', 'undone');
  await page.keyboard.press('Control+y');
  equal((await entry()).length, 2, 'done again');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Shift+Digit2');
  equal(await page.locator('#marks').inputValue(), 'auto', 'the candidates stay filled in');
  assert(/candidates 6$/.test(await text(page, 'cell-words')), `2 is rubbed out: ${await text(page, 'cell-words')}`);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  equal(await entry(), '', 'all undone');
  await page.locator('#hint').focus();
  await page.keyboard.press('Enter');
  await until(page, () => /Look at/.test(document.getElementById('told').textContent));
  await done(page);
}

/** A board of 16 rows: readable on a desk; on a phone the cell is also said in words. */
export async function sixteenReadable(browser, { url }, puzzle) {
  for (const [width, height, least] of [[1400, 900, 10], [390, 844, 5]]) {
    const page = await fresh(browser, url, { viewport: { width, height }, hasTouch: width < 500 });
    await paste(page, puzzle);
    await until(page, () => document.querySelectorAll('#pad button').length === 17);
    const font = await page.evaluate(() => {
      const picture = document.getElementById('picture');
      return (parseFloat(getComputedStyle(picture.querySelector('text.candidate')).fontSize) * picture.getBoundingClientRect().width) / picture.viewBox.baseVal.width;
    });
    assert(font >= least, `candidates of ${font} px at ${width} px`);
    await page.locator('#board').focus();
    await page.keyboard.press('ArrowRight');
    assert(await page.evaluate(() => document.getElementById('cell-words').getBoundingClientRect().height > 10), 'the words of the cell are seen');
    await done(page);
  }
}

/** A board of another size. */
export async function sixteen(browser, { url }, puzzle) {
  const page = await fresh(browser, url);
  await paste(page, puzzle);
  await until(page, () => document.querySelectorAll('#pad button').length === 17);
  await click(page, 'hint');
  await until(page, () => /Look at/.test(document.getElementById('told').textContent));
  await done(page);
}

/** A hard puzzle is cancelled half way, and the page continues at once. */
export async function cancelling(browser, { url }, puzzle) {
  const page = await fresh(browser, url);
  await paste(page, puzzle);
  await until(page, () => document.querySelectorAll('#pad button').length === 17);
  await click(page, 'path');
  await page.locator('#stop').click();
  await until(page, () => document.getElementById('told').textContent === 'Cancelled.');
  await paste(page, EASY);
  await click(page, 'hint');
  await until(page, () => /Look at/.test(document.getElementById('told').textContent));
  await done(page);
}

const EVIL = '<img src=x onerror=alert(1)><script>alert(2)</script>';

/** Texts that contain scripts: no script runs, and none breaks the layout. */
export async function hostile(browser, { url }) {
  const texts = [EVIL, `"><svg onload=alert(3)>`, `javascript:alert(4)`, `\u202e${EVIL}`, `${'A'.repeat(5000)}`, '\0\u0001\u0002', `{{constructor.constructor('alert(5)')()}}`, `'-alert(6)-'`, `qed 1\n#: say ${EVIL}\n`, `https://www.f-puzzles.com/?load=${encodeURIComponent(EVIL)}`, `https://sudokupad.app/fpuz${'A'.repeat(3000)}`, `https://www.sudokuwiki.org/sudoku.htm?bd=${EVIL}`];
  const page = await fresh(browser, url);
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1);
  for (const evil of texts) {
    await paste(page, evil);
    await page.waitForTimeout(120);
    assert(await wide(), `the layout holds: ${evil.slice(0, 40)}`);
  }
  const quoted = JSON.stringify(EVIL);
  const rules = [
    RULE.replace('"My Kite"', quoted),
    RULE.replace('lies in', EVIL.replaceAll('"', '')),
    RULE.replace('my_kite', EVIL),
    `/// ${EVIL}\n${RULE}`,
    RULE.replace('My Kite', 'K'.repeat(3000)),
    `${EVIL}`,
  ];
  await paste(page, UNFAIR);
  await click(page, 'new-rule');
  for (const rule of rules) {
    await page.locator('#text').fill(rule);
    await page.waitForTimeout(400);
    assert(await wide(), `the layout holds: ${rule.slice(0, 60)}`);
  }
  await page.locator('#rule-path').fill(`own/${EVIL}.rule`);
  await page.locator('#text').fill(rules[0]);
  await until(page, () => /it finds \d+ step/.test(document.getElementById('matches').textContent));
  await page.locator('#matches button.step').first().click();
  await until(page, () => !document.getElementById('step').hidden);
  await click(page, 'use');
  await click(page, 'path');
  await walked(page);
  await page.setInputFiles('#file', { name: `${EVIL}.rule`, mimeType: 'text/plain', buffer: Buffer.from(rules[3]) });
  await page.setInputFiles('#file', { name: `${EVIL}.qed`, mimeType: 'text/plain', buffer: Buffer.from(`qed 1\nboard ${EVIL}\n`) });
  await until(page, () => /rejected|declined/.test(document.getElementById('verdict').className));
  assert(await wide(), 'the layout holds with files');
  equal(await page.evaluate(() => document.querySelectorAll('body script, body img, body iframe, [onerror], [onload]').length), 0, 'nothing was made of the texts');
  await page.evaluate(() => (location.hash = '#%3Cscript%3E'));
  await page.waitForTimeout(300);
  await done(page);
}

/** axe-core reports no findings, in light and dark, with everything open. */
export async function accessible(browser, { url }) {
  for (const colorScheme of ['light', 'dark']) {
    const page = await fresh(browser, url, { colorScheme });
    await paste(page, UNFAIR);
    await click(page, 'path');
    await walked(page);
    await click(page, 'next');
    await shown(page, 'Naked Single');
    await page.locator('#find').fill('x-wing');
    await page.locator('#library button').first().click();
    await until(page, () => document.querySelectorAll('#rule-examples svg').length > 2);
    await page.evaluate(() => {
      document.getElementById('at').value = 15;
      document.getElementById('at').dispatchEvent(new Event('input'));
    });
    await shown(page, 'Empty Rectangle');
    await click(page, 'new-rule');
    await until(page, () => /No mistakes/.test(document.getElementById('problems').textContent));
    for (const tab of ['play', 'steps', 'learn', 'set', 'rules']) {
      await click(page, `tab-${tab}`);
      await page.evaluate(() => document.querySelectorAll('details').forEach((box) => (box.open = true)));
      await page.waitForTimeout(500);
      const found = await AxeBuilder(page);
      equal(found.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`).join('\n'), '', `axe in ${colorScheme}, ${tab}`);
    }
    await done(page);
  }
}

/** Proofs made in the page equal those of the program, byte for byte. */
export async function sameBytes(browser, { url }, puzzles) {
  const page = await fresh(browser, url);
  for (const [puzzle, proof] of puzzles) {
    await paste(page, puzzle);
    await until(page, (p) => document.getElementById('paste-box').open === false && p, puzzle);
    await page.evaluate(() => (document.getElementById('proof').value = ''));
    await click(page, 'path');
    await until(page, () => document.getElementById('proof').value !== '');
    equal(await page.locator('#proof').inputValue(), proof, `the proof of ${puzzle}`);
  }
  await done(page);
}

/** The player's notes affect neither the candidates nor the engine. */
export async function notes(browser, { url }) {
  const page = await fresh(browser, url);
  await paste(page, EASY);
  await until(page, () => document.activeElement.id === 'board');
  const drawn = () => page.evaluate(() => [...document.querySelectorAll('#picture text.candidate')].map((n) => n.textContent).join(''));
  await page.locator('#marks').selectOption('own');
  equal(await drawn(), '', 'no notes at first');
  await page.locator('#board').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Shift+Digit1']) await page.keyboard.press(key);
  equal(await drawn(), '1', 'the note');
  await click(page, 'hint');
  await until(page, () => /^Look at /.test(document.getElementById('told').textContent));
  await page.locator('#marks').selectOption('none');
  equal(await drawn(), '', 'nothing is shown');
  await page.locator('#board').focus();
  await page.keyboard.press('Shift+Digit2');
  equal(await drawn(), '12', 'a new note shows the notes alone');
  await page.waitForTimeout(600);
  await page.reload();
  await ready(page);
  equal(await drawn(), '12', 'the notes survive a reload');
  await done(page);
}

/** Digits typed on an empty board are givens for the grade, the links and a restart. */
export async function setting(browser, { url }) {
  const page = await fresh(browser, url);
  await page.locator('#fresh').selectOption('3 3');
  equal(await page.locator('#setting').getAttribute('aria-pressed'), 'true', 'an empty board is set');
  await page.locator('#board').focus();
  await page.keyboard.press('ArrowRight');
  for (const char of EASY) {
    if (char !== '.') await page.keyboard.press(char);
    const column = await page.evaluate(() => Number(/c(\d)/.exec(document.getElementById('cell-words').textContent)[1]));
    await page.keyboard.press('ArrowRight');
    if (column === 9) await page.keyboard.press('ArrowDown');
  }
  equal(await page.locator('#picture text.given').count(), 30, 'the givens');
  equal(await line(page), EASY, 'the board');
  await click(page, 'setting');
  await page.evaluate(() => (document.getElementById('links-box').open = true));
  await until(page, (puzzle) => document.getElementById('links').textContent.includes(puzzle), EASY);
  await click(page, 'grade');
  await until(page, () => /30 givens/.test(document.getElementById('told').textContent));
  await click(page, 'clear');
  equal(await line(page), EASY, 'a restart keeps the givens');
  await done(page);
}

/** Another puzzle clears the proof, the verdict, the list and the sentence of the previous one. */
export async function anotherPuzzle(browser, { url }) {
  const page = await fresh(browser, url);
  await paste(page, UNFAIR);
  await click(page, 'path');
  await walked(page);
  equal(await page.locator('#picture text.entry').count(), 0, 'before the first step no digit is placed');
  await page.evaluate(() => (document.getElementById('proof-box').open = true));
  await click(page, 'check');
  await until(page, () => document.getElementById('verdict').className === 'accepted');
  await paste(page, EASY);
  await until(page, () => document.getElementById('proof-box').hidden);
  equal(await text(page, 'verdict'), '', 'no verdict');
  equal(await page.locator('#list li').count(), 0, 'no list');
  equal((await text(page, 'cell-words')).trim(), '', 'no words of a cell');
  await paste(page, `${EASY}\n${UNFAIR}\n${HARD}`);
  await until(page, () => !document.getElementById('which-box').hidden);
  equal(await page.locator('#which option').count(), 3, 'every puzzle of a collection can be chosen');
  await page.locator('#which').selectOption({ index: 2 });
  await until(page, () => document.querySelectorAll('#picture text.given').length === 21);
  equal(await line(page), HARD, 'the third puzzle');
  await done(page);
}

/**
 * For a puzzle without a solution, the message speaks about givens, and the empty cell is marked.
 */
export async function noSolution(browser, { url }) {
  const page = await fresh(browser, url);
  await paste(page, `12345678.........9${'.'.repeat(63)}`);
  await click(page, 'hint');
  await until(page, () => /its givens contradict each other.*r1c9/.test(document.getElementById('told').textContent));
  equal(await page.locator('#picture .lit-cell').count(), 1, 'the cell without a candidate');
  await done(page);
}

/** Messages are sentences, without loose words of the source labels. */
export async function messages(browser, { url }) {
  const page = await fresh(browser, url);
  for (const [wrong, words] of [['', /^There is no puzzle in the text\./], ['hello world', /^'.' is neither a digit nor an empty cell\./], [`55${'.'.repeat(79)}`, /^Two 5s in row 1: r1c1 and r1c2\. /]]) {
    await paste(page, wrong);
    await until(page, (source) => new RegExp(source).test(document.getElementById('board-note').textContent), words.source);
    assert(!/\(here\)|this 5/.test(await text(page, 'board-note')), await text(page, 'board-note'));
  }
  await done(page);
}

/** Digits and buttons have their minimum sizes, and a step moves no other element. */
export async function sizes(browser, { url }) {
  for (const [width, height, least] of [[1400, 900, 13], [390, 844, 10]]) {
    const page = await fresh(browser, url, { viewport: { width, height }, hasTouch: width < 500 });
    const measured = () =>
      page.evaluate(() => {
        const { width: drawn } = document.getElementById('picture').getBoundingClientRect();
        const font = parseFloat(getComputedStyle(document.querySelector('#picture text.candidate')).fontSize);
        const pad = [...document.querySelectorAll('#pad button')].map((node) => node.getBoundingClientRect());
        return { font: (font * drawn) / document.getElementById('picture').viewBox.baseVal.width, pad: pad[0].top + scrollY, high: Math.min(...pad.map((box) => box.height)), wide: Math.min(...pad.map((box) => box.width)) };
      });
    const before = await measured();
    assert(before.font >= least, `candidates of ${before.font} px at ${width} px`);
    assert(before.high >= 40, `buttons of ${before.high} px at ${width} px`);
    assert(before.wide >= 40, `buttons of ${before.wide} px at ${width} px`);
    await click(page, 'tab-steps');
    await page.waitForTimeout(300);
    await page.evaluate(() => {
      window.shift = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.value))).observe({ type: 'layout-shift' });
    });
    await click(page, 'path');
    await walked(page);
    await page.evaluate(() => {
      document.getElementById('at').value = 15;
      document.getElementById('at').dispatchEvent(new Event('input'));
    });
    await shown(page, 'Empty Rectangle');
    await page.waitForTimeout(300);
    const shift = await page.evaluate(() => window.shift);
    assert(shift < 0.02, `a step shifts the layout by ${shift} at ${width} px`);
    await click(page, 'tab-play');
    equal((await measured()).pad, before.pad, `the keypad stays at ${width} px`);
    await click(page, 'tab-steps');
    const [board, walk, sentence, tabs] = await page.evaluate(() => ['board', 'walk', 'sentence', 'tabs'].map((id) => document.getElementById(id).getBoundingClientRect()));
    const low = width < 900 ? tabs.top : height;
    assert(board.top >= 0 && board.bottom <= walk.top && walk.bottom <= sentence.top && sentence.bottom <= low || width > 900 && sentence.bottom <= low, `board, arrows and sentence are in view at ${width} px`);
    await click(page, 'tab-set');
    equal(await page.locator('#picture g.roles').count(), 0, 'the setter sees the puzzle, not the step');
    await done(page);
  }
}

/** If the program has ended, the page shows a remedy. */
export async function programEnded(browser, { url, served }) {
  if (!served) return;
  const page = await fresh(browser, url);
  equal(await text(page, 'check'), 'Check with the program', 'who checks');
  await page.route('**/ask', (route) => route.abort('connectionrefused'));
  await click(page, 'hint');
  await until(page, () => /Start `qedoku serve` again/.test(document.getElementById('told').textContent));
  page.wrong = page.wrong.filter((words) => !/ERR_CONNECTION_REFUSED/.test(words));
  await done(page);
}
