/** An address as its 4 or 16 bytes, in network order. */
export type IpBytes = readonly number[];

/**
 * Reads an address literal as the URL standard or a resolver writes it: dotted decimal IPv4, IPv6
 * in every form of RFC 4291 §2.2 (also with an IPv4 tail), with or without brackets; a zone
 * (`%eth0`) is cut off.
 *
 * The short, octal and hexadecimal spellings of IPv4 (`127.1`, `0x7f.1`) are not literals here: the
 * URL parser has folded them before. Total function: never throws.
 *
 * @returns null when `text` is not an address
 */
export function parseIpLiteral(text: string): IpBytes | null {
  if (text.length > 100) return null;
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  const zone = bare.indexOf('%');
  const address = zone < 0 ? bare : bare.slice(0, zone);
  return address.includes(':') ? parseIpv6(address) : zone < 0 ? parseIpv4(address) : null;
}

function parseIpv4(text: string): IpBytes | null {
  const parts = text.split('.');
  if (parts.length !== 4) return null;
  const bytes: number[] = [];
  for (const part of parts) {
    if (!/^(?:0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return null;
    bytes.push(Number(part));
  }
  return bytes;
}

function parseIpv6(text: string): IpBytes | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const head = parseGroups(halves[0] ?? '', halves.length === 1);
  const tail = halves.length === 1 ? [] : parseGroups(halves[1] ?? '', true);
  if (head === null || tail === null) return null;
  const missing = 16 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 2) return null;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** Groups between colons as bytes; the last may be dotted decimal where the address ends. */
function parseGroups(text: string, last: boolean): number[] | null {
  if (text === '') return [];
  const groups = text.split(':');
  const bytes: number[] = [];
  for (const [index, group] of groups.entries()) {
    if (last && index === groups.length - 1 && group.includes('.')) {
      const tail = parseIpv4(group);
      if (tail === null) return null;
      bytes.push(...tail);
      continue;
    }
    if (!/^[0-9a-fA-F]{1,4}$/.test(group)) return null;
    const value = Number.parseInt(group, 16);
    bytes.push(value >> 8, value & 0xff);
  }
  return bytes;
}
