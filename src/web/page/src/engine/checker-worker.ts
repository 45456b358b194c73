// Runs the independent checker in a worker. It is a separate module that shares nothing with the
// engine.

import { compile, load } from '../../wasm.js';

self.onmessage = async ({ data }: MessageEvent) => {
  try {
    const check = await load(await compile('checker.wasm'));
    self.postMessage({ verdict: check(data.proof) });
  } catch (error) {
    self.postMessage({ failed: (error as Error).message });
  }
};
