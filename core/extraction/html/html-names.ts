import { NameTable } from '#core/extraction/html/name-table.ts';

/**
 * A cheap test before a name is cut out of the page: bit n of the entry for a first letter is set
 * when a name of n letters starts with it. Most tags of a page fail it.
 */
export function nameFilter(names: Iterable<string>): Int32Array {
  const filter = new Int32Array(256);
  for (const name of names)
    for (const letter of [name.charCodeAt(0), name.toUpperCase().charCodeAt(0)])
      filter[letter] = (filter[letter] as number) | (1 << name.length);
  return filter;
}

/**
 * Elements whose content is text up to their end tag (HTML §13.2.5.2 to 4; scripting is off, so
 * noscript is none).
 */
export const TEXT_ELEMENTS: ReadonlySet<string> = new Set([
  'title',
  'textarea',
  'style',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
]);

const STRUCTURE = ['template', 'noscript', 'svg', 'math', 'script', 'plaintext'];
const LINKING = ['a', 'area', 'frame', 'link'];
const SETTING = ['base', 'meta'];
const RESOURCES = ['img', 'image', 'source', 'video', 'input'];

/** Elements of the body with facts; those of the head are looked at in any case. */
const TELLING = ['h1', 'time'];

/** What the scanner looks for behind the head. */
interface Wanted {
  readonly links: boolean;
  readonly resources: boolean;
  readonly facts: boolean;
}

/** Start tags that it looks at there. */
export const startTags = ({ links, resources, facts }: Wanted): Int32Array =>
  links ? START_TAGS[resources ? 1 : 0][facts ? 1 : 0] : FACTS_ALONE;
const FACTS_ALONE = nameFilter([...TEXT_ELEMENTS, ...STRUCTURE, ...SETTING, ...TELLING]);
const ALWAYS = [...TEXT_ELEMENTS, ...STRUCTURE, ...SETTING, ...LINKING];
const START_TAGS = [
  [nameFilter(ALWAYS), nameFilter([...ALWAYS, ...TELLING])],
  [nameFilter([...ALWAYS, ...RESOURCES]), nameFilter([...ALWAYS, ...RESOURCES, ...TELLING])],
] as const;
/** End tags that it looks at. */
export const END_TAGS = nameFilter(['template', 'noscript']);
export const END_TAGS_AND_ANCHOR = nameFilter(['a', 'template', 'noscript']);

/** Attributes that it reads, each with its slot: numbers, because they are read with every link. */
export const SLOT = {
  href: 0,
  src: 1,
  rel: 2,
  name: 3,
  content: 4,
  'http-equiv': 5,
  charset: 6,
  srcset: 7,
  type: 8,
  poster: 9,
  encoding: 10,
  'xlink:href': 11,
  property: 12,
  itemprop: 13,
  lang: 14,
  datetime: 15,
  alt: 16,
  'aria-label': 17,
} as const;
export type Slot = (typeof SLOT)[keyof typeof SLOT];
export const SLOT_OF: ReadonlyMap<string, Slot> = new Map(Object.entries(SLOT));
export const ATTRIBUTE_FILTER = nameFilter(Object.keys(SLOT));

/**
 * Names that the scanner meets: those that its rules know, and the other elements of a usual head.
 */
export const NAMES = new NameTable([
  ...TEXT_ELEMENTS,
  ...STRUCTURE,
  ...SETTING,
  ...LINKING,
  ...RESOURCES,
  ...TELLING,
  ...SLOT_OF.keys(),
  'html',
  'head',
  'body',
  'bgsound',
  'basefont',
  'br',
  'p',
]);

/**
 * Tokens that a byte ends: bit 1 a tag name, bit 2 an attribute name, bit 4 an unquoted value; bit
 * 8 is white space (CR is LF by then). Bit 16: a value with it must be decoded, as a letter that is
 * not ASCII, NUL or `&`.
 */
export const BYTE_CLASS = new Uint8Array(256).fill(16, 0x80);
BYTE_CLASS[0] = 16;
BYTE_CLASS[0x26] = 16;
for (const space of [9, 10, 12, 13, 32]) BYTE_CLASS[space] = 1 | 2 | 4 | 8;
BYTE_CLASS[0x2f] = 1 | 2;
BYTE_CLASS[0x3d] = 2;
BYTE_CLASS[0x3e] = 1 | 2 | 4;
