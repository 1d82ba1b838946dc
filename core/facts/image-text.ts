type Attributes = Readonly<Record<string, string>>;

const DECORATION = /^(?:presentation|none)$/i;
const NOT_SHOWN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/**
 * Does somebody who does not see an image miss its text? Not where it has another name, where the
 * author says that it is decoration, and where nobody sees it: pixels that count visits.
 * @see https://www.w3.org/TR/html-aam-1.0/#img-element-accessible-name-computation
 */
export function lacksText(attributes: Attributes): boolean {
  const { alt, role = '', width, height } = attributes;
  if (alt !== undefined || isHidden(attributes) || DECORATION.test(role.trim())) return false;
  return !hasOtherName(attributes) && !(isPixel(width) && isPixel(height));
}

/**
 * Does a control that is an image lack its text? A button (`input type=image`) needs one that is
 * not empty, an area that links needs one.
 * @see https://html.spec.whatwg.org/multipage/image-maps.html#attr-area-alt
 */
export function controlLacksText(name: string, attributes: Attributes): boolean {
  const { alt, type = '', href } = attributes;
  if (isHidden(attributes) || hasOtherName(attributes)) return false;
  if (name === 'area') return href !== undefined && alt === undefined;
  return name === 'input' && type.trim().toLowerCase() === 'image' && (alt ?? '').trim() === '';
}

const hasOtherName = (attributes: Attributes): boolean =>
  ['aria-label', 'aria-labelledby', 'title'].some((name) => (attributes[name] ?? '').trim() !== '');

/** The element hides itself and its content, on the screen or from screen readers. */
export function isHidden({ hidden, style, 'aria-hidden': unsaid }: Attributes): boolean {
  if (hidden !== undefined || unsaid?.trim().toLowerCase() === 'true') return true;
  return style !== undefined && NOT_SHOWN.test(style);
}

const isPixel = (size: string | undefined): boolean => size !== undefined && /^\s*[01](?:px)?\s*$/i.test(size);
