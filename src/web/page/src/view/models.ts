// The models of the page, which all views share.

import { browserStore } from '../model/store';
import { Learn } from '../model/learn';
import { Rules } from '../model/rules';
import { Session } from '../model/session';
import { Setter } from '../model/setter';
import { Steps } from '../model/steps';
import { setLang } from '../model/words';
import { connect } from '../engine/client';

export const isServed = document.documentElement.dataset.engine === 'served';
setLang(browserStore.get('lang') ?? navigator.language.slice(0, 2));
export const session = new Session(connect(isServed), browserStore, isServed);
export const steps = new Steps(session);
export const learn = new Learn(session);
export const setter = new Setter(session);
export const rules = new Rules(session);

/** Downloads a file. */
export function download(name: string, text: BlobPart, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Debounces calls: acts once no call has come for this time. */
export function calm(milliseconds: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
}
