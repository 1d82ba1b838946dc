const ESCAPED = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/;
/** Wrappers of JSON from the days of XHTML: comments of HTML and JavaScript, and CDATA. */
const START = /^(?:\/\/|\/\*)?\s*<!(?:--|\[CDATA\[)?\s*(?:\*\/)?/;
const CONTROL = /\p{Cc}/u;

/**
 * The arrays and objects of a text that is meant to be JSON, each as JSON: without comments, commas
 * before an end, and what is between two of them, with spaces for control characters, and without
 * the backslash of an escape that JSON does not know. Takes time linear in the length of the text.
 */
export function repairedJson(written: string): string[] {
  const text = written.trim().replace(START, '');
  const found: string[] = [];
  let [parts, comma, depth]: [string[], string, number] = [[], '', 0];
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at);
    const after = afterComment(text, at);
    if (after > at) {
      at = after;
      continue;
    }
    if (/\s/.test(character)) {
      at += 1;
      continue;
    }
    if (character === '"') {
      const end = stringEnd(text, at);
      if (depth > 0) parts.push(comma, repairedString(text.slice(at, end)));
      comma = '';
      at = end;
      continue;
    }
    at += 1;
    const isEnd = character === '}' || character === ']';
    if (character === '{' || character === '[') depth += 1;
    else if (depth === 0) continue;
    if (character === ',') comma = ',';
    else {
      parts.push(isEnd ? '' : comma, character);
      comma = '';
    }
    if (!isEnd) continue;
    depth -= 1;
    if (depth > 0) continue;
    found.push(parts.join(''));
    parts = [];
  }
  return found;
}

/** The place after a comment that begins here; the same place if none does. */
function afterComment(text: string, at: number): number {
  if (text.charAt(at) !== '/') return at;
  const isLine = text.charAt(at + 1) === '/';
  if (!isLine && text.charAt(at + 1) !== '*') return at;
  const end = text.indexOf(isLine ? '\n' : '*/', at + 2);
  return end < 0 ? text.length : end + (isLine ? 1 : 2);
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '"') return at + 1;
  }
  return text.length;
}

function repairedString(written: string): string {
  if (!written.includes('\\') && !CONTROL.test(written)) return written;
  const parts: string[] = [];
  for (let at = 0; at < written.length; at += 1) {
    const character = written.charAt(at);
    const [escaped] = character === '\\' ? (ESCAPED.exec(written.slice(at, at + 6)) ?? []) : [];
    if (escaped !== undefined) parts.push(escaped);
    else if (character !== '\\') parts.push(CONTROL.test(character) ? ' ' : character);
    at += (escaped?.length ?? 1) - 1;
  }
  return parts.join('');
}
