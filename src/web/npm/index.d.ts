/** A board with its givens and entries. `.` is an open cell, letters are digits above 9. */
export interface Board {
  height: number;
  width: number;
  givens: string;
  entries: string;
  /** The candidates of each cell as a mask whose lowest bit is the digit 1. */
  marks: number[] | null;
}

/** Options of solving. All are optional. */
export interface How {
  rules?: { path: string; text: string }[];
  max_level?: string;
  off?: string[];
  on?: string[];
  quick?: boolean;
  search?: boolean;
  assume_unique?: boolean;
}

/** A step, with the candidates that it places (`r1c2=3`) and eliminates (`r4c5<>7`). */
export interface Step {
  rule: string | null;
  name: string;
  level: string | null;
  score: number | null;
  sentence: string;
  place: string[];
  eliminate: string[];
  [field: string]: unknown;
}

export interface Path {
  claim: string;
  solutions: string[];
  steps: Step[];
  /** The text of a `.qed` file. */
  proof: string;
  [field: string]: unknown;
}

export interface Checked {
  verdict: 'accepted' | 'rejected' | 'declined';
  /** The rejected line, counted from 1. */
  line: number | null;
  words: string;
}

export class QedokuError extends Error {
  code: string;
  help?: string;
}

export class Engine {
  private constructor();
  static create(): Promise<Engine>;
  ask(name: string, fields?: Record<string, unknown>, progress?: (told: unknown) => void): unknown;
  read(text: string): Board;
  solve(puzzle: string | Board, how?: How): Path;
  hint(puzzle: string | Board, how?: How): Record<string, unknown>;
  grade(puzzle: string | Board, scales?: string[], how?: How): Record<string, unknown>;
  prove(puzzle: string | Board, how?: How): string;
}

export function check(proof: string): Promise<Checked>;
