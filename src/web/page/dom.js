// Small helpers. Elements are built from text, never from markup, so that no text can become a
// script.

export const $ = (id) => document.getElementById(id);

/** An element with properties and children; strings become text. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (key in node && key !== 'list') node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const SVG = 'http://www.w3.org/2000/svg';

/** An SVG element with attributes. */
export function svg(tag, attributes = {}, text = '') {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text) node.textContent = text;
  return node;
}

/** A picture of the engine as elements, without its style, which the page already has. */
export function picture(text) {
  const plain = text.replace(/<style>[^]*?<\/style>/, '');
  const parsed = new DOMParser().parseFromString(plain, 'image/svg+xml');
  const root = document.importNode(parsed.documentElement, true);
  if (root.localName !== 'svg') return svg('svg', { class: 'qedoku' });
  for (const bad of root.querySelectorAll('style, script, foreignObject, a, image, use')) bad.remove();
  return root;
}

/** Removes ids, which must be unique on a page with several pictures. */
export function withoutIds(root) {
  for (const node of root.querySelectorAll('[id]')) node.removeAttribute('id');
  return root;
}

/** Downloads a file. */
export function download(name, text, type) {
  const link = el('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Debounces calls: acts once no call has come for this time. */
export function calm(milliseconds, act) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...args), milliseconds);
  };
}

/** The message of an error, with its help. */
export function errorText(error) {
  const parts = [error.message ?? String(error)];
  if (error.help) parts.push(error.help);
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1).replace(/[.]?$/, '.')).join(' ');
}
