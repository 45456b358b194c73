// Light or dark theme: the system's setting or the user's choice. The engine's pictures use the
// same colours.

import { $ } from './dom.js';

const KEY = 'qedoku.theme';
const ORDER = ['auto', 'light', 'dark'];
const dark = matchMedia('(prefers-color-scheme: dark)');
const sheet = new CSSStyleSheet();
let styles = null;
let chosen = 'auto';

try {
  const kept = localStorage.getItem(KEY);
  if (ORDER.includes(kept)) chosen = kept;
} catch {
  // Without local storage the page starts with the system's setting.
}

/** Stores the styles of pictures, as sent by the engine. */
export function rememberStyles({ light, dark: night }) {
  styles = { light, dark: night };
  document.adoptedStyleSheets = [sheet];
}

export function applyTheme() {
  const name = chosen === 'auto' ? (dark.matches ? 'dark' : 'light') : chosen;
  document.documentElement.dataset.theme = name;
  $('theme').textContent = `Colours: ${chosen}`;
  if (styles) sheet.replaceSync(`svg.qedoku {\n${styles[name].replace(/^([a-z.])/gm, '& $1')}\n}`);
}

/** Switches to the next theme. */
export function setTheme() {
  chosen = ORDER[(ORDER.indexOf(chosen) + 1) % ORDER.length];
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Without local storage the choice lasts until the page is closed.
  }
  applyTheme();
}

dark.addEventListener('change', applyTheme);
applyTheme();
