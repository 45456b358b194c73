// Code shared by the flows: a browser, the page in two ways, and small helpers.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const TYPES = { html: 'text/html', css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml', wasm: 'application/wasm', webmanifest: 'application/manifest+json' };

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });

/** Serves the static page from a minimal file server, which compresses files as hosts do. */
export async function staticHost(folder) {
  const packed = new Map();
  const pack = (name) => {
    if (!packed.has(name)) packed.set(name, gzipSync(readFileSync(path.join(folder, name)), { level: 9 }));
    return packed.get(name);
  };
  const server = http.createServer((request, response) => {
    const name = path.basename(new URL(request.url, 'http://page').pathname) || 'index.html';
    try {
      const bytes = pack(name);
      response.setHeader('content-type', TYPES[name.split('.').at(-1)] ?? 'application/octet-stream');
      response.setHeader('content-encoding', 'gzip');
      response.setHeader('content-length', bytes.length);
      response.end(bytes);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const weigh = (names) => names.reduce((sum, name) => sum + pack(name).length, 0);
  return { name: 'static', folder, weigh, url: `http://127.0.0.1:${server.address().port}/`, served: false, close: () => server.close() };
}

/** Starts the program, which serves the page. */
export async function servedHost(program) {
  const child = spawn(program, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => resolve(/http:\S+/.exec(String(data))?.[0]));
    child.on('exit', (code) => reject(new Error(`serve ended with ${code}`)));
  });
  const close = () =>
    new Promise((resolve) => {
      child.on('exit', resolve);
      child.kill('SIGINT');
    });
  return { name: 'served', url, served: true, close };
}

export function assert(holds, words) {
  if (!holds) throw new Error(words);
}

export function equal(is, should, words) {
  assert(is === should, `${words}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`);
}

/** Opens a fresh page and records its errors. */
export async function fresh(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1300, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.QEDOKU_WAIT ?? 120_000));
  revealing(page);
  page.wrong = [];
  page.on('pageerror', (error) => page.wrong.push(`error: ${error.message}`));
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && page.wrong.push(`${message.type()}: ${message.text()}`));
  page.on('dialog', (dialog) => {
    page.wrong.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(url);
  await ready(page);
  return page;
}

export const ready = (page) => page.waitForFunction(() => document.documentElement.dataset.ready === 'yes');

/** Asserts that the page had no errors, and closes it. */
export async function done(page) {
  equal(page.wrong.join('\n'), '', 'the page complains');
  await page.context().close();
}

export const text = (page, id) => page.evaluate((name) => document.getElementById(name).textContent, id);

export const until = (page, act, argument) => page.waitForFunction(act, argument);

/** Opens the tab in which an element is. */
export const reveal = (page, selector) =>
  page.evaluate((wanted) => {
    const pane = document.querySelector(wanted)?.closest('[role=tabpanel]');
    if (pane?.hidden) document.getElementById(pane.getAttribute('aria-labelledby')).click();
  }, selector);

/** Makes actions on elements open their tabs first. */
function revealing(page) {
  const locate = page.locator.bind(page);
  const wrap = (locator, selector) =>
    new Proxy(locator, {
      get(target, name) {
        const value = target[name];
        if (typeof value !== 'function') return value;
        if (name === 'first') return () => wrap(target.first(), selector);
        if (!['click', 'fill', 'hover', 'focus', 'selectOption', 'tap', 'check', 'isVisible'].includes(name)) return value.bind(target);
        return async (...args) => {
          await reveal(page, selector);
          return value.apply(target, args);
        };
      },
    });
  page.locator = (selector, options) => wrap(locate(selector, options), selector);
}

/** Clicks the element with this id, wherever it is on the page. */
export const click = (page, id) => page.locator(`#${id}`).click();

/** Pastes text into the box and reads it as a puzzle. */
export async function paste(page, puzzle) {
  await page.evaluate(() => (document.getElementById('paste-box').open = true));
  await page.locator('#paste').fill(puzzle);
  await click(page, 'read');
}

/** Returns the digits on the board, as a line. */
export const line = (page, size = 9) =>
  page.evaluate((n) => {
    const cells = new Array(n * n).fill('.');
    for (const node of document.querySelectorAll('#picture text.given, #picture text.entry')) {
      const box = document.getElementById('picture').viewBox.baseVal.width;
      const side = (box - 42) / n;
      const [column, row] = ['x', 'y'].map((at) => Math.floor((Number(node.getAttribute(at)) - 34) / side));
      cells[row * n + column] = node.textContent;
    }
    return cells.join('');
  }, size);

/** A puzzle of level easy, and one of level unfair. */
export const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
export const UNFAIR = '.83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...';

/** Waits until the path is shown, or a step of this name. */
export const walked = (page) => until(page, () => !document.getElementById('walk').hidden);
export const shown = (page, name) => until(page, (n) => !document.getElementById('step').hidden && document.getElementById('step-name').textContent === n, name);
