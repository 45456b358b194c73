// Checks a proof with the checker's own module, or with the program if the page has no module.

import type { CheckVerdict } from './protocol';
import type { Engine } from './client';

export type Checked = CheckVerdict & { here: boolean };

/** The verdict on a proof, and whether this browser has given it. */
export async function check(engine: Engine, proof: string): Promise<Checked> {
  const said = await here(proof).catch(() => null);
  const [, kind = '', line = '', words = ''] = /^([ard])(\d*) ([^]*)$/.exec(said ?? '') ?? [];
  if (!kind) return { ...(await engine.ask({ ask: 'check', proof }, { lane: 'check' })), here: false };
  const verdict = { a: 'accepted', r: 'rejected', d: 'declined' }[kind] ?? 'declined';
  return { verdict, line: line ? Number(line) : null, words, here: true };
}

function here(proof: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker('checker-worker.js', { type: 'module' });
    worker.onmessage = ({ data }) => {
      worker.terminate();
      if (data.failed) reject(new Error(data.failed));
      else resolve(data.verdict);
    };
    worker.onerror = () => {
      worker.terminate();
      reject(new Error('the checker has ended'));
    };
    worker.postMessage({ proof });
  });
}
