// Screenshots of the page: node shots.mjs URL FOLDER

import { mkdirSync } from 'node:fs';
import { click, fresh, launch, paste, until } from './harness.mjs';

const [url, folder] = process.argv.slice(2);
const PUZZLE = '.83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...';
const WIDTHS = [
  ['phone', 390, 844],
  ['tablet', 820, 1100],
  ['desk', 1440, 900],
];

/** A puzzle, its path, and one of its steps. */
async function atAStep(page) {
  await paste(page, PUZZLE);
  await click(page, 'path');
  await until(page, () => !document.getElementById('walk').hidden);
  await page.evaluate(() => {
    document.getElementById('at').value = 15;
    document.getElementById('at').dispatchEvent(new Event('input'));
  });
  await until(page, () => document.querySelectorAll('#picture g.truth').length === 2);
}

mkdirSync(folder, { recursive: true });
const browser = await launch();
for (const colorScheme of ['light', 'dark']) {
  for (const [name, width, height] of WIDTHS) {
    const page = await fresh(browser, url, { colorScheme, viewport: { width, height } });
    await atAStep(page);
    await page.locator('#find').fill('empty rectangle');
    await page.locator('#library button').first().click();
    await until(page, () => document.querySelector('#rule-examples svg'));
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true });
    await page.context().close();
  }
}
// The picture at the top of the README: a step on the board, the path, and a rule in the editor.
const page = await fresh(browser, url, { colorScheme: 'light', viewport: { width: 1280, height: 760 } });
await atAStep(page);
await click(page, 'new-rule');
await until(page, () => /No mistakes/.test(document.getElementById('problems').textContent));
await page.evaluate(() => scrollTo(0, 0));
await page.screenshot({ path: `${folder}/readme.png` });
await browser.close();
