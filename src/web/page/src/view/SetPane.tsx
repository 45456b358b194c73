// The Set pane: givens by hand, the number of solutions, ratings, and export.

import { useSignal, useSignalEffect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Links } from '../engine/protocol';
import { errorText } from '../model/session';
import { differing } from '../model/setter';
import { cellName } from '../model/game';
import { t } from '../model/words';
import { calm, download, session, setter } from './models';
import { Ratings } from './StepsPane';
import { Sentence } from './Sentence';

function Count() {
  const counted = setter.counted.value;
  if (!counted) return null;
  const list = (cells: number[]) => cells.map((cell) => cellName(cell, session.size.value)).join(', ');
  return (
    <>
      <p id="count" class={counted.solutions === 1 ? 'fine' : 'problem'}>{t(`solutions_${counted.complete ? counted.solutions : 'unknown'}`)}</p>
      {differing(counted).length > 0 && <p class="quiet">{t('differIn', { n: differing(counted).length })}</p>}
      {counted.needless && <p id="needless" class="quiet">{counted.needless.length ? <Sentence text={t('needlessGivens', { cells: list(counted.needless) })} /> : t('isMinimal')}</p>}
      {counted.needless && counted.needless.length > 0 && <button id="minimise" type="button" onClick={() => void setter.minimise()}>{t('minimise')}</button>}
    </>
  );
}

/** The picture of the board as a file of its own, with its style. */
function savePicture(): void {
  const picture = document.getElementById('picture');
  if (!picture) return;
  const copy = picture.cloneNode(true) as SVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  for (const mark of copy.querySelectorAll('.selection, .spot')) mark.remove();
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent = session.hello.value?.light ?? '';
  copy.prepend(style);
  download('sudoku.svg', new XMLSerializer().serializeToString(copy), 'image/svg+xml');
}

/** The board for other sites: links and lines. */
function LinksBox() {
  const links = useSignal<Links | string | null>(null);
  const isOpen = useSignal(false);
  const ask = useMemo(
    () =>
      calm(150, () => {
        session.ask({ ask: 'links', board: session.board() }, { lane: 'show' }).then(
          (found) => (links.value = found),
          (error) => (links.value = errorText(error)),
        );
      }),
    [],
  );
  useSignalEffect(() => {
    session.game.value;
    if (isOpen.value) ask();
  });
  const found = links.value;
  const link = (name: string, address: string | null | undefined) => address && /^https:\/\//.test(address) && <li><a href={address} target="_blank" rel="noopener noreferrer">{name}</a></li>;
  const line = (name: string, text: string | null | undefined) => text && <li>{name}: <code>{text}</code></li>;
  return (
    <details id="links-box" onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary>{t('otherSites')}</summary>
      <div id="links">
        {typeof found === 'string' && found}
        {found && typeof found !== 'string' && (
          <ul>
            {link('SudokuPad', found.sudokupad)}
            {link('f-puzzles', found.fpuzzles)}
            {link('SudokuWiki', found.sudokuwiki)}
            {line(t('oneLine'), found.line)}
            {line(t('allCandidates'), found.candidates)}
          </ul>
        )}
      </div>
    </details>
  );
}

export function SetPane() {
  const game = session.game.value;
  const examine = useMemo(() => calm(200, () => void setter.examine()), []);
  useSignalEffect(() => {
    session.game.value.givens;
    session.isReady.value;
    if (session.tab.value === 'set' && session.isReady.value) examine();
    else setter.stop();
  });
  return (
    <>
      <div class="row">
        <button id="setting" type="button" title={t('setGivens_help')} aria-pressed={game.setting} onClick={() => session.move((now) => ({ ...now, setting: !now.setting }))}>{t('setGivens')}</button>
        <label><input id="true-candidates" type="checkbox" checked={setter.showsTrue.value} onChange={(event) => (setter.showsTrue.value = event.currentTarget.checked)} /> {t('trueCandidates')}</label>
      </div>
      <p class="quiet">{t('setGivens_help')}</p>
      <div role="status">
        <Count />
        {setter.problem.value && <p class="error">{setter.problem.value}</p>}
        {setter.isRating.value && <p class="quiet">{t('rating')}</p>}
        {setter.grade.value && <p id="ratings"><Ratings grade={setter.grade.value} /></p>}
      </div>
      <div class="row">
        <button id="copy-line" type="button" onClick={() => void navigator.clipboard?.writeText(game.givens).then(() => (session.note.value = t('copied')))}>{t('copyLine')}</button>
        <button id="save-board" type="button" onClick={savePicture}>{t('savePicture')}</button>
      </div>
      <LinksBox />
    </>
  );
}
