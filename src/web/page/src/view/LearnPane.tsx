// The Learn pane: the library by family or difficulty, and a lesson for each technique.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ListedRule } from '../engine/protocol';
import { type Drawn, familyTitle, namesOfRule } from '../model/learn';
import { t } from '../model/words';
import { learn, rules, session, steps } from './models';
import { pictureWithoutIds } from './draw';

/** A picture of the engine, without ids. */
export function Figure({ svg, stage = 3 }: { svg: string; stage?: number }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => host.current?.replaceChildren(pictureWithoutIds(svg)), [svg]);
  return <div ref={host} class={`picture stage-${stage}`} />;
}

function RuleItem({ rule }: { rule: ListedRule }) {
  const levels = [...new Set(rule.techniques.map(({ level }) => t(level)))].join(', ');
  return (
    <li>
      <button type="button" onClick={() => void learn.open(rule)}>{namesOfRule(rule)}</button>
      <span class="quiet"> {levels}</span>
    </li>
  );
}

function Library() {
  const groups = learn.listed.value;
  const isSearching = learn.find.value.trim() !== '';
  if (learn.problem.value && !learn.families.value.length) return <div id="library"><p class="error">{learn.problem.value}</p></div>;
  if (!learn.families.value.length) return <div id="library"><p class="quiet">{t('libraryLoads')}</p></div>;
  return (
    <div id="library">
      {groups.map(({ name, rules: list }) => (
        <details key={`${name}${isSearching}`} open={isSearching}>
          <summary>{`${learn.order.value === 'level' ? t(name) : familyTitle(name)} (${list.length})`}</summary>
          <ul class="rules">{list.map((rule) => <RuleItem key={rule.name} rule={rule} />)}</ul>
        </details>
      ))}
      {!groups.length && t('noSuchRule')}
    </div>
  );
}

function Example({ drawn, index }: { drawn: Drawn; index: number }) {
  return (
    <figure key={index}>
      <Figure svg={drawn.shown.svg} />
      <figcaption>
        {drawn.step.sentence}
        <div class="row">
          <button type="button" class="load-example" onClick={() => loadExample(drawn)}>{t('onMyBoard')}</button>
        </div>
      </figcaption>
    </figure>
  );
}

function loadExample(drawn: Drawn): void {
  session.reset(drawn.board, drawn.step.name);
  session.tab.value = 'steps';
  void steps.show(drawn.step, drawn.step.proof ?? '');
}

function Lesson() {
  const rule = learn.rule.value;
  const examples = learn.examples.value;
  const article = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (rule) article.current?.scrollIntoView?.({ block: 'nearest' });
  }, [rule]);
  return (
    <article id="rule" ref={article} hidden={!rule}>
      <h3 id="rule-name">{rule && namesOfRule(rule)}</h3>
      <p id="rule-doc">{rule?.doc}</p>
      <div id="rule-techniques">
        <ul class="plain">
          {rule?.techniques.map((technique) => (
            <li key={technique.name}>
              <strong>{technique.name}</strong>{' '}
              {`${t(technique.level)}, ${t('score', { n: technique.score })}${technique.assumes_unique ? `, ${t('assumesUnique')}` : ''}${technique.on_request ? `, ${t('onRequest')}` : ''}`}
              {technique.verdict && <span class="sound">; {technique.verdict}</span>}
              <div class="row">
                <label><input type="checkbox" class="in-use" checked={!session.options.value.off.includes(technique.name)} onChange={(event) => useTechnique(technique.name, event.currentTarget.checked)} /> {t('useTechnique')}</label>
                <button type="button" class="practise main" aria-label={`${t('practise')}: ${technique.name}`} onClick={() => void learn.practise(technique)}>{t('practise')}</button>
              </div>
            </li>
          ))}
        </ul>
      </div>
      {learn.problem.value && <p class="error" role="status">{learn.problem.value}</p>}
      <div id="rule-examples">
        {typeof examples === 'string' ? <p class="quiet">{examples}</p> : examples.map((drawn, at) => <Example key={at} drawn={drawn} index={at} />)}
      </div>
      <div class="row">
        <button id="only-rule" type="button" onClick={() => rule && findOnly(rule)}>{t('itsSteps')}</button>
        <button id="edit-rule" type="button" onClick={() => rule && rules.openCopy(rule)}>{t('openInEditor')}</button>
      </div>
    </article>
  );
}

function useTechnique(name: string, isUsed: boolean): void {
  const others = session.options.value.off.filter((other) => other !== name);
  session.options.value = { ...session.options.value, off: isUsed ? others : [...others, name] };
}

function findOnly(rule: ListedRule): void {
  session.tab.value = 'steps';
  void steps.all(rule.name);
}

export function LearnPane() {
  return (
    <>
      <div class="row">
        <label class="grow">
          {t('find')} <input id="find" type="search" autocomplete="off" placeholder="X-Wing, chain, hard" value={learn.find.value} onInput={(event) => (learn.find.value = event.currentTarget.value)} />
        </label>
        <label>
          {t('orderBy')}{' '}
          <select id="order" value={learn.order.value} onChange={(event) => (learn.order.value = event.currentTarget.value === 'level' ? 'level' : 'family')}>
            <option value="family">{t('byFamily')}</option>
            <option value="level">{t('byLevel')}</option>
          </select>
        </label>
      </div>
      <Lesson />
      <Library />
    </>
  );
}
