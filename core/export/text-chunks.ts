import { sha256Hex } from '#core/bytes/digest.ts';
import { blocksOf, CHARACTERS_A_TOKEN, cutBlock, HEADING, tokensIn } from '#core/export/text-blocks.ts';

/** A part of a page's Markdown for a search index or a language model. */
export interface TextChunk {
  /**
   * 16 hex digits of the SHA-256 of the page's URL, the breadcrumb and `part`: the same in the next
   * execution, also when the text below the heading has changed.
   */
  readonly id: string;
  /** The headings above, from the page's first to the chunk's. */
  readonly breadcrumb: readonly string[];
  /** Place among the chunks with this breadcrumb, from 0. */
  readonly part: number;
  readonly markdown: string;
  /** Estimated: a quarter of the characters. */
  readonly tokens: number;
}

/** Bounds and default of the token limit of a chunk. */
export const LEAST_CHUNK_TOKENS = 20;
export const MOST_CHUNK_TOKENS = 100_000;
export const USUAL_CHUNK_TOKENS = 800;
/** Longer headings are cut in breadcrumbs. */
const MOST_HEADING = 200;

/**
 * Markdown in chunks: each has text below one heading, in whole blocks. A block that is larger than
 * a chunk is cut between lines: code is fenced in each part, and each part of a table has its head.
 *
 * @param markdown as Surf writes it: headings and fences of the page at the start of a line
 * @param options.tokens a chunk’s at most; fewer than 20 count as 20
 */
export function textChunks(
  url: string,
  markdown: string,
  { tokens = USUAL_CHUNK_TOKENS }: { readonly tokens?: number } = {},
): TextChunk[] {
  const most = Math.max(LEAST_CHUNK_TOKENS, tokens) * CHARACTERS_A_TOKEN;
  const chunks: TextChunk[] = [];
  const parts = new Map<string, number>();
  for (const { breadcrumb, blocks } of sectionsOf(markdown)) {
    for (const text of packed(blocks, most)) {
      const key = JSON.stringify([url, ...breadcrumb]);
      const part = parts.get(key) ?? 0;
      parts.set(key, part + 1);
      const id = sha256Hex(Buffer.from(`${key} ${part}`)).slice(0, 16);
      chunks.push({ id, breadcrumb, part, markdown: text, tokens: tokensIn(text) });
    }
  }
  return chunks;
}

interface Section {
  readonly breadcrumb: readonly string[];
  readonly blocks: string[];
}

/** A heading begins a section; one without text below is part of the next breadcrumb alone. */
function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [];
  const open: { readonly level: number; readonly text: string }[] = [];
  let section: Section = { breadcrumb: [], blocks: [] };
  for (const block of blocksOf(markdown)) {
    const [, marks = '', text = ''] = HEADING.exec(block) ?? [];
    if (marks === '') {
      section.blocks.push(block);
      continue;
    }
    if (section.blocks.length > 0) sections.push(section);
    while ((open.at(-1)?.level ?? 0) >= marks.length) open.pop();
    open.push({ level: marks.length, text: text.replace(/\\(?=[!-/:-@[-`{-~])/g, '').slice(0, MOST_HEADING) });
    section = { breadcrumb: open.map((heading) => heading.text), blocks: [] };
  }
  if (section.blocks.length > 0) sections.push(section);
  return sections;
}

/** Blocks joined to texts of at most so many characters. */
function packed(blocks: readonly string[], most: number): string[] {
  const texts: string[] = [];
  let text = '';
  for (const piece of blocks.flatMap((block) => (block.length > most ? cutBlock(block, most) : [block]))) {
    if (text !== '' && text.length + 2 + piece.length > most) {
      texts.push(text);
      text = '';
    }
    text += text === '' ? piece : `\n\n${piece}`;
  }
  if (text !== '') texts.push(text);
  return texts;
}
