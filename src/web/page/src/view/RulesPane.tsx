// The Rules pane: the editor with colours, underlined problems and completion, and user rules.

import { useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Edited, TechniqueVerdict, Underlined } from '../engine/protocol';
import { KEYWORDS, SORTS, indentAfter, wordAt } from '../model/rules';
import { t } from '../model/words';
import { calm, download, rules, session, steps } from './models';
import { Figure } from './LearnPane';
import { LanguageHelp, WordHelp } from './LanguageHelp';

const WORDS = new Set(KEYWORDS);
const KINDS = new Set(SORTS);
const TOKENS = /(\/\/\/?[^\n]*)|("(?:[^"\\\n]|\\.)*"?)|([A-Za-z_]\w*)|(\d+)/g;

/** The text in pieces: [start, end, kind]. */
function pieces(text: string): [number, number, string][] {
  const found: [number, number, string][] = [];
  for (const match of text.matchAll(TOKENS)) {
    const [whole, comment, string, word] = match;
    let kind = 'number';
    if (comment) kind = whole.startsWith('///') ? 'doc' : 'comment';
    else if (string) kind = 'string';
    else if (word) kind = WORDS.has(word) ? 'word' : KINDS.has(word) ? 'sort' : '';
    if (kind) found.push([match.index, match.index + whole.length, kind]);
  }
  return found;
}

/** The text as elements, coloured, with problems underlined. */
function coloured(text: string, problems: Underlined[]): ComponentChildren[] {
  const cuts = new Set([0, text.length]);
  const kinds = pieces(text);
  const places = problems.map(({ start, end }) => [start, Math.max(end, start + 1)] as const);
  for (const [start, end] of [...kinds, ...places]) {
    cuts.add(Math.min(start, text.length));
    cuts.add(Math.min(end, text.length));
  }
  const ends = [...cuts].sort((a, b) => a - b);
  const nodes: ComponentChildren[] = [];
  let piece = 0;
  for (let i = 0; i + 1 < ends.length; i++) {
    const [from, to] = [ends[i]!, ends[i + 1]!];
    while (piece < kinds.length && kinds[piece]![1] <= from) piece += 1;
    const here = kinds[piece];
    const kind = here && here[0] <= from ? here[2] : '';
    const wrong = places.some(([start, end]) => start < to && from < end);
    const name = [kind && `c-${kind}`, wrong && 'underlined'].filter(Boolean).join(' ');
    nodes.push(name ? <span class={name}>{text.slice(from, to)}</span> : text.slice(from, to));
  }
  // A problem at the very end needs a character to underline. The last line needs a character to
  // get its height.
  nodes.push(places.some(([start]) => start >= text.length) ? <span class="underlined"> </span> : '', '\n');
  return nodes;
}

function Problems({ edited }: { edited: Edited | null }) {
  const place = (at: number) => {
    const before = rules.text.value.slice(0, at).split('\n');
    return `${before.length}:${before.at(-1)!.length + 1}`;
  };
  const go = ({ start, end }: Underlined) => {
    const area = document.getElementById('text') as HTMLTextAreaElement;
    area.focus();
    area.setSelectionRange(start, end);
  };
  return (
    <ul id="problems" aria-live="polite">
      {rules.problem.value && <li class="problem">{rules.problem.value}</li>}
      {edited?.problems.map((problem, at) => (
        <li key={at} class="problem">
          <button type="button" title={problem.code} onClick={() => go(problem)}>{place(problem.start)}</button> {problem.message}
          {problem.label && problem.label !== 'here' && <em>: {problem.label}</em>}
          {problem.help && <span class="help"> {t('help')}: {problem.help}</span>}
        </li>
      ))}
      {edited && !edited.problems.length && <li class="fine">{t('noMistakes', { names: edited.techniques.map(({ name, level }) => `${name} (${level})`).join(', ') || t('noRuleInIt') })}</li>}
    </ul>
  );
}

