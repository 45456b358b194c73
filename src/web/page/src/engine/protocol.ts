// The types of the protocol. Generated from the Rust sources by `tests/web/types.rs`.

/** The reason why a question has no answer. */
export interface ApiError {
  /** A stable code such as `puzzle::clash`. */
  code: string;
  /** The message. */
  message: string;
  /** The help text, if there is one. */
  help?: string | null;
  /** The labels of single places. */
  notes?: string[];
}

/** The options of solving. */
export interface EngineOptions {
  /** The highest level of techniques to use. All levels if `None`. */
  max_level?: string | null;
  /** Rules and techniques to leave out. */
  off?: string[];
  /** Rules and techniques to use although they are above the level or on request. */
  on?: string[];
  /**
   * Whether to leave out techniques on request and the layouts of digits, which are otherwise
   * tried before a search.
   */
  quick?: boolean;
  /** Whether to search when no rule applies. */
  search?: boolean;
  /** Whether to use rules that assume a unique solution. */
  assume_unique?: boolean;
  /** Maximum number of steps. */
  max_steps?: number | null;
  /** Maximum number of suppositions. */
  max_supposes?: number | null;
}

/** A hint for programs: the next step in increasing detail, or the claim if there is none. */
export interface Hint<S> {
  /** The claim if there is no step: `unique` once it is solved, `none`, `many` or `open`. */
  claim?: string | null;
  /** The wrong entries, if there is no hint because of them. */
  mistake?: ShownMistake | null;
  /** The place to look at, as a phrase. */
  place?: string | null;
  /** The place to look at: houses, cells and candidates. */
  look?: WhereToLook | null;
  /** The technique. */
  technique?: string | null;
  /** The whole step. */
  step?: S | null;
}

/** The place of a step on the board, for programs. */
export interface WhereToLook {
  /** The houses, such as `r2`. For a cell, its box. */
  houses: string[];
  /** The cells in which the pattern has candidates. */
  cells: string[];
  /** The candidates of the pattern. */
  candidates: string[];
}

/** A mistake for programs. */
export interface ShownMistake {
  /** `wrong`, `one_of`, `removed` or `several`. */
  kind: string;
  /** The entries, or the missing candidates. */
  candidates: string[];
  /** The mistake as a sentence. */
  sentence: string;
}

/** The difficulty of a puzzle. */
export interface Grade extends Effort {
  /** The givens on one line, or the candidates if there are no givens. */
  puzzle: string;
  /**
   * The level of the hardest technique, or `search`. `None` if the puzzle was solved from the
   * start or does not have exactly one solution.
   */
  level: string | null;
  /** The hardest technique needed, or `Search`. */
  hardest: string | null;
  /** The sum of the scores of all steps. */
  score: number;
  /** The number of distinct steps in all rounds. */
  steps: number;
  /** The number of givens. */
  clues: number;
  /** The number of steps of each technique, the simplest first. */
  techniques: Record<string, number>;
  /** Whether the puzzle was solved and has exactly one solution. */
  solved: boolean;
  /** The proved claim: `unique`, `none`, `many`, or `open` if the steps ended early. */
  claim: string;
  [scales: string]: unknown;
}

/** The effort of search. */
export interface Effort {
  /** Number of candidates refuted by search. */
  refuted: number;
  /** Number of suppositions in the refutations of candidates. */
  search: number;
  /** Maximum number of nested suppositions. */
  depth: number;
}

/** A board as the page represents it. */
export interface BoardView {
  /** Rows in a box. */
  height: number;
  /** Columns in a box. */
  width: number;
  /** The given digit of each cell in reading order, `.` for none. */
  givens: string;
  /** The digits filled in since, in the same form. */
  entries: string;
  /**
   * The candidates of each cell as a mask, the lowest bit for the digit 1. `None` for the
   * candidates that follow from the digits.
   */
  marks?: number[] | null;
}

/** A rule file. */
export interface OwnRule {
  /** Path of the file: `mine/kite.rule`. */
  path: string;
  /** Text of the file. */
  text: string;
}

/** The rules and options for solving. */
export interface SolveOptions extends EngineOptions {
  /** User rules, in addition to the library. */
  rules?: OwnRule[];
}

/** The theme of a picture. */
export type ThemeName =
  | 'auto'
  | 'light'
  | 'dark';

/** The layer of a picture. */
export type LayerName =
  | 'teaching'
  | 'proof';

