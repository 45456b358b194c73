// Offline use: files come from the network if it answers, and otherwise from the cache of the first
// visit.

const worker = self as unknown as ServiceWorkerGlobalScope;
const CACHE = 'qedoku-1';
const FILES = ['./', 'main.js', 'page.css', 'worker.js', 'checker-worker.js', 'icon.svg', 'manifest.webmanifest', 'engine.wasm', 'checker.wasm'];

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  const clean = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(clean.then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== worker.location.origin) return;
  event.respondWith(answer(event.request));
});

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) void cache.put(request, response.clone());
    return response;
  } catch {
    return (await cache.match(request, { ignoreSearch: true })) ?? Response.error();
  }
}
