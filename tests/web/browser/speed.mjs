// Waiting times inside the page: the first hint, further hints, and the reaction to typing.
//
// The limits leave room for slow and busy machines and for unoptimised modules.
// QEDOKU_WEB_PROFILE=web QEDOKU_SPEED=strict demands the times that the page promises.

import { assert, done, fresh, paste, ready } from './harness.mjs';
import { EASY } from './flows.mjs';

const strict = process.env.QEDOKU_SPEED === 'strict';
const LIMITS = strict ? { first: 1000, later: 100, typed: 150 } : { first: 20_000, later: 3000, typed: 3000 };
const VISITS = 5;
const HINTS = 15;

const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];
const told = (times) => `median ${Math.round(median(times))} ms, most ${Math.round(Math.max(...times))} ms`;

/** Waits inside the page until an element satisfies the condition. Returns the time. */
const HELPERS = () => {
  window.says = (id, words) =>
    new Promise((resolve) => {
      const node = document.getElementById(id);
      const look = () => words.test(node.textContent) && (watch.disconnect(), resolve(performance.now()));
      const watch = new MutationObserver(look);
      watch.observe(node, { childList: true, subtree: true, characterData: true });
      look();
    });
};

/**
 * Measures the time from opening an address to the first hint, and from a click to each further
 * hint.
 */
async function hints(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1300, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(HELPERS);
  await page.goto(address, { waitUntil: 'commit' });
  await ready(page);
  const first = await page.evaluate(async () => {
    document.getElementById('hint').click();
    return window.says('told', /^Look at /);
  });
  const later = await page.evaluate(async (count) => {
    const times = [];
    for (let i = 0; i < count; i++) {
      // Takes the remaining steps of the hint.
      document.getElementById('hint').click();
      document.getElementById('hint').click();
      await new Promise((resolve) => setTimeout(resolve, 50));
      document.getElementById('do-it').click();
      const began = performance.now();
      document.getElementById('hint').click();
      times.push((await window.says('told', /^Look at /)) - began);
    }
    return times;
  }, HINTS);
  await context.close();
  return { first, later };
}

/** Measures the time from a key to the problems of the editor's text. */
async function typed(browser, url) {
  const page = await fresh(browser, url);
  await page.evaluate(HELPERS);
  await paste(page, EASY);
  await page.locator('#new-rule').click();
  await page.waitForFunction(() => /No mistakes/.test(document.getElementById('problems').textContent));
  const times = await page.evaluate(async (count) => {
    const text = document.getElementById('text');
    const times = [];
    for (let i = 0; i < count; i++) {
      // A text with a mistake and the text without it, alternately.
      const broken = i % 2 === 0;
      text.value = broken ? text.value.replace('houses', 'housse') : text.value.replace('housse', 'houses');
      const began = performance.now();
      text.dispatchEvent(new Event('input'));
      times.push((await window.says('problems', broken ? /housse/ : /No mistakes/)) - began);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return times;
  }, HINTS);
  await done(page);
  return times;
}

/** Prints the measured waiting times. */
export async function speed(browser, { url }) {
  const page = await fresh(browser, url);
  await paste(page, EASY);
  await page.waitForFunction(() => location.hash.length > 20);
  await page.waitForTimeout(600);
  const address = page.url();
  await done(page);
  const firsts = [];
  const laters = [];
  for (let visit = 0; visit < VISITS; visit++) {
    const { first, later } = await hints(browser, address);
    firsts.push(first);
    laters.push(...later);
  }
  const typing = await typed(browser, url);
  const words = `first hint: ${told(firsts)}; later hints: ${told(laters)}; typing: ${told(typing)}`;
  assert(median(firsts) < LIMITS.first && median(laters) < LIMITS.later && median(typing) < LIMITS.typed, words);
  return words;
}
