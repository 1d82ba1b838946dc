#!/usr/bin/env node
// Part of the harness that made the first figures of this project, kept unchanged (Biome does not
// look here); see bench/README.md.
// A minimal discovering crawler, the upper bound for a Node crawler: undici dispatch -> gunzipSync
// -> parser -> URL -> Set -> WARC. No politeness, no retries.
//   PARSER=hp2|scan|cheerioParse5|... URLS=whatwg|cached|fast WARC=stored|gz1|gz6|none CONC=40
//     THREADS=1|2 (hosts are sharded over worker_threads, cross-host links sent in batches)
import fs from 'node:fs'; import zlib from 'node:zlib'; import { Worker, isMainThread, workerData, parentPort } from 'node:worker_threads';
import { makeClient } from '../layers/clients.mjs'; import * as P from '../layers/parsers.mjs'; import * as U from '../layers/urls.mjs'; import { Warc } from '../layers/warc.mjs';
const E = process.env; const OUT = E.OUT || '.bench/out/mini'; fs.mkdirSync(OUT, { recursive: true }); const SEEDS = fs.readFileSync(E.SEEDS || '.bench/site/fast/seeds.txt', 'utf8').trim().split('\n'); const CONC = +(E.CONC || 40), THREADS = +(E.THREADS || 1);
const C64 = { chunkSize: 65536 }; const SCOPE = /^http:\/\/127\.0\.1\.\d+:80[89]0\//; const hash = (s) => { let h = 0; for (let i = 0; i < s.length; i++) h = (h * 31 + s.charCodeAt(i)) | 0; return Math.abs(h); }; const SEEDHOSTS = SEEDS.map((s) => s.slice(0, s.indexOf('/', 7))); const shardOf = (origin) => { const i = SEEDHOSTS.indexOf(origin); return (i < 0 ? hash(origin) : i) % THREADS; };
async function work(shard, send, onMsg) {
  const parser = P.ALL[E.PARSER || 'hp2'], resolve = U.ALL[E.URLS || 'whatwg']; const warc = (E.WARC || 'stored') === 'off' ? null : new Warc(`${OUT}/crawl-${shard}.warc.gz`, E.WARC || 'stored'); const PER = Math.max(1, Math.round(CONC / SEEDS.length)); const cl = await makeClient({ client: E.CLIENT || 'dispatch', perHost: PER, pipelining: +(E.PIPE || 1), enc: 'gzip', discard: false });
  const seen = new Set(); const hosts = new Map(); let pages = 0, active = 0, queued = 0; let outbox = new Map();
  const host = (o) => { let h = hosts.get(o); if (!h) hosts.set(o, h = { origin: o, q: [], i: 0, active: 0 }); return h; };
  const recs = fs.createWriteStream(`${OUT}/records-${shard}.jsonl`);
  const add = (url) => { if (seen.has(url)) return; url = U.own(url); seen.add(url); const s = url.indexOf('/', 8); const o = url.slice(0, s); const sh = THREADS > 1 ? shardOf(o) : 0; if (sh !== shard) { let b = outbox.get(sh); if (!b) outbox.set(sh, b = []); b.push(url); return; } const h = host(o); h.q.push(url.slice(s)); queued++; pump(h); };
  const pump = (h) => { while (h.active < PER && h.i < h.q.length) { const p = h.q[h.i++]; queued--; h.active++; active++; cl.get(h.origin, p, (err, st, hd, b) => { h.active--; active--; if (!err && st === 200) page(h, p, b); if (outbox.size) flush(); pump(h); if (active === 0 && queued === 0) idle(); }); } };
  const flush = () => { for (const [s, urls] of outbox) send({ to: s, urls }); outbox = new Map(); };
  const page = (h, p, raw) => { pages++; const d = raw[0] === 31 ? zlib.gunzipSync(raw, C64) : raw; const base = h.origin + p; const r = parser(d.toString('utf8')); if (warc) warc.write(base, 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n', d, raw); recs.write(JSON.stringify({ url: base, title: r.title, nLinks: r.links.length }) + '\n'); for (const l of r.links) { const c = resolve(l, base, h); if (c !== null && SCOPE.test(c)) add(c); } };
  let idle = () => send({ idle: shard, pages }); onMsg((m) => { if (m.urls) { for (const u of m.urls) add(u); if (active === 0 && queued === 0) idle(); } else if (m.end) { warc?.close().then(() => { recs.end(() => send({ bye: shard, pages })); }); } });
  for (const s of SEEDS) if (shardOf(s.slice(0, -1)) === shard) add(s); flush();
}
if (!isMainThread) { await work(workerData.shard, (m) => parentPort.postMessage(m), (f) => parentPort.on('message', f)); }
else if (THREADS === 1) { let cb; await work(0, (m) => { if (m.idle !== undefined) cb({ end: 1 }); else { console.log('pages', m.pages, 'maxRSS', process.resourceUsage().maxRSS); process.exit(0); } }, (f) => { cb = f; }); }
else { const ws = []; const sent = Array(THREADS).fill(0), got = Array(THREADS).fill(0), idle = Array(THREADS).fill(false); let byes = 0, total = 0; // the main thread only routes batches; it ends when every worker is idle and every routed batch was answered by an idle report
  const inflight = Array(THREADS).fill(0); const check = () => { if (idle.every(Boolean) && inflight.every((x) => x <= 0)) for (const w of ws) w.postMessage({ end: 1 }); };
  for (let i = 0; i < THREADS; i++) { const w = new Worker(new URL(import.meta.url), { workerData: { shard: i } }); ws.push(w); w.on('message', (m) => { if (m.urls) { idle[m.to] = false; ws[m.to].postMessage({ urls: m.urls }); } else if (m.idle !== undefined) { idle[m.idle] = true; clearTimeout(globalThis.tt); globalThis.tt = setTimeout(check, 60); } else { total += m.pages; if (++byes === THREADS) { console.log('pages', total); process.exit(0); } } }); } }
