// User flows, one function each. Every flow runs on the static and on the served page.

import { readFileSync } from 'node:fs';
import AxeBuilder from './axe.mjs';
import { assert, click, done, equal, fresh, line, paste, ready, text, until } from './harness.mjs';

export const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const UNFAIR = '.83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...';
const HARD = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';

const walked = (page) => until(page, () => !document.getElementById('walk').hidden);
const shown = (page, name) => until(page, (n) => !document.getElementById('step').hidden && document.getElementById('step-name').textContent === n, name);

/** A puzzle is pasted, walked to its end, its proof checked, broken, and checked again. */
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

/** A proof is saved as a report, which shows every step without a script; of a broken one there is none. */
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
  equal(await report.locator('section.step').count(), 51, 'the steps');
  equal(await report.locator('section.step svg').count(), 51, 'the pictures');
  assert((await report.locator('.claim').textContent()).includes(SOLVED), 'the solution');
  assert((await report.locator('dl').textContent()).includes('easy'), 'the grade');
  const { wide, high } = await report.locator('body').boundingBox().then((box) => ({ wide: box.width, high: box.height }));
  assert(wide <= 390 && high > 10_000, `it fits on a phone: ${wide} by ${high}`);
  await context.close();
  for (const colorScheme of ['light', 'dark']) {
    const seen = await browser.newContext({ colorScheme });
    const read = await seen.newPage();
    await read.setContent(html);
    // All steps are alike, and all of them together take long to look at.
    await read.evaluate(() => document.querySelectorAll('.step ~ .step ~ .step').forEach((step) => step.remove()));
    await read.evaluate(() => document.querySelectorAll('details').forEach((box) => (box.open = true)));
    equal((await AxeBuilder(read)).map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`).join('\n'), '', `axe in ${colorScheme}`);
    await seen.close();
  }
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
  await until(page, () => document.querySelectorAll('#picture g.truth').length === 2);
  const [sentence, picture] = await seen(page);
  await page.waitForFunction((old) => location.hash.length > 20 && location.hash !== old, '');
  await page.waitForTimeout(600);
  const address = page.url();
  await done(page);
  const other = await fresh(browser, address);
  await shown(other, 'Empty Rectangle');
  await until(other, () => document.querySelectorAll('#picture g.truth').length === 2);
  const [same, alike] = await seen(other);
  equal(same, sentence, 'the sentence');
  equal(alike, picture, 'the picture');
  await done(other);
}

/** The parts of a step light up, and its arithmetic unfolds. */
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
  await page.locator('.chip.truth').first().hover();
  await until(page, () => document.querySelectorAll('#picture g.truth.lit').length === 1 && document.querySelector('#picture.dimmed'));
  await page.locator('#sentence .name').first().hover();
  await until(page, () => document.querySelectorAll('#picture .spot *').length > 0);
  await page.evaluate(() => (document.getElementById('why').open = true));
  assert(/at least one candidate is true/.test(await text(page, 'arithmetic')), 'the arithmetic');
  await click(page, 'grade');
  await until(page, () => /unfair/.test(document.getElementById('told').textContent));
  await done(page);
}

/** A puzzle is played with keys alone: digits, pencilmarks, mistakes, back and forth. */
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
  await until(page, () => document.getElementById('marks').value === 'own');
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

const RULE = `rule my_kite {
  name  "My Kite"
  level easy
  for   digit d, houses A, B
  when  every d in A is in B
  then  eliminate d from B except A
  say   "{d} in {A} lies in {B}"
}
`;

/** A rule with a mistake is underlined in the right place, mended, proved, and used. */
export async function writingARule(browser, { url, served }) {
  const page = await fresh(browser, url);
  await paste(page, UNFAIR);
  await click(page, 'new-rule');
  await page.locator('#text').fill(RULE.replace('digit d,', 'digt d,'));
  await until(page, () => document.querySelector('#colours .underlined')?.textContent === 'digt');
  await until(page, () => /did you mean `digit`/.test(document.getElementById('problems').textContent));
  assert(/4:9/.test(await text(page, 'problems')), await text(page, 'problems'));
  await page.locator('#text').fill(RULE);
  await until(page, () => /No mistakes/.test(document.getElementById('problems').textContent));
  await until(page, () => /it finds \d+ step/.test(document.getElementById('matches').textContent));
  await page.locator('#matches button.step').first().click();
  await shown(page, 'My Kite');
  await click(page, 'prove');
  if (served) await until(page, () => /^sound/.test(document.querySelector('#judged .verdict')?.textContent));
  else await until(page, () => /run `qedoku serve`/.test(document.getElementById('judged').textContent));
  await click(page, 'use');
  await until(page, () => /use own\/my_rule\.rule/.test(document.getElementById('own').textContent));
  await click(page, 'path');
  await walked(page);
  assert(/My Kite/.test(await text(page, 'list')), 'the path uses it');
  await page.reload();
  await ready(page);
  assert(/use own\/my_rule\.rule/.test(await text(page, 'own')), 'it is kept');
  await done(page);
}

/** An unsound rule shows the board on which it is wrong, and is mended by a click. */
export async function anUnsoundRule(browser, { url, served }) {
  if (!served) return;
  const page = await fresh(browser, url);
  await click(page, 'new-rule');
  await page.locator('#text').fill(RULE.replace(' except A', ''));
  await click(page, 'prove');
  await until(page, () => document.querySelectorAll('#judged .pictures svg').length === 2);
  assert(/which can be true/.test(await text(page, 'judged')), await text(page, 'judged'));
  assert((await page.locator('#judged .target').count()) > 0, 'what it removes is struck out');
  assert((await page.locator('#judged .placed').count()) > 1, 'what would be lost is circled');
  await page.locator('#judged button.main').click();
  await until(page, () => /^sound/.test(document.querySelector('#judged .verdict')?.textContent));
  assert(/except A/.test(await page.locator('#text').inputValue()), 'the condition is in the text');
  await done(page);
}

/** Why a candidate is impossible: Z3 is asked, and what it says becomes a rule. */
export async function mining(browser, { url, served }) {
  const page = await fresh(browser, url);
  equal(await page.locator('#mine-box').isVisible(), served, 'mining is offered where Z3 is');
  if (served) {
    await paste(page, UNFAIR);
    await page.evaluate(() => (document.getElementById('mine-box').open = true));
    await page.locator('#mine-of').fill('r1c6=7');
    await click(page, 'mine');
    await until(page, () => !document.getElementById('mined-rule').hidden);
    assert(/r1c6=7 is impossible/.test(await text(page, 'mined')), await text(page, 'mined'));
    await click(page, 'mined-rule');
    await until(page, () => /No mistakes/.test(document.getElementById('problems').textContent));
  }
  await done(page);
}

/** The library: found by words, with a drawn example and its verdict. */
export async function theLibrary(browser, { url }) {
  const page = await fresh(browser, url);
  await page.locator('#find').fill('x-wing');
  await page.locator('#library button', { hasText: 'X-Wing, Swordfish' }).first().click();
  await until(page, () => document.querySelectorAll('#rule-examples svg').length > 2);
  assert(/sound on every board/.test(await text(page, 'rule-techniques')), await text(page, 'rule-techniques'));
  await click(page, 'edit-rule');
  await until(page, () => /No mistakes/.test(document.getElementById('problems').textContent));
  await done(page);
}

/** Another size of board. */
export async function sixteen(browser, { url }, puzzle) {
  const page = await fresh(browser, url);
  await paste(page, puzzle);
  await until(page, () => document.querySelectorAll('#pad button').length === 17);
  await click(page, 'hint');
  await until(page, () => /Look at/.test(document.getElementById('told').textContent));
  await done(page);
}

/** A hard puzzle is cancelled half way, and the page goes on at once. */
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

/** Texts that would like to be scripts: none runs, none breaks the layout. */
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

/** Nothing that axe-core objects to, in light and dark, with everything open. */
export async function accessible(browser, { url }) {
  for (const colorScheme of ['light', 'dark']) {
    const page = await fresh(browser, url, { colorScheme });
    await paste(page, UNFAIR);
    await click(page, 'path');
    await walked(page);
    await click(page, 'next');
    await shown(page, 'Naked Single');
    await click(page, 'new-rule');
    await until(page, () => /No mistakes/.test(document.getElementById('problems').textContent));
    await page.evaluate(() => document.querySelectorAll('details').forEach((box) => (box.open = true)));
    await page.waitForTimeout(500);
    const found = await AxeBuilder(page);
    equal(found.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`).join('\n'), '', `axe in ${colorScheme}`);
    await done(page);
  }
}

/** Proofs made in the page are, byte for byte, those of the program. */
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
