// The connection to the engine: in a worker of this page, or in the program that served it. Both
// use the same protocol.
//
// The questions of a lane are answered one after another. Different lanes do not wait for each
// other. An AbortSignal cancels a question at any time.

import { signal } from '@preact/signals';
import type { Answers, ApiError as Problem, Ask } from './protocol';

const VERSION = 1;
let nextId = 1;

export type Question<K extends keyof Answers> = Extract<Ask, { ask: K }>;

export interface AskOptions {
  lane?: string;
  progress?: (value: any) => void;
  signal?: AbortSignal | undefined;
}

export interface Engine {
  ask<K extends keyof Answers>(question: Question<K>, options?: AskOptions): Promise<Answers[K]>;
}

/** An error of the engine, with its help. */
export class ApiError extends Error {
  readonly code: string;
  readonly help: string | undefined;

  constructor({ code, message, help }: Partial<Problem> & { message: string }) {
    super(message);
    this.code = code ?? 'engine';
    this.help = help ?? undefined;
  }
}

export const isAbort = (error: unknown): boolean => (error as Error)?.name === 'AbortError';

const aborted = () => new DOMException('cancelled', 'AbortError');

/** The share of the engine that has loaded, from 0 to 1; null when it is complete. */
export const loaded = signal<number | null>(0);

/** Handles one line of an answer: reports progress, returns the answer, throws an error. */
function take(line: any, progress: AskOptions['progress']): { answer: any } | undefined {
  if (line.progress !== undefined) {
    progress?.(line.progress);
    return undefined;
  }
  if (line.error) throw new ApiError(line.error);
  return { answer: line.answer };
}

/** An engine behind HTTP. */
class Served implements Engine {
  constructor() {
    loaded.value = null;
  }

  async ask(question: any, { progress, signal: cancel }: AskOptions = {}): Promise<any> {
    const id = nextId++;
    const response = await fetch('ask', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: VERSION, id, ...question }),
      ...(cancel ? { signal: cancel } : {}),
    }).catch((error) => {
      if (isAbort(error)) throw error;
      throw new ApiError({ code: 'http', message: 'the program that serves this page does not answer', help: 'start `qedoku serve` again, and reload the page' });
    });
    if (!response.ok || !response.body) throw new ApiError({ code: 'http', message: (await response.text()).trim() || `HTTP ${response.status}` });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new ApiError({ code: 'http', message: 'the program ended before it answered' });
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const taken = take(JSON.parse(line), progress);
        if (taken) return taken.answer;
      }
    }
  }
}

/** One worker with the engine's module. Cancelling terminates it and starts another. */
class Lane {
  private queue: Promise<unknown> = Promise.resolve();
  private worker: Worker | null = null;

  constructor(private readonly module: Promise<WebAssembly.Module>) {}

  private start(): Worker {
    const worker = new Worker('worker.js', { type: 'module' });
    this.module.then(
      (module) => worker.postMessage({ module }),
      (error) => worker.onmessage?.(new MessageEvent('message', { data: { failed: error.message } })),
    );
    return worker;
  }

  ask(question: object, options: AskOptions): Promise<any> {
    const turn = this.queue.then(() => this.now(question, options));
    this.queue = turn.catch(() => {});
    return turn;
  }

  private now(question: object, { progress, signal: cancel }: AskOptions): Promise<any> {
    if (cancel?.aborted) return Promise.reject(aborted());
    this.worker ??= this.start();
    const { worker } = this;
    const id = nextId++;
    return new Promise((resolve, reject) => {
      const finish = (act: (value: any) => void, value: unknown) => {
        cancel?.removeEventListener('abort', stop);
        worker.onmessage = worker.onerror = null;
        act(value);
      };
      const end = (error: unknown) => {
        worker.terminate();
        this.worker = null;
        finish(reject, error);
      };
      const stop = () => end(aborted());
      cancel?.addEventListener('abort', stop);
      worker.onmessage = ({ data }) => {
        if (data.failed) return end(new ApiError({ code: 'engine', message: data.failed }));
        try {
          const taken = take(JSON.parse(data.line), progress);
          if (taken) finish(resolve, taken.answer);
        } catch (error) {
          finish(reject, error);
        }
        return undefined;
      };
      worker.onerror = (event) => end(new ApiError({ code: 'engine', message: event.message || 'the engine has ended' }));
      worker.postMessage({ question: JSON.stringify({ version: VERSION, id, ...question }) });
    });
  }
}

/** Compiles the engine while it loads, and reports the loaded share. */
async function compile(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`${address}: ${response.status}`);
  // For a compressed file, the header gives the packed length. The unpacked length is then a guess.
  const packed = response.headers.get('content-encoding') ? 2.8 : 1;
  const size = Number(response.headers.get('content-length') ?? 0) * packed || 3_100_000;
  let seen = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.length;
      loaded.value = Math.min(0.99, seen / size);
      controller.enqueue(chunk);
    },
  });
  const body = response.body.pipeThrough(counter);
  const module = await WebAssembly.compileStreaming(new Response(body, { headers: { 'content-type': 'application/wasm' } }));
  loaded.value = null;
  return module;
}

/** Resolves after the next paint. A hidden tab paints nothing, so it waits for a moment. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 300);
  });

/** The engine in workers of this page. It loads after the first paint, which it would slow down. */
class Local implements Engine {
  private readonly module = painted().then(() => compile('engine.wasm'));
  private readonly lanes = new Map<string, Lane>();

  ask(question: any, options: AskOptions = {}): Promise<any> {
    const name = options.lane ?? 'steps';
    let lane = this.lanes.get(name);
    if (!lane) this.lanes.set(name, (lane = new Lane(this.module)));
    return lane.ask(question, options);
  }
}

export const connect = (isServed: boolean): Engine => (isServed ? new Served() : new Local());
