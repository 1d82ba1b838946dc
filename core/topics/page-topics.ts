import type { IndexedPage } from '#core/search/search-index.ts';
import { type SparseVector, sphericalMeans } from '#core/topics/spherical-means.ts';
import { type PageWords, TopicVocabulary, type WeighedWord } from '#core/topics/topic-vocabulary.ts';
import { countWords } from '#core/topics/topic-words.ts';

/** Pages that are read; of more, those with the lowest URL keys, which are digests. */
export const MOST_TOPIC_PAGES = 5_000;
/** Topics of one answer. */
export const MOST_TOPICS = 30;
/** Example pages of a topic. */
export const MOST_EXAMPLES = 20;
/** Most topics by default: the root of half the number of pages, and no more than these. */
const USUAL_TOPICS = 20;
/** Characters of a page's text that count. */
const MOST_BODY = 8_000;
/** A word of the title counts as so many in the text. */
const TITLE_TIMES = 3;
/** Keywords of a page that groups are made by, and those that are shown. */
const KEYWORDS = 20;
const SHOWN_KEYWORDS = 6;

export interface TopicsRequest {
  /** From 1 to MOST_TOPICS; null: as many as fit the number of pages. */
  readonly topics: number | null;
  /** Example pages of each, from 0 to MOST_EXAMPLES. */
  readonly examples: number;
}

/** A page that is typical of its topic. */
export interface TopicExample extends Pick<IndexedPage, 'key' | 'execution' | 'url' | 'title'> {
  /** Words that tell it from the other pages, the heaviest first. */
  readonly keywords: readonly string[];
}

/** Pages with the same keywords. */
export interface Topic {
  /** Words that name it, the heaviest first. */
  readonly words: readonly string[];
  readonly pages: number;
  /** Likeness of its pages: the mean cosine of a page and the topic, 0 to 1. */
  readonly likeness: number;
  /** The most typical first. */
  readonly examples: readonly TopicExample[];
}

export interface Topics {
  /** Largest first. */
  readonly topics: readonly Topic[];
  /** Pages whose keywords no topic has. */
  readonly without: number;
}

interface ReadPage extends Pick<IndexedPage, 'key' | 'execution' | 'url' | 'title'> {
  readonly words: PageWords;
}

interface Keyed extends Pick<IndexedPage, 'key' | 'execution' | 'url' | 'title'> {
  readonly keywords: readonly WeighedWord[];
}

/** Groups pages by their words. The same pages in the same order give the same groups. */
export class PageTopics {
  readonly #vocabulary = new TopicVocabulary();
  readonly #pages: ReadPage[] = [];

  /** At most MOST_TOPIC_PAGES. */
  add({ key, execution, url, title, language, body }: IndexedPage): void {
    const words = new Map<string, number>();
    countWords(title, words, TITLE_TIMES);
    countWords(body.slice(0, MOST_BODY), words);
    this.#pages.push({ key, execution, url, title, words: this.#vocabulary.add(language, words) });
  }

  group({ topics, examples }: TopicsRequest): Topics {
    const weigh = this.#vocabulary.weigher();
    const keyed: Keyed[] = [];
    for (const { words, ...page } of this.#pages) {
      const keywords = weigh(words).slice(0, KEYWORDS);
      if (keywords.length > 0) keyed.push({ ...page, keywords });
    }
    const names = sharedBy(keyed);
    const numbers = new Map(names.map((word, i) => [word, i]));
    const vectors = keyed.map(({ keywords }) => vectorOf(keywords, numbers));
    const { of, likeness, means } = sphericalMeans(vectors, topics ?? usualTopics(keyed.length), names.length);
    const groups = means.map((mean, group) => {
      const members = keyed
        .flatMap((page, i) => (of[i] === group ? [{ page, alike: likeness[i] ?? 0 }] : []))
        .sort((a, b) => b.alike - a.alike || (a.page.key < b.page.key ? -1 : 1));
      return topicOf(members, { words: heaviest(mean, names), examples });
    });
    const found = groups.filter(({ pages }) => pages > 0).sort((a, b) => b.pages - a.pages);
    return { topics: found, without: this.#pages.length - found.reduce((sum, { pages }) => sum + pages, 0) };
  }
}

const usualTopics = (pages: number): number => Math.min(USUAL_TOPICS, Math.max(1, Math.round(Math.sqrt(pages / 2))));

/** Keywords of two pages and more: others group nothing. */
function sharedBy(pages: readonly Keyed[]): string[] {
  const seen = new Map<string, number>();
  for (const { keywords } of pages) for (const { word } of keywords) seen.set(word, (seen.get(word) ?? 0) + 1);
  return [...seen].flatMap(([word, of]) => (of > 1 ? [word] : []));
}

function vectorOf(keywords: readonly WeighedWord[], numbers: ReadonlyMap<string, number>): SparseVector {
  const shared = keywords.flatMap(({ word, weight }) => {
    const term = numbers.get(word);
    return term === undefined ? [] : [{ term, weight }];
  });
  const length = Math.sqrt(shared.reduce((sum, { weight }) => sum + weight * weight, 0));
  return {
    terms: Uint32Array.from(shared, ({ term }) => term),
    weights: Float32Array.from(shared, ({ weight }) => weight / length),
  };
}

function topicOf(
  members: readonly { readonly page: Keyed; readonly alike: number }[],
  { words, examples }: { readonly words: readonly string[]; readonly examples: number },
): Topic {
  const sum = members.reduce((all, { alike }) => all + alike, 0);
  return {
    words,
    pages: members.length,
    likeness: members.length === 0 ? 0 : Math.round((sum / members.length) * 100) / 100,
    examples: members.slice(0, examples).map(({ page: { key, execution, url, title, keywords } }) => ({
      key,
      execution,
      url,
      title,
      keywords: keywords.slice(0, SHOWN_KEYWORDS).map(({ word }) => word),
    })),
  };
}

const heaviest = (mean: Float32Array, names: readonly string[]): string[] =>
  [...mean]
    .flatMap((weight, i) => (weight > 0 ? [{ weight, word: names[i] ?? '' }] : []))
    .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .slice(0, SHOWN_KEYWORDS)
    .map(({ word }) => word);
