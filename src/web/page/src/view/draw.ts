// The geometry of the board's picture, which is that of the engine's pictures, and the elements of
// these pictures.

import { DIGITS, parseName } from '../model/game';
import type { Geometry } from '../model/geometry';

export const PLACE = 21;
export const MARGIN = 34;
export const EDGE = 8;

/** The shape of a board on the screen. */
export interface Frame {
  height: number;
  width: number;
}

export const sideOf = ({ height, width }: Frame): number => PLACE * Math.max(width, height, 2);
export const boxOf = (frame: Frame): number => MARGIN + sideOf(frame) * frame.height * frame.width + EDGE;

export function cornerOf(frame: Frame, cell: number): [number, number] {
  const n = frame.height * frame.width;
  const side = sideOf(frame);
  return [MARGIN + (cell % n) * side, MARGIN + Math.floor(cell / n) * side];
}

export function candidateAt(frame: Frame, cell: number, digit: string): [number, number] {
  const [x, y] = cornerOf(frame, cell);
  const side = sideOf(frame);
  const at = DIGITS.indexOf(digit);
  return [x + (side * ((at % frame.width) + 0.5)) / frame.width, y + (side * (Math.floor(at / frame.width) + 0.5)) / frame.height];
}

/** The thin and thick lines of a board, from its boxes. */
export function gridLines(frame: Frame, geometry: Geometry): { thin: string; thick: string } {
  const n = frame.height * frame.width;
  const side = sideOf(frame);
  const [near, far] = [MARGIN, MARGIN + side * n];
  let thin = '';
  let thick = `M${near} ${near}H${far}V${far}H${near}Z`;
  for (let i = 1; i < n; i++) {
    const at = MARGIN + side * i;
    for (let j = 0; j < n; j++) {
      const from = MARGIN + side * j;
      const across = `M${from} ${at}h${side}`;
      const down = `M${at} ${from}v${side}`;
      if (geometry.size && geometry.isBorder((i - 1) * n + j, i * n + j)) thick += across;
      else thin += across;
      if (geometry.size && geometry.isBorder(j * n + i - 1, j * n + i)) thick += down;
      else thin += down;
    }
  }
  return { thin, thick };
}

export type Spot = { kind: 'cell'; cell: number } | { kind: 'candidate'; cell: number; digit: string } | { kind: 'house'; cells: number[] };

/** The part of the board for a name: `r1c2=3` or `r1c2<>3`, a cell `r1c2`, a house `r4`. */
export function spotOf(name: string, size: number, geometry: Geometry): Spot | null {
  const { cell, digit } = parseName(name, size);
  if (Number.isInteger(cell) && cell >= 0 && cell < size ** 2) return digit ? { kind: 'candidate', cell, digit } : { kind: 'cell', cell };
  const cells = /^[rcb]\d+$/.test(name) ? geometry.house(name) : [];
  return cells.length ? { kind: 'house', cells } : null;
}

/** The elements of a picture of the engine, without its style, which the page already has. */
export function picture(text: string): SVGSVGElement {
  const plain = text.replace(/<style>[^]*?<\/style>/, '');
  const parsed = new DOMParser().parseFromString(plain, 'image/svg+xml');
  const root = document.importNode(parsed.documentElement, true) as unknown as SVGSVGElement;
  if (root.localName !== 'svg') return document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const bad of root.querySelectorAll('style, script, foreignObject, a, image, use')) bad.remove();
  return root;
}

/** A role in the legend of a picture: its name, its words, and its sign as an image of 16x16. */
export interface Role {
  name: string;
  words: string;
  sign: SVGSVGElement;
}

/** The middle of a circle, a rectangle or a polygon. */
function middleOf(shape: Element): [number, number] {
  const value = (name: string) => Number(shape.getAttribute(name));
  if (shape.localName === 'circle') return [value('cx'), value('cy')];
  if (shape.localName === 'rect') return [value('x') + value('width') / 2, value('y') + value('height') / 2];
  const numbers = (shape.getAttribute('points') ?? '').split(/\s+/).map(Number);
  const mean = (from: number) => numbers.filter((_, at) => at % 2 === from).reduce((sum, it) => sum + it, 0) / (numbers.length / 2);
  return [mean(0), mean(1)];
}

/** The legend of a picture in the teaching layer. */
export function rolesOf(text: string): Role[] {
  return [...picture(text).querySelectorAll('g.key[data-role]')].map((key) => {
    const sign = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const shape = key.firstElementChild;
    const [x, y] = shape ? middleOf(shape) : [0, 0];
    sign.setAttribute('viewBox', `${x - 10} ${y - 10} 20 20`);
    sign.setAttribute('class', 'qedoku sign');
    sign.setAttribute('aria-hidden', 'true');
    const copy = key.cloneNode(true) as Element;
    copy.querySelector('text')?.remove();
    sign.append(copy);
    return { name: key.getAttribute('data-role') ?? '', words: key.querySelector('text')?.textContent ?? '', sign };
  });
}

/** The number of places in the order of a chain or net. */
export const placesOf = (text: string): number => Math.max(0, ...[...text.matchAll(/data-at="(\d+)"/g)].map((match) => Number(match[1])));

/** A picture for places where several are shown: without ids, which must be unique. */
export function pictureWithoutIds(text: string): SVGSVGElement {
  const root = picture(text);
  for (const node of root.querySelectorAll('[id]')) node.removeAttribute('id');
  return root;
}
