import type { ContentElement, ContentNode } from '#core/content/tree/content-tree.ts';
import { type ElementKinds, KIND } from '#core/content/tree/element-kinds.ts';
import { FURNITURE_ROLES, isHidden } from '#core/content/tree/furniture.ts';

/** Like siblings: children of one element with the same name and first class. */
export interface Group {
  size: number;
  words: number;
  linkWords: number;
  prose: number;
}

/**
 * Where in a page an element is. Words and prose are those before the rules remove anything; what
 * is said of elements around it is carried down, so that no depth is walked twice.
 */
export interface Place {
  readonly element: ContentElement;
  /** As the page has them: rules put shorter lists into the element. */
  readonly children: readonly ContentNode[];
  readonly parent: Place | null;
  /** 0: the body. */
  readonly depth: number;
  readonly words: number;
  readonly linkWords: number;
  readonly prose: number;
  /** The first four elements from the body to this one. */
  readonly tops: readonly Place[];
  /** Text blocks below. */
  blocks: number;
  /** Number of its path of names and first classes. */
  readonly path: number;
  /** For each of `MARKS` 1 - the share of prose of the smallest such element around; else -1. */
  readonly marks: readonly number[];
  readonly group: Group;
  /** Of the groups around with three members or more that with most prose. */
  readonly big: Group | null;
  /** The largest place around with less than 30 % of the prose; null: the place itself. */
  readonly part: Place | null;
  /** The table or list that it is in. */
  readonly unit: ContentElement | null;
}

/** What elements around a block can be. */
export const MARKS = [
  ...['furniture', 'weak', 'comments', 'role', 'hidden', 'main', 'article', 'noscript', 'ol', 'content'],
] as const;
export type Mark = (typeof MARKS)[number];
export const NO_MARKS: readonly number[] = MARKS.map(() => -1);

const CONTENT_ID = /^(?:main-?content|content|main)$/i;
const NAMED: ReadonlyMap<string, Mark> = new Map([
  ['main', 'main'],
  ['article', 'article'],
  ['noscript', 'noscript'],
  ['ol', 'ol'],
]);

/**
 * Marks of the elements around and of this one.
 * @param share of the page's prose that the element has
 */
export function marksOf(
  element: ContentElement,
  share: number,
  { around, kinds }: { readonly around: readonly number[]; readonly kinds: ElementKinds },
): readonly number[] {
  const { name, attributes } = element;
  const kind = kinds.of(element);
  const role = attributes.role ?? '';
  const named = NAMED.get(name);
  const found: Mark[] = named === undefined ? [] : [named];
  if ((kind & KIND.furniture) !== 0) found.push('furniture');
  if ((kind & KIND.weak) !== 0) found.push('weak');
  if ((kind & KIND.comments) !== 0) found.push('comments');
  if (role === 'main') found.push('main');
  else if (role !== '' && FURNITURE_ROLES.test(role)) found.push('role');
  if (isHidden(attributes)) found.push('hidden');
  if (attributes.id !== undefined && CONTENT_ID.test(attributes.id)) found.push('content');
  if (found.length === 0) return around;
  const marks = [...around];
  for (const mark of found) {
    const at = MARKS.indexOf(mark);
    marks[at] = Math.max(marks[at] ?? -1, 1 - share);
  }
  return marks;
}
