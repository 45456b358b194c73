// What is seen, in the address: JSON, packed, behind the `#`. It never leaves the browser unless somebody shares it.

const MOST = 100_000;

async function through(bytes, stream) {
  const response = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await response.arrayBuffer());
}

/** The fragment that stands for a value. */
export async function pack(value) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The value that a fragment stands for; nothing if it is damaged. */
export async function unpack(fragment) {
  try {
    if (!fragment || fragment.length > MOST) return null;
    const text = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
    const unpacked = await through(bytes, new DecompressionStream('deflate-raw'));
    if (unpacked.length > 20 * MOST) return null;
    return JSON.parse(new TextDecoder().decode(unpacked));
  } catch {
    return null;
  }
}
