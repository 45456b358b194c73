// User flows of play, lessons and setting. Every flow runs on the static and on the served page.

import { EASY, assert, click, done, equal, fresh, line, paste, ready, text, until } from './harness.mjs';

const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The middle of a cell on the screen. */
const at = (page, row, column) =>
  page.evaluate(
    ([r, c]) => {
      const picture = document.getElementById('picture');
      const { left, top, width } = picture.getBoundingClientRect();
      const scale = width / picture.viewBox.baseVal.width;
      return { x: left + scale * (34 + 63 * (c - 0.5)), y: top + scale * (34 + 63 * (r - 0.5)) };
    },
    [row, column],
  );

const count = (page, selector) => page.locator(selector).count();
const drawn = (page, selector) => page.evaluate((s) => [...document.querySelectorAll(`#picture ${s}`)].map((n) => n.textContent).join(''), selector);

async function begun(browser, url, options) {
  const page = await fresh(browser, url, options);
  await paste(page, EASY);
  await until(page, () => document.getElementById('paste-box').open === false);
  return page;
}

/** Corner and centre marks, colours of cells and candidates; Z X C V choose the mode, anywhere. */
export async function marksAndColours(browser, { url }) {
  const page = await begun(browser, url);
  await page.locator('#marks').selectOption('own');
  const { x, y } = await at(page, 1, 3);
  await page.mouse.click(x, y);
  // Keys work although a button has the focus.
  await page.locator('#undo').focus();
  await page.locator('#mode-digit').focus();
  await page.keyboard.press('x');
  equal(await page.locator('#mode-corner').getAttribute('aria-pressed'), 'true', 'X is for corner marks');
  await page.keyboard.press('1');
  equal(await drawn(page, 'text.corner'), '1', 'a corner mark');
  await page.keyboard.press('c');
  await page.keyboard.press('2');
  await page.keyboard.press('4');
  equal(await drawn(page, 'text.centre'), '24', 'centre marks');
  await page.keyboard.press('v');
  await page.keyboard.press('3');
  equal(await count(page, '#picture .wash.k2'), 1, 'a colour');
  await page.keyboard.press('z');
  await page.keyboard.press('Shift+Digit2');
  await page.keyboard.press('Control+Digit1');
  equal(await drawn(page, 'text.corner'), '12', 'Shift is for corner marks');
  equal(await drawn(page, 'text.centre'), '124', 'Control is for centre marks');
  await page.locator('#marks').selectOption('auto');
  await click(page, 'mode-colour');
  await click(page, 'painting');
  await page.locator('#pad button').first().click();
  const cell = await at(page, 1, 4);
  // The candidate 2 is in the middle of the first row of its cell.
  await page.mouse.click(cell.x, cell.y - 24);
  equal(await count(page, '#picture .paint.k0'), 1, 'the colour of a candidate');
  await page.keyboard.press('Control+z');
  equal(await count(page, '#picture .paint.k0'), 0, 'undone');
  await done(page);
}

