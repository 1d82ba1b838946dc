import { blocksOf, CHARACTERS_A_TOKEN, cutBlock, HEADING } from '#core/export/text-blocks.ts';

/** Bounds of a budget, in tokens. */
export const LEAST_FIT_TOKENS = 20;
export const MOST_FIT_TOKENS = 1_000_000;
export const USUAL_FIT_TOKENS = 800;

/** Weight of the first text of a page, and of a section, against the texts after it. */
const FIRST_OF_PAGE = 4;
const FIRST_OF_SECTION = 2;
/** Characters that make a block half as good as a long one. */
const HALF = 60;
const SEPARATOR = 2;
/** Characters of the beginning of a block that is cut. */
const LEAST_BEGINNING = 80;
/** Links and images, whose words lead elsewhere. */
const LINK = /!?\[(?:[^\]\\]|\\.){0,1000}\]\([^()\s]{0,8192}(?: "[^"\n]{0,1000}")?\)/g;

interface Block {
  readonly text: string;
  /** Places of the headings above it, the highest level first. */
  readonly headings: readonly number[];
  /** Null: it is a heading itself. */
  readonly value: number | null;
}

/**
 * The part of a page's Markdown that fits into a number of tokens (estimated as four characters):
 * whole blocks, the best first, each with the headings above it, in the order of the page. A good
 * block comes first on the page and in its section, and has much text outside of links. Where whole
 * blocks fill less than half of the tokens, the best of the others is there with its beginning.
 *
 * @param markdown as Surf writes it @param tokens 20 to a million
 */
export function fitMarkdown(markdown: string, tokens: number): string {
  const most = tokens * CHARACTERS_A_TOKEN;
  if (markdown.length <= most) return markdown;
  const blocks = valuedBlocks(markdown);
  const order = [...blocks.keys()].filter((place) => blocks[place]?.value !== null);
  order.sort((a, b) => (blocks[b]?.value ?? 0) - (blocks[a]?.value ?? 0) || a - b);
  const kept = new Set<number>();
  let left = most;
  for (const place of order) {
    const places = [...(blocks[place]?.headings ?? []), place].filter((one) => !kept.has(one));
    const size = places.reduce((sum, one) => sum + (blocks[one]?.text.length ?? 0) + SEPARATOR, 0);
    if (size > left) continue;
    for (const one of places) kept.add(one);
    left -= size;
  }
  if (kept.size > 0) {
    const cut = left > most / 2 ? beginning(blocks, { order, kept, left }) : null;
    const places = [...kept, ...(cut?.keys() ?? [])].filter((place, at, all) => all.indexOf(place) === at);
    return places
      .sort((a, b) => a - b)
      .map((place) => cut?.get(place) ?? blocks[place]?.text)
      .join('\n\n');
  }
  const [best] = order;
  return cutBlock((best === undefined ? blocks[0] : blocks[best])?.text ?? '', most)[0] ?? '';
}

/** The beginning of the best block that was left out, with the headings above it. */
function beginning(
  blocks: readonly Block[],
  {
    order,
    kept,
    left,
  }: { readonly order: readonly number[]; readonly kept: ReadonlySet<number>; readonly left: number },
): ReadonlyMap<number, string> | null {
  const place = order.find((one) => !kept.has(one));
  const block = place === undefined ? undefined : blocks[place];
  if (place === undefined || block === undefined) return null;
  const parts = new Map(block.headings.filter((one) => !kept.has(one)).map((one) => [one, blocks[one]?.text ?? '']));
  const room = [...parts.values()].reduce((rest, text) => rest - text.length - SEPARATOR, left - SEPARATOR);
  const [text = ''] = room < LEAST_BEGINNING ? [] : cutBlock(block.text, room);
  return text === '' || text.length > room ? null : parts.set(place, text);
}

function valuedBlocks(markdown: string): Block[] {
  const open: { readonly level: number; readonly place: number }[] = [];
  let weight = FIRST_OF_PAGE;
  return blocksOf(markdown).map((text, place) => {
    const marks = HEADING.exec(text)?.[1] ?? '';
    const headings = () => open.map((heading) => heading.place);
    if (marks === '') {
      const block = { text, headings: headings(), value: weight * densityOf(text) };
      weight = 1;
      return block;
    }
    while ((open.at(-1)?.level ?? 0) >= marks.length) open.pop();
    open.push({ level: marks.length, place });
    weight = Math.max(weight, FIRST_OF_SECTION);
    return { text, headings: headings(), value: null };
  });
}

/** Density from 0 to 1: the share of text outside of links, less for short blocks. */
function densityOf(text: string): number {
  const prose = text.replace(LINK, '').length;
  return (prose / text.length) * (prose / (prose + HALF));
}
