import type { ContentElement } from '#core/content/tree/content-tree.ts';

/** Has the element this class? */
export const hasClass = ({ attributes }: ContentElement, name: string): boolean =>
  attributes.class?.split(/\s+/).includes(name) === true;

/** The children that are elements. */
export const childElements = ({ children }: ContentElement): ContentElement[] =>
  children.filter((child) => typeof child !== 'string');

/** The elements below that fit. It looks into none of them, and into no other `isOther`. */
export function nearestBelow(
  element: ContentElement,
  fits: (element: ContentElement) => boolean,
  isOther: (element: ContentElement) => boolean = () => false,
): ContentElement[] {
  const found: ContentElement[] = [];
  const visit = (children: readonly ContentElement[]): void => {
    for (const child of children) {
      if (fits(child)) found.push(child);
      else if (!isOther(child)) visit(childElements(child));
    }
  };
  visit(childElements(element));
  return found;
}

/** The rows of a table, without those of tables in its cells. */
export const rowsOf = (table: ContentElement): ContentElement[] =>
  nearestBelow(
    table,
    ({ name }) => name === 'tr',
    ({ name }) => !/^t(?:head|body|foot)$/.test(name),
  );
