// The state of the page in its address: packed JSON after the `#`. It leaves the browser only if
// the user shares the address.

const MAX_FRAGMENT = 100_000;

async function through(bytes: BlobPart, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const response = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await response.arrayBuffer());
}

/** Encodes a value as an address fragment. */
export async function pack(value: unknown): Promise<string> {
  const bytes = await through(JSON.stringify(value), new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes a fragment; null if it is damaged. */
export async function unpack(fragment: string): Promise<unknown> {
  try {
    if (!fragment || fragment.length > MAX_FRAGMENT) return null;
    const text = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
    const unpacked = await through(bytes, new DecompressionStream('deflate-raw'));
    if (unpacked.length > 20 * MAX_FRAGMENT) return null;
    return JSON.parse(new TextDecoder().decode(unpacked));
  } catch {
    return null;
  }
}
