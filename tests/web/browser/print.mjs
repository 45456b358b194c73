// The report of a puzzle, printed: it has few pages, with several pictures on each, and the
// arithmetic of every step.

import { assert, done, fresh, paste } from './harness.mjs';
import { readFileSync } from 'node:fs';

/** A puzzle whose path has 89 steps. */
export const LONG = '6.2.5.........3.4..........43...8....1....2........7..5..27...........81...6.....';
const MAX_PAGES = 14;

/** Prints the report of a long path, and counts its pages. */
export async function printedReport(browser, { url }) {
  const page = await fresh(browser, url);
  await paste(page, LONG);
  await page.waitForFunction(() => document.getElementById('paste-box').open === false);
  await page.locator('#path').click();
  await page.waitForFunction(() => document.querySelectorAll('#list li').length > 60);
  const steps = await page.evaluate(() => document.querySelectorAll('#list li').length);
  await page.evaluate(() => (document.getElementById('proof-box').open = true));
  const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('#save-report').click()]);
  const html = readFileSync(await saved.path(), 'utf8');
  await done(page);
  const context = await browser.newContext();
  const report = await context.newPage();
  await report.setContent(html);
  const pictures = await report.evaluate(() => document.querySelectorAll('.step svg').length);
  const details = await report.evaluate(() => document.querySelectorAll('.one details pre').length);
  await report.emulateMedia({ media: 'print' });
  // The browser lays out folded texts in its next frame.
  await report.waitForFunction((count) => [...document.querySelectorAll('.one details pre')].filter((it) => it.checkVisibility({ contentVisibilityAuto: true })).length >= count, details, { timeout: 10_000 }).catch(() => {});
  const shown = await report.evaluate(() => [...document.querySelectorAll('.one details pre')].filter((it) => it.checkVisibility({ contentVisibilityAuto: true })).length);
  // Sheets of A4 with margins of 10 mm have 718 by 1047 pixels.
  await report.setViewportSize({ width: 718, height: 1047 });
  const heights = await report.evaluate(() => [...document.querySelectorAll('.step')].filter((it) => it.querySelectorAll('.one').length === 1).map((it) => it.getBoundingClientRect().height));
  const perPage = 1047 / (heights.reduce((sum, height) => sum + height, 0) / heights.length);
  const pdf = (await report.pdf({ preferCSSPageSize: true })).toString('latin1');
  await context.close();
  const pages = [...pdf.matchAll(/\/Type\s*\/Page\b/g)].length;
  const words = `${steps} steps, ${pictures} pictures, ${pages} pages, ${perPage.toFixed(1)} patterns on a page, ${shown} of ${details} arithmetic texts`;
  assert(steps >= 80 && pages > 2 && pages <= MAX_PAGES, words);
  assert(details >= steps && shown === details, words);
  assert(pictures < steps && perPage >= 4 && perPage <= 6.5, words);
  return words;
}
