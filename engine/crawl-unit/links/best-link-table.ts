import type { PlanTask } from '#core/archive/plan.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { UrlKeyIndex } from '#core/url/url-key-index.ts';
import type { LinkMarks } from '#engine/crawl-unit/links/collected-links.ts';

/**
 * Row layout of the best-link table: the discoverer's level and rank, the position, and the state
 * of the link.
 */
const ROW = 4;
const RANK = 1;
const POSITION = 2;
const STATE = 3;
const FIRST_ROWS = 256;
const NOFOLLOW = 1;
const ENTRY = 2;
/** Mark of a key that has a link. */
const FOUND = 4;
const OFF_TOPIC = 8;
/** Another link to the key is better. */
const REFUSED = NOFOLLOW | OFF_TOPIC;
/** The score of a link that is off topic: hundredths, in seven bits. */
const SCORE_SHIFT = 4;
const SCORE = 127;
/** Above these: where the key's candidate waits to be written, counted from 1; 0: it does not. */
const WAITING_SHIFT = 11;
const MARKS = (1 << WAITING_SHIFT) - 1;
/** Memory of a key, in bytes. */
const KEY_BYTES = 60;

/** A link on its page. */
export interface LinkPlace extends LinkMarks {
  /** It belongs to its discoverer's own level. */
  readonly entry: boolean;
  readonly position: number;
}

/**
 * The link of lowest order key to each URL key so far. Order: entries that are tasks of their
 * sitemap's own level, followed before nofollow and off topic, then level and rank of the
 * discoverer, then position on the page.
 */
export class BestLinkTable {
  readonly #places = new UrlKeyIndex();
  #by: (PlanTask | null)[] = [];
  #rows = new Uint32Array(FIRST_ROWS * ROW);

  /** Memory of the table, in bytes. */
  get size(): number {
    return this.#places.count * KEY_BYTES;
  }

  /** The key's place, which represents it; without a link when it is new. */
  place(key: UrlKey): number {
    const place = this.#places.place(key);
    if (place < this.#by.length) return place;
    this.#by.push(null);
    if (this.#by.length * ROW > this.#rows.length) {
      const rows = new Uint32Array(this.#rows.length * 2);
      rows.set(this.#rows);
      this.#rows = rows;
    }
    return place;
  }

  /** Is there a link to the key already? */
  isKnown(place: number): boolean {
    return ((this.#rows[place * ROW + STATE] as number) & FOUND) !== 0;
  }

  /** Is there no link to the key yet, or one of a higher order key? */
  isBetter(place: number, by: PlanTask, { nofollow, offTopic, entry, position }: LinkPlace): boolean {
    const rows = this.#rows;
    const at = place * ROW;
    const state = rows[at + STATE] as number;
    if ((state & FOUND) === 0) return true;
    if (((state & ENTRY) !== 0) !== entry) return entry;
    const refused = nofollow || offTopic !== null;
    if (((state & REFUSED) !== 0) !== refused) return !refused;
    const level = rows[at] as number;
    if (by.level !== level) return by.level < level;
    const rank = rows[at + RANK] as number;
    if (by.rank !== rank) return by.rank < rank;
    return position < (rows[at + POSITION] as number);
  }

  /**
   * Takes a link as the best.
   * @returns where the key's candidate waits to be written, counted from 1; 0: it does not
   */
  take(place: number, by: PlanTask, { nofollow, offTopic, entry, position }: LinkPlace): number {
    const rows = this.#rows;
    const at = place * ROW;
    const score = offTopic === null ? 0 : OFF_TOPIC | (offTopic << SCORE_SHIFT);
    const waiting = (rows[at + STATE] as number) >>> WAITING_SHIFT;
    this.#by[place] = by;
    rows[at] = by.level;
    rows[at + RANK] = by.rank;
    rows[at + POSITION] = position;
    rows[at + STATE] = (waiting << WAITING_SHIFT) | FOUND | score | (nofollow ? NOFOLLOW : 0) | (entry ? ENTRY : 0);
    return waiting;
  }

  /** The key's candidate waits to be written. @param waiting where, counted from 1 */
  wait(place: number, waiting: number): void {
    const at = place * ROW + STATE;
    this.#rows[at] = ((this.#rows[at] as number) & MARKS) | (waiting << WAITING_SHIFT);
  }

  /** Does the key's candidate wait to be written? */
  isWaiting(place: number): boolean {
    return (this.#rows[place * ROW + STATE] as number) >>> WAITING_SHIFT > 0;
  }

  /** The best link and its page, to be written: its candidate waits no longer. */
  written(place: number): LinkPlace & { readonly by: PlanTask } {
    const at = place * ROW;
    const marks = (this.#rows[at + STATE] as number) & MARKS;
    this.#rows[at + STATE] = marks;
    return {
      by: this.#by[place] as PlanTask,
      nofollow: (marks & NOFOLLOW) !== 0,
      offTopic: (marks & OFF_TOPIC) === 0 ? null : (marks >>> SCORE_SHIFT) & SCORE,
      entry: (marks & ENTRY) !== 0,
      position: this.#rows[at + POSITION] as number,
    };
  }

  /** Forgets all keys: their places are reused. */
  clear(): void {
    this.#places.clear();
    this.#by = [];
    this.#rows = new Uint32Array(FIRST_ROWS * ROW);
  }
}
