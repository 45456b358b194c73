// The board as an interactive picture. It has the geometry of the engine's pictures, so that the
// engine's picture of a step fits in the same place.

import { Component } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { digitsOf, paintKey, type Game } from '../model/game';
import { differing } from '../model/setter';
import { t } from '../model/words';
import { learn, session, setter, steps } from './models';
import { type Frame, MARGIN, PLACE, boxOf, candidateAt, cornerOf, gridLines, picture, sideOf, spotOf } from './draw';

/** The places of corner marks, in the order in which they are filled. */
const CORNERS: [number, number][] = [
  [0.17, 0.19],
  [0.83, 0.19],
  [0.17, 0.83],
  [0.83, 0.83],
  [0.5, 0.19],
  [0.5, 0.83],
  [0.17, 0.5],
  [0.83, 0.5],
  [0.5, 0.5],
];

interface CellProps {
  frame: Frame;
  cell: number;
  digit: string;
  kind: string;
  candidates: number;
  corner: number;
  centre: number;
  highlighted: string;
  painted: string;
}

const Word = ({ kind, x, y, children }: { kind: string; x: number; y: number; children: string }) => (
  <text class={kind} x={x} y={y} dy="0.36em">
    {children}
  </text>
);

/** The digit or the marks of a cell. It is drawn again only if one of its properties changes. */
class CellMarks extends Component<CellProps> {
  override shouldComponentUpdate(next: CellProps): boolean {
    return (Object.keys(next) as (keyof CellProps)[]).some((key) => next[key] !== this.props[key]);
  }

  override render({ frame, cell, digit, kind, candidates, corner, centre, highlighted, painted }: CellProps) {
    const [x, y] = cornerOf(frame, cell);
    const side = sideOf(frame);
    if (digit) return <Word kind={kind} x={x + side / 2} y={y + side / 2}>{digit}</Word>;
    const colours = new Map(painted.split(' ').filter(Boolean).map((item) => [item[0]!, item.slice(1)] as const));
    const inPlace = digitsOf(candidates).map((name) => {
      const [cx, cy] = candidateAt(frame, cell, name);
      const same = name === highlighted ? ' same' : '';
      return (
        <g key={name}>
          {colours.has(name) && <circle class={`paint k${colours.get(name)}`} cx={cx} cy={cy} r={PLACE * 0.46} />}
          <Word kind={`candidate${same}`} x={cx} y={cy}>{name}</Word>
        </g>
      );
    });
    const corners = digitsOf(corner).map((name, at) => {
      const [right, down] = CORNERS[at % CORNERS.length]!;
      return <Word key={`c${name}`} kind="candidate corner" x={x + side * right} y={y + side * down}>{name}</Word>;
    });
    const middle = digitsOf(centre).join('');
    return (
      <>
        {inPlace}
        {corners}
        {middle && <Word kind={`candidate centre${middle.length > 5 ? ' many' : ''}`} x={x + side / 2} y={y + side / 2}>{middle}</Word>}
      </>
    );
  }
}

const Box = ({ frame, cell, kind }: { frame: Frame; cell: number; kind: string }) => {
  const [x, y] = cornerOf(frame, cell);
  const side = sideOf(frame);
  return <rect class={kind} x={x} y={y} width={side} height={side} />;
};

/** The colours of cells as stripes. */
function Washes({ game, frame }: { game: Game; frame: Frame }) {
  const side = sideOf(frame);
  const stripes = (game.colours ?? []).flatMap((mask, cell) => {
    const numbers = [...Array(9).keys()].filter((number) => mask & (1 << number));
    const [x, y] = cornerOf(frame, cell);
    const wide = side / (numbers.length || 1);
    return numbers.map((number, at) => <rect key={`${cell}-${number}`} class={`wash k${number}`} x={x + at * wide} y={y} width={wide} height={side} />);
  });
  return <g class="washes">{stripes}</g>;
}

/** The board of the player, or a state of a path. */
function Digits() {
  const game = session.game.value;
  const state = steps.state.value;
  const conflicts = state ? new Set<number>() : session.conflicts.value;
  const truths = session.tab.value === 'set' && setter.showsTrue.value ? setter.counted.value?.candidates : undefined;
  const masks = state?.masks ?? truths ?? (game.layer === 'auto' ? session.candidates.value : []);
  const isOwn = !state && !truths && game.layer === 'own';
  const highlighted = session.highlighted.value ?? '';
  const { givens, entries } = state ?? game;
  return (
    <g class="digits">
      {[...givens].map((given, cell) => {
        const entry = entries[cell] ?? '.';
        const digit = given !== '.' ? given : entry !== '.' ? entry : '';
        const kind = `${given !== '.' ? 'given' : 'entry'}${conflicts.has(cell) ? ' wrong' : ''}`;
        const candidates = digit ? 0 : (masks[cell] ?? 0);
        const painted = digitsOf(candidates).map((name) => [name, game.painted[paintKey(cell, name)]] as const);
        return (
          <CellMarks
            key={cell}
            frame={frameOf(game)}
            cell={cell}
            digit={digit}
            kind={kind}
            candidates={candidates}
            corner={isOwn ? (game.corner?.[cell] ?? 0) : 0}
            centre={isOwn ? (game.centre?.[cell] ?? 0) : 0}
            highlighted={highlighted}
            painted={painted.filter(([, number]) => number !== undefined).map(([name, number]) => `${name}${number}`).join(' ')}
          />
        );
      })}
    </g>
  );
}

