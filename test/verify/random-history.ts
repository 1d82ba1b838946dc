import { type ModelSitemaps, makeModelSitemaps } from '#test/model/model-sitemaps.ts';
import { Dice } from '#test/model/model-web.ts';
import { type Random, seededRandom } from '#test/site/random.ts';
import { History, type Json } from '#test/verify/history.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const HOSTS = ['http://a.example', 'http://b.example', 'http://c.example', 'http://d.example'];

/**
 * A made-up small web: pages, duplicates, redirects, failures, deferrals, pages that kill their
 * worker.
 */
function randomWeb(random: Random): { web: Map<string, ScriptedPage>; urls: string[] } {
  const hosts = HOSTS.slice(0, 2 + random.below(3));
  const urls = Array.from({ length: 8 + random.below(50) }, (_, n) => `${random.pick(hosts)}/${n}`);
  const web = new Map(urls.map((url, n) => [url, randomPage(random, urls, n)]));
  return { web, urls };
}

function randomPage(random: Random, urls: readonly string[], n: number): ScriptedPage {
  const kind = random.next();
  if (kind < 0.18) return { redirect: random.pick(urls) };
  if (kind < 0.25) return { fail: random.pick(['dns', 'http-4xx', 'timeout']) };
  if (kind < 0.28 && n > 0) return { kills: true };
  const links = Array.from({ length: random.below(7) }, () => (random.next() < 0.2 ? '!' : '') + random.pick(urls));
  const encoding = random.pick(['none', 'gzip', 'br', 'zstd'] as const);
  return {
    links: n === 0 ? [...links, ...urls.slice(1, 8)] : links,
    ...(random.next() < 0.25 && { body: `copy ${random.below(3)}` }),
    ...(random.next() < 0.1 && { deferred: 1 }),
    ...(encoding !== 'none' && { encoding }),
  };
}

const maybe = (random: Random, chance: number, most: number): number | null =>
  random.next() < chance ? 1 + random.below(most) : null;

/**
 * Crawls a made-up web under made-up limits to its end, pausing and continuing on the way. The same
 * seed is the same history.
 * @param more.sitemaps the web has sitemaps
 * @param more.base the web as it was before was crawled, and is the base
 */
export async function randomHistory(seed: number, more: { sitemaps?: boolean; base?: boolean } = {}): Promise<History> {
  const random = seededRandom(seed);
  const { web, urls } = randomWeb(random);
  const sitemaps = more.sitemaps ? { sitemaps: makeModelSitemaps(new Dice(seed), urls) } : {};
  const packs = seed % 2 === 1;
  const history = new History((url) => web.get(url), { ...sitemaps, packs });
  await carry(history, random, { urls, ...sitemaps });
  if (!more.base) return history;
  const later = laterPages(random, web, urls);
  const next = new History((url) => later.get(url), { ...sitemaps, packs, base: history });
  await carry(next, random, { urls, ...sitemaps });
  return next;
}

/** Some pages changed, vanished, came to life or moved, and some killers are harmless now. */
function laterPages(random: Random, web: ReadonlyMap<string, ScriptedPage>, urls: readonly string[]) {
  const later = new Map(web);
  for (const [n, url] of urls.entries()) {
    const kind = random.next();
    if (kind < 0.15) later.set(url, { ...web.get(url), body: `changed ${n}` });
    else if (kind < 0.3) later.set(url, randomPage(random, urls, n));
  }
  return later;
}

async function carry(
  history: History,
  random: Random,
  of: { urls: readonly string[]; sitemaps?: ModelSitemaps },
): Promise<void> {
  const { urls, sitemaps } = of;
  const limits: Json = {
    depth: maybe(random, 0.4, 4),
    pages: maybe(random, 0.4, 15),
    pagesPerLevel: maybe(random, 0.3, 6),
    pagesPerHost: maybe(random, 0.3, 6),
  };
  const mode = random.pick(['host', 'any', 'domain']);
  const delaySeconds = random.pick([0, 0, 1]);
  const order = random.pick(['breadth-first', 'breadth-first', 'importance', 'depth-first']);
  await history.start({
    seeds: urls.slice(0, 1 + random.below(3)),
    scope: { mode },
    limits,
    order,
    parallelism: order === 'depth-first' ? 1 : 1 + random.below(4),
    unitSeconds: random.pick([2, 600]),
    hostsPerWorker: random.pick([1, 25]),
    politeness: { delaySeconds },
    traps: { pagesPerPattern: maybe(random, 0.3, 9), barrenPages: maybe(random, 0.6, 4) },
    sitemaps: sitemaps === undefined ? 'off' : (sitemaps.given ?? 'auto'),
  });
  const pauses = random.below(3);
  for (let i = 0; i < pauses; i++) {
    const step = await history.go(1 + random.below(3));
    if (step.type === 'end') break;
    await history.control({ type: 'pause' });
    await history.go();
    await history.control({ type: 'resume' });
  }
  const end = await history.go();
  if (end.type !== 'end' || end.status !== 'limited' || random.next() < 0.3) return;
  await history.control({
    type: 'resume',
    limits: { pages: 40, pagesPerLevel: null, depth: null, pagesPerHost: null },
  });
  await history.go();
}
