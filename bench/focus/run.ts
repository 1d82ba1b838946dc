import { type TopicWeb, topicWeb } from '#bench/focus/topic-web.ts';
import { pagePassages } from '#core/content/page-passages.ts';
import { scanPage } from '#core/extraction/page-scan.ts';
import { linkScoreOf } from '#core/scope/focus/link-score.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { resolveUrl } from '#core/url/resolve-url.ts';

/**
 * `npm run simulate:focus [SEED…]` (default 1 2): of a made-up web of 5,000 pages and ten topics
 * (`topic-web.ts`), how many pages of one topic a focused crawl reaches, and with how many
 * requests. Text and scores are those of the crawler; the crawl itself is a queue. Prints a table.
 */
const PAGES = 5_000;
const WORDS = [2, 4, 8];
const THRESHOLDS = [0.25, 0.3, 0.5];
const OPTIONS = { anchorText: true, resources: false, agentToken: 'surf' };

/** In the order of their requests: is the page on topic? */
function crawl(web: TopicWeb, words: readonly string[], threshold: number): boolean[] {
  const score = linkScoreOf({ words: [...words], pattern: null, threshold });
  const queue: CrawlUrl[] = [...web.seeds];
  const seen = new Set(queue);
  const requests: boolean[] = [];
  for (const url of queue) {
    const page = web.pages.get(url);
    if (page === undefined || score === null) continue;
    requests.push(page.topic === 0);
    const { title, links } = scanPage(Buffer.from(page.html), 'text/html', OPTIONS);
    const topical = score.page({ title, passages: () => pagePassages(page.html, url) });
    for (const { href, text } of links) {
      const target = resolveUrl(href, url);
      if (target === null || seen.has(target)) continue;
      if (score.isTooLow(score.of({ url: target, text, page: topical }))) continue;
      seen.add(target);
      queue.push(target);
    }
  }
  return requests;
}

const countOf = (requests: readonly boolean[]): number => requests.filter(Boolean).length;

/** How many requests the crawl had sent when it had so many pages of the topic. */
function requestsFor(requests: readonly boolean[], wanted: number): number {
  let found = 0;
  const at = requests.findIndex((isOnTopic) => {
    found += Number(isOnTopic);
    return found === wanted;
  });
  return at + 1;
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

const seeds = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 2];
process.stdout.write(
  '| seed | words of 8 | threshold | requests | pages of the topic reached | on topic | requests saved |\n| --- | --- | --- | --- | --- | --- | --- |\n',
);
for (const seed of seeds) {
  const web = topicWeb(PAGES, seed);
  const all = crawl(web, web.words, 0);
  process.stdout.write(`| ${seed} | all links | | ${all.length} | 100 % | ${percent(countOf(all) / all.length)} | |\n`);
  for (const words of WORDS) {
    for (const threshold of THRESHOLDS) {
      const requests = crawl(web, web.words.slice(0, words), threshold);
      const reached = countOf(requests);
      const saved = 1 - requests.length / requestsFor(all, reached);
      process.stdout.write(
        `| ${seed} | ${words} | ${threshold} | ${requests.length} | ${percent(reached / countOf(all))} | ${percent(reached / requests.length)} | ${percent(saved)} |\n`,
      );
    }
  }
}
