// The start of the page: draws it at once, then loads the engine and restores the state.

import { effect } from '@preact/signals';
import { render } from 'preact';
import { STYLES } from './engine/first';
import { errorText } from './model/session';
import { lang, t } from './model/words';
import { App } from './view/App';
import { isServed, learn, session } from './view/models';
import { listenToKeys } from './view/keys';
import { persist } from './view/persist';
import { readFile, readText } from './view/read';

const dark = matchMedia('(prefers-color-scheme: dark)');
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

function applyTheme(): void {
  const chosen = session.theme.value;
  const name = chosen === 'auto' ? (dark.matches ? 'dark' : 'light') : chosen;
  document.documentElement.dataset.theme = name;
  sheet.replaceSync(`svg.qedoku {\n${STYLES[name].replace(/^([a-z.])/gm, '& $1')}\n}`);
}

function listenToFiles(): void {
  window.addEventListener('paste', (event) => {
    if ((event.target as Element).closest('input, textarea')) return;
    event.preventDefault();
    void readText(event.clipboardData?.getData('text') ?? '');
  });
  for (const kind of ['dragenter', 'dragover', 'dragleave', 'drop'] as const) {
    window.addEventListener(kind, (event) => {
      event.preventDefault();
      const drop = document.getElementById('drop');
      if (drop) drop.hidden = kind === 'dragleave' ? event.relatedTarget === null : kind === 'drop';
      if (kind !== 'drop') return;
      const file = event.dataTransfer?.files[0];
      void (file ? readFile(file) : readText(event.dataTransfer?.getData('text') ?? ''));
    });
  }
}

async function begin(): Promise<void> {
  const greeted = session.ask({ ask: 'hello' });
  const library = learn.load();
  session.hello.value = await greeted;
  await persist(library);
  session.isReady.value = true;
  document.documentElement.dataset.ready = 'yes';
}

effect(applyTheme);
effect(() => void (document.documentElement.lang = lang.value));
dark.addEventListener('change', applyTheme);
// In an exercise, moves are judged as the board changes.
let before = session.game.peek();
effect(() => {
  const after = session.game.value;
  learn.judge(before, after);
  before = after;
});
setInterval(() => document.visibilityState === 'visible' && session.tick(), 1000);
render(<App />, document.getElementById('app')!);
listenToKeys();
listenToFiles();
begin().catch((error) => (session.note.value = `${t('notStarted')} ${errorText(error)}`));
if (!isServed && 'serviceWorker' in navigator) navigator.serviceWorker.register('sw.js').catch(() => {});
