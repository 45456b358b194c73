// Help for the rule language beside the editor: the reference of the word at the cursor, the
// language in short, and its whole reference.

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { HelpRow } from '../engine/protocol';
import { t } from '../model/words';
import { rules } from './models';

/** A text of the reference: its code, its bold words, and its links without their addresses. */
function marked(text: string): ComponentChildren[] {
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return plain.split(/(`[^`]*`|\*\*[^*]*\*\*)/).map((part) => {
    if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>;
    return part.startsWith('**') ? <strong>{part.slice(2, -2)}</strong> : part.replaceAll('*', '');
  });
}

function Row({ row }: { row: HelpRow }) {
  // The usual case is one reading, whose title says nothing new.
  const [first, ...more] = row.readings;
  return (
    <>
      <dt>{marked(row.written)}</dt>
      {more.length ? row.readings.map(([title, text]) => <dd key={title}><em>{title}</em>: {marked(text)}</dd>) : <dd>{marked(first?.[1] ?? '')}</dd>}
    </>
  );
}

/** The reference of the word at the cursor. */
export function WordHelp() {
  const rows = rules.edited.value?.help ?? [];
  return (
    <div id="word-help">
      {rows.length > 0 && <dl class="reference">{rows.map((row) => <Row key={row.chapter + row.written} row={row} />)}</dl>}
    </div>
  );
}

const SHORT: [string, string][] = [
  ['for digit d, houses A, B', 'help_for'],
  ['when every d in A is in B', 'help_when'],
  ['where not every d in B is in A', 'help_where'],
  ['then eliminate d from B except A', 'help_then'],
  ['say "{d} in {A} lies in {B}"', 'help_say'],
  ['example "..." ', 'help_example'],
];

/** The constructs of the language by chapter, and a search in them. */
export function LanguageHelp() {
  const find = useSignal('');
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (row: HelpRow) => words.every((word) => [row.chapter, row.written, ...row.readings.flat()].join(' ').toLowerCase().includes(word));
  const found = rules.reference.value.filter(isFound);
  const chapters = [...new Set(found.map((row) => row.chapter))];
  return (
    <details id="language" onToggle={(event) => event.currentTarget.open && void rules.learnLanguage()}>
      <summary>{t('language')}</summary>
      <dl>
        {SHORT.map(([code, key]) => [<dt key={code}><code>{code}</code></dt>, <dd key={key}>{t(key)}</dd>])}
      </dl>
      <h3>{t('reference')}</h3>
      <input id="find-word" type="search" autocomplete="off" aria-label={t('find')} placeholder="every, except, chain" value={find.value} onInput={(event) => (find.value = event.currentTarget.value)} />
      {chapters.map((chapter) => (
        <details key={`${chapter}${words.length > 0}`} open={words.length > 0}>
          <summary>{marked(chapter)}</summary>
          <dl class="reference">
            {found.filter((row) => row.chapter === chapter).map((row) => <Row key={row.written} row={row} />)}
          </dl>
        </details>
      ))}
    </details>
  );
}
