import { NO_TEXT } from '#core/content/text-digest.ts';
import type { Change } from '#core/diff/change.ts';
import type { PageVersion, SideName } from '#core/diff/url-version.ts';
import type { LineSorter, Scratch } from '#core/export/scratch.ts';
import { asciiJson } from '#engine/export/job/counted-text.ts';
import { sortedLines } from '#engine/export/job/sorted-lines.ts';

type Removed = Extract<Change, { kind: 'removed' }>;
type Added = Extract<Change, { kind: 'added' }>;
type Moved = Extract<Change, { kind: 'moved' }>;

/** The digest of the main text of a page; null: not known. */
export type TextOf = (version: PageVersion, side: SideName) => Promise<string | null>;

/** Removed pages of one content or title that are compared, and added ones: they are in memory. */
const MOST_IN_GROUP = 2_000;

/** A page that is in one execution only. */
interface Single {
  readonly change: Removed | Added;
  readonly version: PageVersion;
}

/**
 * Pairs each removed page with an added one of the same content, as one page that moved. It
 * compares all bytes first, then the main texts of pages with the same title. So a counter or a
 * date in the frame of a page hides no move. Memory does not grow with the pages.
 */
export class MovedPages {
  readonly #scratch: Pick<Scratch, 'sorter'>;
  readonly #textOf: TextOf | null;
  readonly #singles: LineSorter;

  /** @param textOf null: only equal bytes are one content */
  constructor(scratch: Pick<Scratch, 'sorter'>, textOf: TextOf | null) {
    this.#scratch = scratch;
    this.#textOf = textOf;
    this.#singles = scratch.sorter();
  }

  /** @param version without a digest it has its bytes in common with no other */
  async add(change: Removed | Added, version: PageVersion): Promise<void> {
    const bytes = version.digest ?? `-${asciiJson(change.url)}`;
    await this.#singles.add([lineOf(bytes, { change, version })]);
  }

  /** Call it once, after the last `add`. */
  async *changes(): AsyncGenerator<Change> {
    const titled = this.#scratch.sorter();
    for await (const found of pairsOf(this.#singles, async () => '')) {
      if ('version' in found && this.#textOf !== null && found.change.title)
        await titled.add([lineOf(asciiJson(found.change.title), found)]);
      else yield 'version' in found ? found.change : found;
    }
    const textOf = this.#textOf;
    if (textOf === null) return;
    const ofSingle = ({ change, version }: Single) => textOf(version, change.kind === 'added' ? 'after' : 'before');
    for await (const found of pairsOf(titled, ofSingle)) yield 'version' in found ? found.change : found;
  }
}

/** Orders pages with one `content`: removed ones first, then by address. */
function lineOf(content: string, single: Single): string {
  const { kind, url } = single.change;
  return `${content}\t${kind === 'removed' ? '0' : '1'}\t${asciiJson(url)}\t${asciiJson(single)}`;
}

/** The pages of a sort: those that moved, and the others as they are. */
async function* pairsOf(
  sorter: LineSorter,
  textOf: (single: Single) => Promise<string | null>,
): AsyncGenerator<Single | Moved> {
  let content: string | undefined;
  let group = new Group(textOf);
  for await (const line of sortedLines(sorter)) {
    const [of = '', , , json = ''] = line.split('\t');
    if (of !== content) {
      yield* group.left();
      content = of;
      group = new Group(textOf);
    }
    const single = JSON.parse(json) as Single;
    const found = single.change.kind === 'removed' ? group.removed(single) : await group.added(single);
    if (found !== null) yield found;
  }
  yield* group.left();
}

/** Pages that have their bytes or their title in common. */
class Group {
  readonly #textOf: (single: Single) => Promise<string | null>;
  readonly #removed = new Set<Single>();
  #byText: Map<string, Single[]> | null = null;
  #added = 0;

  constructor(textOf: (single: Single) => Promise<string | null>) {
    this.#textOf = textOf;
  }

  /** @returns the page if the group has too many; null: it waits for an added one */
  removed(single: Single): Single | null {
    if (this.#removed.size === MOST_IN_GROUP) return single;
    this.#removed.add(single);
    return null;
  }

  async added(single: Single): Promise<Single | Moved> {
    if (this.#removed.size === 0 || this.#added === MOST_IN_GROUP) return single;
    this.#added += 1;
    this.#byText ??= await this.#texts();
    const text = await this.#textOf(single);
    const from = text === null ? undefined : this.#byText.get(text)?.shift();
    if (from === undefined) return single;
    this.#removed.delete(from);
    const { url, title } = single.change;
    return { kind: 'moved', url, from: from.change.url, title };
  }

  /** Removed pages that no added one is like. */
  left(): Iterable<Single> {
    return this.#removed;
  }

  async #texts(): Promise<Map<string, Single[]>> {
    const texts = new Map<string, Single[]>();
    for (const single of this.#removed) {
      const text = await this.#textOf(single);
      if (text === null || text === NO_TEXT) continue;
      const same = texts.get(text);
      if (same === undefined) texts.set(text, [single]);
      else same.push(single);
    }
    return texts;
  }
}
