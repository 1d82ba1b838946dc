import type { LineSorter } from '#core/export/scratch.ts';
import { MOST_ANCHORS, MOST_SIDE_TEXT } from '#core/search/search-document.ts';
import { sortedLines } from '#engine/export/job/sorted-lines.ts';
import type { VisitedDocument } from '#engine/search/known-changes.ts';

/** A document before it is known who links to it. */
export type PageWords = Omit<VisitedDocument, 'inlinks' | 'anchors'>;

/**
 * Joins pages with the links to them.
 * @param byKey lines of a key, `0` and the page, or `1` and the text of a link of one page
 */
export async function* withInlinks(byKey: LineSorter): AsyncGenerator<VisitedDocument> {
  let group: Group | null = null;
  let key = '';
  for await (const line of sortedLines(byKey)) {
    const [of = '', mark, json = ''] = line.split('\t');
    if (of !== key) {
      if (group !== null) yield group.document();
      key = of;
      group = null; // links to what is not a page have no document
    }
    if (mark === '0') group = new Group(JSON.parse(json) as PageWords);
    else group?.link(JSON.parse(json) as string);
  }
  if (group !== null) yield group.document();
}

class Group {
  readonly #words: PageWords;
  readonly #texts = new Set<string>();
  #inlinks = 0;
  #characters = 0;

  constructor(words: PageWords) {
    this.#words = words;
  }

  link(text: string): void {
    this.#inlinks += 1;
    if (text === '' || this.#texts.size === MOST_ANCHORS || this.#texts.has(text)) return;
    this.#characters += text.length + 1;
    if (this.#characters <= MOST_SIDE_TEXT) this.#texts.add(text);
  }

  document(): VisitedDocument {
    return { ...this.#words, inlinks: this.#inlinks, anchors: [...this.#texts].join('\n') };
  }
}
