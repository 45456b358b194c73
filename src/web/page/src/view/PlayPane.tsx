// The Play pane: new puzzles, the daily one, recent games, and puzzles from text.

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { emptyGame } from '../model/game';
import { progress } from '../model/store';
import { daily } from '../model/setter';
import { t } from '../model/words';
import { learn, session, setter } from './models';
import { readFile, readText } from './read';

const SAMPLES = [
  ['easy', '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'],
  ['unfair', '.83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...'],
  ['search', '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..'],
] as const;

function fresh(value: string): void {
  const [, height, width] = /^(\d+) (\d+)$/.exec(value) ?? [];
  if (!height) return void (value && readText(value));
  session.reset({ ...emptyGame(Number(height), Number(width)), setting: true });
  session.tab.value = 'set';
}

function NewPuzzle() {
  const level = useSignal('medium');
  const needs = useSignal('');
  const make = () => {
    const wish = needs.value ? { needs: needs.value } : { level: level.value };
    void setter.create(wish, needs.value || t(level.value));
  };
  return (
    <div class="form" role="group" aria-label={t('newPuzzle')}>
      <button id="daily" type="button" class="main" onClick={() => void setter.daily()}>{t('daily', { level: t(daily(new Date()).level) })}</button>
      <label>
        <span>{t('levelLabel')}</span>
        <select id="new-level" value={level.value} onChange={(event) => (level.value = event.currentTarget.value)}>
          {['easy', 'medium', 'hard', 'unfair', 'extreme'].map((word) => <option key={word} value={word}>{t(word)}</option>)}
        </select>
      </label>
      <label>
        <span>{t('needsLabel')}</span>
        <select id="new-needs" value={needs.value} onChange={(event) => (needs.value = event.currentTarget.value)}>
          <option value="">{t('anyTechnique')}</option>
          {learn.techniques.value.map(({ name }) => <option key={name} value={name}>{name}</option>)}
        </select>
      </label>
      <button id="new-puzzle" type="button" onClick={make}>{t('newPuzzle')}</button>
    </div>
  );
}

function Fresh() {
  return (
    <label>
      <span>{t('boards')}</span>
      <select
        id="fresh"
        onChange={(event) => {
          const { value } = event.currentTarget;
          event.currentTarget.selectedIndex = 0;
          fresh(value);
        }}
      >
        <option value="">{t('choose')}</option>
        {SAMPLES.map(([name, line]) => <option key={name} value={line}>{`${t(name)} 9x9`}</option>)}
        {session.hello.value?.shapes.map(([height, width]) => <option key={`${height} ${width}`} value={`${height} ${width}`}>{t('emptyBoard', { n: height * width })}</option>)}
      </select>
    </label>
  );
}

function Recent() {
  const recent = session.recent.value;
  if (!recent.length) return null;
  return (
    <details id="recent">
      <summary>{t('recent', { n: recent.length })}</summary>
      <ul class="rules">
        {recent.map((kept) => (
          <li key={kept.history.now.givens}>
            <button type="button" onClick={() => session.reset(kept.history.now, kept.label, kept)}>{`${kept.label || kept.history.now.givens.slice(0, 12)}… ${progress(kept.history.now)}%`}</button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Paste() {
  const box = useRef<HTMLDetailsElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <details id="paste-box" ref={box}>
      <summary>{t('paste')}</summary>
      <label for="paste">{t('paste_help')}</label>
      <textarea id="paste" ref={area} rows={4} spellcheck={false} autocomplete="off" />
      <div class="row">
        <button id="read" type="button" onClick={() => void readText(area.current?.value ?? '')}>{t('readIt')}</button>
        <label class="button">{t('openFile')} <input id="file" type="file" class="unseen" onChange={(event) => void readFile(event.currentTarget.files?.[0])} /></label>
      </div>
    </details>
  );
}

function Collection() {
  const collection = session.collection.value;
  return (
    <label id="which-box" class="row" hidden={!collection}>
      {t('puzzle')}{' '}
      <select
        id="which"
        value={collection?.lines[collection.at]}
        onChange={(event) => {
          const at = event.currentTarget.selectedIndex;
          const line = collection?.lines[at];
          if (line && collection) void readText(line).then(() => (session.collection.value = { ...collection, at }));
        }}
      >
        {collection?.lines.map((line, at) => <option key={at} value={line}>{t('ofPuzzles', { n: at + 1, m: collection.puzzles })}</option>)}
      </select>
    </label>
  );
}

export function PlayPane() {
  return (
    <>
      <NewPuzzle />
      <div class="form"><Fresh /></div>
      <Collection />
      <Recent />
      <Paste />
    </>
  );
}