const frames = new Map<string, Frame>();

/** One frame for each shape, so that equal frames are the same object. */
export function frameOf({ height, width }: Frame): Frame {
  const key = `${height}x${width}`;
  if (!frames.has(key)) frames.set(key, { height, width });
  return frames.get(key)!;
}

function Lines({ frame }: { frame: Frame }) {
  const { thin, thick } = gridLines(frame, session.geometry.value);
  const side = sideOf(frame);
  const labels = [...Array(frame.height * frame.width).keys()].map((i) => {
    const at = MARGIN + side * (i + 0.5);
    return [<Word key={`r${i}`} kind="label" x={MARGIN / 2} y={at}>{String(i + 1)}</Word>, <Word key={`c${i}`} kind="label" x={at} y={MARGIN / 2}>{String(i + 1)}</Word>];
  });
  return (
    <g class="lines">
      <path class="thin" d={thin} />
      <path class="thick" d={thick} />
      {labels}
    </g>
  );
}

/** Marks for the setter: cells in which solutions differ, and redundant givens. */
function SetterMarks({ frame }: { frame: Frame }) {
  const counted = session.tab.value === 'set' ? setter.counted.value : null;
  return (
    <g class="setter">
      {counted && differing(counted).map((cell) => <Box key={`d${cell}`} frame={frame} cell={cell} kind="differ" />)}
      {counted?.needless?.map((cell) => <Box key={`n${cell}`} frame={frame} cell={cell} kind="needless" />)}
    </g>
  );
}

function Selection({ frame }: { frame: Frame }) {
  const cursor = session.cursor.value;
  return (
    <g class="selection">
      {[...session.selected.value].map((cell) => <Box key={cell} frame={frame} cell={cell} kind="selected" />)}
      {cursor !== null && <Box frame={frame} cell={cursor} kind="cursor" />}
    </g>
  );
}

/** Highlights cells, candidates and houses by name. */
function Spots({ frame }: { frame: Frame }) {
  const side = sideOf(frame);
  const n = frame.height * frame.width;
  return (
    <g class="spot">
      {(session.lit.value?.names ?? []).map((name) => {
        const spot = spotOf(name, n, session.geometry.value);
        if (!spot) return null;
        if (spot.kind === 'cell') return <Box key={name} frame={frame} cell={spot.cell} kind="lit-cell" />;
        if (spot.kind === 'candidate') {
          const [cx, cy] = candidateAt(frame, spot.cell, spot.digit);
          return <circle key={name} class="lit-candidate" cx={cx} cy={cy} r={PLACE * 0.6} />;
        }
        const corners = spot.cells.map((cell) => cornerOf(frame, cell));
        const [left, top] = [Math.min(...corners.map(([x]) => x)), Math.min(...corners.map(([, y]) => y))];
        const [right, bottom] = [Math.max(...corners.map(([x]) => x)), Math.max(...corners.map(([, y]) => y))];
        return <rect key={name} class="lit-house" x={left} y={top} width={right - left + side} height={bottom - top + side} />;
      })}
    </g>
  );
}

/** The engine's picture of the current step. */
function StepPicture({ svg }: { svg: string }) {
  const host = useRef<SVGGElement>(null);
  useLayoutEffect(() => {
    // The legend below the board is omitted, because the chips of the step show the same and keep
    // the layout stable.
    host.current?.replaceChildren(...picture(svg).children);
  }, [svg]);
  const ids = session.lit.value?.ids;
  useLayoutEffect(() => {
    const lit = new Set(ids ?? []);
    let any = false;
    for (const node of host.current?.querySelectorAll('g.truth, g.link, g.target, g.placed, g.variable, g.role[id]') ?? []) {
      node.classList.toggle('lit', lit.has(node.id));
      any ||= lit.has(node.id);
    }
    host.current?.ownerSVGElement?.classList.toggle('dimmed', any);
  }, [svg, ids]);
  const unfolded = steps.unfolded.value;
  useLayoutEffect(() => {
    for (const node of host.current?.querySelectorAll('[data-at]') ?? []) {
      const at = Number(node.getAttribute('data-at'));
      node.classList.toggle('later', at > unfolded);
      node.classList.toggle('latest', at === unfolded);
    }
  }, [svg, unfolded]);
  return <g ref={host} />;
}

