// Puzzles, proofs and rules from text, files and links.

import { errorText } from '../model/session';
import { isAbort } from '../engine/client';
import { t } from '../model/words';
import { rules, session, steps } from './models';

const MAX_FILE = 4_000_000;

function setPaste(open: boolean): void {
  const box = document.getElementById('paste-box') as HTMLDetailsElement | null;
  if (box) box.open = open;
}

/** The code of a text with constraints, such as a killer. */
const VARIANT = 'link::variant';

/** Shows the proof of a puzzle with constraints, step by step. */
async function readVariant(text: string): Promise<void> {
  const found = await session.run({ ask: 'variant', text }, t('reading'), { lane: 'show' });
  steps.proof.value = found.proof;
  session.tab.value = 'steps';
  await steps.openProof();
  session.note.value = found.warnings.join(' ');
  setPaste(false);
}

export async function readText(text: string, name = ''): Promise<void> {
  if (/^\s*(#[^\n]*\n\s*)*qed \d/.test(text)) {
    steps.proof.value = text;
    session.tab.value = 'steps';
    requestAnimationFrame(() => ((document.getElementById('proof-box') as HTMLDetailsElement).open = true));
    await steps.check();
    return;
  }
  if (name.endsWith('.rule') || /^\s*(\/\/[^\n]*\n\s*)*(rule|pattern|relation)\s+\w+/.test(text)) {
    const path = `own/${(name || 'dropped.rule').replace(/[^\w.-]+/g, '_')}`;
    session.putRule(path, text);
    rules.open(path, text);
    return;
  }
  try {
    const found = await session.run({ ask: 'read', text }, t('reading'), { lane: 'show' });
    session.reset(found.board, found.label ?? '');
    session.note.value = found.label ?? '';
    if (found.puzzles > 1) {
      session.collection.value = { lines: found.lines, puzzles: found.puzzles, at: 0 };
      if (found.lines.length < found.puzzles) session.note.value = t('firstOfPuzzles', { n: found.lines.length, m: found.puzzles });
    }
    setPaste(false);
    if (session.isReady.value) document.getElementById('board')?.focus({ preventScroll: true });
  } catch (error) {
    const failed = await variantOr(error, text);
    if (!failed) return;
    session.note.value = isAbort(failed) ? t('cancelled') : errorText(failed);
    setPaste(true);
  }
}

/** Reads a variant puzzle if that is the reason of an error. Returns the error that is left. */
async function variantOr(error: unknown, text: string): Promise<unknown> {
  if ((error as { code?: string }).code !== VARIANT) return error;
  return readVariant(text).then(() => null, (failed: unknown) => failed);
}

export async function readFile(file: File | undefined): Promise<void> {
  if (!file) return;
  if (file.size > MAX_FILE) session.note.value = t('fileTooLarge');
  else await readText(await file.text(), file.name);
}