/** The kinds of questions. */
export type Ask =
  | {
      /** The capabilities of this engine. */
      ask: 'hello';
    }
  | {
      /** Reads a puzzle from text, or from a link of another site. */
      ask: 'read';
      /** The text. */
      text: string;
    }
  | {
      /** The board as text and as links of other sites. */
      ask: 'links';
      /** The board. */
      board: BoardView;
    }
  | {
      /** The next step. */
      ask: 'hint';
      /** The board. */
      board: BoardView;
      /** The rules and options. */
      how?: SolveOptions;
    }
  | {
      /** All steps to the end, and the proof. */
      ask: 'path';
      /** The board. */
      board: BoardView;
      /** The rules and options. */
      how?: SolveOptions;
    }
  | {
      /** Every step that rules find in a state. */
      ask: 'steps';
      /** The board. */
      board: BoardView;
      /** The rules and options. */
      how?: SolveOptions;
      /** Only the steps of the rule or technique with this name. */
      technique?: string | null;
    }
  | {
      /** The difficulty of a puzzle. */
      ask: 'grade';
      /** The board. */
      board: BoardView;
      /** The rules and options. */
      how?: SolveOptions;
      /** Scales that are lists of techniques, such as `SE`, to rate the puzzle by. */
      scales?: string[];
    }
  | {
      /** The number of solutions, and further facts for setters. */
      ask: 'count';
      /** The board. */
      board: BoardView;
      /** Whether to find the candidates that occur in a solution, and the redundant givens. */
      deep?: boolean;
    }
  | {
      /** A new puzzle, or a state for practising a technique. */
      ask: 'create';
      /** Rows and columns of a box. */
      shape: [number, number];
      /** The random seed. Equal seeds give equal puzzles. */
      seed: number;
      /** The level of the puzzle. */
      level?: string | null;
      /** A technique that the puzzle needs. */
      needs?: string | null;
      /** A technique that is the next step of the state. It excludes the other requirements. */
      position?: string | null;
    }
  | {
      /** The houses of a board. */
      ask: 'geometry';
      /** Rows and columns of a box. */
      shape: [number, number];
    }
  | {
      /** The proof of a variant puzzle, such as a killer. */
      ask: 'variant';
      /** The lines or the link of the puzzle. */
      text: string;
      /** The rules and options. */
      how?: SolveOptions;
    }
  | {
      /** The steps of a proof file. */
      ask: 'proof';
      /** Text of the proof. */
      proof: string;
    }
  | {
      /** Some lines of a proof, as a picture and in arithmetic. */
      ask: 'show';
      /** The text of the proof. */
      proof: string;
      /** The index of the first step, counted from 0. */
      from: number;
      /** The number of steps. */
      count: number;
      /** The theme of the picture. */
      theme?: ThemeName;
      /** The parts of the step to draw. */
      layer?: LayerName;
    }
  | {
      /** A proof as a page to read and to print. */
      ask: 'report';
      /** The text of the proof, which the checker has accepted. */
      proof: string;
      /** The title of the page. */
      title: string;
    }
  | {
      /** The rules, by family. */
      ask: 'library';
      /** User rules. */
      rules?: OwnRule[];
    }
  | {
      /** The examples of a rule, as pictures. */
      ask: 'example';
      /** The name of the rule. */
      rule: string;
      /** User rules. */
      rules?: OwnRule[];
      /** Maximum number of examples, one for each technique. */
      most?: number | null;
    }
  | {
      /** Feedback on a rule file while it is written. */
      ask: 'edit';
      /** The file. */
      file: OwnRule;
      /** Other user rules. */
      rules?: OwnRule[];
      /**
       * The board to search for steps. Without it, only the text is checked, and no example
       * runs.
       */
      board?: BoardView | null;
      /** The cursor in UTF-16 units, to complete the text there. */
      at?: number | null;
    }
  | {
      /** The reference of the rule language. */
      ask: 'language';
    }
  | {
      /** A rule file in the house style. */
      ask: 'format';
      /** The file. */
      file: OwnRule;
    }
  | {
      /** Whether the rules of a file are sound. */
      ask: 'judge';
      /** The file. */
      file: OwnRule;
      /** Other user rules. */
      rules?: OwnRule[];
    }
  | {
      /** The reason why a candidate is impossible, found by mining. */
      ask: 'mine';
      /** The board. */
      board: BoardView;
      /** The candidate, such as `r1c3=6`. */
      candidate: string;
    }
  | {
      /** The verdict of the independent checker on a proof. */
      ask: 'check';
      /** Text of the proof. */
      proof: string;
    };

/** The functions that a backend has. */
export interface Capabilities {
  /** Whether rules can be proved sound or refuted. */
  judge: boolean;
  /** Whether mining can explain a candidate. */
  mine: boolean;
  /** Whether the backend checks proofs. Otherwise the page runs its own checker. */
  check: boolean;
}

