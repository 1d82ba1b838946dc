import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { type Random, seededRandom } from '#test/site/random.ts';

/** A page of the made-up web. */
export interface TopicPage {
  readonly url: CrawlUrl;
  readonly topic: number;
  readonly html: string;
}

export interface TopicWeb {
  readonly pages: ReadonlyMap<CrawlUrl, TopicPage>;
  /** Of topic 0: start addresses. */
  readonly seeds: readonly CrawlUrl[];
  /** All words of topic 0, the most frequent first. */
  readonly words: readonly string[];
}

const TOPICS = 10;
const WORDS_OF_TOPIC = 8;
const MENU = 8;
const SEEDS = 5;
const LINKS = 12;
const PASSAGES = 12;
/** Chances: a content link stays on its topic, its text is the title of its target, and so on. */
const SAME_TOPIC = 0.7;
const TELLING_TEXT = 0.7;
const TELLING_URL = 0.6;
const TOPICAL_PASSAGE = 0.5;
/** A word of another topic instead. */
const STRAY_WORD = 0.1;
const EMPTY_TEXTS = ['more', 'read more', 'next', 'here'];

interface Draft {
  readonly url: CrawlUrl;
  readonly topic: number;
  readonly title: string;
}

/**
 * A site of ten topics whose pages link mostly to pages of the same topic, and all to a menu.
 * Titles, texts, addresses and anchors name the topic as often as the constants say, each time with
 * one or two of its eight words.
 */
export function topicWeb(size: number, seed: number): TopicWeb {
  const random = seededRandom(seed);
  const drafts = Array.from({ length: size }, (_, n) => draft(random, n));
  const menu = drafts.filter(({ topic }) => topic === -1);
  const ofTopic = Array.from({ length: TOPICS }, (_, topic) => drafts.filter((page) => page.topic === topic));
  const pages = drafts.map((page): [CrawlUrl, TopicPage] => {
    const targets = Array.from({ length: LINKS }, () =>
      random.pick(page.topic >= 0 && random.next() < SAME_TOPIC ? (ofTopic[page.topic] ?? drafts) : drafts),
    );
    return [page.url, { ...page, html: htmlOf(random, page, { menu, targets }) }];
  });
  const words = Array.from({ length: WORDS_OF_TOPIC }, (_, n) => wordOf(0, n));
  return { pages: new Map(pages), seeds: (ofTopic[0] ?? []).slice(0, SEEDS).map(({ url }) => url), words };
}

function draft(random: Random, n: number): Draft {
  const topic = n < MENU ? -1 : random.below(TOPICS);
  const title = topic < 0 ? `menu ${n}` : `${topicWord(random, topic)} ${topicWord(random, topic)} note ${n}`;
  const path = random.next() < TELLING_URL ? title.replaceAll(' ', '-') : `p/${n}`;
  return { url: `http://a.example/${path}` as CrawlUrl, topic, title };
}

function htmlOf(
  random: Random,
  { topic, title }: Draft,
  { menu, targets }: { readonly menu: readonly Draft[]; readonly targets: readonly Draft[] },
): string {
  const passages = Array.from({ length: PASSAGES }, () =>
    topic >= 0 && random.next() < TOPICAL_PASSAGE
      ? `some text of ${topicWord(random, topic)} and more`
      : 'some text and more',
  );
  const link = ({ url, title: text }: Draft): string => `<a href="${url}">${text}</a>`;
  const links = targets.map((page) =>
    link(random.next() < TELLING_TEXT ? page : { ...page, title: random.pick(EMPTY_TEXTS) }),
  );
  const body = [...passages, ...links].map((text) => `<p>${text}</p>`).join('');
  return `<!DOCTYPE html><title>${title}</title><nav>${menu.map(link).join(' ')}</nav><main>${body}</main>`;
}

/** The smaller number twice as often: words are not equally frequent. */
const topicWord = (random: Random, topic: number): string =>
  wordOf(
    random.next() < STRAY_WORD ? random.below(TOPICS) : topic,
    Math.min(random.below(WORDS_OF_TOPIC), random.below(WORDS_OF_TOPIC)),
  );

const wordOf = (topic: number, n: number): string => `t${'abcdefghij'[topic]}${'klmnopqr'[n]}`;
