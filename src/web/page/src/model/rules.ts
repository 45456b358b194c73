// The rule editor: problems of the text, steps on the board, examples, and verdicts.

import { batch, signal } from '@preact/signals';
import type { Edited, HelpRow, ListedRule, TechniqueVerdict } from '../engine/protocol';
import { isAbort } from '../engine/client';
import { type Session, errorText } from './session';
import { t } from './words';

export const TEMPLATE = `/// If all places of a digit in one house lie in another house, eliminate it from the rest of that house.
rule my_rule {
  name  "My Rule"
  level medium
  for   digit d, houses A, B
  when  every d in A is in B
  then  eliminate d from B except A
  say   "{d} in {A} lies in {B}"
}
`;

/** The words of the language, for colours. */
export const KEYWORDS =
  'rule pattern relation name known as level score assuming unique on request for with when where then say example silent every is in or and not no of from except seeing sees seen by excludes eliminate place all but an earlier distinct disjoint deadly target to two one either filling'.split(' ');
export const SORTS =
  'digit digits cell cells square squares house houses row rows column columns box boxes line lines crossline crosslines candidate candidates group groups cluster clusters truth truths guardian guardians link links capacity capacities cage cages sum sums path paths clue clues equation equations constraint constraints'.split(' ');

/** The beginning of the word before the cursor. */
export const wordAt = (text: string, at: number): number => at - (/[A-Za-z_]\w*$/.exec(text.slice(0, at))?.[0].length ?? 0);

/** The new line after Enter: the indentation of the line above, more after a brace. */
export function indentAfter(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return `\n${/^ */.exec(line)![0]}${line.trimEnd().endsWith('{') ? '  ' : ''}`;
}

type Judged = { kind: 'text'; text: string; isError?: boolean } | { kind: 'verdicts'; verdicts: TechniqueVerdict[] };

export class Rules {
  readonly isOpen = signal(false);
  readonly path = signal('');
  readonly text = signal('');
  readonly edited = signal<Edited | null>(null);
  readonly matches = signal<Edited | null>(null);
  readonly judged = signal<Judged | null>(null);
  readonly problem = signal('');
  /** The cursor. Without it, there are neither completions nor help about a word. */
  readonly cursor = signal<number | null>(null);
  /** Whether completions are offered: while the user types. */
  readonly isTyping = signal(false);
  /** The reference of the language. */
  readonly reference = signal<HelpRow[]>([]);
  /** Milliseconds from the last key to the problems of the text. */
  readonly answered = signal(0);
  private asking: AbortController | null = null;

  constructor(readonly session: Session) {}

  file(): { path: string; text: string } {
    return { path: this.path.value.trim() || 'own/my_rule.rule', text: this.text.value };
  }

  fileName(): string {
    const name = this.file().path.split('/').at(-1) ?? 'my_rule';
    return name.endsWith('.rule') ? name : `${name}.rule`;
  }

  private others(): { path: string; text: string }[] {
    return this.session.own.value.map(({ path, text }) => ({ path, text }));
  }

  openNew(): void {
    const { own } = this.session;
    for (let i = 1; ; i++) {
      const path = `own/my_rule${i > 1 ? `_${i}` : ''}.rule`;
      if (!own.value.some((file) => file.path === path)) return this.open(path, TEMPLATE);
    }
  }

  open(path: string, text: string): void {
    batch(() => {
      this.isOpen.value = true;
      this.path.value = path;
      this.text.value = text;
      this.edited.value = this.matches.value = this.judged.value = null;
      this.session.tab.value = 'rules';
    });
    void this.lint();
  }

  /** Opens a copy of a library rule under a new name, so that both can exist. */
  openCopy(rule: ListedRule): void {
    const name = `my_${rule.name}`;
    this.open(`own/${name}.rule`, `${rule.text.replace(new RegExp(`\\brule ${rule.name}\\b`), `rule ${name}`)}\n`);
  }

  /** Moves the cursor, so that the help is about its word. */
  look(cursor: number): void {
    batch(() => {
      this.isTyping.value = false;
      this.cursor.value = cursor;
    });
  }

  /** Loads the reference of the language, once. */
  async learnLanguage(): Promise<void> {
    if (this.reference.value.length) return;
    try {
      this.reference.value = await this.session.ask({ ask: 'language' }, { lane: 'edit' });
    } catch (error) {
      this.problem.value = errorText(error);
    }
  }

  write(text: string, cursor: number | null = null): void {
    batch(() => {
      this.cursor.value = cursor;
      this.isTyping.value = cursor !== null;
      this.text.value = text;
      this.edited.value = null;
      this.judged.value = null;
    });
  }

  /** Requests feedback on the text and cancels an older request. */
  async lint(): Promise<void> {
    if (!this.isOpen.value) return;
    this.asking?.abort();
    const { signal: cancel } = (this.asking = new AbortController());
    const file = this.file();
    const rules = this.others();
    const began = performance.now();
    try {
      // Problems of the text come first. The search for steps may take longer.
      const edited = await this.session.ask({ ask: 'edit', file, rules, at: this.cursor.value }, { lane: 'edit' });
      if (cancel.aborted) return;
      batch(() => {
        this.problem.value = '';
        this.edited.value = edited;
        this.answered.value = Math.round(performance.now() - began);
        if (edited.problems.length) this.matches.value = null;
      });
      if (edited.problems.length) return;
      const matches = await this.session.ask({ ask: 'edit', file, rules, board: this.session.board() }, { lane: 'matches', signal: cancel });
      if (!cancel.aborted) this.matches.value = matches;
    } catch (error) {
      if (!isAbort(error)) this.problem.value = errorText(error);
    }
  }

  async format(): Promise<void> {
    try {
      const { text } = await this.session.ask({ ask: 'format', file: this.file() }, { lane: 'edit' });
      this.write(text);
      void this.lint();
    } catch (error) {
      this.judged.value = { kind: 'text', text: errorText(error), isError: true };
    }
  }

  /** Keeps the rule in this browser and uses it. */
  use(): void {
    const { path, text } = this.file();
    this.session.putRule(path, text, true);
    this.judged.value = { kind: 'text', text: t('ruleKept', { path }) };
  }

  async prove(): Promise<void> {
    const tell = (text: string, isError = false) => (this.judged.value = { kind: 'text', text, isError });
    tell(t('asking'));
    try {
      const progress = ({ done, of, name }: { done: number; of: number; name: string }) => tell(`${name} (${done + 1}/${of})…`);
      const verdicts = await this.session.run({ ask: 'judge', file: this.file(), rules: this.others() }, t('proving'), { lane: 'judge', progress });
      if (verdicts.length) this.judged.value = { kind: 'verdicts', verdicts };
      else tell(t('noRuleInFile'));
    } catch (error) {
      tell(isAbort(error) ? t('cancelled') : errorText(error), true);
    }
  }

  /** Replaces the text by the corrected one, in the house style, and proves it. */
  async mend(mended: string): Promise<void> {
    const { path } = this.file();
    const formatted = await this.session.ask({ ask: 'format', file: { path, text: mended } }, { lane: 'edit' }).catch(() => ({ text: mended }));
    this.write(formatted.text);
    void this.lint();
    await this.prove();
  }
}
