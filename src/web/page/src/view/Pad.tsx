// The controls of play: modes, digits, undo, timer and check.

import { COLOURS, DIGITS, restart } from '../model/game';
import type { Mode } from '../model/session';
import { t } from '../model/words';
import { session } from './models';
import { clock } from './Board';

const MODES: [Mode, string][] = [
  ['digit', 'Z'],
  ['corner', 'X'],
  ['centre', 'C'],
  ['colour', 'V'],
];

function Modes() {
  return (
    <div id="modes" class="row" role="group" aria-label={t('modes')}>
      {MODES.map(([mode, key]) => (
        <button key={mode} id={`mode-${mode}`} type="button" title={`${t(`mode_${mode}_help`)} (${key})`} aria-pressed={session.mode.value === mode} onClick={() => (session.mode.value = mode)}>
          {t(`mode_${mode}`)}
        </button>
      ))}
      {session.mode.value === 'colour' && (
        <button id="painting" type="button" aria-pressed={session.isPainting.value} title={t('painting_help')} onClick={() => (session.isPainting.value = !session.isPainting.value)}>
          {t('painting')}
        </button>
      )}
    </div>
  );
}

function Digits() {
  const n = session.size.value;
  const isColour = session.mode.value === 'colour';
  const digits = [...DIGITS].slice(0, isColour ? Math.max(COLOURS, 1) : n);
  const shown = isColour ? digits.slice(0, COLOURS) : digits;
  return (
    <div id="pad" class={n > 9 ? 'row wide' : 'row'} role="group" aria-label={t('digits')}>
      {shown.map((digit, at) => (
        <button
          key={digit}
          type="button"
          class={isColour ? `swatch k${at}` : ''}
          aria-label={isColour ? t('colourNumber', { n: at + 1 }) : digit}
          aria-pressed={isColour && session.isPainting.value ? session.activeColour.value === at : undefined}
          onClick={() => session.press(digit)}
        >
          {isColour ? '' : digit}
        </button>
      ))}
      <button type="button" aria-label={t('clearCell')} onClick={() => session.erase()}>⌫</button>
    </div>
  );
}

export function Pad() {
  const { past, future } = session.history.value;
  const game = session.game.value;
  return (
    <section id="pad-pane" aria-label={t('play')} data-tab="play">
      <Modes />
      <Digits />
      <div class="row" role="group" aria-label={t('edit')}>
        <button id="undo" type="button" title="Ctrl+Z" disabled={!past.length} onClick={() => session.undo()}>{t('undo')}</button>
        <button id="redo" type="button" title="Ctrl+Y" disabled={!future.length} onClick={() => session.redo()}>{t('redo')}</button>
        <button id="check-game" type="button" title={t('checkGame_help')} onClick={() => void session.check()}>{t('checkGame')}</button>
        <span class="spacer" />
        <span id="timer" role="timer">{clock(session.seconds.value)}</span>
        <button id="pause" type="button" aria-label={t('pause')} title={t('pause')} aria-pressed={session.isPaused.value} onClick={() => (session.isPaused.value = !session.isPaused.value)}>❚❚</button>
      </div>
      <div class="row">
        <label>
          {t('candidatesLabel')}{' '}
          <select id="marks" value={game.layer} onChange={(event) => setLayer(event.currentTarget.value)}>
            <option value="auto">{t('layer_auto')}</option>
            <option value="own">{t('layer_own')}</option>
            <option value="none">{t('layer_none')}</option>
          </select>
        </label>
        <button id="clear" type="button" title={t('restart_help')} onClick={() => session.move(restart)}>{t('restart')}</button>
      </div>
    </section>
  );
}

function setLayer(value: string): void {
  session.chooseLayer(value === 'own' || value === 'none' ? value : 'auto');
}
