import { srcsetAddresses } from '#core/extraction/links/srcset.ts';

type Attributes = Readonly<Record<string, string>>;

/**
 * Attributes in which an element names a file that the browser loads without a click, or the target
 * of a form.
 */
const LOADS: Readonly<Record<string, readonly string[]>> = {
  img: ['src'],
  script: ['src'],
  iframe: ['src'],
  audio: ['src'],
  video: ['src', 'poster'],
  source: ['src'],
  embed: ['src'],
  track: ['src'],
  input: ['src', 'formaction'],
  object: ['data'],
  frame: ['src'],
  image: ['href', 'xlink:href'],
  body: ['background'],
  form: ['action'],
  button: ['formaction'],
};
const HAS_SRCSET: ReadonlySet<string> = new Set(['img', 'source']);
const LOADING_LINK = /(?:^|\s)(?:stylesheet|icon|preload|modulepreload|manifest)(?:\s|$)/i;
const INSECURE = /^\s*http:/i;
/** An address with a scheme; every other one is relative to the base. */
const ABSOLUTE = /^\s*[a-z][a-z0-9+.-]*:/i;
/** Browsers trust what the machine itself serves. */
const OWN_MACHINE = /^http:\/\/(?:(?:[^/?#]+\.)?localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:[/?#]|$)/i;
/** A comment begins, a namespace is named, or a file is loaded with `http:`. */
const IN_STYLE =
  /\/\*|@namespace[^;]{0,500}|(?:url\(\s{0,9}["']?|@import\s{1,9}["'])(?<address>http:[^\s"')]{1,500})/gi;

/**
 * Addresses with `http:` of files that an element loads, or that a form sends to, but for those of
 * the own machine: browsers trust it.
 * @param base of the document, as written; null: none
 * @see https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy
 */
export function insecureFiles(name: string, attributes: Attributes, base: string | null = null): string[] {
  const { rel = '', href, srcset, imagesrcset, style } = attributes;
  const named = (Object.hasOwn(LOADS, name) ? (LOADS[name] ?? []) : []).map((one) => attributes[one]);
  if (name === 'link' && LOADING_LINK.test(rel)) named.push(href, ...srcsetAddresses(imagesrcset ?? ''));
  if (srcset !== undefined && HAS_SRCSET.has(name)) named.push(...srcsetAddresses(srcset));
  const found = named.flatMap((one) => (one === undefined ? [] : insecureAddress(one, base)));
  return style === undefined ? found : [...found, ...insecureInStyle(style)];
}

/** The address, if it is insecure: by its own scheme, or by that of the base. */
function insecureAddress(written: string, base: string | null): string[] {
  const isRelative = base !== null && INSECURE.test(base) && written.trim() !== '' && !ABSOLUTE.test(written);
  const address = isRelative ? (URL.parse(written, base)?.href ?? '') : written.trim();
  return INSECURE.test(address) && !OWN_MACHINE.test(address) ? [address] : [];
}

/**
 * Addresses with `http:` of files that a style sheet loads, without those in comments. Takes time
 * linear in its length.
 */
export function insecureInStyle(css: string): string[] {
  const found: string[] = [];
  if (!/http:/i.test(css)) return found;
  const part = new RegExp(IN_STYLE);
  for (let match = part.exec(css); match !== null; match = part.exec(css)) {
    const address = match.groups?.address;
    if (address !== undefined && !OWN_MACHINE.test(address)) found.push(address);
    if (match[0] !== '/*') continue;
    const end = css.indexOf('*/', part.lastIndex);
    if (end < 0) break;
    part.lastIndex = end + 2;
  }
  return found;
}
