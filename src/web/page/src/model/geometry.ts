// Houses and peers of a board, from the engine's answer to `geometry`. The page has no rules of its
// own about boxes. The houses of a 9x9 board are part of the page, so that it need not wait for the
// engine.

import type { Geometry as Houses } from '../engine/protocol';
import { NINE } from '../engine/first';

export class Geometry {
  readonly size: number;
  private readonly lists: number[][];
  private readonly boxOf: number[];

  constructor(readonly houses: Houses['houses']) {
    this.size = houses[0]?.cells.length ?? 0;
    const count = this.size ** 2;
    const found = Array.from({ length: count }, () => new Set<number>());
    for (const { cells } of houses) {
      for (const cell of cells) for (const peer of cells) if (peer !== cell) found[cell]!.add(peer);
    }
    this.lists = found.map((set) => [...set]);
    this.boxOf = new Array<number>(count).fill(-1);
    houses.forEach(({ kind, cells }, at) => {
      if (kind === 'box') for (const cell of cells) this.boxOf[cell] = at;
    });
  }

  /** The cells that share a house with a cell. */
  peers(cell: number): number[] {
    return this.lists[cell] ?? [];
  }

  house(name: string): number[] {
    return this.houses.find((house) => house.name === name)?.cells ?? [];
  }

  /** Whether a thick line separates two neighbouring cells. */
  isBorder(one: number, other: number): boolean {
    return this.boxOf[one] !== this.boxOf[other];
  }
}

export const nine = new Geometry(NINE.houses);
