// "Check in this browser": checks a proof with the checker's own module, or with the program if the
// page has no module.

import { engine } from './connect.js';

/** The verdict on a proof: { verdict, line, words, here }. */
export async function check(proof) {
  const said = await here(proof).catch(() => null);
  if (!said) return { ...(await engine.ask({ ask: 'check', proof }, { lane: 'check' })), here: false };
  const [, kind, line, words] = /^([ard])(\d*) ([^]*)$/.exec(said);
  const verdict = { a: 'accepted', r: 'rejected', d: 'declined' }[kind];
  return { verdict, line: line ? Number(line) : null, words, here: true };
}

function here(proof) {
  return new Promise((resolve, reject) => {
    const worker = new Worker('checker-worker.js', { type: 'module' });
    const end = (act, value) => {
      worker.terminate();
      act(value);
    };
    worker.onmessage = ({ data }) => (data.failed ? end(reject, new Error(data.failed)) : end(resolve, data.verdict));
    worker.onerror = () => end(reject, new Error('the checker has ended'));
    worker.postMessage({ proof });
  });
}
