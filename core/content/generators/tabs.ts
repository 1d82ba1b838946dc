import { childElements, hasClass, nearestBelow } from '#core/content/generators/class-names.ts';
import {
  type ContentElement,
  type ContentNode,
  edgeText,
  elementOf,
  isInline,
  textOf,
} from '#core/content/tree/content-tree.ts';

/** Lists of tabs of a page that get labels: each looks for its panels around it. */
const MOST_LISTS = 100;

/**
 * Writes the label of each tab in bold above its panel. The list of the labels, which no reader
 * relates to the panels, becomes empty. A list with more or fewer labels than panels stays.
 *
 * @returns true if a list was found
 */
export function labelTabs(root: ContentElement): boolean {
  const lists: (readonly ContentElement[])[] = [];
  let hasRadios = false;
  const visit = (element: ContentElement, around: readonly ContentElement[]): void => {
    if (lists.length >= MOST_LISTS) return;
    if (isList(element)) lists.push([element, ...around]);
    else if (labelRadios(element)) hasRadios = true;
    else for (const child of childElements(element)) visit(child, [element, ...around.slice(0, 1)]);
  };
  visit(root, []);
  const known = new Map<ContentElement, readonly ContentElement[]>();
  const panelsIn = (element: ContentElement): readonly ContentElement[] => {
    const panels = known.get(element) ?? nearestBelow(element, isPanel);
    known.set(element, panels);
    return panels;
  };
  for (const [list, ...around] of lists)
    if (list !== undefined) labelPanels(list, around.map(panelsIn), blocksAfter(list, around[0]));
  return lists.length > 0 || hasRadios;
}

/**
 * Tabs that a radio button opens each: of Sphinx Design and older MkDocs, whose label is before its
 * panel, or of VitePress, whose labels are in an element before that of the panels.
 * @returns true if the element has such tabs
 */
function labelRadios(element: ContentElement): boolean {
  const inner = childElements(element);
  const labels = inner.filter(({ name }) => name === 'label');
  if (labels.length === 0 || inner.filter(isRadio).length !== labels.length) return false;
  const tabs = new Set<ContentNode>(inner.filter((child, at) => child.name === 'label' && isBlock(inner[at + 1])));
  element.children = element.children.map((child) =>
    typeof child !== 'string' && tabs.has(child) ? boldLine(child) : child,
  );
  return inner.length > labels.length * 2;
}

const isBlock = (element: ContentElement | undefined): boolean => element !== undefined && !isInline(element);

const isRadio = ({ name, attributes }: ContentElement): boolean => name === 'input' && attributes.type === 'radio';

/** Radio buttons and their labels alone: the panels are in the next element. */
function isRadioList(element: ContentElement): boolean {
  if (element.name !== 'div' || element.words === 0) return false;
  const inner = childElements(element);
  return inner.length > 1 && inner.some(isRadio) && inner.every((child) => isRadio(child) || child.name === 'label');
}

const boldLine = ({ children }: ContentElement): ContentElement => ({
  ...elementOf('p', {}),
  children: [{ ...elementOf('strong', {}), children }],
});

function labelPanels(
  list: ContentElement,
  around: readonly (readonly ContentElement[])[],
  besides: readonly ContentElement[],
): void {
  const labels = nearestBelow(list, isLabel);
  const places = isRadioList(list) ? [besides] : [besides.filter(isPanel), ...around];
  const panels = places.find(({ length }) => length === labels.length) ?? [];
  // panels in the list are those of an accordion, each below its label
  if (panels.length === 0 || nearestBelow(list, isPanel).length > 0) return;
  for (const [at, panel] of panels.entries()) {
    const label = labels[at] ?? list;
    const isRepeated = edgeText(panel, 1).trim() === textOf(label).trim();
    if (!isRepeated || startsWithCode(panel)) panel.children.unshift(boldLine(label));
  }
  list.children = [];
}

/** Code that begins with the word of the label, as `npm`, does not repeat it. */
function startsWithCode(element: ContentElement): boolean {
  const first = childElements(element).find(({ words }) => words > 0);
  return first !== undefined && (first.name === 'pre' || startsWithCode(first));
}

const isList = (element: ContentElement): boolean =>
  element.attributes.role === 'tablist' ||
  hasClass(element, 'tabbed-labels') ||
  hasClass(element, 'nav-tabs') ||
  isRadioList(element);

/** The blocks in the element after a list. */
function blocksAfter(list: ContentElement, parent: ContentElement | undefined): readonly ContentElement[] {
  const inner = parent === undefined ? [] : childElements(parent);
  const next = inner[inner.indexOf(list) + 1];
  return next === undefined ? [] : childElements(next).filter((child) => !isInline(child));
}

const isLabel = ({ name, attributes }: ContentElement): boolean =>
  attributes.role === 'tab' ||
  (name === 'label' && 'for' in attributes) ||
  (name === 'a' && attributes.href?.startsWith('#') === true); // Bootstrap, whose links open panels

const isPanel = (element: ContentElement): boolean =>
  element.attributes.role === 'tabpanel' || hasClass(element, 'tabbed-block') || hasClass(element, 'tab-pane');
