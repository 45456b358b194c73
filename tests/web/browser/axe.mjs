// The findings of axe-core in a page.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export default async function violations(page) {
  // The driver evaluates this, because the policy of the page forbids `eval`.
  await page.evaluate(source);
  return page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ['violations'] })).violations);
}
