// The board as an interactive picture. It has the geometry of the engine's pictures, so that the
// engine's picture of a step fits in the same place.

import { $, picture, svg } from './dom.js';
import { bitOf, parseName } from './game.js';

const PLACE = 21;
const MARGIN = 34;
const EDGE = 8;

export class BoardView {
  constructor(game) {
    this.game = game;
    this.root = $('picture');
    /** The state or step shown instead of the user's board; null for the user's board. */
    this.shown = null;
    this.lit = null;
  }

  get side() {
    const { height, width } = this.game.board;
    return PLACE * Math.max(width, height, 2);
  }

  corner(cell) {
    const n = this.game.size;
    return [MARGIN + (cell % n) * this.side, MARGIN + Math.floor(cell / n) * this.side];
  }

  candidateAt(cell, digit) {
    const { height, width } = this.game.board;
    const [x, y] = this.corner(cell);
    const at = 31 - Math.clz32(bitOf(digit));
    return [x + (this.side * ((at % width) + 0.5)) / width, y + (this.side * (Math.floor(at / width) + 0.5)) / height];
  }

  /** The cell under a point of the screen. */
  cellAt(event) {
    const matrix = this.root.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const n = this.game.size;
    const [column, row] = [point.x, point.y].map((at) => Math.floor((at - MARGIN) / this.side));
    const inside = column >= 0 && row >= 0 && column < n && row < n;
    return inside ? row * n + column : null;
  }

  /** Shows the engine's picture of a step. */
  showStep(text) {
    this.shown = { drawn: picture(text) };
    this.render();
  }

  /** Shows a state of a path, with the digits that are placed in it. */
  showState(masks, givens, entries) {
    this.shown = { masks, givens, entries };
    this.render();
  }

  /** Shows the user's board. */
  showGame() {
    this.shown = null;
    this.render();
  }

  render() {
    const { game, root } = this;
    const width = MARGIN + this.side * game.size + EDGE;
    const layers = [];
    if (this.shown?.drawn) {
      const { drawn } = this.shown;
      // The legend below the board is left out: the chips of the step say it, and nothing moves.
      layers.push(...[...drawn.children].map((child) => child.cloneNode(true)));
    } else {
      layers.push(svg('rect', { class: 'paper', width: '100%', height: '100%' }), this.washes(), this.lines(), this.digits());
    }
    layers.push(this.selection(), svg('g', { class: 'spot' }));
    root.setAttribute('viewBox', `0 0 ${width} ${width}`);
    root.replaceChildren(...layers);
    this.light(this.lit);
  }

  washes() {
    const group = svg('g', { class: 'conflicts' });
    if (this.shown) return group;
    for (const cell of this.game.conflicts()) group.append(this.box(cell, 'conflict'));
    return group;
  }

  box(cell, kind) {
    const [x, y] = this.corner(cell);
    return svg('rect', { class: kind, x, y, width: this.side, height: this.side });
  }

  lines() {
    const { height, width } = this.game.board;
    const n = this.game.size;
    const [near, far] = [MARGIN, MARGIN + this.side * n];
    const group = svg('g', { class: 'lines' });
    for (const kind of ['thin', 'thick']) {
      let path = '';
      for (let i = 0; i <= n; i++) {
        const at = MARGIN + this.side * i;
        if ((i % height === 0) === (kind === 'thick')) path += `M${near} ${at}H${far}`;
        if ((i % width === 0) === (kind === 'thick')) path += `M${at} ${near}V${far}`;
      }
      group.append(svg('path', { class: kind, d: path }));
    }
    for (let i = 0; i < n; i++) {
      const at = MARGIN + this.side * (i + 0.5);
      group.append(this.word('label', MARGIN / 2, at, String(i + 1)), this.word('label', at, MARGIN / 2, String(i + 1)));
    }
    return group;
  }

  word(kind, x, y, text) {
    return svg('text', { class: kind, x, y, dy: '0.36em' }, text);
  }

  digits() {
    const { game, shown } = this;
    const group = svg('g', { class: 'digits' });
    const masks = shown?.masks ?? game.visible();
    const conflicts = shown ? new Set() : game.conflicts();
    for (let cell = 0; cell < game.size ** 2; cell++) {
      const [x, y] = this.corner(cell);
      const given = (shown?.givens ?? game.board.givens)[cell];
      const entry = (shown ?? game.board).entries[cell];
      const digit = given !== '.' ? given : entry !== '.' && entry;
      if (digit) {
        const kind = (given !== '.' ? 'given' : 'entry') + (conflicts.has(cell) ? ' wrong' : '');
        group.append(this.word(kind, x + this.side / 2, y + this.side / 2, digit));
        continue;
      }
      for (let mask = masks?.[cell] ?? 0; mask; mask &= mask - 1) {
        const name = this.name(mask & -mask);
        const [cx, cy] = this.candidateAt(cell, name);
        group.append(this.word('candidate', cx, cy, name));
      }
    }
    return group;
  }

  name(bit) {
    return '123456789ABCDEFGHIJKLMNOP'[31 - Math.clz32(bit)];
  }

  selection() {
    const group = svg('g', { class: 'selection' });
    for (const cell of this.game.selected) group.append(this.box(cell, 'selected'));
    if (this.game.cursor !== null) group.append(this.box(this.game.cursor, 'cursor'));
    return group;
  }

  /** Highlights parts: ids of the picture, and names of cells, houses and candidates. */
  light(parts) {
    this.lit = parts;
    const spot = this.root.querySelector('.spot');
    const ids = new Set(parts?.ids ?? []);
    let any = false;
    for (const node of this.root.querySelectorAll('g.truth, g.link, g.target, g.placed, g.variable')) {
      const lit = ids.has(node.id);
      node.classList.toggle('lit', lit);
      any ||= lit;
    }
    this.root.classList.toggle('dimmed', any);
    spot?.replaceChildren(...(parts?.names ?? []).flatMap((name) => this.spots(name)));
  }

  /** The shape that highlights a name: `r1c2=3` or `r1c2<>3`, a cell `r1c2`, a house `r4`, `c2`, `b9`. */
  spots(name) {
    const n = this.game.size;
    const { cell, digit } = parseName(name, n);
    if (Number.isInteger(cell) && cell >= 0 && cell < n * n) {
      if (!digit) return [this.box(cell, 'lit-cell')];
      const [cx, cy] = this.candidateAt(cell, digit);
      return [svg('circle', { class: 'lit-candidate', cx, cy, r: PLACE * 0.6 })];
    }
    const [, kind, number] = /^([rcb])(\d+)$/.exec(name) ?? [];
    const at = Number(number) - 1;
    if (!kind || at >= n) return [];
    const { height, width } = this.game.board;
    const side = this.side;
    const across = n / width;
    const [left, top, w, h] = {
      r: [0, at, n, 1],
      c: [at, 0, 1, n],
      b: [(at % across) * width, Math.floor(at / across) * height, width, height],
    }[kind];
    return [svg('rect', { class: 'lit-house', x: MARGIN + left * side, y: MARGIN + top * side, width: w * side, height: h * side })];
  }
}