/** A drag selects cells, a double-click all equal digits, and a digit is highlighted. */
export async function selecting(browser, { url }) {
  const page = await begun(browser, url);
  const [from, to] = [await at(page, 1, 3), await at(page, 4, 3)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  equal(await count(page, '#picture .selected'), 4, 'a drag');
  const five = await at(page, 1, 1);
  await page.mouse.click(five.x, five.y);
  equal(await count(page, '#picture rect.same'), 3, 'equal digits are highlighted');
  assert((await count(page, '#picture text.same')) > 5, 'and equal candidates');
  await page.mouse.dblclick(five.x, five.y);
  equal(await count(page, '#picture .selected'), 3, 'a double-click');
  await done(page);
}

/** Further keys of SudokuPad: Space, W A S D, Control with Shift, A, I or a click. */
export async function sudokuPadKeys(browser, { url }) {
  const page = await begun(browser, url);
  const first = await at(page, 1, 3);
  await page.mouse.click(first.x, first.y);
  await page.keyboard.press('Space');
  equal(await page.locator('#mode-corner').getAttribute('aria-pressed'), 'true', 'Space chooses the next mode');
  await page.keyboard.press('Shift+Space');
  equal(await page.locator('#mode-digit').getAttribute('aria-pressed'), 'true', 'and Shift the one before');
  for (const key of ['d', 's', 'a', 'w']) await page.keyboard.press(key);
  assert(/^r1c3/.test(await text(page, 'cell-words')), 'W A S D move');
  await page.keyboard.press('Control+Shift+Digit2');
  equal(await count(page, '#picture .wash.k1'), 1, 'Control and Shift are for colours');
  const second = await at(page, 2, 3);
  await page.keyboard.down('Control');
  await page.mouse.click(second.x, second.y);
  equal(await count(page, '#picture .selected'), 2, 'Control adds a cell');
  await page.mouse.click(second.x, second.y);
  await page.keyboard.up('Control');
  equal(await count(page, '#picture .selected'), 1, 'and takes it out');
  await page.keyboard.press('Control+i');
  equal(await count(page, '#picture .selected'), 80, 'the other cells');
  await page.keyboard.press('Control+a');
  equal(await count(page, '#picture .selected'), 81, 'all cells');
  await done(page);
}

/** The chosen layer of marks holds for new puzzles, also after a reload. */
export async function ownMarks(browser, { url }) {
  const page = await begun(browser, url);
  await page.locator('#marks').selectOption('own');
  await click(page, 'daily');
  await until(page, () => /^Puzzle of/.test(document.getElementById('board-note').textContent));
  equal(await count(page, '#picture text.candidate'), 0, 'a new puzzle without candidates');
  await page.reload();
  await ready(page);
  equal(await page.locator('#marks').inputValue(), 'own', 'the choice is kept');
  await done(page);
}

/** A finger that moves over the board selects cells without scrolling the page. */
export async function touching(browser, { url }) {
  const page = await begun(browser, url, PHONE);
  const client = await page.context().newCDPSession(page);
  const touch = (type, point) => client.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  const [from, to] = [await at(page, 2, 3), await at(page, 2, 8)];
  await touch('touchStart', from);
  for (let i = 1; i <= 10; i++) await touch('touchMove', { x: from.x + ((to.x - from.x) * i) / 10, y: from.y });
  await touch('touchEnd');
  equal(await count(page, '#picture .selected'), 6, 'a drag by touch');
  equal(await page.evaluate(() => scrollY), 0, 'the page stays');
  await page.locator('#tab-play').tap();
  await page.locator('#mode-colour').tap();
  await page.locator('#pad button').first().tap();
  equal(await count(page, '#picture .wash'), 6, 'a colour by touch');
  const small = await page.evaluate(() => [...document.querySelectorAll('#tabs button, #pad button, #modes button, #walk button')].map((node) => node.getBoundingClientRect()).filter((box) => box.width && (box.height < 40 || box.width < 40)).length);
  equal(small, 0, 'touch targets below 40 px');
  await done(page);
}

/** On a phone every control of every pane is at least 40 px wide and high. */
export async function touchTargets(browser, { url }) {
  const page = await begun(browser, url, PHONE);
  await click(page, 'path');
  await until(page, () => !document.getElementById('walk').hidden);
  await page.locator('#next').click();
  await until(page, () => !document.getElementById('step').hidden);
  await page.locator('#find').fill('x-wing');
  await page.locator('#library button').first().click();
  await until(page, () => document.querySelector('#rule-examples .load-example'));
  await click(page, 'new-rule');
  await page.locator('#text').fill('rule a {');
  await until(page, () => document.querySelector('#problems button'));
  for (const tab of ['play', 'steps', 'learn', 'set', 'rules']) {
    await click(page, `tab-${tab}`);
    await page.evaluate(() => document.querySelectorAll('details').forEach((box) => (box.open = true)));
    await page.waitForTimeout(300);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button, select, summary, input, textarea')]
        // The label of a checkbox or of a hidden file field is touched with it.
        .map((node) => (node.matches('[type=checkbox], .unseen') ? node.closest('label') : node))
        .filter((node) => node.checkVisibility())
        .map((node) => [node.outerHTML.slice(0, 90), node.getBoundingClientRect()])
        .filter(([, box]) => box.width > 1 && (box.width < 39.9 || box.height < 39.9))
        .map(([html, box]) => `${html}: ${Math.round(box.width)}x${Math.round(box.height)}`),
    );
    equal(small.join('\n'), '', `small controls in ${tab}`);
  }
  await done(page);
}

