// Opens page.html in Chromium, from a folder in which the package is installed, and checks its
// results: node browser.mjs CHROMIUM

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

const TYPES = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' };
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
/** Milliseconds until the test gives up. */
const MAX_WAIT = 120_000;

const folder = process.cwd();
let received;
const result = new Promise((resolve, reject) => {
  received = resolve;
  setTimeout(() => reject(new Error('the browser sent no result')), MAX_WAIT).unref();
});
const server = http.createServer((request, response) => {
  if (request.method === 'POST') {
    let text = '';
    request.on('data', (data) => (text += data));
    request.on('end', () => {
      response.end();
      received(JSON.parse(text));
    });
    return;
  }
  const name = path.join(folder, path.normalize(new URL(request.url, 'http://page').pathname));
  try {
    const bytes = readFileSync(name);
    response.setHeader('content-type', TYPES[name.split('.').at(-1)] ?? 'application/octet-stream');
    response.end(bytes);
  } catch {
    response.statusCode = 404;
    response.end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const profile = mkdtempSync(path.join(tmpdir(), 'qedoku-npm-'));
const address = `http://127.0.0.1:${server.address().port}/page.html`;
const browser = spawn(process.argv[2], [...FLAGS, `--user-data-dir=${profile}`, address], { stdio: 'ignore' });
try {
  const { steps, checked, forged, error } = await result;
  assert.equal(error, undefined);
  assert.ok(steps > 10);
  assert.equal(checked.verdict, 'accepted');
  assert.notEqual(forged.verdict, 'accepted');
  console.log(`in the browser: solved in ${steps} steps; the checker says: ${checked.words}`);
} finally {
  browser.kill();
  await new Promise((resolve) => browser.on('exit', resolve));
  server.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();
