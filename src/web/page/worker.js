// Runs the engine beside the page. Lines of progress and the answer go back as they come.

import { load } from './wasm.js';

// A question may come before the module has arrived.
let arrive;
const ready = new Promise((resolve) => (arrive = resolve)).then((module) => load(module, (line) => self.postMessage({ line })));

self.onmessage = async ({ data }) => {
  if (data.module) return arrive(data.module);
  try {
    const respond = await ready;
    self.postMessage({ line: respond(data.question) });
  } catch (error) {
    self.postMessage({ failed: `the engine has ended: ${error.message}` });
  }
  return undefined;
};
