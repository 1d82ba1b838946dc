#!/usr/bin/env node
// Part of the harness that made the first figures of this project, kept unchanged (Biome does not
// look here); see bench/README.md.
// Synthetic web generator. No dependencies. Usage:
//   node generate.mjs --profile fast|hard [--out DIR] [--pages N] [--hosts H] [--seed S]
//     [--mean 30000] [--sigma 1.0] [--port P] [--names]
// The same arguments always give the same bytes. See README.md for the layout of the output.
import fs from 'node:fs'; import path from 'node:path'; import zlib from 'node:zlib'; import crypto from 'node:crypto';
import { rng } from './rng.mjs'; import { renderPage } from './page.mjs'; import { sentence, slugWord } from './words.mjs';


const arg = (n, d) => { const i = process.argv.indexOf('--' + n); return i < 0 ? d : (process.argv[i + 1] === undefined || process.argv[i + 1].startsWith('--') ? true : process.argv[i + 1]); };
export const cfg = {
  profile: arg('profile', 'fast'), seed: String(arg('seed', '42')), mean: +arg('mean', 30000), sigma: +arg('sigma', 1.0), names: arg('names', false) === true,
};
const fast = cfg.profile === 'fast';
cfg.hosts = +arg('hosts', fast ? 10 : 12); cfg.pages = +arg('pages', fast ? 20000 : 3000); cfg.port = +arg('port', fast ? 8080 : 8081);
cfg.out = path.resolve(arg('out', `.bench/site/${cfg.profile}`));
cfg.net = fast ? '127.0.1.' : '127.0.2.';
export const ip = (h) => cfg.net + (h + 1);
export const origin = (h) => `http://${cfg.names ? `h${h + 1}.${cfg.profile}.bench.test` : ip(h)}:${cfg.port}`;
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

// ---- shared: the page tree of one host -------------------------------------------------------
// Page 0 is "/", pages 1..HUBS are in the navigation, every later page hangs under an earlier one,
// so all are reachable.
export const HUBS = 28;
export function hostPaths(g, h, n) {
  const sections = []; while (sections.length < 8) { const w = slugWord(g); if (w.length > 3 && !sections.includes(w)) sections.push(w); }
  const paths = ['/'];
  for (let i = 1; i < n; i++) {
    const s = sections[i % 8]; const slug = `${slugWord(g)}-${slugWord(g)}-${slugWord(g)}-${h}${i.toString(36)}`; const q = g.next();
    paths.push(i <= HUBS ? (i <= 8 ? `/${sections[i - 1]}/` : `/${s}/${slugWord(g)}-${i}/`) : q < 0.6 ? `/${s}/${slug}.html` : q < 0.85 ? `/${s}/20${g.int(15, 26)}/0${g.int(1, 9)}/${slug}/` : `/${s}/${slug}`);
  }
  return paths;
}
export const treeChildren = (i, n) => { if (i === 0) return []; const a = HUBS + 1 + 4 * (i - 1); const r = []; for (let c = a; c < a + 4 && c < n; c++) r.push(c); return r; };
export function relHref(g, from, to) { // relative, root-absolute or absolute; same host only
  const q = g.next();
  if (q < 0.45) return to;
  if (q < 0.8) { const base = path.posix.dirname(from.endsWith('/') ? from + 'x' : from); let r = path.posix.relative(base, to); if (to.endsWith('/')) r = (r === '' ? '.' : r) + '/'; return r.includes(':') ? to : r; }
  return null;
}

