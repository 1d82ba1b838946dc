// Part of the harness that the figures of this project were first made with, kept as it was (Biome
// does not look here); see bench/README.md. Shared by the JavaScript crawlers: seeds, and one
// append-only file for bodies plus one for records (url, title, number of links).
import fs from 'node:fs';
export const OUT = process.env.OUT || '.bench/out/manual'; fs.mkdirSync(OUT, { recursive: true });
export const SEEDS = fs.readFileSync(process.env.SEEDS || '.bench/site/fast/seeds.txt', 'utf8').trim().split('\n');
export const CONC = +(process.env.CONC || 32);
export const SCOPE = /^http:\/\/(127\.0\.1\.\d+|h\d+\.fast\.bench\.test):80[89]0\//;
const bodies = fs.createWriteStream(OUT + '/bodies.dat', { highWaterMark: 1 << 20 }); const recs = fs.createWriteStream(OUT + '/records.jsonl', { highWaterMark: 1 << 18 });
export let saved = 0;
export function save(url, title, nLinks, body) { saved++; const b = typeof body === 'string' ? Buffer.from(body) : body; bodies.write(`\n#${url} ${b.length}\n`); bodies.write(b); recs.write(JSON.stringify({ url, title, nLinks }) + '\n'); }
export const done = () => Promise.all([new Promise((r) => bodies.end(r)), new Promise((r) => recs.end(r))]);