function Matches({ found }: { found: Edited | null }) {
  if (!found) return <div id="matches" />;
  const count = found.steps.length + found.left_out;
  return (
    <div id="matches">
      <h3>{count ? t('itFinds', { n: count }) : t('itFindsNothing')}</h3>
      {found.refused > 0 && <p class="error">{t('refusedMatches', { n: found.refused })}</p>}
      <ol>
        {found.steps.map((step, at) => (
          <li key={at}><button type="button" class="step" onClick={() => void steps.show(step, step.proof ?? '')}>{step.sentence}</button></li>
        ))}
      </ol>
      {found.plans.length > 0 && (
        <details id="plan">
          <summary>{t('plan')}</summary>
          <p class="quiet">{t('plan_help')}</p>
          {found.plans.map(({ name, lines }, at) => <pre key={at}>{`${name}\n${lines.join('\n')}`}</pre>)}
        </details>
      )}
      {found.examples.length > 0 && (
        <>
          <h3>{t('examples')}</h3>
          <ul>{found.examples.map(({ rule, number, failure }, at) => <li key={at} class={failure ? 'problem' : 'fine'}>{`${rule}, ${t('example', { n: number })}: ${failure ?? t('asItSays')}`}</li>)}</ul>
        </>
      )}
    </div>
  );
}

function Verdict({ verdict }: { verdict: TechniqueVerdict }) {
  const { name, words, refuted } = verdict;
  return (
    <section class={`verdict ${verdict.verdict}`}>
      <p><strong class={verdict.verdict}>{verdict.verdict}</strong> {`${name}: ${words}`}</p>
      {refuted && (
        <>
          <p>{t('itMatches', { sentence: refuted.sentence, blame: refuted.blame })}</p>
          <div class="pictures"><Figure svg={refuted.svg} /><Figure svg={refuted.solution} /></div>
          {refuted.mended ? (
            <button type="button" class="main" onClick={() => void rules.mend(refuted.mended!)}>{t('fixIt', { change: refuted.suggestion ?? '' })}</button>
          ) : (
            refuted.suggestion && <p>{t('wouldBeSound', { change: refuted.suggestion })}</p>
          )}
          <button type="button" onClick={() => session.reset(refuted.board)}>{t('putBoardHere')}</button>
        </>
      )}
    </section>
  );
}

function Judged() {
  const judged = rules.judged.value;
  return (
    <div id="judged" role="status">
      {judged?.kind === 'text' && <p class={judged.isError ? 'error' : ''}>{judged.text}</p>}
      {judged?.kind === 'verdicts' && judged.verdicts.map((verdict) => <Verdict key={verdict.name} verdict={verdict} />)}
    </div>
  );
}

/** Maximum number of completions offered. */
const MAX_OFFERED = 8;

/** The text with its colours behind it, and words that complete the one before the cursor. */
function Code() {
  const area = useRef<HTMLTextAreaElement>(null);
  const back = useRef<HTMLPreElement>(null);
  const lint = useMemo(() => calm(60, () => void rules.lint()), []);
  const scroll = () => {
    if (back.current && area.current) [back.current.scrollTop, back.current.scrollLeft] = [area.current.scrollTop, area.current.scrollLeft];
  };
  useLayoutEffect(scroll);
  const write = (text: string, at: number) => {
    rules.write(text, at);
    lint();
  };
  const insert = (text: string, from: number, to: number) => {
    const { value } = area.current!;
    area.current!.value = value.slice(0, from) + text + value.slice(to);
    area.current!.setSelectionRange(from + text.length, from + text.length);
    area.current!.focus();
    write(area.current!.value, from + text.length);
  };
  // The help follows the cursor.
  const look = () => {
    const at = area.current!.selectionStart;
    if (at === rules.cursor.value) return;
    rules.look(at);
    lint();
  };
  const keyDown = (event: KeyboardEvent) => {
    const { value, selectionStart, selectionEnd } = area.current!;
    if (event.key === 'Escape') rules.isTyping.value = false;
    // Tab leaves the editor as elsewhere. Enter keeps the indentation of the line above.
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    insert(indentAfter(value, selectionStart), selectionStart, selectionEnd);
  };
  const { cursor, edited, isTyping, text } = rules;
  // Nothing is offered before the first letter of a word.
  const isInWord = isTyping.value && cursor.value !== null && wordAt(text.value, cursor.value) < cursor.value;
  const words = isInWord ? (edited.value?.words ?? []).slice(0, MAX_OFFERED) : [];
  return (
    <>
      <div class="code">
        <pre id="colours" ref={back} aria-hidden="true">{coloured(rules.text.value, rules.edited.value?.problems ?? [])}</pre>
        <textarea
          id="text"
          ref={area}
          rows={Math.max(11, Math.min(24, text.value.split('\n').length + 1))}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          wrap="off"
          aria-label={t('theRule')}
          aria-describedby="problems"
          value={rules.text.value}
          onInput={(event) => write(event.currentTarget.value, event.currentTarget.selectionStart)}
          onScroll={scroll}
          onKeyDown={keyDown}
          onKeyUp={(event) => /^(Arrow|Home|End|Page)/.test(event.key) && look()}
          onClick={look}
        />
      </div>
      <div id="completions" class="chips" role="group" aria-label={t('completions')}>
        {words.map((word) => (
          <button key={word} type="button" class="chip" onClick={() => insert(word, wordAt(rules.text.value, rules.cursor.value ?? 0), rules.cursor.value ?? 0)}>{word}</button>
        ))}
      </div>
    </>
  );
}

