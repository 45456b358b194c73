// Rules of one's own: kept in this browser, in and out as files.

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
      // Nothing that can be read is kept; what is written from now on replaces it.
    }
  }

  onChange(act) {
    this.listeners.push(act);
  }

  save() {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.files));
    } catch {
      // A browser that keeps nothing still lets one work.
    }
    for (const act of this.listeners) act();
  }

  /** The files that the engine is to use. */
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
