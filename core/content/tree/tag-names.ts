/** Rules by which `TreeReader` reads the elements of one name. */
export interface TagName {
  /** In lower case. */
  readonly name: string;
  /** It has no content and no end tag. */
  readonly isVoid: boolean;
  /** Open elements that its start tag ends; null: none. */
  readonly ends: ReadonlySet<string> | null;
  /**
   * True: its content is foreign, in which `/>` ends an element. False: its content is HTML again.
   */
  readonly isForeign: boolean | null;
  /** Its content is characters up to its end tag, no tags. */
  readonly isRaw: boolean;
  /** Its content is not a text of the page. */
  readonly isSilent: boolean;
}

const FORMS = 'input option optgroup select button datalist textarea';
/** Names by what they end; this is less than HTML §13.2.6 asks for, and enough for a text. */
const ENDS: readonly (readonly [names: string, ends: string])[] = [
  ['tr', 'tr th td'],
  ['th', 'th'],
  ['td', 'thead th td'],
  ['body', 'head link script'],
  ['li', 'li'],
  ['p h1 h2 h3 h4 h5 h6 address article aside blockquote details div dl fieldset figcaption figure footer form', 'p'],
  ['header hr main nav ol pre section table ul', 'p'],
  ['select input output button datalist textarea', FORMS],
  ['option', 'option'],
  ['optgroup', 'optgroup option'],
  ['dd dt', 'dd dt'],
  ['rt rp', 'rt rp'],
  ['tbody tfoot', 'thead tbody'],
];
const VOID =
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr';
const FOREIGN = 'math svg';
const HTML_AGAIN = 'mi mo mn ms mtext annotation-xml foreignobject desc title';
const RAW = 'script style textarea title xmp';
/** Scripts of maths have text, TeX, which their type tells. */
const SILENT = 'script style template iframe object svg canvas select textarea title';
/** Names that mean nothing to the reader, and which pages have by the thousand. */
const OTHERS = 'a abbr b code em html i label span strong sub sup time';

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));
const [VOIDS, FOREIGNS, HTMLS, RAWS, SILENTS] = [VOID, FOREIGN, HTML_AGAIN, RAW, SILENT].map(setOf) as [
  ReadonlySet<string>,
  ReadonlySet<string>,
  ReadonlySet<string>,
  ReadonlySet<string>,
  ReadonlySet<string>,
];
const ENDED = new Map(ENDS.flatMap(([names, ends]) => names.split(' ').map((name) => [name, setOf(ends)] as const)));

const tagName = (name: string): TagName => ({
  name,
  isVoid: VOIDS.has(name),
  ends: ENDED.get(name) ?? null,
  isForeign: FOREIGNS.has(name) ? true : HTMLS.has(name) ? false : null,
  isRaw: RAWS.has(name),
  isSilent: SILENTS.has(name),
});

const KNOWN: ReadonlyMap<string, TagName> = new Map(
  [...ENDED.keys(), ...[VOID, FOREIGN, HTML_AGAIN, RAW, SILENT, OTHERS].flatMap((names) => names.split(' '))].map(
    (name) => [name, tagName(name)],
  ),
);

/** @param written as a page has it, in upper or lower case */
export function tagNameOf(written: string): TagName {
  const known = KNOWN.get(written);
  if (known !== undefined) return known;
  const name = written.toLowerCase();
  return KNOWN.get(name) ?? tagName(name);
}
