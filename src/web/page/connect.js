// The connection to the engine: in a worker of this page, or in the program that served it. Both
// use the same protocol.
//
// Questions of one lane are answered one after another. Lanes do not wait for each other. An
// AbortSignal cancels a question at any time.

import { compile } from './wasm.js';

const VERSION = 1;
let nextId = 1;

class ApiError extends Error {
  constructor(error) {
    super(error.message);
    Object.assign(this, error);
  }
}

const aborted = () => new DOMException('cancelled', 'AbortError');

/** Handles one line of an answer: reports progress, returns the answer, throws an error. */
function take(line, progress) {
  if (line.progress !== undefined) {
    progress?.(line.progress);
    return undefined;
  }
  if (line.error) throw new ApiError(line.error);
  return { answer: line.answer };
}

/** An engine behind HTTP. */
class Served {
  async ask(question, { progress, signal } = {}) {
    const id = nextId++;
    const response = await fetch('ask', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: VERSION, id, ...question }),
      signal,
    }).catch((error) => {
      if (error.name === 'AbortError') throw error;
      throw new ApiError({ code: 'http', message: 'the program that serves this page does not answer', help: 'start `qedoku serve` again, and reload the page' });
    });
    if (!response.ok) throw new ApiError({ code: 'http', message: (await response.text()).trim() || `HTTP ${response.status}` });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new ApiError({ code: 'http', message: 'the program ended before it answered' });
      const lines = (rest + value).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        const taken = take(JSON.parse(line), progress);
        if (taken) return taken.answer;
      }
    }
  }
}

/** One worker with the engine's module. Cancelling terminates it and starts another. */
class Lane {
  constructor(module) {
    this.module = module;
    this.queue = Promise.resolve();
  }

  start() {
    const worker = new Worker('worker.js', { type: 'module' });
    this.module.then((module) => worker.postMessage({ module }), (error) => worker.onmessage?.({ data: { failed: error.message } }));
    return worker;
  }

  ask(question, { progress, signal } = {}) {
    const turn = this.queue.then(() => this.now(question, progress, signal));
    this.queue = turn.catch(() => {});
    return turn;
  }

  now(question, progress, signal) {
    if (signal?.aborted) return Promise.reject(aborted());
    this.worker ??= this.start();
    const worker = this.worker;
    const id = nextId++;
    return new Promise((resolve, reject) => {
      const finish = (act, value) => {
        signal?.removeEventListener('abort', cancel);
        worker.onmessage = worker.onerror = null;
        act(value);
      };
      const end = (error) => {
        worker.terminate();
        this.worker = null;
        finish(reject, error);
      };
      const cancel = () => end(aborted());
      signal?.addEventListener('abort', cancel);
      worker.onmessage = ({ data }) => {
        if (data.failed) return end(new ApiError({ code: 'engine', message: data.failed }));
        try {
          const taken = take(JSON.parse(data.line), progress);
          if (taken) finish(resolve, taken.answer);
        } catch (error) {
          finish(reject, error);
        }
      };
      worker.onerror = (event) => end(new ApiError({ code: 'engine', message: event.message || 'the engine has ended' }));
      worker.postMessage({ question: JSON.stringify({ version: VERSION, id, ...question }) });
    });
  }
}

/** The engine in workers of this page. */
class Local {
  constructor() {
    this.module = compile('engine.wasm');
    this.lanes = new Map();
  }

  ask(question, options = {}) {
    const name = options.lane ?? 'steps';
    if (!this.lanes.has(name)) this.lanes.set(name, new Lane(this.module));
    return this.lanes.get(name).ask(question, options);
  }
}

export const isServed = document.documentElement.dataset.engine === 'served';
export const engine = isServed ? new Served() : new Local();
