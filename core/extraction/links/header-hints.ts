import { cleanHref, MAX_HREF_BYTES, type RawLink, relTokens } from '#core/extraction/links/link-list.ts';
import { MAX_REFRESH_SECONDS, parseRefresh } from '#core/extraction/links/refresh.ts';

/** More than any server sends; the rest is not read. */
const MAX_HEADER_CHARACTERS = 64 * 1024;
const MAX_HEADER_LINKS = 100;

/**
 * Links of a Link header with rel next (kind `link`), canonical or alternate. Several headers may
 * be given joined by commas. Links about another resource than the page (`anchor=`) are left out.
 * @see https://www.rfc-editor.org/rfc/rfc8288#appendix-B.2
 */
export function linkHeader(value: string): RawLink[] {
  const links: RawLink[] = [];
  for (const [href, parameter] of headerLinks(value)) {
    if (links.length >= MAX_HEADER_LINKS) break;
    links.push(...linksOf(href, parameter));
  }
  return links;
}

/**
 * Addresses of a Link header with rel alternate and hreflang, and their languages in lower case.
 */
export function languageLinks(value: string): { readonly language: string; readonly href: string }[] {
  const links = [];
  for (const [href, parameter] of headerLinks(value)) {
    if (links.length >= MAX_HEADER_LINKS) break;
    const language = parameter.get('hreflang');
    const isAlternate = linksOf(href, parameter).some(({ kind }) => kind === 'alternate');
    if (language !== undefined && isAlternate) links.push({ language: language.toLowerCase(), href: cleanHref(href) });
  }
  return links;
}

/** Each link with its parameters. */
function* headerLinks(value: string): Generator<readonly [href: string, parameter: ReadonlyMap<string, string>]> {
  const link = /<([^>]*)>((?:[^",]|"(?:[^"\\]|\\.)*"?)*)/gy;
  const text = value.slice(0, MAX_HEADER_CHARACTERS);
  for (let at = 0; at >= 0; at = nextLink(text, link.lastIndex)) {
    link.lastIndex = at === 0 ? text.search(/[^\t ,]|$/) : at;
    const found = link.exec(text);
    if (found === null) break;
    yield [found[1] ?? '', parameters(found[2] ?? '')];
  }
}

/** The target of a Refresh header, if it is one that counts as a link. */
export function refreshHeader(value: string): RawLink | null {
  const refresh = parseRefresh(value);
  if (refresh === null || refresh.seconds > MAX_REFRESH_SECONDS || refresh.href.length > MAX_HREF_BYTES) return null;
  return { href: cleanHref(refresh.href), kind: 'refresh', nofollow: false };
}

/** Start of the link behind the next comma, or -1. */
function nextLink(text: string, from: number): number {
  if (text.charAt(from) !== ',') return -1;
  const length = text.slice(from).search(/[^\t ,]/);
  return length < 0 ? -1 : from + length;
}

/** Names in lower case; the first of several counts. */
function parameters(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const match of text.matchAll(/;[\t ]*([^\t ;=",]+)[\t ]*(?:=[\t ]*(?:"((?:[^"\\]|\\.)*)"?|([^\t ;,"]*)))?/g)) {
    const name = (match[1] ?? '').toLowerCase();
    if (!found.has(name)) found.set(name, match[2]?.replace(/\\(.)/g, '$1') ?? match[3] ?? '');
  }
  return found;
}

function linksOf(href: string, parameter: ReadonlyMap<string, string>): RawLink[] {
  const tokens = relTokens(parameter.get('rel') ?? '');
  if (href.length > MAX_HREF_BYTES || parameter.has('anchor')) return [];
  const kinds = (
    [
      ['next', 'link'],
      ['canonical', 'canonical'],
      ['alternate', 'alternate'],
    ] as const
  ).filter(([token]) => tokens.includes(token) && !(token === 'alternate' && tokens.includes('stylesheet')));
  return kinds.map(([, kind]) => ({ href: cleanHref(href), kind, nofollow: tokens.includes('nofollow') }));
}
