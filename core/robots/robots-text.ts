/** RFC 9309 §2.5: at least 500 KiB are parsed; the rest is dropped. */
export const ROBOTS_MAX_BYTES = 500 * 1024;

const PIECE = 8_192;
const SAMPLE = 256;

/**
 * A robots.txt body as text in which every character is one octet: rules match octets (RFC 9309
 * §2.2.2), so nothing is decoded that need not be. UTF-16 (by its byte order mark) becomes UTF-8
 * first; a UTF-8 mark is dropped.
 *
 * Above 500 KiB only whole lines are kept: half a rule would be another rule.
 */
export function robotsText(body: Uint8Array): string {
  const head = body.length > ROBOTS_MAX_BYTES ? body.subarray(0, ROBOTS_MAX_BYTES) : body;
  const text = octets(inUtf8(head));
  if (head === body) return text;
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return text.slice(0, end + 1);
}

/**
 * A mark without a NUL near by is a mistake: the file is in an 8-bit charset, as ASCII always has
 * NULs in UTF-16.
 */
function inUtf8(body: Uint8Array): Uint8Array {
  const [first, second, third] = body;
  if (first === 0xef && second === 0xbb && third === 0xbf) return body.subarray(3);
  const little = first === 0xff && second === 0xfe;
  if (!little && !(first === 0xfe && second === 0xff)) return body;
  if (!body.subarray(0, SAMPLE).includes(0)) return body.subarray(2);
  return new TextEncoder().encode(new TextDecoder(little ? 'utf-16le' : 'utf-16be').decode(body));
}

function octets(body: Uint8Array): string {
  let text = '';
  for (let at = 0; at < body.length; at += PIECE) text += String.fromCharCode(...body.subarray(at, at + PIECE));
  return text;
}
