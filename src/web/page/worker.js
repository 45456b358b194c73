// Runs the engine in a worker. Sends lines of progress and the answer back as they come.

import { load } from './wasm.js';

// A question may arrive before the module has loaded.
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
