// Waiting times inside the page: the first paint, the first hint, further hints, and the reaction
// to typing; a slow network; and the size of all files.
//
// The limits leave room for slow and busy machines and for unoptimised modules.
// QEDOKU_WEB_PROFILE=web QEDOKU_SPEED=strict demands the times that the page promises.

import { readdirSync } from 'node:fs';
import { EASY, assert, done, fresh, paste, ready } from './harness.mjs';

const strict = process.env.QEDOKU_SPEED === 'strict';
const LIMITS = strict
  ? { first: 1000, later: 100, typed: 150, paint: 300, slow: 2000, bytes: 1_300_000 }
  : { first: 20_000, later: 3000, typed: 3000, paint: 5000, slow: 20_000, bytes: 4_000_000 };
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

/** Measures the time from opening an address to the first paint of the board. */
async function painted(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length && document.querySelector('#picture text.given'));
  const time = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
  await context.close();
  return time;
}

/** The first paint comes before the engine, in 300 ms. */
export async function firstPaint(browser, { url }) {
  const times = [];
  for (let visit = 0; visit < 2 * VISITS; visit++) times.push(await painted(browser, url));
  assert(median(times) < LIMITS.paint, told(times));
  return told(times);
}

/** At 1.6 Mbit/s and with a processor four times slower, the board and the progress come in 2 s. */
export async function slowNetwork(browser, { url, served }) {
  if (served) return undefined;
  const times = [];
  let words = '';
  for (let visit = 0; visit < 3; visit++) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    page.setDefaultTimeout(180_000);
    await page.addInitScript(() => {
      window.seen = [];
      const look = () => window.seen.push(document.querySelector('#loading progress')?.value ?? window.seen.at(-1) ?? 0);
      new MutationObserver(look).observe(document, { subtree: true, attributes: true, childList: true });
    });
    const client = await context.newCDPSession(page);
    await client.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 });
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.querySelectorAll('#picture text.given').length === 24 && document.getElementById('loading')?.checkVisibility());
    times.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()));
    // The game can be played before the engine has loaded, and the progress grows.
    await page.evaluate(() => document.getElementById('board').focus());
    for (const key of ['ArrowRight', '1']) await page.keyboard.press(key);
    assert((await page.locator('#picture text.entry').count()) === 1, 'a digit is filled in while the engine loads');
    await ready(page);
    const [seen, all] = await page.evaluate(() => [window.seen, performance.now()]);
    assert(new Set(seen).size > 5 && seen.every((part, at) => at === 0 || part >= seen[at - 1]), `the progress: ${[...new Set(seen)]}`);
    words = `; the engine is ready after ${(all / 1000).toFixed(1)} s`;
    await context.close();
  }
  assert(median(times) < LIMITS.slow, `${told(times)}${words}`);
  return `${told(times)}${words}`;
}

/** All files of the static page, gzipped. */
export async function weight(browser, { folder, served, weigh }) {
  if (served) return undefined;
  const names = readdirSync(folder);
  const words = names.map((name) => `${name} ${Math.round(weigh([name]) / 1000)}`).join(', ');
  assert(weigh(names) < LIMITS.bytes, words);
  return `${Math.round(weigh(names) / 1000)} kB: ${words}`;
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
