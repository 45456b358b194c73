// Runs the flows: node run.mjs FOLDER PROGRAM [NAME...]
//
// FOLDER has the static page, PROGRAM is `qedoku`. Names select flows [default: all].
// QEDOKU_PROOFS=200 compares the proofs of 200 puzzles instead of ten.

import { execFileSync } from 'node:child_process';
import * as flows from './flows.mjs';
import * as plays from './play.mjs';
import * as prints from './print.mjs';
import * as rules from './rules.mjs';
import * as waits from './speed.mjs';
import { EASY, launch, servedHost, staticHost } from './harness.mjs';

const [folder, program, ...names] = process.argv.slice(2);
const puzzles = Number(process.env.QEDOKU_PROOFS ?? 10);
const run = (...args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });

/** Puzzles of all levels with their proofs by the program. */
function withProofs(count) {
  const fixed = [EASY, '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..'];
  const made = run('create', String(Math.max(0, count - fixed.length)), '--seed', '7').split('\n').filter((line) => /^[1-9.]{81}/.test(line));
  const puzzles = [...fixed, ...made.map((line) => line.slice(0, 81))];
  const levels = puzzles.map((puzzle) => JSON.parse(run('grade', puzzle, '--json')).level);
  const counted = (level) => `${levels.filter((other) => other === level).length} ${level}`;
  console.log(`      ${puzzles.length} puzzles: ${[...new Set(levels)].map(counted).join(', ')}`);
  return puzzles.map((puzzle) => [puzzle, run('prove', puzzle)]);
}

const sixteen = () => run('create', '1', '--size', '16', '--seed', '3').trim();
const extra = {
  sixteen,
  sixteenReadable: sixteen,
  // The path of this puzzle takes long.
  cancelling: sixteen,
  sameBytes: () => withProofs(puzzles),
};

// Two flows with one name would hide each other.
const all = [flows, rules, plays, prints, waits].flatMap((module) => Object.entries(module)).filter(([, flow]) => typeof flow === 'function');
const twice = all.map(([name]) => name).filter((name, at, list) => list.indexOf(name) < at);
if (twice.length) throw new Error(`two flows have the name ${twice}`);

const browser = await launch();
let failed = 0;
const hosts = [await staticHost(folder), await servedHost(program)];
for (const [name, flow] of all) {
  if (names.length && !names.includes(name)) continue;
  const argument = extra[name]?.();
  for (const host of hosts) {
    const start = performance.now();
    try {
      const words = await flow(browser, host, argument);
      console.log(`ok    ${host.name} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)${words ? `: ${words}` : ''}`);
    } catch (error) {
      failed += 1;
      console.log(`WRONG ${host.name} ${name}: ${error.message.slice(0, 2000)}`);
    }
  }
}
await browser.close();
for (const host of hosts) await host.close();
process.exit(failed ? 1 : 0);
