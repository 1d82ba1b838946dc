/** Replaces in the archive the value of a secret header. */
const REDACTED = '[secret]';

/**
 * A request's head without the values of secret headers: an archive is passed on, a credential must
 * not be.
 *
 * @param head request line and headers as sent, each line ended by CR LF
 * @param secrets header names in lower case
 * @returns `head` itself when it has none of them
 */
export function redactSecrets(head: Uint8Array, secrets: ReadonlySet<string>): Uint8Array {
  if (secrets.size === 0) return head;
  const lines = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1').split('\r\n');
  let found = false;
  const kept = lines.map((line, i) => {
    const colon = line.indexOf(':');
    if (i === 0 || colon < 0 || !secrets.has(line.slice(0, colon).toLowerCase())) return line;
    found = true;
    return `${line.slice(0, colon)}: ${REDACTED}`;
  });
  return found ? Buffer.from(kept.join('\r\n'), 'latin1') : head;
}