function Picture() {
  const game = session.game.value;
  const frame = frameOf(game);
  const box = boxOf(frame);
  const drawn = steps.drawn.value;
  const conflicts = steps.state.value ? [] : [...session.conflicts.value];
  const highlighted = session.highlighted.value;
  const same = highlighted && !steps.state.value ? [...game.givens].map((_, cell) => cell).filter((cell) => (game.givens[cell] === '.' ? game.entries[cell] : game.givens[cell]) === highlighted) : [];
  const large = frame.height * frame.width > 9 ? ' large' : '';
  return (
    <svg id="picture" class={`qedoku stage-${steps.stage.value}${large}`} viewBox={`0 0 ${box} ${box}`} role="img" aria-label={t('board')}>
      {drawn ? (
        <StepPicture svg={drawn} />
      ) : (
        <>
          <rect class="paper" width="100%" height="100%" />
          <Washes game={game} frame={frame} />
          <g class="conflicts">{conflicts.map((cell) => <Box key={cell} frame={frame} cell={cell} kind="conflict" />)}</g>
          <g>{same.map((cell) => <Box key={cell} frame={frame} cell={cell} kind="same" />)}</g>
          <SetterMarks frame={frame} />
          <Lines frame={frame} />
          <Digits />
        </>
      )}
      <Selection frame={frame} />
      <Spots frame={frame} />
    </svg>
  );
}

/** The cell under a point of the screen, and the candidate nearest to the point. */
function under(event: { clientX: number; clientY: number }): { cell: number; digit: string } | null {
  const root = document.getElementById('picture') as unknown as SVGSVGElement | null;
  const matrix = root?.getScreenCTM();
  if (!matrix) return null;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const frame = frameOf(session.game.value);
  const n = frame.height * frame.width;
  const side = sideOf(frame);
  const [right, down] = [(point.x - MARGIN) / side, (point.y - MARGIN) / side];
  const [column, row] = [Math.floor(right), Math.floor(down)];
  if (column < 0 || row < 0 || column >= n || row >= n) return null;
  const at = Math.floor((down - row) * frame.height) * frame.width + Math.floor((right - column) * frame.width);
  return { cell: row * n + column, digit: '123456789ABCDEFGHIJKLMNOP'[at] ?? '' };
}

function pointerDown(event: PointerEvent): void {
  const at = under(event);
  if (!at || event.button > 0) return;
  (event.currentTarget as HTMLElement).focus({ preventScroll: true });
  if (session.mode.value === 'colour' && session.isPainting.value) {
    session.paintCandidate(at.cell, at.digit);
    return;
  }
  // The browser sends all events of a touch to its first element. A drag must not do this.
  (event.target as Element).releasePointerCapture?.(event.pointerId);
  const more = event.shiftKey || event.ctrlKey || event.metaKey;
  const [first] = session.selected.value;
  // A drag that begins on a selected cell with Control takes cells out of the selection.
  const isTakingOut = more && session.selected.value.has(at.cell);
  if (isTakingOut) session.toggle(at.cell);
  else if (!more && session.selected.value.size === 1 && first === at.cell && event.pointerType === 'touch') session.unselect();
  else session.select(at.cell, more);
  const move = (moved: PointerEvent) => {
    const over = under(moved);
    if (!over || session.selected.value.has(over.cell) !== isTakingOut) return;
    if (isTakingOut) session.toggle(over.cell);
    else session.select(over.cell, true);
  };
  const end = () => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}

export function Board() {
  const exercise = learn.exercise.value;
  return (
    <section id="board-pane" aria-labelledby="board-title">
      <h2 id="board-title" class="unseen">{t('board')}</h2>
      <div
        id="board"
        tabIndex={0}
        role="application"
        aria-label={t('boardHelp')}
        aria-describedby="cell-words"
        onPointerDown={pointerDown}
        onDblClick={(event) => {
          const at = under(event);
          if (at) session.selectAlike(at.cell);
        }}
      >
        <Picture />
        {session.isPaused.value && (
          <button id="resume" type="button" class="main cover" onClick={() => (session.isPaused.value = false)}>{t('resume')}</button>
        )}
      </div>
      <p id="cell-words" class={session.size.value > 9 ? 'quiet needed' : 'quiet'} aria-live="polite">{session.cellWords() || '\u00a0'}</p>
      <p id="board-note" class={session.conflicts.value.size ? 'note error' : session.isSolved.value ? 'note solved' : 'note'} role="status">
        {session.conflicts.value.size ? t('digitsContradict', { n: session.conflicts.value.size }) : session.isSolved.value ? t('solvedIn', { time: clock(session.seconds.value), grade: session.solvedGrade.value }) : session.note.value}
      </p>
      {exercise && (
        <p id="exercise" class={`exercise ${exercise.result}`} role="status">
          {exercise.result === 'open' && t('exerciseFind', { name: exercise.technique })}
          {exercise.result === 'wrong' && t('exerciseWrong', { name: exercise.technique })}
          {exercise.result === 'right' && `${t('exerciseRight')} ${exercise.step.sentence}`}
        </p>
      )}
    </section>
  );
}

export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