/** The timer runs and pauses, a check finds a wrong entry, and a solved game names the grade. */
export async function timerCheckSolved(browser, { url }) {
  const page = await begun(browser, url);
  await until(page, () => document.getElementById('timer').textContent !== '0:00');
  await click(page, 'pause');
  assert(await page.locator('#resume').isVisible(), 'a pause hides the board');
  await click(page, 'resume');
  await page.keyboard.press('Escape');
  await page.locator('#board').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('1');
  await click(page, 'check-game');
  await until(page, () => /^1 entries/.test(document.getElementById('board-note').textContent));
  equal(await count(page, '#picture .lit-cell'), 1, 'the wrong entry is marked');
  await page.keyboard.press('Control+z');
  await click(page, 'check-game');
  await until(page, () => /right so far/.test(document.getElementById('board-note').textContent));
  await page.locator('#board').focus();
  for (const [cell, digit] of [...SOLVED].entries()) {
    if (EASY[cell] !== '.') continue;
    const { x, y } = await at(page, Math.floor(cell / 9) + 1, (cell % 9) + 1);
    await page.mouse.click(x, y);
    await page.keyboard.press(digit);
  }
  await until(page, () => /^Solved in \d+:\d\d\. easy, \w/.test(document.getElementById('board-note').textContent));
  await done(page);
}

/** New puzzles by level and technique, and the daily one, which depends on the date alone. */
export async function newPuzzles(browser, { url }) {
  const page = await fresh(browser, url);
  const before = await line(page);
  await page.locator('#new-level').selectOption('easy');
  await click(page, 'new-puzzle');
  await until(page, () => /easy/.test(document.getElementById('board-note').textContent));
  assert((await line(page)) !== before, 'another puzzle');
  await click(page, 'grade');
  await until(page, () => /^easy/.test(document.getElementById('told').textContent));
  await page.locator('#new-needs').selectOption('Naked Pair');
  await click(page, 'new-puzzle');
  await until(page, () => /Naked Pair/.test(document.getElementById('board-note').textContent));
  await click(page, 'daily');
  await until(page, () => /^Puzzle of \d{4}-/.test(document.getElementById('board-note').textContent));
  const today = await line(page);
  await done(page);
  const other = await fresh(browser, url);
  await click(other, 'daily');
  await until(other, () => /^Puzzle of \d{4}-/.test(document.getElementById('board-note').textContent));
  equal(await line(other), today, 'the same for everybody');
  await done(other);
}

/** A puzzle is set on an empty board: solutions, redundant givens, ratings, and a link to it. */
export async function settingLive(browser, { url }) {
  const page = await fresh(browser, url);
  await page.locator('#fresh').selectOption('3 3');
  await until(page, () => /^Two or more/.test(document.getElementById('count')?.textContent ?? ''));
  await page.locator('#board').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('5');
  await until(page, () => document.querySelectorAll('#picture .differ').length > 20);
  // The puzzle has one redundant given, r1c3.
  await paste(page, `534${EASY.slice(3)}`);
  await click(page, 'tab-set');
  await until(page, () => /^One solution/.test(document.getElementById('count')?.textContent ?? ''));
  await until(page, () => /r1c3/.test(document.getElementById('needless')?.textContent ?? ''));
  assert((await count(page, '#picture .needless')) > 0, 'needless givens are marked');
  await until(page, () => /easy.*Sudoku Explainer \d.*HoDoKu \d/.test(document.getElementById('ratings')?.textContent ?? ''));
  await page.locator('#true-candidates').check();
  await until(page, () => document.querySelectorAll('#picture text.candidate').length === 50);
  await click(page, 'setting');
  await page.locator('#board').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('9');
  await until(page, () => /^No solution|contradict|two 9s/i.test(document.getElementById('set-pane').textContent));
  await page.keyboard.press('Control+z');
  await click(page, 'minimise');
  await until(page, () => /Every given is needed/.test(document.getElementById('needless')?.textContent ?? ''));
  const set = await line(page);
  await page.waitForTimeout(600);
  const address = page.url();
  await done(page);
  const other = await fresh(browser, address);
  equal(await line(other), set, 'the link has the puzzle');
  await done(other);
}

