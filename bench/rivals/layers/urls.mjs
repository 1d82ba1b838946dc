// Part of the harness that the figures of this project were first made with, kept as it was (Biome
// does not look here); see bench/README.md. URL resolution and canonicalisation, three ways. Each:
// (href, baseUrl: string, host: object) -> canonical URL string or null
const DROP = /^(utm_\w+|sid|phpsessid|jsessionid|sessionid|gclid|fbclid)$/i;
export function canonSearch(u) { // drops session and tracking parameters, sorts the rest
  const ps = u.search.slice(1).split('&').filter((p) => p && !DROP.test(p.split('=', 1)[0])); ps.sort(); const s = ps.join('&'); u.search = s; }
export function whatwg(href, base) { let u; try { u = new URL(href, base); } catch { return null; } if (u.protocol !== 'http:' && u.protocol !== 'https:') return null; if (u.hash) u.hash = ''; if (u.search) canonSearch(u); return u.href; }
export function whatwgParse(href, base) { const u = URL.parse(href, base); if (!u || (u.protocol !== 'http:' && u.protocol !== 'https:')) return null; if (u.hash) u.hash = ''; if (u.search) canonSearch(u); return u.href; }
// canParse-free cache: raw href -> canonical, one Map a host for hrefs that do not depend on the
// page (root-absolute, absolute)
export function cached(href, base, host) {
  const c = href.charCodeAt(0); const indep = (c === 47 && href.charCodeAt(1) !== 47) || (c | 32) === 104 && (href.startsWith('http:') || href.startsWith('https:'));
  if (!indep) return whatwg(href, base);
  const m = (host.cache ??= new Map()); let r = m.get(href); if (r === undefined) { r = whatwg(href, base); if (r !== null) r = own(r); if (m.size > 20000) m.clear(); m.set(own(href), r); } return r;
}
// V8 keeps a slice's parent alive: an href cut out of a 30 KB page, kept in a Map or Set, retains
// the page; on Node 24 new URL(x).href can be x itself. own() copies it (see retain.mjs).
export const own = (s) => Buffer.from(s, 'utf8').utf8Slice();
// fast path by string operations for plain characters; everything else goes to WHATWG URL
const PLAIN_ABS = /^\/(?![\/.])[A-Za-z0-9_~\-\/]*(?:\.[A-Za-z0-9_~\-]+)*(?:#.*)?$/; const PLAIN_REL = /^[A-Za-z0-9_~][A-Za-z0-9_~\-\/]*(?:\.[A-Za-z0-9_~\-]+)*(?:#.*)?$/;
export function fast(href, base, host) {
  if (PLAIN_ABS.test(href)) { const h = href.indexOf('#'); return host.origin + (h < 0 ? href : href.slice(0, h)); }
  if (PLAIN_REL.test(href)) { const h = href.indexOf('#'); return base.slice(0, base.lastIndexOf('/') + 1) + (h < 0 ? href : href.slice(0, h)); }
  return cached(href, base, host);
}
export const ALL = { whatwg, ...(URL.parse ? { whatwgParse } : {}), cached, fast };
