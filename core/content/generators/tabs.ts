import { childElements, hasClass, nearestBelow } from '#core/content/generators/class-names.ts';
import { type ContentElement, edgeText, elementOf, textOf } from '#core/content/tree/content-tree.ts';

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
  const visit = (element: ContentElement, around: readonly ContentElement[]): void => {
    if (lists.length >= MOST_LISTS) return;
    if (isList(element)) lists.push([element, ...around]);
    else for (const child of childElements(element)) visit(child, [element, ...around.slice(0, 1)]);
  };
  visit(root, []);
  const known = new Map<ContentElement, readonly ContentElement[]>();
  const panelsIn = (element: ContentElement): readonly ContentElement[] => {
    const panels = known.get(element) ?? nearestBelow(element, isPanel);
    known.set(element, panels);
    return panels;
  };
  for (const [list, ...around] of lists) if (list !== undefined) labelPanels(list, around.map(panelsIn));
  return lists.length > 0;
}

function labelPanels(list: ContentElement, around: readonly (readonly ContentElement[])[]): void {
  const labels = nearestBelow(list, isLabel);
  const panels = around.find(({ length }) => length === labels.length) ?? [];
  // panels in the list are those of an accordion, each below its label
  if (panels.length === 0 || nearestBelow(list, isPanel).length > 0) return;
  for (const [at, panel] of panels.entries()) {
    const label = labels[at] ?? list;
    const strong = { ...elementOf('strong', {}), children: label.children };
    const isRepeated = edgeText(panel, 1).trim() === textOf(label).trim();
    if (!isRepeated) panel.children.unshift({ ...elementOf('p', {}), children: [strong] });
  }
  list.children = [];
}

const isList = (element: ContentElement): boolean =>
  element.attributes.role === 'tablist' || hasClass(element, 'tabbed-labels');

const isLabel = (element: ContentElement): boolean =>
  element.attributes.role === 'tab' || (element.name === 'label' && 'for' in element.attributes);

const isPanel = (element: ContentElement): boolean =>
  element.attributes.role === 'tabpanel' || hasClass(element, 'tabbed-block');
