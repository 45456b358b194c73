// Calls a WebAssembly module with bytes. `abi.rs` describes its three functions.

/** Instantiates a module as a function from text to text; `tell` gets its progress messages. */
export async function load(module, tell = () => {}) {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let memory;
  const text = (at, length) => decoder.decode(new Uint8Array(memory.buffer, at, length));
  const page = { tell: (at, length) => tell(text(at >>> 0, length >>> 0)) };
  const { exports } = await WebAssembly.instantiate(module, { page });
  memory = exports.memory;
  return (question) => {
    const bytes = encoder.encode(question);
    const at = exports.reserve(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const answer = exports.answer() >>> 0;
    return text(answer, exports.answer_length() >>> 0);
  };
}

/** Compiles a module. If the host sends the right media type, it compiles while loading. */
export async function compile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const kind = response.headers.get('content-type') ?? '';
  if (kind.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