function Editor() {
  return (
    <article id="editor" hidden={!rules.isOpen.value} data-answered={rules.answered.value}>
      <label for="rule-path">{t('file')}</label>
      <div class="row">
        <input id="rule-path" class="grow" spellcheck={false} autocomplete="off" value={rules.path.value} onInput={(event) => (rules.path.value = event.currentTarget.value)} />
        <button id="close-editor" type="button" onClick={() => (rules.isOpen.value = false)}>{t('close')}</button>
      </div>
      <Code />
      <Problems edited={rules.edited.value} />
      <WordHelp />
      <div class="row">
        <button id="prove" type="button" class="main" onClick={() => void rules.prove()}>{t('prove')}</button>
        <button id="use" type="button" onClick={() => rules.use()}>{t('keepAndUse')}</button>
        <button id="format" type="button" onClick={() => void rules.format()}>{t('format')}</button>
        <button id="export" type="button" onClick={() => download(rules.fileName(), rules.text.value, 'text/plain')}>{t('export')}</button>
      </div>
      <Judged />
      <Matches found={rules.matches.value} />
      <LanguageHelp />
    </article>
  );
}

function OwnRules() {
  const files = session.own.value;
  const use = (path: string, used: boolean) => (session.own.value = files.map((file) => (file.path === path ? { ...file, used } : file)));
  return (
    <div id="own">
      {files.length > 0 && <h3>{t('myRules')}</h3>}
      <ul class="rules">
        {files.map(({ path, text, used }) => (
          <li key={path}>
            <label><input type="checkbox" checked={used} onChange={(event) => use(path, event.currentTarget.checked)} /> {t('use')} {path}</label>{' '}
            <button type="button" onClick={() => rules.open(path, text)}>{t('editRule')}</button>{' '}
            <button type="button" aria-label={`${t('remove')} ${path}`} onClick={() => (session.own.value = files.filter((file) => file.path !== path))}>{t('remove')}</button>
          </li>
        ))}
      </ul>
    </div>
  );
}

async function importFiles(files: FileList | null): Promise<void> {
  for (const file of files ?? []) {
    if (file.size > 1_000_000) continue;
    const path = `own/${file.name.replace(/[^\w.-]+/g, '_')}`;
    const text = await file.text();
    session.putRule(path, text);
    rules.open(path, text);
  }
}

export function RulesPane() {
  useSignalEffect(() => {
    session.game.value;
    if (rules.isOpen.peek()) void rules.lint();
  });
  return (
    <>
      <div class="row">
        <button id="new-rule" type="button" class="main" onClick={() => rules.openNew()}>{t('newRule')}</button>
        <label class="button">{t('import')} <input id="import" type="file" accept=".rule" multiple class="unseen" onChange={(event) => void importFiles(event.currentTarget.files)} /></label>
      </div>
      <OwnRules />
      <Editor />
    </>
  );
}
