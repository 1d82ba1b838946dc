// Part of the harness that the figures of this project were first made with, kept as it was (Biome
// does not look here); see bench/README.md. A small seeded vocabulary: syllable-built words with a
// Zipf-like choice, so text compresses about as prose does.
import { rng } from './rng.mjs';
const r = rng('vocabulary-1');
const on = ['b','c','d','f','g','h','l','m','n','p','r','s','t','v','w','br','ch','cl','cr','dr','fl','gr','pl','pr','sh','st','str','th','tr',''];
const vo = ['a','e','i','o','u','ai','ea','ee','io','ou'];
const co = ['','','n','r','s','t','l','m','nd','st','ng','ck','ll'];
const set = new Set(['the','of','and','to','a','in','is','it','for','that','with','as','on','was','by','at','from','be','are','this']);
while (set.size < 6000) { let w = ''; const k = 1 + Math.floor(r.next() * 3.3); for (let i = 0; i < k; i++) w += r.pick(on) + r.pick(vo) + r.pick(co); if (w.length > 2) set.add(w); }
export const WORDS = [...set];
export const zipf = (g) => WORDS[Math.min(WORDS.length - 1, Math.floor(Math.exp(g.next() * Math.log(WORDS.length + 1)) - 1))];
export const slugWord = (g) => WORDS[20 + Math.floor(g.next() * 3000)];
export function sentence(g, n) { let s = ''; for (let i = 0; i < n; i++) { const w = zipf(g); s += i === 0 ? w[0].toUpperCase() + w.slice(1) : (i % 9 === 8 ? ', ' : ' ') + w; } return s + '.'; }
