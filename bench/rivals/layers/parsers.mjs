// Part of the harness that the figures of this project were first made with, kept as it was (Biome
// does not look here); see bench/README.md. Link + title extractors with one interface: (html
// string) -> { title, links: string[] (raw href values of <a>, <area>), base, robots }
import { createRequire } from 'node:module';
import { Parser, Tokenizer } from 'htmlparser2';
import { decodeHTMLAttribute } from 'entities';
import * as cheerio from 'cheerio'; import * as slim from 'cheerio/slim'; import * as parse5 from 'parse5';
import { parseHTML } from 'linkedom';

// htmlparser2, name/attribute callbacks only (no attribs object is built)
export function hp2(html) {
  const links = []; let title = '', inTitle = false, tag = '', base = null, robots = null, mName = '', mContent = '';
  const p = new Parser({
    onopentagname(n) { tag = n; if (n === 'title' && !title) inTitle = true; },
    onattribute(n, v) { if (n === 'href') { if (tag === 'a' || tag === 'area') links.push(v); else if (tag === 'base' && !base) base = v; } else if (tag === 'meta') { if (n === 'name') mName = v; else if (n === 'content') mContent = v; } },
    onopentag(n) { if (n === 'meta') { if (mName === 'robots') robots = mContent; mName = ''; } },
    ontext(t) { if (inTitle) title += t; },
    onclosetag(n) { if (n === 'title') inTitle = false; },
  });
  p.write(html); p.end(); return { title, links, base, robots };
}
// htmlparser2 with the usual onopentag(name, attribs)
export function hp2attribs(html) {
  const links = []; let title = '', inTitle = false;
  const p = new Parser({ onopentag(n, a) { if (n === 'a' || n === 'area') { if (a.href !== undefined) links.push(a.href); } else if (n === 'title' && !title) inTitle = true; }, ontext(t) { if (inTitle) title += t; }, onclosetag(n) { if (n === 'title') inTitle = false; } });
  p.write(html); p.end(); return { title, links };
}
// htmlparser2's Tokenizer alone (offsets, no tag stack)
export function hp2tok(html) {
  const links = []; let title = '', want = 0, key = 0, s = -1, e = 0, cp = '', inTitle = false; const noop = () => {};
  const cbs = { onattribdata(a, b) { if (key) { cp += html.slice(a, b); } }, onattribentity(c) { if (key) cp += String.fromCodePoint(c); },
    onattribend() { if (key && want) links.push(cp); key = 0; }, onattribname(a, b) { key = want && b - a === 4 && html.slice(a, b).toLowerCase() === 'href' ? 1 : 0; cp = ''; },
    onopentagname(a, b) { const n = b - a; const c = html.charCodeAt(a) | 32; want = (n === 1 && c === 97) || (n === 4 && c === 97 && html.slice(a, b).toLowerCase() === 'area') ? 1 : 0; if (n === 5 && c === 116 && !title) inTitle = html.slice(a, b).toLowerCase() === 'title'; },
    ontext(a, b) { if (inTitle) title += html.slice(a, b); }, ontextentity(c) { if (inTitle) title += String.fromCodePoint(c); }, onclosetag() { inTitle = false; },
    oncdata: noop, oncomment: noop, ondeclaration: noop, onend: noop, onopentagend: noop, onprocessinginstruction: noop, onselfclosingtag: noop, isInForeignContext: () => false };
  const t = new Tokenizer({ xmlMode: false, decodeEntities: true }, cbs); t.write(html); t.end(); return { title, links };
}
// Hand-written scanner: jumps from '<' to '<' with indexOf, parses attributes only of
// a/area/base/meta, skips comments and raw-text elements.
const RAW = { script: 1, style: 1, textarea: 1, noembed: 1, iframe: 1, xmp: 1, noscript: 0 };
export function scan(html) {
  const links = []; let title = '', base = null, robots = null, i = 0; const n = html.length;
  for (;;) {
    i = html.indexOf('<', i); if (i < 0 || i + 2 >= n) break;
    const c = html.charCodeAt(i + 1) | 32;
    if (c === 33 /* ! */ || html.charCodeAt(i + 1) === 33) { if (html.startsWith('<!--', i)) { const e = html.indexOf('-->', i + 4); i = e < 0 ? n : e + 3; } else i += 2; continue; }
    if (c < 97 || c > 122) { i += 2; continue; } // closing tags and stray '<'
    if (c !== 97 && c !== 98 && c !== 109 && c !== 115 && c !== 116 && c !== 105 && c !== 120 && c !== 110) { i += 2; continue; } // a b m s t i x n
    let e = i + 2; let d; while ((d = html.charCodeAt(e) | 32) >= 97 && d <= 122) e++;
    const len = e - i - 1; let name = '';
    if (len === 1) { if (c !== 97) { i = e; continue; } name = 'a'; }
    else if (len === 4 || len === 5 || len === 6 || len === 8 || len === 3 || len === 7) { name = html.slice(i + 1, e).toLowerCase(); if (name === 'a') { /* no */ } else if (name !== 'area' && name !== 'base' && name !== 'meta' && name !== 'title' && !RAW[name]) { i = e; continue; } } else { i = e; continue; }
    if (name === 'title' || RAW[name]) {
      const gt = html.indexOf('>', e); if (gt < 0) break; let end = gt + 1;
      for (;;) { end = html.indexOf('</', end); if (end < 0) { end = n; break; } if (html.substr(end + 2, name.length).toLowerCase() === name) break; end += 2; }
      if (name === 'title' && !title) { title = html.slice(gt + 1, end); if (title.includes('&')) title = decodeHTMLAttribute(title); }
      i = end; continue;
    }
    // attributes
    let p = e, mN = '', mC = '', done = false;
    while (p < n) {
      let ch = html.charCodeAt(p); while (ch === 32 || ch === 10 || ch === 13 || ch === 9 || ch === 12 || ch === 47) ch = html.charCodeAt(++p);
      if (ch === 62 || p >= n) { done = true; break; }
      const a = p; while (p < n && (ch = html.charCodeAt(p)) !== 61 && ch !== 62 && ch !== 32 && ch !== 10 && ch !== 9 && ch !== 13 && ch !== 12 && (ch !== 47)) p++;
      const b = p; while (ch === 32 || ch === 10 || ch === 13 || ch === 9) ch = html.charCodeAt(++p);
      let vs = -1, ve = -1;
      if (ch === 61) { ch = html.charCodeAt(++p); while (ch === 32 || ch === 10 || ch === 13 || ch === 9) ch = html.charCodeAt(++p);
        if (ch === 34 || ch === 39) { vs = p + 1; ve = html.indexOf(ch === 34 ? '"' : "'", vs); if (ve < 0) { p = n; break; } p = ve + 1; }
        else { vs = p; while (p < n && (ch = html.charCodeAt(p)) !== 62 && ch !== 32 && ch !== 10 && ch !== 9 && ch !== 13) p++; ve = p; } }
      if (vs >= 0) { const L = b - a;
        if (L === 4 && (html.charCodeAt(a) | 32) === 104) { if (html.slice(a, b).toLowerCase() === 'href') { let v = html.slice(vs, ve); if (v.indexOf('&') >= 0) v = decodeHTMLAttribute(v); if (name === 'base') base ??= v; else if (name !== 'meta') links.push(v); } }
        else if (name === 'meta') { const k = html.slice(a, b).toLowerCase(); if (k === 'name') mN = html.slice(vs, ve); else if (k === 'content') mC = html.slice(vs, ve); } }
    }
    if (name === 'meta' && mN === 'robots') robots = mC;
    i = p;
  }
  return { title, links, base, robots };
}
const viaCheerio = ($) => { const links = []; $('a[href], area[href]').each((_, e) => { links.push(e.attribs.href); }); return { title: $('title').first().text(), links }; };
export const cheerioParse5 = (html) => viaCheerio(cheerio.load(html));
export const cheerioHp2 = (html) => viaCheerio(slim.load(html));
export const cheerioXmlFlag = (html) => viaCheerio(cheerio.load(html, { xml: { xmlMode: false, decodeEntities: true, _useHtmlParser2: true } }));
export function parse5Walk(html) { const links = []; let title = ''; const st = [parse5.parse(html)]; while (st.length) { const n = st.pop(); if (n.tagName === 'a' || n.tagName === 'area') { for (const a of n.attrs) if (a.name === 'href') { links.push(a.value); break; } } else if (n.tagName === 'title' && !title) title = n.childNodes[0]?.value ?? ''; const c = n.childNodes; if (c) for (let i = c.length - 1; i >= 0; i--) st.push(c[i]); } return { title, links }; }
export function linkedom(html) { const { document } = parseHTML(html); return { title: document.title, links: [...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href')) }; }
export function regex(html) { const links = []; for (const m of html.matchAll(/<a\b[^>]*?\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)) links.push(m[1] ?? m[2] ?? m[3]); const t = /<title[^>]*>([^<]*)/i.exec(html); return { title: t ? t[1] : '', links }; }
export const ALL = { scan, regex, hp2tok, hp2, hp2attribs, cheerioHp2, cheerioXmlFlag, parse5Walk, cheerioParse5, linkedom };
