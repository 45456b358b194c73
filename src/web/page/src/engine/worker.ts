// Runs the engine in a worker. Sends lines of progress and the answer back as they come.

import { load } from '../../wasm.js';

type Respond = (question: string) => string;

// A question may arrive before the module has loaded.
let arrive: (module: WebAssembly.Module) => void;
const ready: Promise<Respond> = new Promise<WebAssembly.Module>((resolve) => (arrive = resolve)).then((module) =>
  load(module, ((line: string) => self.postMessage({ line })) as () => void),
);

self.onmessage = async ({ data }: MessageEvent) => {
  if (data.module) return arrive(data.module);
  try {
    const respond = await ready;
    self.postMessage({ line: respond(data.question) });
  } catch (error) {
    self.postMessage({ failed: `the engine has ended: ${(error as Error).message}` });
  }
};
