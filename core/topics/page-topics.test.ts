import { describe, expect, it } from 'vitest';
import { PageTopics, type Topics, type TopicsRequest } from '#core/topics/page-topics.ts';

const SUBJECTS = [
  'harbour lighthouse beacon fog horn keeper sailor reef',
  'flour yeast oven dough crust sourdough baker rye',
  'chord guitar melody rhythm strings tuning fret amplifier',
];
const COMMON = 'we write about this on our site and you can read more of it here';

/** Pages of three subjects, each with five of eight words; every page has the common ones. */
function topicsOf(pages: number, request: Partial<TopicsRequest> = {}): Topics {
  const topics = new PageTopics();
  for (let n = 0; n < pages; n++) {
    const words = (SUBJECTS[n % 3] ?? '').split(' ');
    const own = [0, 1, 2, 3, 4].map((step) => words[(n + step * 3) % words.length]);
    const key = (n * 7).toString(16).padStart(32, '0');
    topics.add({
      key,
      execution: 'x0',
      url: `http://a.test/${n}`,
      title: `Page ${n}`,
      language: 'en',
      body: `${COMMON} ${own.join(' ')}`,
    });
  }
  const others = { '/other': '', '/mixed': SUBJECTS.map((words) => words.split(' ').slice(0, 2).join(' ')).join(' ') };
  for (const [path, body] of Object.entries(others)) {
    const url = `http://a.test${path}`;
    topics.add({ key: 'f'.repeat(32), execution: 'x0', url, title: '', language: 'en', body: `${COMMON} ${body}` });
  }
  return topics.group({ topics: null, examples: 2, ...request });
}

describe('what pages are about', () => {
  it('is named by the words that tell a group from the others', () => {
    const { topics, without } = topicsOf(60, { topics: 3 });

    const subjects = topics.map(({ words }) =>
      SUBJECTS.findIndex((subject) => words.every((of) => subject.includes(of))),
    );
    expect([subjects.sort(), topics.map(({ pages }) => pages), without]).toEqual([[0, 1, 2], [21, 20, 20], 1]);
    expect(topics.every(({ words, likeness }) => words.length === 6 && likeness > 0.5)).toBe(true);
  });

  it('has example pages with their own keywords, and is the same each time', () => {
    const { topics } = topicsOf(60, { topics: 3 });

    for (const { words, examples } of topics) {
      const subject = SUBJECTS.find((of) => of.includes(words[0] ?? ''));
      expect(examples.length).toBe(2);
      expect(examples.flatMap(({ keywords }) => keywords).every((word) => subject?.includes(word))).toBe(true);
    }
    expect(topicsOf(60, { topics: 3 }).topics).toEqual(topics);
  });

  it('shows those pages first that are most alike', () => {
    const [{ examples = [] } = {}] = topicsOf(60, { topics: 3, examples: 21 }).topics;

    expect([examples.length, examples.at(-1)?.url]).toEqual([21, 'http://a.test/mixed']);
  });

  it('has as many topics as suit the number of pages', () => {
    const one = topicsOf(60, { topics: 1 });

    expect(topicsOf(60).topics.length).toBe(6);
    expect([one.topics.length, (one.topics[0]?.pages ?? 0) + one.without]).toEqual([1, 62]);
    expect(topicsOf(0)).toEqual({ topics: [], without: 2 });
  });
});
