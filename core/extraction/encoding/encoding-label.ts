/**
 * Name of the encoding that a label means, in lower case; null for unknown labels.
 *
 * Departs from the standard for the labels of the `replacement` encoding (iso-2022-kr, hz-gb-2312,
 * …), which makes a page one U+FFFD: they count as unknown, so that the next source is asked.
 * @see https://encoding.spec.whatwg.org/#names-and-labels
 */
export function encodingOf(label: string): string | null {
  const name = label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').toLowerCase();
  if (name === 'utf-8' || name === 'utf8') return 'utf-8';
  if (name === '' || name.length > 40) return null;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}