function buildFast() {
  const { out, hosts: H, pages } = cfg; const per = Math.floor(pages / H); const t0 = Date.now();
  fs.rmSync(out, { recursive: true, force: true }); fs.mkdirSync(out, { recursive: true });
  const hosts = []; for (let h = 0; h < H; h++) hosts.push(hostPaths(rng(`${cfg.seed}/paths/${h}`), h, per));
  const titles = (h, i) => { const g = rng(`${cfg.seed}/title/${h}/${i}`); const t = sentence(g, g.int(3, 9)); return t.slice(0, -1) + (g.chance(0.1) ? ' & more' : ''); };
  const adj = []; const sizes = []; const records = []; let nTags = 0, nLinks = 0, gzTotal = 0;
  for (let h = 0; h < H; h++) {
    const P = hosts[h]; const o = origin(h); const g0 = rng(`${cfg.seed}/host/${h}`); const siteName = slugWord(g0) + ' ' + slugWord(g0);
    const nav = []; for (let i = 1; i <= HUBS && i < per; i++) nav.push({ href: P[i], text: slugWord(g0) + ' ' + slugWord(g0) });
    const footer = nav.slice(0, 6).map((l) => ({ ...l })); for (let k = 1; k <= Math.min(3, H - 1); k++) footer.push({ href: origin((h + k) % H) + '/', text: 'Partner ' + slugWord(g0) });
    adj.push([]); for (let i = 0; i < per; i++) {
      const g = rng(`${cfg.seed}/page/${h}/${i}`); const out1 = new Set(); const links = [];
      const add = (hh, ii) => {
        const k = hh * per + ii; if (out1.has(k)) return; out1.add(k); const to = hosts[hh][ii];
        let href = hh === h ? relHref(g, P[i], to) ?? o + to : origin(hh) + to; links.push({ href, text: titles(hh, ii).slice(0, 60), card: g.chance(0.4) });
        if (g.chance(0.2)) links.push({ href: href + (g.chance(0.6) ? '#comments' : ''), text: 'Read more', card: false }); // duplicate of the same target
      };
      for (const c of treeChildren(i, per)) add(h, c);
      const want = g.int(5, 10); while (out1.size < want) add(g.chance(0.85) ? h : g.int(0, H - 1), Math.min(per - 1, Math.floor(Math.pow(g.next(), 1.3) * per)));
      adj[h].push([...out1]); g.shuffle(links);
      const sec = P[i].split('/')[1]; const title = titles(h, i);
      const html = renderPage(g, { title, url: o + P[i], nav, crumbs: [{ href: '/', text: 'Home' }, { href: sec ? `/${sec}/` : '/', text: sec || 'Home' }], links, footer, bytes: Math.min(1.5e6, g.lognormal(cfg.mean, cfg.sigma)), siteName });
      const file = path.join(out, 'www', ip(h), P[i].endsWith('/') ? P[i] + 'index.html' : P[i]);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      const raw = Buffer.from(html); const gz = zlib.gzipSync(raw, { level: 6 }); fs.writeFileSync(file, raw); fs.writeFileSync(file + '.gz', gz);
      const nl = html.match(/<a[ >]/g).length; nLinks += nl; nTags += html.match(/<[a-zA-Z]/g).length; gzTotal += gz.length; sizes.push(raw.length);
      records.push({ url: o + P[i], host: h, path: P[i], depth: -1, status: 200, class: 'required', bytes: raw.length, gzBytes: gz.length, sha1: crypto.createHash('sha1').update(raw).digest('hex'), title, links: nl });
    }
    const root = path.join(out, 'www', ip(h)); fs.mkdirSync(path.join(root, 'static'), { recursive: true });
    fs.writeFileSync(path.join(root, 'static/img.png'), PNG); fs.writeFileSync(path.join(root, 'static/site.css'), 'body{margin:0}\n'); fs.writeFileSync(path.join(root, 'static/app.js'), '/* */\n');
    fs.writeFileSync(path.join(root, 'robots.txt'), `User-agent: *\nDisallow: /private/\nDisallow: /search\nSitemap: ${o}/sitemap.xml\n`);
    fs.writeFileSync(path.join(root, 'sitemap.xml'), `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${P.map((p) => `<url><loc>${o}${p}</loc></url>`).join('\n')}\n</urlset>\n`);
  }
  let q = []; // depth by breadth-first search from the host roots:
  for (let h = 0; h < H; h++) { records[h * per].depth = 0; q.push(h * per); }
  while (q.length) { const nq = []; for (const k of q) { const h = Math.floor(k / per), i = k % per; const next = [...adj[h][i]]; for (let j = 1; j <= HUBS && j < per; j++) next.push(h * per + j); for (const t of next) if (records[t].depth < 0) { records[t].depth = records[k].depth + 1; nq.push(t); } } q = nq; }
  const depths = {}; for (const r of records) depths[r.depth] = (depths[r.depth] || 0) + 1;
  sizes.sort((a, b) => a - b); const sum = sizes.reduce((a, b) => a + b, 0); const n = sizes.length; const at = (p) => sizes[Math.min(n - 1, Math.floor(n * p))];
  fs.writeFileSync(path.join(out, 'manifest.jsonl'), records.map((r) => JSON.stringify(r)).join('\n') + '\n');
  fs.writeFileSync(path.join(out, 'seeds.txt'), hosts.map((_, h) => origin(h) + '/').join('\n') + '\n');
  fs.writeFileSync(path.join(out, 'hosts.txt'), hosts.map((_, h) => `${ip(h)} h${h + 1}.${cfg.profile}.bench.test`).join('\n') + '\n');
  const all = crypto.createHash('sha256'); for (const r of records) all.update(r.url + r.sha1);
  const summary = { ...cfg, pages: n, bytes: { mean: Math.round(sum / n), p10: at(0.1), p50: at(0.5), p90: at(0.9), p99: at(0.99), max: sizes[n - 1], total: sum, gzTotal }, linksPerPage: +(nLinks / n).toFixed(1), tagsPerPage: +(nTags / n).toFixed(1), depths, sha256: all.digest('hex'), seconds: (Date.now() - t0) / 1000 };
  fs.writeFileSync(path.join(out, 'summary.json'), JSON.stringify(summary, null, 1) + '\n'); console.log(JSON.stringify(summary, null, 1));
  // nginx configuration: one server block (and one IP address) per host; workers set by serve.sh
  const servers = hosts.map((_, h) => `  server { listen ${ip(h)}:${cfg.port} backlog=4096; server_name h${h + 1}.${cfg.profile}.bench.test ${ip(h)}; root ${out}/www/${ip(h)}; }`).join('\n');
  fs.writeFileSync(path.join(out, 'nginx.conf'), `# made by generate.mjs; started by serve.sh
${process.getuid?.() === 0 ? "user root; " : ""}worker_processes @WORKERS@; daemon on; pid ${out}/nginx.pid; error_log ${out}/nginx-error.log warn;
events { worker_connections 8192; }
http {
  types { text/html html; image/png png; text/css css; application/javascript js; text/plain txt; application/xml xml; }
  default_type text/html; charset utf-8; charset_types text/plain;
  sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_timeout 75; keepalive_requests 1000000; reset_timedout_connection on;
  gzip_static on; gzip_vary on; etag on; index index.html; autoindex off; server_tokens off;
  log_format bench '$msec $status $body_bytes_sent http://$host:$server_port$request_uri "$http_accept_encoding"';
  access_log ${out}/access.log bench buffer=512k flush=1s;
${servers}
}
`);
}
if (process.argv[1] === new URL(import.meta.url).pathname) buildFast();
