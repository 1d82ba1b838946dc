/** Signs and spaces that prices have before or behind them. */
const SIGNS = /^[\p{Sc}\s]+|[\p{Sc}\s%]+$/gu;
const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/** Spaces of all kinds, and the apostrophe of Switzerland: between groups of three digits only. */
const GROUP_MARK = /(?<=\d)[\s'’](?=\d{3}(?:\D|$))/g;

/** Longer texts are not numbers. */
const MAX_LENGTH = 100;

/**
 * Reads a number as people write it. A currency sign before or behind it and a percent sign do not
 * count.
 *
 * - A point alone is a decimal point: `1.299` is less than two.
 * - A comma alone is a decimal comma, unless exactly three digits follow it or there are several:
 *   `12,50`, but `1,299` is more than a thousand.
 * - With both, the last one is the decimal mark: `1.299,00` and `1,299.00`.
 * - Spaces and apostrophes may be between groups of three digits.
 *
 * Total function: never throws. @returns null when it is not a number
 */
export function parseNumber(text: string): number | null {
  if (text.length > MAX_LENGTH) return null;
  const bare = text.replace(SIGNS, '').replace('−', '-').replace(GROUP_MARK, '');
  const plain = withPoint(bare);
  if (!PLAIN.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

function withPoint(text: string): string {
  const comma = text.lastIndexOf(',');
  const point = text.lastIndexOf('.');
  if (comma < 0) return text.indexOf('.') === point ? text : ungrouped(text, '.');
  if (point < 0) {
    const grouped = text.indexOf(',') !== comma || /,\d{3}$/.test(text);
    return grouped ? ungrouped(text, ',') : text.replace(',', '.');
  }
  const [decimal, group] = comma > point ? ([',', '.'] as const) : (['.', ','] as const);
  const at = text.lastIndexOf(decimal);
  return `${ungrouped(text.slice(0, at), group)}.${text.slice(at + 1)}`;
}

/**
 * Without marks between groups of three digits; a text that has them elsewhere stays as it is, and
 * is not a number.
 */
function ungrouped(text: string, mark: '.' | ','): string {
  const groups = mark === '.' ? /^[+-]?\d{1,3}(?:\.\d{3})+$/ : /^[+-]?\d{1,3}(?:,\d{3})+$/;
  return groups.test(text) ? text.replaceAll(mark, '') : text;
}
