// Bundles the page into `../dist`: node build.mjs
//
// `node build.mjs test` runs the tests of the model in node. `node build.mjs compare` fails if the
// built files differ from those in `../dist`.

import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const here = path.dirname(fileURLToPath(import.meta.url));
const from = (name) => path.join(here, name);
const shared = {
  absWorkingDir: here,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
};

/** Builds all files of the page into a folder. */
async function build(folder) {
  mkdirSync(folder, { recursive: true });
  const entryPoints = {
    main: from('src/main.tsx'),
    worker: from('src/engine/worker.ts'),
    'checker-worker': from('src/engine/checker-worker.ts'),
    'qedoku-board': from('src/element.ts'),
  };
  await esbuild.build({ ...shared, entryPoints, outdir: folder, minify: true });
  // A service worker is a classic script.
  await esbuild.build({ ...shared, format: 'iife', entryPoints: { sw: from('src/sw.ts') }, outdir: folder, minify: true });
  await esbuild.build({ ...shared, entryPoints: { page: from('static/page.css') }, outdir: folder, minify: true });
  for (const name of readdirSync(from('static'))) {
    if (!name.endsWith('.css')) copyFileSync(from(`static/${name}`), path.join(folder, name));
  }
}

/** Bundles the tests of the model and runs them in node. */
async function test(folder) {
  const names = readdirSync(from('test')).filter((name) => /\.test\.tsx?$/.test(name));
  await esbuild.build({ ...shared, platform: 'node', entryPoints: names.map((name) => from(`test/${name}`)), outdir: folder });
  writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return spawnSync('node', ['--test', ...files.map((name) => path.join(folder, name))], { stdio: 'inherit' }).status;
}

/** The names of the files that only one folder has, or that differ. */
function differing(built, kept) {
  const names = new Set([...readdirSync(built), ...readdirSync(kept)]);
  const read = (folder, name) => {
    try {
      return readFileSync(path.join(folder, name), 'latin1');
    } catch {
      return null;
    }
  };
  return [...names].filter((name) => read(built, name) !== read(kept, name));
}

const [what = 'build'] = process.argv.slice(2);
const dist = from('../dist');
const work = mkdtempSync(path.join(tmpdir(), 'page-'));
try {
  if (what === 'test') process.exitCode = (await test(work)) ?? 1;
  else if (what === 'compare') {
    await build(work);
    const wrong = differing(work, dist);
    if (wrong.length) console.log(`The built page is out of date: ${wrong.join(', ')}. Run \`node build.mjs\`.`);
    process.exitCode = wrong.length ? 1 : 0;
  } else {
    await build(work);
    rmSync(dist, { recursive: true, force: true });
    cpSync(work, dist, { recursive: true });
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