/** The verdict of the checker on a proof. */
export interface CheckVerdict {
  /** `accepted`, `rejected` or `declined`. */
  verdict: string;
  /** The number of the line that fails, counted from 1. */
  line: number | null;
  /** The verdict as a sentence. */
  words: string;
}

/** The explanation of a candidate, as `qedoku mine --explain` prints it. */
export interface Mined {
  /** The lines. */
  lines: string[];
}

/** A step. */
export interface Shown {
  /** The rule's name. `None` for a search. */
  rule: string | null;
  /** The name of its technique. */
  name: string;
  /** The level of its technique, or `search`. */
  level: string;
  /** The score of its technique. */
  score: number;
  /** The step as a sentence. */
  sentence: string;
  /** The placed candidates. */
  place: string[];
  /** The eliminated candidates. */
  eliminate: string[];
  /** The index of its first line in the proof, counted from 0. */
  from: number;
  /** The number of its lines. */
  count: number;
  /** A proof of this step alone. `None` for a step of a path, which is part of the path's proof. */
  proof?: string | null;
}

export interface Hello {
  /** The program's version. */
  program: string;
  powers: Capabilities;
  /** The levels of techniques, the easiest first. */
  levels: string[];
  /** The supported boards: rows and columns of a box. */
  shapes: [number, number][];
  /** The CSS of pictures for light and dark themes. */
  light: string;
  dark: string;
}

/** A house of a board. */
export interface ListedHouse {
  /** The name, such as `r1` or `b9`. */
  name: string;
  /** `row`, `column`, `box` or `extra`. */
  kind: string;
  /** The cells in reading order, counted from 0. */
  cells: number[];
}

export interface Geometry {
  houses: ListedHouse[];
}

export interface Read {
  board: BoardView;
  /** The name or comment that came with it. */
  label?: string | null;
  /** The number of puzzles in the text. The board is the first of them. */
  puzzles: number;
  /** The first puzzles, each on one line, if there are several. */
  lines: string[];
}

export interface Links {
  /** The givens on one line. */
  line: string;
  /** All candidates on one line, if they differ from the candidates that follow from the givens. */
  candidates?: string | null;
  sudokuwiki?: string | null;
  fpuzzles: string | null;
  sudokupad: string | null;
}

export interface WholePath {
  /** `unique`, `none`, `many` or `open`. */
  claim: string;
  /** The solutions that prove the claim. */
  solutions: string[];
  /** The live candidates of each cell before the first step. */
  state: number[];
  steps: StepOnPath[];
  /** The text of the proof. */
  proof: string;
  /**
   * Rules with matches that could not be certified, with their number. These matches were not
   * applied.
   */
  refused: Record<string, number>;
}

export interface StepOnPath extends Shown {
  /** The cells that it changes, with their live candidates afterwards. */
  changes: [number, number][];
}

/** The progress of a path. */
export interface PathProgress {
  /** The number of steps so far. */
  steps: number;
  /** The name of the last one. */
  name: string;
}

export interface FoundSteps {
  /** The number of steps listed. */
  found: number;
  /** The number of further steps. */
  left_out: number;
  /** The number of matches without a certificate, which are never steps. */
  refused: number;
}

/** The steps of one technique. */
export interface StepsProgress {
  /** The number of techniques searched so far. */
  done: number;
  /** The number of all techniques. */
  of: number;
  /** The name of the technique. */
  name: string;
  steps: Shown[];
}

export interface Counted {
  /** The number of solutions: 0, 1, or 2 for two or more. */
  solutions: number;
  /** Whether the search ended. Otherwise there may be more solutions. */
  complete: boolean;
  /** The solution, if it is the only one. */
  solution?: string | null;
  /** The cells in which two solutions differ, counted from 0. */
  differ: number[];
  /** The candidates of each cell that occur in a solution, as masks. Present if `deep`. */
  candidates?: number[] | null;
  /** The cells whose given is redundant. Present if `deep` and the solution is unique. */
  needless?: number[] | null;
}

export interface Created {
  /** The puzzle, or the practice state with its candidates. */
  board: BoardView;
  /** The level of the puzzle. `None` without a wish, because the puzzle is not graded. */
  level: string | null;
  /** The name of its hardest technique. */
  hardest: string | null;
  /** The step to find in a practice state. */
  step?: Shown | null;
  /** The number of attempts. */
  tried: number;
}

/** The progress of the attempts. */
export interface CreateProgress {
  tried: number;
}

