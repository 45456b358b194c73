// Screenshots of the page: node shots.mjs URL FOLDER

import { mkdirSync } from 'node:fs';
import { click, fresh, launch, paste, until } from './harness.mjs';

const [url, folder] = process.argv.slice(2);
const PUZZLE = '.83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...';
const WIDTHS = [
  ['phone', 390, 844],
  ['tablet', 820, 1100],
  ['desk', 1400, 900],
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
  await until(page, () => document.querySelectorAll('#picture g.roles > g.role').length > 0);
}

mkdirSync(folder, { recursive: true });
const browser = await launch();
for (const colorScheme of ['light', 'dark']) {
  for (const [name, width, height] of WIDTHS) {
    const page = await fresh(browser, url, { colorScheme, viewport: { width, height }, hasTouch: width < 500 });
    await atAStep(page);
    await page.screenshot({ path: `${folder}/page-${name}-${colorScheme}.png` });
    await page.context().close();
  }
}
// The picture at the top of the README: a step on the board, and its explanation.
const page = await fresh(browser, url, { colorScheme: 'light', viewport: { width: 1280, height: 760 } });
await atAStep(page);
await page.evaluate(() => {
  document.getElementById('why').open = true;
  document.getElementById('card').scrollIntoView();
});
await page.waitForTimeout(300);
await page.screenshot({ path: `${folder}/page.png` });
await browser.close();
