const IN_HEAD: ReadonlySet<string> = new Set(
  'html head base basefont bgsound link meta title noscript noframes style script template'.split(' '),
);
const AFTER_HEAD: ReadonlySet<string> = new Set([...IN_HEAD].filter((name) => name !== 'noscript'));
const IN_HEAD_NOSCRIPT: ReadonlySet<string> = new Set(
  'html head basefont bgsound link meta noframes noscript style'.split(' '),
);
const ENDS_HEAD: ReadonlySet<string> = new Set(['body', 'html', 'br']);

/**
 * Is the scanner still in the head of the page? Anything that belongs to the body ends it, written
 * or not (HTML §13.2.6.4.2 to 6). Matters for `rel=canonical`: visitors may be able to write one
 * into the body of a page, but not into its head.
 */
export class HeadState {
  #where: 'head' | 'noscript' | 'after' | 'body' = 'head';

  get isOver(): boolean {
    return this.#where === 'body';
  }

  start(name: string): void {
    if (this.#where === 'noscript' && !IN_HEAD_NOSCRIPT.has(name)) this.#where = 'head';
    if (this.#where === 'head' && name === 'noscript') this.#where = 'noscript';
    else if (this.#where === 'head' && !IN_HEAD.has(name)) this.#where = 'body';
    else if (this.#where === 'after' && !AFTER_HEAD.has(name)) this.#where = 'body';
  }

  end(name: string): void {
    if (this.#where === 'noscript') {
      if (name === 'noscript') this.#where = 'head';
      if (name === 'br') this.#where = 'body';
    } else if (ENDS_HEAD.has(name)) this.#where = 'body';
    else if (this.#where === 'head' && name === 'head') this.#where = 'after';
  }

  /** Text between two tags, more than the white space that may be in a head. */
  text(): void {
    this.#where = 'body';
  }
}
