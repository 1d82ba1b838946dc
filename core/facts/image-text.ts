type Attributes = Readonly<Record<string, string>>;

const DECORATION = /^(?:presentation|none)$/i;
const NOT_SHOWN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/**
 * Does somebody who does not see an image miss its text? Not where it has another name, where the
 * author says that it is decoration, and where nobody sees it: pixels that count visits.
 * @see https://www.w3.org/TR/html-aam-1.0/#img-element-accessible-name-computation
 */
export function lacksText(attributes: Attributes): boolean {
  const { alt, role = '', title = '', hidden, style = '', width, height } = attributes;
  if (alt !== undefined || hidden !== undefined || DECORATION.test(role.trim())) return false;
  if (attributes['aria-hidden']?.trim().toLowerCase() === 'true' || NOT_SHOWN.test(style)) return false;
  const names = [attributes['aria-label'], attributes['aria-labelledby'], title];
  return names.every((name) => (name ?? '').trim() === '') && !(isPixel(width) && isPixel(height));
}

const isPixel = (size: string | undefined): boolean => size !== undefined && /^\s*[01](?:px)?\s*$/i.test(size);
