// The frame of the page: header, board, controls, and the panes as tabs.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { loaded } from '../engine/client';
import { TABS, type Tab, type Theme } from '../model/session';
import { LANGUAGES, lang, setLang, t } from '../model/words';
import { isServed, session } from './models';
import { Board } from './Board';
import { LearnPane } from './LearnPane';
import { Pad } from './Pad';
import { PlayPane } from './PlayPane';
import { RulesPane } from './RulesPane';
import { SetPane } from './SetPane';
import { StepsPane } from './StepsPane';
import { save, shared } from './persist';

const THEMES: Theme[] = ['auto', 'light', 'dark'];
const SIGNS: Record<Theme, string> = { auto: '◐', light: '☀', dark: '☾' };

function Header() {
  const next = () => (session.theme.value = THEMES[(THEMES.indexOf(session.theme.value) + 1) % THEMES.length]!);
  const part = loaded.value;
  return (
    <header>
      <h1>Qedoku</h1>
      <p class="tagline">{t('tagline')}</p>
      <span class="spacer" />
      {part !== null && (
        <span id="loading" role="status">
          <progress max={1} value={part} aria-label={t('loading')} /> {t('loadingPart', { n: Math.round(100 * part) })}
        </span>
      )}
      <span id="busy" role="status" hidden={session.busy.value === null}>
        <span id="busy-words">{session.busy.value}…</span> <button id="stop" type="button" onClick={() => session.stop()}>{t('stop')}</button>
      </span>
      <button id="share" type="button" title={t('copyLink_help')} onClick={() => void copyLink()}>{shared.value || t('copyLink')}</button>
      <select id="lang" aria-label={t('languageLabel')} value={lang.value} onChange={(event) => setLang(event.currentTarget.value)}>
        {Object.entries(LANGUAGES).map(([code, name]) => <option key={code} value={code}>{name}</option>)}
      </select>
      <button id="theme" type="button" title={t('theme_help')} onClick={next}>
        <span class="wide-only">{t('themeLabel')} </span>
        <span aria-hidden="true">{SIGNS[session.theme.value]}</span>
        {t(`theme_${session.theme.value}`)}
      </button>
    </header>
  );
}

async function copyLink(): Promise<void> {
  await save();
  try {
    await navigator.clipboard.writeText(location.href);
    shared.value = t('copied');
  } catch {
    shared.value = t('inAddress');
  }
  setTimeout(() => (shared.value = ''), 2000);
}

function TabBar() {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = TABS[(TABS.indexOf(session.tab.value) + by + TABS.length) % TABS.length]!;
    session.tab.value = next;
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div id="tabs" role="tablist" aria-label={t('panes')} onKeyDown={onKeyDown}>
      {TABS.map((tab) => (
        <button
          key={tab}
          id={`tab-${tab}`}
          type="button"
          role="tab"
          aria-selected={session.tab.value === tab}
          aria-controls={`${tab}-pane`}
          tabIndex={session.tab.value === tab ? 0 : -1}
          onClick={() => (session.tab.value = tab)}
        >
          {t(`tab_${tab}`)}
        </button>
      ))}
    </div>
  );
}

/** The panes share one scrolling element, so each keeps its own place in it. */
function useOwnScroll() {
  const ref = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<Tab, number>());
  const tab = session.tab.value;
  useLayoutEffect(() => {
    if (ref.current) ref.current.scrollTop = places.current.get(tab) ?? 0;
  }, [tab]);
  return { ref, onScroll: () => void places.current.set(tab, ref.current?.scrollTop ?? 0) };
}

function Pane({ tab, children }: { tab: Tab; children: ComponentChildren }) {
  return (
    <section id={`${tab}-pane`} class="pane" role="tabpanel" tabIndex={-1} aria-labelledby={`tab-${tab}`} hidden={session.tab.value !== tab}>
      {children}
    </section>
  );
}

export function App() {
  const version = session.hello.value?.program;
  const panes = useOwnScroll();
  return (
    <>
      <Header />
      <main data-tab={session.tab.value}>
        <Board />
        <div id="side">
          <Pad />
          <TabBar />
          <div id="panes" {...panes}>
            <Pane tab="play">
              <PlayPane />
              <footer class="quiet"><p id="where">{version ? t(isServed ? 'whereServed' : 'whereHere', { version }) : '\u00a0'}</p></footer>
            </Pane>
            <Pane tab="steps"><StepsPane /></Pane>
            <Pane tab="learn"><LearnPane /></Pane>
            <Pane tab="set"><SetPane /></Pane>
            <Pane tab="rules"><RulesPane /></Pane>
          </div>
        </div>
      </main>
      <div id="drop" hidden>{t('dropHere')}</div>
    </>
  );
}
