// User rules: stored in this browser, imported and exported as files.

const KEY = 'qedoku.rules';

export class OwnRules {
  constructor() {
    /** Each { path, text, used }. */
    this.files = [];
    this.listeners = [];
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
      const isFile = (file) => typeof file?.path === 'string' && typeof file?.text === 'string';
      if (Array.isArray(kept)) this.files = kept.filter(isFile).map(({ path, text, used }) => ({ path, text, used: Boolean(used) }));
    } catch {
      // The stored rules are unreadable. The next change replaces them.
    }
  }

  onChange(act) {
    this.listeners.push(act);
  }

  save() {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.files));
    } catch {
      // Without local storage the rules last until the page is closed.
    }
    for (const act of this.listeners) act();
  }

  /** The files that are in use. */
  used() {
    return this.files.filter((file) => file.used).map(({ path, text }) => ({ path, text }));
  }

  all() {
    return this.files.map(({ path, text }) => ({ path, text }));
  }

  get(path) {
    return this.files.find((file) => file.path === path);
  }

  put(path, text, used) {
    const known = this.get(path);
    if (known) Object.assign(known, { text, used: used ?? known.used });
    else this.files.push({ path, text, used: used ?? false });
    this.save();
  }

  use(path, used) {
    this.get(path).used = used;
    this.save();
  }

  remove(path) {
    this.files = this.files.filter((file) => file.path !== path);
    this.save();
  }
}
