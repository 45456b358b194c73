// Runs the independent checker, a module of its own that shares nothing with the engine, beside the page.

import { compile, load } from './wasm.js';

self.onmessage = async ({ data }) => {
  try {
    const check = await load(await compile('checker.wasm'));
    self.postMessage({ verdict: check(data.proof) });
  } catch (error) {
    self.postMessage({ failed: error.message });
  }
};
