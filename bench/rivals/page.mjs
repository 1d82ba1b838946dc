// Part of the harness that the figures of this project were first made with, kept as it was (Biome
// does not look here); see bench/README.md. Renders one realistic HTML page: head with metas,
// JSON-LD and inline CSS, navigation, article markup, sidebar, footer, inline state script.
import { WORDS, sentence, slugWord, zipf } from './words.mjs';

const esc = (s) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
const CSS = '.site-header{display:flex;align-items:center;padding:0 24px}.nav__list{list-style:none;margin:0}.nav__item{display:inline-block}.nav__link{color:#234;text-decoration:none}.nav__link:hover{text-decoration:underline}.card{border:1px solid #ddd;border-radius:4px}.card__inner{padding:12px}@media (max-width:640px){.nav__item{display:block}.sidebar{display:none}}.footer{background:#f4f4f4}';

const opt = { scriptLinks: false }; // 'hard' turns on markup inside scripts that looks like links
export const pageOptions = opt;
function block(g) { // one chunk of article markup
  const k = g.next();
  if (k < 0.5) {
    let s = '<p>'; const n = g.int(2, 6);
    for (let i = 0; i < n; i++) {
      const t = sentence(g, g.int(7, 22)); const q = g.next();
      s += q < 0.08 ? `<em>${t}</em> ` : q < 0.16 ? `<strong class="kw">${zipf(g)}</strong> ${t} ` : q < 0.2 ? `${t}&nbsp;&mdash; ` : q < 0.23 ? `Q&amp;A: ${t} ` : t + ' ';
    }
    return s + (g.chance(0.8) ? '</p>\n' : '\n'); // a fifth of the paragraphs leave </p> out
  }
  if (k < 0.62) { let s = '<ul class="list list--bullets">\n'; for (let i = g.int(3, 8); i > 0; i--) s += `<li class="list__item" data-i="${i}">${sentence(g, g.int(3, 10))}${g.chance(0.7) ? '</li>' : ''}\n`; return s + '</ul>\n'; }
  if (k < 0.7) { let s = '<div class="table-wrap"><table class="data"><thead><tr><th>' + zipf(g) + '<th>' + zipf(g) + '<th>' + zipf(g) + '</tr></thead><tbody>\n'; for (let i = g.int(3, 9); i > 0; i--) s += `<tr><td>${zipf(g)}</td><td class="num">${g.int(1, 99999)}</td><td>${zipf(g)} ${zipf(g)}</td></tr>\n`; return s + '</tbody></table></div>\n'; }
  if (k < 0.78) { const id = g.int(100, 999999); return `<figure class="media media--wide" id="fig-${id}"><img loading="lazy" class="media__img" src="/static/img.png?v=${id}" alt="${esc(sentence(g, 5))}" width="${g.int(200, 1200)}" height="${g.int(200, 900)}"><figcaption>${sentence(g, g.int(5, 14))}</figcaption></figure>\n`; }
  if (k < 0.9) { const id = g.int(1000, 9999999); return `<div class="card card--teaser js-track" data-id="${id}" data-track='{"c":"teaser","p":${g.int(1, 40)}}'><div class="card__inner"><div class="card__meta"><span class="badge badge--${zipf(g)}">${zipf(g)}</span><time datetime="20${g.int(10, 26)}-0${g.int(1, 9)}-1${g.int(0, 9)}">${g.int(1, 28)} days ago</time></div><h3 class="card__title"><span>${sentence(g, g.int(3, 8))}</span></h3><div class="card__body"><span class="text text--small">${sentence(g, g.int(8, 20))}</span></div></div></div>\n`; }
  if (k < 0.94) return `<h2 id="s-${g.int(1, 99999)}" class="h2">${sentence(g, g.int(2, 7))}</h2>\n`;
  if (k < 0.96) return `<blockquote cite="#"><p>${sentence(g, g.int(10, 30))}</p></blockquote>\n`;
  if (k < 0.975) return `<!-- ${sentence(g, 8)} --><hr>\n`;
  if (k < 0.99) return `<svg class="icon" viewBox="0 0 24 24" width="24" height="24"><path d="M${g.int(1, 9)} ${g.int(1, 9)}l${g.int(1, 9)}.${g.int(100, 999)} 4.2-7.1z"/></svg><br>\n`;
  const n = g.int(1, 999); return `<script>window.dataLayer=window.dataLayer||[];dataLayer.push({"event":"block","id":${g.int(1, 1e6)},"html":"${opt.scriptLinks ? `<a href='/not-a-link-${n}'>x</a>` : `<b>x${n}</b>`}"});</script>\n`;
}

