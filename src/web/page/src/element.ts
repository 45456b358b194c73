// The web component `<qedoku-board puzzle="...">`: a 9x9 board for other pages, without the engine.

import { STYLES } from './engine/first';
import { candidates, digitAt, digitsOf, gameOfLine } from './model/game';
import { nine } from './model/geometry';
import { MARGIN, boxOf, candidateAt, cornerOf, gridLines, sideOf } from './view/draw';

const SVG = 'http://www.w3.org/2000/svg';
const FRAME = { height: 3, width: 3 };

function node(tag: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.textContent = text;
  return made;
}

const word = (kind: string, x: number, y: number, text: string) => node('text', { class: kind, x, y, dy: '0.36em' }, text);

/** The picture of a puzzle, with its candidates on request. */
function drawn(line: string, withCandidates: boolean): SVGElement {
  const game = gameOfLine(line);
  const box = boxOf(FRAME);
  const root = node('svg', { viewBox: `${MARGIN - 2} ${MARGIN - 2} ${box - MARGIN - 4} ${box - MARGIN - 4}`, role: 'img', 'aria-label': `Sudoku ${line}` });
  const { thin, thick } = gridLines(FRAME, nine);
  root.append(node('rect', { class: 'paper', width: box, height: box }), node('path', { class: 'thin', d: thin }), node('path', { class: 'thick', d: thick }));
  const masks = candidates(game, nine);
  const half = sideOf(FRAME) / 2;
  masks.forEach((mask, cell) => {
    const [x, y] = cornerOf(FRAME, cell);
    const digit = digitAt(game, cell);
    if (digit) root.append(word('given', x + half, y + half, digit));
    else if (withCandidates) for (const name of digitsOf(mask)) root.append(word('candidate', ...candidateAt(FRAME, cell, name), name));
  });
  return root;
}

class QedokuBoard extends HTMLElement {
  static readonly observedAttributes = ['puzzle', 'candidates', 'theme'];

  connectedCallback(): void {
    this.draw();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.draw();
  }

  private draw(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    const theme = this.getAttribute('theme') === 'dark' ? STYLES.dark : STYLES.light;
    sheet.replaceSync(`:host { display: block; font-family: system-ui, sans-serif; }\nsvg { display: block; width: 100%; }\n${theme}`);
    root.adoptedStyleSheets = [sheet];
    const line = (this.getAttribute('puzzle') ?? '').trim();
    if (/^[.0-9]{81}$/.test(line)) root.replaceChildren(drawn(line, this.hasAttribute('candidates')));
    else root.replaceChildren('A puzzle has 81 characters: digits, and dots for empty cells.');
  }
}

customElements.define('qedoku-board', QedokuBoard);
