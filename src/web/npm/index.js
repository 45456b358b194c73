// The engine and the checker of Qedoku, as functions for node and browsers.

import { load } from './wasm.js';

/** Compiles a module of this package. Node reads it as a file, a browser fetches it. */
async function compile(name) {
  const address = new URL(`./${name}`, import.meta.url);
  if (address.protocol !== 'file:') {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  }
  const { readFile } = await import('node:fs/promises');
  return WebAssembly.compile(await readFile(address));
}

/** An error of the engine, with its stable code and, if there is one, a remedy. */
export class QedokuError extends Error {
  constructor({ code, message, help }) {
    super(message);
    this.name = 'QedokuError';
    this.code = code;
    this.help = help;
  }
}

/** The engine. `Engine.create()` makes one; each has its own memory. */
export class Engine {
  #respond;
  #tell = () => {};
  #requests = 0;

  static async create() {
    const engine = new Engine();
    engine.#respond = await load(await compile('engine.wasm'), (line) => engine.#tell(JSON.parse(line).progress));
    return engine;
  }

  /** Sends a request of the page protocol and returns its answer. */
  ask(name, fields = {}, progress = () => {}) {
    this.#requests += 1;
    this.#tell = progress;
    const reply = JSON.parse(this.#respond(JSON.stringify({ version: 1, id: this.#requests, ask: name, ...fields })));
    if (reply.error) throw new QedokuError(reply.error);
    return reply.answer;
  }

  /** Reads a puzzle in any format, or a link to a puzzle site. */
  read(text) {
    return this.ask('read', { text }).board;
  }

  /** Solves a puzzle: its steps, the proof, and the number of solutions as a claim. */
  solve(puzzle, how = {}) {
    return this.ask('path', { board: this.#board(puzzle), how });
  }

  /** The next step of a puzzle. */
  hint(puzzle, how = {}) {
    return this.ask('hint', { board: this.#board(puzzle), how });
  }

  /** The difficulty of a puzzle, optionally with ratings on scales such as `SE`. */
  grade(puzzle, scales = [], how = {}) {
    return this.ask('grade', { board: this.#board(puzzle), how, scales });
  }

  /** The proof of a puzzle, as the text of a `.qed` file. */
  prove(puzzle, how = {}) {
    return this.solve(puzzle, how).proof;
  }

  #board(puzzle) {
    return typeof puzzle === 'string' ? this.read(puzzle) : puzzle;
  }
}

const verdicts = { a: 'accepted', r: 'rejected', d: 'declined' };

/** Checks a proof with the independent checker, in a new module that is separate from engines. */
export async function check(proof) {
  const answer = (await load(await compile('checker.wasm')))(proof);
  const [, kind, line, words] = /^([ard])(\d*) ([\s\S]*)$/.exec(answer);
  return { verdict: verdicts[kind], line: line ? Number(line) : null, words };
}