export interface ProofSteps {
  board: BoardView;
  claim: string;
  solutions: string[];
  state: number[];
  steps: StepOnPath[];
}

export interface Picture {
  svg: string;
  rule: string;
  sentence: string;
  bindings: [string, string][];
  /** The lines of the proof. */
  lines: string[];
  /** The lines in arithmetic, up to a limit. */
  arithmetic: string[];
  /** The live candidates of each cell before the lines. */
  state: number[];
}

export interface SolvedVariant {
  /** `unique`, `none`, `many` or `open`. */
  claim: string;
  /** The text of the proof. */
  proof: string;
  /** The parts of the text that were not read as constraints. */
  warnings: string[];
}

export interface Report {
  /** One file to read and to print. */
  html: string;
}

export interface ListedFamily {
  name: string;
  rules: ListedRule[];
}

export interface ListedRule {
  name: string;
  /** Doc comment of the rule. */
  doc: string;
  path: string;
  /** Text of the rule in the file. */
  text: string;
  /** The whole file. */
  file: string;
  /** Whether the rule is a user rule. */
  own: boolean;
  techniques: ListedTechnique[];
}

export interface ListedTechnique {
  name: string;
  /** Its names elsewhere: a program or an author, and the name there. */
  known_as: [string, string][];
  level: string;
  score: number;
  assumes_unique: boolean;
  on_request: boolean;
  /** The recorded verdict. `None` for user rules. */
  verdict: string | null;
}

export interface DrawnExample {
  board: BoardView;
  step: Shown;
}

/** A construct of the language. */
export interface HelpRow {
  /** The chapter of the reference. */
  chapter: string;
  /** The construct, with its code in backquotes. */
  written: string;
  /**
   * Its readings: the title and the text. The title is `found`, `meant` or `proved` in the
   * tables that have all three.
   */
  readings: [string, string][];
}

export interface Edited {
  problems: Underlined[];
  /** The words that complete the text at the cursor. */
  words: string[];
  /** The reference of the word at the cursor. */
  help: HelpRow[];
  /** The techniques that the file defines. */
  techniques: Defined[];
  /** The plans by which the matcher looks for them. */
  plans: Planned[];
  /** The results of its examples. */
  examples: TriedExample[];
  /** The steps that it finds on the board. */
  steps: Shown[];
  /** The number of further steps. */
  left_out: number;
  /** The number of matches without a certificate, which are never steps. */
  refused: number;
}

/** A problem with its place in UTF-16 units, as in JavaScript. */
export interface Underlined {
  start: number;
  end: number;
  code: string;
  message: string;
  label: string;
  help?: string | null;
}

export interface Defined {
  rule: string;
  name: string;
  level: string;
  assumes_unique: boolean;
}

/** The plan for one pattern of a technique. */
export interface Planned {
  /** The name of the technique. */
  name: string;
  /** The operations, indented by the number of binds before them. */
  lines: string[];
}

export interface TriedExample {
  rule: string;
  number: number;
  /** The failure, if there is one. */
  failure?: string | null;
}

export interface Formatted {
  /** The text in the house style. */
  text: string;
}

export interface TechniqueVerdict {
  rule: string;
  /** The name of the technique. */
  name: string;
  /** `sound`, `unsound` or `unknown`. */
  verdict: string;
  /** The verdict as a phrase. */
  words: string;
  seconds: number;
  refuted?: Refuted | null;
}

/** A counterexample. */
export interface Refuted {
  board: BoardView;
  /** The sentence of the rule's step. */
  sentence: string;
  /** The mistake in the rule. */
  blame: string;
  /**
   * A picture of the match. Eliminated candidates are struck out, and those of the solution
   * circled.
   */
  svg: string;
  /** A picture of the solution, with the wrongly eliminated candidates. */
  solution: string;
  /** A change that would make the rule sound, as a phrase. */
  suggestion?: string | null;
  /** The corrected text of the file, if the rule is then sound. */
  mended?: string | null;
}

/** The answer to each request. */
export interface Answers {
  hello: Hello;
  geometry: Geometry;
  read: Read;
  links: Links;
  hint: Hint<Shown>;
  path: WholePath;
  steps: FoundSteps;
  grade: Grade;
  count: Counted;
  create: Created;
  variant: SolvedVariant;
  proof: ProofSteps;
  show: Picture;
  report: Report;
  library: ListedFamily[];
  example: DrawnExample[];
  edit: Edited;
  language: HelpRow[];
  format: Formatted;
  judge: TechniqueVerdict[];
  mine: Mined;
  check: CheckVerdict;
}
