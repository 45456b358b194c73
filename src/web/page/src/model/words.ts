// The words of the page in one table for each language. `{name}` is replaced by a value.
//
// Sentences about steps, the descriptions of rules and error messages come from the engine in
// English. `docs/web.md` says how they can be translated.

import { signal } from '@preact/signals';
import { de } from './words.de';
import { en } from './words.en';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;
export type Word = keyof typeof en;

const TABLES: Record<Language, Record<Word, string>> = { en, de };

export const lang = signal<Language>('en');

export function setLang(code: unknown): void {
  if (code === 'en' || code === 'de') lang.value = code;
}

/** The text for a key in the current language, with values. Unknown keys are their own text. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const text: string | undefined = TABLES[lang.value][key as Word] ?? en[key as Word];
  return (text ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
