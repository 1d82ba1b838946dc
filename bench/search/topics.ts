import { join } from 'node:path';
import { cranfieldRecords } from '#bench/search/cranfield-records.ts';
import { MOST_TOPIC_PAGES, PageTopics } from '#core/topics/page-topics.ts';

/**
 * `node bench/search/topics.ts FOLDER`: topics of the 1,400 abstracts of the Cranfield collection
 * (`cran.all.1400`), and of as many pages as Surf reads, each of eight abstracts. Prints CPU and
 * the words of each topic.
 */
const ABSTRACTS = 8;

const cpuMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

interface Page {
  readonly title: string;
  readonly body: string;
}

function measure(pages: readonly Page[]): void {
  const before = process.cpuUsage();
  const topics = new PageTopics();
  for (const [n, page] of pages.entries()) {
    const key = n.toString(16).padStart(32, '0');
    topics.add({ key, execution: 'x0', url: `http://a.test/${n}`, language: 'en', ...page });
  }
  const counting = cpuMs(before);
  const { topics: found, without } = topics.group({ topics: null, examples: 0 });
  const all = cpuMs(before);
  const size = pages.reduce((sum, { body }) => sum + body.length, 0) / pages.length;
  process.stdout.write(
    `${pages.length} pages of ${Math.round(size)} characters: ${(all / pages.length).toFixed(2)} ms CPU a page, ` +
      `${(counting / pages.length).toFixed(2)} of it for words; ${Math.round(all)} ms together; ${without} without\n`,
  );
  for (const topic of found) process.stdout.write(`${topic.pages}  ${topic.likeness}  ${topic.words.join(', ')}\n`);
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('give the folder of the collection');
const abstracts = cranfieldRecords(join(folder, 'cran.all.1400')).map((record) => ({
  title: record.get('T') ?? '',
  body: record.get('W') ?? '',
}));
measure(abstracts);
const from = (n: number): Page => abstracts[n % abstracts.length] ?? { title: '', body: '' };
measure(
  Array.from({ length: MOST_TOPIC_PAGES }, (_, n) => ({
    title: from(n).title,
    body: Array.from({ length: ABSTRACTS }, (_, i) => from(n + i * 151).body).join('\n'),
  })),
);