// nav, footer: [{href,text}]; links: [{href,text,rel?}] content links; opts: title, bytes, charset,
// headExtra, bodyExtra, base, lang
export function renderPage(g, { title, url, nav, crumbs, links, footer, bytes, charset = 'utf-8', headExtra = '', bodyExtra = '', siteName, lang = 'en', metaCharset = true }) {
  const a = (l, cls) => `<a${cls ? ` class="${cls}"` : ''} href="${esc(l.href)}"${l.rel ? ` rel="${l.rel}"` : ''}>${esc(l.text)}</a>`;
  let h = `<!DOCTYPE html>\n<html lang="${lang}">\n<head>\n${metaCharset ? `<meta charset="${charset}">\n` : ''}<title>${esc(title)}</title>\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="description" content="${esc(sentence(g, 16))}">\n<meta property="og:title" content="${esc(title)}">\n<meta property="og:type" content="article">\n<meta property="og:url" content="${esc(url)}">\n<meta property="og:image" content="/static/img.png">\n<meta name="twitter:card" content="summary">\n<link rel="stylesheet" href="/static/site.css?v=31">\n<link rel="icon" href="/static/img.png">\n${headExtra}<style>${CSS}</style>\n<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":${JSON.stringify(title)},"datePublished":"2024-0${g.int(1, 9)}-1${g.int(0, 9)}","author":{"@type":"Person","name":"${slugWord(g)} ${slugWord(g)}"}}</script>\n<script async src="/static/app.js"></script>\n</head>\n<body class="page page--article theme-light">\n`;
  h += `<header class="site-header"><div class="site-header__brand"><a class="logo" href="/"><span class="logo__text">${esc(siteName)}</span></a></div>\n<nav class="nav" role="navigation" aria-label="Main"><ul class="nav__list">\n`;
  for (const l of nav) h += `<li class="nav__item">${a(l, 'nav__link')}</li>\n`;
  h += `</ul></nav>\n<form class="search" action="/search" method="get"><input type="search" name="q" placeholder="Search"><button type="submit">Go</button></form></header>\n`;
  h += `<div class="crumbs">${crumbs.map((l) => a(l, 'crumb')).join(' &raquo; ')}</div>\n<main id="main" class="main"><article class="article">\n<h1 class="article__title">${esc(title)}</h1>\n${bodyExtra}`;
  let f = `</article></main>\n<footer class="footer"><div class="footer__cols"><ul class="footer__list">\n`;
  for (const l of footer) f += `<li>${a(l, 'footer__link')}</li>\n`;
  f += `</ul></div><p class="copyright">&copy; 2026 ${esc(siteName)}. All rights reserved.</p></footer>\n`;
  const state = Math.min(60000, Math.floor(bytes * 0.12)); // inline state script, an eighth of the page
  let st = '<script id="__STATE__" type="application/json">{"items":[';
  while (st.length < state) st += `{"id":${g.int(1, 1e7)},"slug":"${slugWord(g)}-${slugWord(g)}","score":${g.next().toFixed(6)},"tags":["${zipf(g)}","${zipf(g)}"],"ok":${g.chance(0.5)}},`;
  st += '{}]}</script>\n';
  const room = Math.max(600, bytes - h.length - f.length - st.length - 20);
  // content links are spread evenly over the article
  let body = ''; let li = 0; const step = room / (links.length + 1);
  while (body.length < room) {
    body += block(g);
    while (li < links.length && body.length > step * (li + 1)) {
      const l = links[li++];
      body += l.card ? `<div class="card card--link"><div class="card__inner">${a(l, 'card__link')}<p class="card__text">${sentence(g, 9)}</p></div></div>\n` : `<p>${sentence(g, 6)} ${a(l)} ${sentence(g, 8)}</p>\n`;
    }
  }
  while (li < links.length) body += `<p>${a(links[li++])}</p>\n`;
  return h + body + f + st + '</body>\n</html>\n';
}
export { esc, WORDS };
