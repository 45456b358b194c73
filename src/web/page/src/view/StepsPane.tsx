// The Steps pane: hints, the path, all steps, the grade, the current step, and its proof.

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { Grade, Shown } from '../engine/protocol';
import { MAX_LINES, type WhyLine, why } from '../model/why';
import { SINGLES, type Told } from '../model/steps';
import { errorText } from '../model/session';
import { isAbort } from '../engine/client';
import { t } from '../model/words';
import { download, rules, session, steps } from './models';
import { Chips, Sentence, lighting } from './Sentence';
import { type Role, placesOf, rolesOf } from './draw';

function GradeTable({ grade }: { grade: Grade }) {
  return (
    <>
      <p><Ratings grade={grade} /></p>
      <table>
        <caption class="quiet">{t('stepsOfEach')}</caption>
        <tbody>
          {Object.entries(grade.techniques).map(([name, count]) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The level and the ratings of a puzzle, in one line. */
export function Ratings({ grade }: { grade: Grade }) {
  const facts = [
    grade.hardest ? t('hardestIs', { name: grade.hardest }) : '',
    t('scoreIs', { n: grade.score, steps: grade.steps, clues: grade.clues }),
    typeof grade.SE === 'number' ? `Sudoku Explainer ${grade.SE.toFixed(1)}` : '',
    typeof grade.hodoku_score === 'number' ? `HoDoKu ${grade.hodoku_score}` : '',
  ].filter(Boolean);
  return (
    <>
      <strong>{grade.level ? t(grade.level) : t(`claim_${grade.claim}`)}</strong>; {facts.join('; ')}
    </>
  );
}

/** Houses in the language of the page: `row 3, box 4`. */
const inWords = (houses: string[]): string => houses.map((name) => name.replace(/^([rcb])(\d+)$/, (_, kind, n) => t(`house_${kind}`, { n }))).join(', ');

function ToldView({ told }: { told: Told | null }) {
  if (!told) return null;
  if (told.kind === 'grade') return <GradeTable grade={told.grade} />;
  if (told.kind === 'text') return <p class={told.isError ? 'error' : ''}>{told.names ? <Sentence text={told.text} /> : told.text}</p>;
  const { hint, strength } = told;
  const place = hint.look ? inWords(hint.look.houses) : (hint.place ?? '');
  return (
    <>
      <p {...lighting({ names: hint.look?.houses ?? [] })}>
        {strength === 1 ? t('lookAt', { place }) : <><strong>{hint.technique}</strong>{`: ${t('lookAtLower', { place })}`}</>}
      </p>
      <button type="button" onClick={() => steps.tellMore()}>{strength === 1 ? t('whichTechnique') : t('showMe')}</button>
    </>
  );
}

function Walk() {
  const path = steps.path.value;
  const at = steps.at.value;
  const end = path?.steps.length ?? 0;
  return (
    <div id="walk" class="row" role="group" aria-label={t('alongPath')} hidden={!path}>
      <button id="first" type="button" aria-label={t('firstStep')} disabled={at === 0} onClick={() => void steps.go(0)}>«</button>
      <button id="back" type="button" aria-label={t('stepBack')} disabled={at === 0} onClick={() => void steps.go(at - 1)}>‹</button>
      <input id="at" type="range" min="0" max={end} value={at} aria-label={t('step')} onInput={(event) => void steps.go(Number(event.currentTarget.value))} />
      <span id="place" class="quiet">{t('placeOf', { at, of: end })}</span>
      <button id="next" type="button" aria-label={t('stepForwards')} disabled={at === end} onClick={() => void steps.go(at + 1)}>›</button>
      <button id="last" type="button" aria-label={t('toTheEnd')} disabled={at === end} onClick={() => void steps.go(end)}>»</button>
    </div>
  );
}

const group = (name: string) => (/^\w[rcb]\d+$/.test(name) ? t('digitIn', { digit: name[0]!, house: name.slice(1) }) : name);

function whyText(line: WhyLine): string {
  if (line.kind === 'suppose') return t('why_suppose', { candidate: line.candidate });
  if (line.kind === 'only') return t('why_only', { candidate: line.candidate, group: group(line.group) });
  if (line.kind === 'none') return t('why_none', { group: group(line.group) });
  if (line.kind === 'single') return t('why_single', { candidate: line.candidate, group: group(line.group) });
  if (line.kind === 'refuted') return t('why_refuted', { candidate: line.candidate, group: group(line.group) });
  if (line.kind === 'also' || line.kind === 'deadly') return t(`why_${line.kind}`, { candidates: line.candidates.join(', ') });
  if (line.kind === 'row') return t('why_row', { name: line.name });
  if (line.kind === 'sum') return t('why_sum');
  return t('why_count', { truths: line.truths.map(group).join(', '), links: line.links.map(group).join(', '), n: line.truths.length, m: line.links.length });
}

/** The argument in words, then the arithmetic. */
function Why() {
  const current = steps.current.value;
  const shown = current?.shown;
  if (!current || !shown) return <div id="arithmetic" />;
  const lines = why(shown.lines, shown.state, session.geometry.value);
  const more = current.step.count - shown.arithmetic.length;
  return (
    <>
      {lines && <ol id="why-words">{lines.slice(0, MAX_LINES).map((line, at) => <li key={at} class={`depth-${Math.min(line.depth, 3)}`}><Sentence text={whyText(line)} /></li>)}</ol>}
      {lines && lines.length > MAX_LINES && <p>{t('moreLines', { n: lines.length - MAX_LINES })}</p>}
      <h4>{t('parts')}</h4>
      <div id="terms" class="chips"><Chips shown={shown} /></div>
      <h4>{t('asArithmetic')}</h4>
      <div id="arithmetic">
        {shown.arithmetic.map((text, at) => <pre key={at}>{text}</pre>)}
        {more > 0 && t('moreLines', { n: more })}
      </div>
    </>
  );
}

/** The words of a role. Those of variables come from the rule. */
function roleWords({ name, words }: Role): string {
  const known = t(`role_${name}`);
  if (known === `role_${name}`) return words;
  return t(`role_${name}`, { names: words.split(' ').slice(1).join(' ') });
}

function Sign({ sign }: { sign: SVGSVGElement }) {
  const host = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => host.current?.replaceChildren(sign), [sign]);
  return <span ref={host} class="sign-box" />;
}

/** The legend of the picture, and the slider that unfolds a chain or net. */
function Roles({ svg }: { svg: string }) {
  const roles = useMemo(() => rolesOf(svg), [svg]);
  const places = useMemo(() => placesOf(svg), [svg]);
  const at = Math.min(steps.unfolded.value, places);
  const go = (to: number) => (steps.unfolded.value = to >= places ? Infinity : Math.max(1, to));
  return (
    <>
      <div class="chips" id="roles" hidden={!roles.length}>
        {roles.map((role) => (
          <span key={role.name} class="chip role" tabIndex={0} {...lighting({ ids: [`role-${role.name}`] })}>
            <Sign sign={role.sign} />
            {roleWords(role)}
          </span>
        ))}
      </div>
      <div id="unfold" class="row" role="group" aria-label={t('unfold')} hidden={places < 2}>
        <button id="unfold-back" type="button" aria-label={t('placeBack')} disabled={at <= 1} onClick={() => go(at - 1)}>‹</button>
        <input id="unfold-at" type="range" min="1" max={places} value={at} aria-label={t('unfold')} onInput={(event) => go(Number(event.currentTarget.value))} />
        <button id="unfold-next" type="button" aria-label={t('placeForwards')} disabled={at >= places} onClick={() => go(at + 1)}>›</button>
        <span class="quiet">{t('placeOf', { at, of: places })}</span>
      </div>
    </>
  );
}

function CurrentStep() {
  const current = steps.current.value;
  const shown = current?.shown;
  return (
    <article id="step" hidden={!shown}>
      <h3 id="step-name">{shown ? current.step.name : ''}</h3>
      <p id="sentence">{shown && <Sentence text={withoutName(current.step)} />}</p>
      <div class="row" role="group" aria-label={t('stages')}>
        {[1, 2, 3].map((stage) => (
          <button key={stage} id={`stage-${stage}`} type="button" aria-pressed={steps.stage.value === stage} onClick={() => (steps.stage.value = stage)}>{t(`stage_${stage}`)}</button>
        ))}
        <button id="layer" type="button" aria-pressed={steps.layer.value === 'proof'} title={t('proofLayer_help')} onClick={() => void steps.switchLayer()}>{t('proofLayer')}</button>
      </div>
      {shown && <Roles svg={shown.svg} />}
      <div class="row">
        <button id="do-it" type="button" class="main" hidden={steps.path.value !== null} onClick={takeStep}>{t('takeStep')}</button>
        <button id="save-svg" type="button" onClick={saveSvg}>{t('saveSvg')}</button>
      </div>
      <details id="why">
        <summary>{t('why')}</summary>
        <Why />
      </details>
    </article>
  );
}

/** The sentence of a step without its name, which stands above it. */
function withoutName({ name, sentence }: Shown): string {
  const rest = sentence.startsWith(`${name}: `) ? sentence.slice(name.length + 2) : sentence;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** The arrows along the path, and the step. On a phone, a new step scrolls them into view. */
function Card() {
  const card = useRef<HTMLDivElement>(null);
  const { value: path } = steps.path;
  const isOpen = path !== null || steps.current.value?.shown !== undefined;
  useLayoutEffect(() => {
    const panes = card.current?.closest('#panes');
    if (!isOpen || !panes || !card.current || matchMedia('(min-width: 900px)').matches) return;
    panes.scrollTop += card.current.getBoundingClientRect().top - panes.getBoundingClientRect().top;
  }, [isOpen, steps.current.value?.step]);
  return (
    <div id="card" ref={card} class={isOpen ? 'open' : ''}>
      <Walk />
      <div class={path ? 'reserved' : ''}><CurrentStep /></div>
      <div class="row" hidden={!path}>
        <button id="play-from" type="button" title={t('playFrom_help')} onClick={() => steps.playFromHere()}>{t('playFrom')}</button>
        <button id="leave" type="button" onClick={() => steps.leave()}>{t('backToBoard')}</button>
      </div>
    </div>
  );
}

function takeStep(): void {
  steps.take();
  document.getElementById('board')?.focus({ preventScroll: true });
}

function saveSvg(): void {
  const { step, shown } = steps.current.value ?? {};
  if (step && shown) download(`${step.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.svg`, shown.svg, 'image/svg+xml');
}

/** One step of the list; a click shows it. */
function Item({ step, isCurrent, act }: { step: Shown; isCurrent: boolean; act: () => void }) {
  const item = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const list = item.current?.parentElement;
    if (isCurrent && item.current && list) {
      const { offsetTop, offsetHeight } = item.current;
      if (offsetTop < list.scrollTop) list.scrollTop = offsetTop;
      else if (offsetTop + offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = offsetTop + offsetHeight - list.clientHeight;
    }
  }, [isCurrent]);
  const [name, ...rest] = step.sentence.split(': ');
  return (
    <li ref={item} class={isCurrent ? 'current' : ''}>
      <button type="button" class={`step ${step.level}`} onClick={act} {...(steps.path.value ? {} : lighting({ names: [...step.eliminate, ...step.place] }))}>
        {rest.length ? <><strong>{name}</strong>{`: ${rest.join(': ')}`}</> : step.sentence}
      </button>
    </li>
  );
}

function List() {
  const isFolded = useSignal(false);
  const found = steps.found.value;
  const isPath = steps.path.value !== null;
  const names = [...new Set(found.map((step) => step.name))];
  const listed = steps.listed.value;
  const indices = new Map(found.map((step, at) => [step, at]));
  const isHidden = (step: Shown) => isPath && isFolded.value && SINGLES.has(step.name);
  const singles = found.filter((step) => SINGLES.has(step.name)).length;
  return (
    <>
      <div class="row" id="filter-box" hidden={isPath || names.length < 2}>
        <label>
          {t('only')}{' '}
          <select id="filter" value={steps.filter.value} onChange={(event) => (steps.filter.value = event.currentTarget.value)}>
            <option value="">{t('allOf', { n: found.length })}</option>
            {names.map((name) => <option key={name} value={name}>{`${name} (${found.filter((step) => step.name === name).length})`}</option>)}
          </select>
        </label>
        <label>
          {t('touching')}{' '}
          <input id="filter-candidate" size={7} placeholder="r1c3=6" value={steps.candidate.value} onInput={(event) => (steps.candidate.value = event.currentTarget.value)} />
        </label>
      </div>
      {isPath && singles > 0 && (
        <label class="row">
          <input id="fold" type="checkbox" checked={isFolded.value} onChange={(event) => (isFolded.value = event.currentTarget.checked)} />
          {t('foldSingles', { n: singles })}
        </label>
      )}
      <ol id="list" tabIndex={-1}>
        {listed.map((step) =>
          isHidden(step) ? null : (
            <Item
              key={indices.get(step)}
              step={step}
              isCurrent={isPath && indices.get(step) === steps.at.value - 1}
              act={() => void (isPath ? steps.go((indices.get(step) ?? 0) + 1) : steps.show(step, step.proof ?? ''))}
            />
          ),
        )}
      </ol>
    </>
  );
}

/** The reason why a candidate is impossible, by Z3. Only the program has it. */
function Mining() {
  const of = useSignal('');
  const lines = useSignal<string[]>([]);
  const problem = useSignal('');
  const rule = lines.value.find((line) => /^\s*(\/\/\/[^\n]*\n)*rule /.test(line))?.trim() ?? '';
  const ask = async () => {
    lines.value = [];
    problem.value = '';
    const progress = ({ line }: { line: string }) => (lines.value = [...lines.value, line]);
    try {
      await session.run({ ask: 'mine', board: session.board(), candidate: of.value.trim() }, t('askingZ3'), { lane: 'judge', progress });
    } catch (error) {
      problem.value = isAbort(error) ? t('cancelled') : errorText(error);
    }
  };
  return (
    <details id="mine-box" hidden={!session.hello.value?.powers.mine}>
      <summary>{t('whyImpossible')}</summary>
      <p class="quiet">{t('whyImpossible_help')}</p>
      <div class="row">
        <label>
          {t('candidate')}{' '}
          <input id="mine-of" size={8} placeholder="r1c3=6" spellcheck={false} autocomplete="off" value={of.value} onInput={(event) => (of.value = event.currentTarget.value)} />
        </label>
        <button id="mine" type="button" onClick={() => void ask()}>{t('askIt')}</button>
      </div>
      <div role="status"><pre id="mined">{problem.value || lines.value.join('\n')}</pre></div>
      <button id="mined-rule" type="button" hidden={!rule} onClick={() => rules.open('own/explained.rule', `${rule}\n`)}>{t('openRule')}</button>
    </details>
  );
}

function ProofBox() {
  const proof = steps.proof.value;
  const verdict = steps.verdict.value;
  const area = useRef<HTMLTextAreaElement>(null);
  const line = verdict && 'line' in verdict ? verdict.line : null;
  const texts = (proof ?? '').split('\n');
  useLayoutEffect(() => {
    if (!line || !area.current) return;
    const start = texts.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    area.current.setSelectionRange(start, start + (texts[line - 1]?.length ?? 0));
    area.current.scrollTop = (area.current.scrollHeight / texts.length) * Math.max(0, line - 4);
  }, [verdict]);
  return (
    <details id="proof-box" hidden={proof === null}>
      <summary>{t('theProof')}</summary>
      <p class="quiet">{t('theProof_help')}</p>
      <textarea ref={area} id="proof" rows={10} spellcheck={false} autocomplete="off" wrap="off" aria-label={t('proofText')} value={proof ?? ''} onInput={(event) => (steps.proof.value = event.currentTarget.value)} />
      <div class="row">
        <button id="check" type="button" class="main" onClick={() => void steps.check()}>{t(session.isServed ? 'checkByProgram' : 'checkHere')}</button>
        <button id="save-qed" type="button" onClick={() => download('proof.qed', steps.proof.value ?? '', 'text/plain')}>{t('saveQed')}</button>
        <button id="save-report" type="button" title={t('saveReport_help')} onClick={() => void saveReport()}>{t('saveReport')}</button>
        <button id="open-proof" type="button" onClick={() => void steps.openProof()}>{t('showItsSteps')}</button>
      </div>
      <p id="verdict" role="status" class={verdict?.verdict ?? ''}>
        {verdict && 'here' in verdict && t(verdict.here ? 'checkerHere' : 'checkerOfProgram')}
        {verdict && (verdict.verdict ? <strong>{verdict.words}</strong> : verdict.words)}
        {line && <code class="failing">{`${line}: ${(texts[line - 1] ?? '').slice(0, 300)}`}</code>}
      </p>
    </details>
  );
}

async function saveReport(): Promise<void> {
  const html = await steps.report();
  if (html) download('report.html', html, 'text/html');
}

function Options() {
  const { level, search, unique, off } = session.options.value;
  const set = (change: Partial<typeof session.options.value>) => (session.options.value = { ...session.options.value, ...change });
  return (
    <details id="options">
      <summary>{t('options')}</summary>
      <div class="row">
        <label>
          {t('upTo')}{' '}
          <select id="level" value={level} onChange={(event) => set({ level: event.currentTarget.value })}>
            <option value="">{t('allLevels')}</option>
            {session.hello.value?.levels.map((word) => <option key={word} value={word}>{t(word)}</option>)}
          </select>
        </label>
        <label><input id="search" type="checkbox" checked={search} onChange={(event) => set({ search: event.currentTarget.checked })} /> {t('searchOption')}</label>
        <label><input id="unique" type="checkbox" checked={unique} onChange={(event) => set({ unique: event.currentTarget.checked })} /> {t('uniqueOption')}</label>
      </div>
      {off.length > 0 && (
        <p id="off">
          {t('notUsed', { names: off.join(', ') })} <button type="button" onClick={() => set({ off: [] })}>{t('useAll')}</button>
        </p>
      )}
    </details>
  );
}

export function StepsPane() {
  return (
    <>
      <div class="row" role="group" aria-label={t('whatToLookFor')}>
        <button id="hint" type="button" class="main" onClick={() => void steps.hint()}>{t('hint')}</button>
        <button id="path" type="button" onClick={() => void steps.find()}>{t('path')}</button>
        <button id="all" type="button" onClick={() => void steps.all()}>{t('allSteps')}</button>
        <button id="grade" type="button" onClick={() => void steps.grade()}>{t('grade')}</button>
      </div>
      <Options />
      <Mining />
      <div id="told" role="status"><ToldView told={steps.told.value} /></div>
      <Card />
      <List />
      <ProofBox />
    </>
  );
}