/**
 * A step is taken, play continues from the middle of the path, singles fold, and steps are
 * filtered.
 */
export async function takingSteps(browser, { url }) {
  const page = await begun(browser, url);
  await click(page, 'path');
  await until(page, () => !document.getElementById('walk').hidden);
  await page.locator('#fold').check();
  await until(page, () => document.querySelectorAll('#list li').length < 51);
  await page.evaluate(() => {
    document.getElementById('at').value = 10;
    document.getElementById('at').dispatchEvent(new Event('input'));
  });
  await until(page, () => !document.getElementById('step').hidden);
  await click(page, 'play-from');
  await until(page, () => document.querySelectorAll('#picture text.entry').length >= 10 && document.getElementById('walk').hidden);
  await click(page, 'undo');
  equal(await count(page, '#picture text.entry'), 0, 'undone');
  await click(page, 'all');
  await until(page, () => document.querySelectorAll('#list li').length > 3 && document.getElementById('busy').hidden);
  await page.locator('#filter-candidate').fill('r1c3');
  await until(page, () => [...document.querySelectorAll('#list li')].every((item) => /r1c3/.test(item.textContent)));
  await page.locator('#find').fill('naked single');
  await page.locator('#library button').first().click();
  await page.locator('#rule .in-use').first().click();
  await click(page, 'hint');
  await until(page, () => /Look at/.test(document.getElementById('told').textContent));
  await click(page, 'hint');
  assert(!/Naked Single/.test(await text(page, 'told')), 'a technique that is off gives no hint');
  await done(page);
}

/** A lesson: explanation, an example on the board, and an exercise with feedback. */
export async function lesson(browser, { url }) {
  const page = await fresh(browser, url);
  await page.locator('#order').selectOption('level');
  await page.locator('#find').fill('locked candidates');
  await page.locator('#library button').first().click();
  await until(page, () => document.querySelectorAll('#rule-examples svg').length > 0);
  await page.locator('#rule-examples .load-example').first().click();
  await until(page, () => !document.getElementById('step').hidden && document.querySelector('#picture g.role'));
  await click(page, 'stage-1');
  await until(page, () => [...document.querySelectorAll('#picture g.target')].every((node) => getComputedStyle(node).display === 'none'));
  await click(page, 'stage-3');
  await page.locator('#find').fill('naked pair');
  await page.locator('#library button').first().click();
  await page.locator('#rule .practise').first().click();
  await until(page, () => /^Exercise: find the/.test(document.getElementById('exercise')?.textContent ?? ''));
  await click(page, 'hint');
  await until(page, () => /Look at/.test(document.getElementById('told').textContent));
  await click(page, 'hint');
  await click(page, 'hint');
  await until(page, () => !document.getElementById('step').hidden);
  await click(page, 'do-it');
  await until(page, () => /^Right\./.test(document.getElementById('exercise')?.textContent ?? ''));
  await done(page);
}

