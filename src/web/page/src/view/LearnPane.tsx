// The Learn pane: the library, and a lesson for each rule: its explanation, drawn examples to step
// through, and exercises.

import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ListedRule, ListedTechnique } from '../engine/protocol';
import { type Drawn, namesOfRule, otherNames } from '../model/learn';
import { t } from '../model/words';
import { learn, rules, session, steps } from './models';
import { pictureWithoutIds } from './draw';
import { Library } from './Library';

/** A picture of the engine, without ids. */
export function Figure({ svg, stage = 3 }: { svg: string; stage?: number }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => host.current?.replaceChildren(pictureWithoutIds(svg)), [svg]);
  return <div ref={host} class={`picture stage-${stage}`} />;
}

/** One example, stage by stage. The small pictures choose another one. */
function Examples({ all }: { all: Drawn[] }) {
  const stage = useSignal(3);
  const drawn = all[learn.at.value] ?? all[0];
  if (!drawn) return null;
  return (
    <>
      <figure>
        <Figure svg={drawn.shown.svg} stage={stage.value} />
        <figcaption>{drawn.step.sentence}</figcaption>
      </figure>
      <div class="row" role="group" aria-label={t('stages')}>
        {[1, 2, 3].map((number) => (
          <button key={number} type="button" class="example-stage" aria-pressed={stage.value === number} onClick={() => (stage.value = number)}>{t(`stage_${number}`)}</button>
        ))}
        <button type="button" class="load-example" onClick={() => loadExample(drawn)}>{t('onMyBoard')}</button>
      </div>
      {all.length > 1 && (
        <div class="strip" role="group" aria-label={t('examples')}>
          {all.map((example, at) => (
            <button key={at} type="button" aria-pressed={drawn === example} onClick={() => (learn.at.value = at)}>
              <span aria-hidden="true"><Figure svg={example.shown.svg} /></span>
              {example.step.name}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

function loadExample(drawn: Drawn): void {
  session.reset(drawn.board, drawn.step.name);
  session.tab.value = 'steps';
  void steps.show(drawn.step, drawn.step.proof ?? '');
}

/** The facts of a technique, and its exercise. */
function TechniqueItem({ technique }: { technique: ListedTechnique }) {
  const facts = [t(technique.level), t('score', { n: technique.score })];
  if (technique.assumes_unique) facts.push(t('assumesUnique'));
  if (technique.on_request) facts.push(t('onRequest'));
  const isUsed = !session.options.value.off.includes(technique.name);
  return (
    <li>
      <strong>{technique.name}</strong> {facts.join(', ')}
      {technique.verdict && <span class="sound">; {technique.verdict}</span>}
      {technique.known_as.length > 0 && <div class="quiet">{t('knownAs', { names: otherNames(technique).join(', ') })}</div>}
      <div class="row">
        <button type="button" class="practise main" aria-label={`${t('practise')}: ${technique.name}`} onClick={() => void learn.practise(technique)}>{t('practise')}</button>
        <label><input type="checkbox" class="in-use" checked={isUsed} onChange={(event) => useTechnique(technique.name, event.currentTarget.checked)} /> {t('useTechnique')}</label>
      </div>
    </li>
  );
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
      <div class="row">
        <h3 id="rule-name" class="grow">{rule && namesOfRule(rule)}</h3>
        <button id="close-rule" type="button" onClick={() => (learn.rule.value = null)}>{t('close')}</button>
      </div>
      <p id="rule-doc">{rule?.doc}</p>
      <div id="rule-examples">
        {typeof examples === 'string' ? <p class="quiet">{examples}</p> : <Examples all={examples} />}
      </div>
      {learn.problem.value && <p class="error" role="status">{learn.problem.value}</p>}
      <ul id="rule-techniques" class="plain">
        {rule?.techniques.map((technique) => <TechniqueItem key={technique.name} technique={technique} />)}
      </ul>
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