/** A reload in the middle of a game, also at the bare address, keeps the game and its undo. */
export async function reloading(browser, { url }) {
  const page = await begun(browser, url);
  await page.locator('#board').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', '4', 'ArrowRight', '6']) await page.keyboard.press(key);
  const played = await line(page);
  await page.waitForTimeout(600);
  await page.reload();
  await ready(page);
  equal(await line(page), played, 'after a reload');
  await page.goto(url);
  await ready(page);
  equal(await line(page), played, 'at the bare address');
  await click(page, 'undo');
  assert((await line(page)) !== played, 'undo survives');
  await click(page, 'redo');
  equal(await line(page), played, 'redo survives');
  await paste(page, SOLVED.replace(/^.{9}/, '.........'));
  await until(page, () => document.getElementById('recent'));
  await page.evaluate(() => (document.getElementById('recent').open = true));
  await page.locator('#recent button').first().click();
  equal(await line(page), played, 'a recent game');
  await done(page);
}

/** After the first visit the static page works without a network. */
export async function offline(browser, { url, served }) {
  if (served) return;
  const page = await fresh(browser, url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await until(page, async () => (await (await caches.open('qedoku-1')).keys()).length >= 9);
  const client = await page.context().newCDPSession(page);
  const { url: manifest, errors } = await client.send('Page.getAppManifest');
  assert(manifest.endsWith('manifest.webmanifest') && !errors.length, `the manifest: ${JSON.stringify(errors)}`);
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  equal(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito').join(), '', 'it can be installed');
  await page.context().setOffline(true);
  await page.goto(url);
  await ready(page);
  await click(page, 'hint');
  await until(page, () => /Look at/.test(document.getElementById('told').textContent));
  page.wrong = page.wrong.filter((words) => !/ERR_INTERNET_DISCONNECTED|Failed to load resource/.test(words));
  await done(page);
}

/** Everything of the page in German, from the browser's language or by choice. */
export async function german(browser, { url }) {
  const page = await fresh(browser, url, { locale: 'de-DE' });
  equal(await page.evaluate(() => document.documentElement.lang), 'de', 'the language of the browser');
  for (const [id, words] of [['tab-steps', 'Schritte'], ['undo', 'Zurück'], ['hint', 'Tipp'], ['setting', 'Vorgaben setzen']]) equal(await text(page, id), words, id);
  await click(page, 'hint');
  await until(page, () => /^Schau auf (Zeile|Spalte|Block) \d/.test(document.getElementById('told').textContent));
  await page.locator('#lang').selectOption('en');
  await until(page, () => document.getElementById('hint').textContent === 'Hint');
  await page.reload();
  await ready(page);
  equal(await text(page, 'hint'), 'Hint', 'the choice is kept');
  await done(page);
}

/** The page paints the board and shows the progress before the engine has loaded. */
export async function loading(browser, { url, served }) {
  if (served) return undefined;
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  await page.route('**/engine.wasm', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelectorAll('#picture text.given').length === 24);
  assert(await page.locator('#loading').isVisible(), 'the progress is shown');
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  await ready(page);
  equal(await page.locator('#loading').count(), 0, 'the progress is gone');
  await context.close();
  return `first paint after ${Math.round(paint)} ms`;
}

/** The printed page has the board and no buttons. */
export async function printing(browser, { url }) {
  const page = await begun(browser, url);
  await page.emulateMedia({ media: 'print' });
  equal(await page.locator('#picture').isVisible(), true, 'the board');
  equal(await page.evaluate(() => [...document.querySelectorAll('button')].filter((node) => node.checkVisibility()).length), 0, 'buttons');
  await done(page);
}

/** The web component draws a board on any page. */
export async function embedding(browser, { url }) {
  const page = await fresh(browser, url);
  const drawnBoard = await page.evaluate(async (puzzle) => {
    await import('./qedoku-board.js');
    const board = document.createElement('qedoku-board');
    board.setAttribute('puzzle', puzzle);
    board.setAttribute('candidates', '');
    document.body.append(board);
    const count = (selector) => board.shadowRoot.querySelectorAll(selector).length;
    const seen = [count('.given'), count('.candidate') > 100];
    board.setAttribute('puzzle', '<script>');
    return [...seen, board.shadowRoot.textContent];
  }, EASY);
  equal(JSON.stringify(drawnBoard.slice(0, 2)), '[30,true]', 'givens and candidates');
  assert(/81 characters/.test(drawnBoard[2]), drawnBoard[2]);
  await done(page);
}
