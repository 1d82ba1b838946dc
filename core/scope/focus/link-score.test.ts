import { describe, expect, it } from 'vitest';
import { foldedWords } from '#core/scope/focus/folded-words.ts';
import { linkScoreOf, type ScoredLink } from '#core/scope/focus/link-score.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { Workflow } from '#core/workflow/workflow.ts';

const scoreOf = (focus: object) => {
  const score = linkScoreOf(Workflow.parse({ seeds: ['http://a.example/'], focus }).focus);
  if (score === null) throw new Error('the test has no topic');
  return score;
};
const link = (path: string, text: string, page: number | null = 0): ScoredLink => ({
  url: `http://a.example${path}` as CrawlUrl,
  text,
  page,
});
const pageOf = (title: string | null, ...passages: string[]) => ({ title, passages: () => passages });

describe('the score of a link', () => {
  it.each([
    [link('/x', 'to the moon'), 0],
    [link('/x', 'Web crawlers'), 0],
    [link('/x', 'A Web Crawler!'), 45],
    [link('/web_crawler', 'more'), 30],
    [link('/x?title=Web+Crawler', 'more'), 30],
    [link('/x', 'more', 1), 25],
    [link('/x', 'more', 0.5), 13],
    [link('/web-crawler', 'web crawler', 1), 100],
  ])('“$0.text” to $0.url on a page of $0.page scores $1: each part counts by its weight', (scored, hundredths) => {
    expect(scoreOf({ words: ['web crawler'] }).of(scored)).toBe(hundredths);
  });

  it.each([
    ['without text, as around an image', link('/x', '', 1), 45],
    ['without text, to an address that names the topic', link('/robots', ''), 55],
    ['of a sitemap', link('/robots', '', null), 100],
    ['of a sitemap, with another address', link('/x', '', null), 0],
  ])('%s leaves out what it does not have', (_, scored, hundredths) => {
    expect(scoreOf({ words: ['robots'] }).of(scored)).toBe(hundredths);
  });

  it('does not look at the host, nor beyond 200 characters of text and 500 of the address', () => {
    const long = ' x'.repeat(300);

    expect(scoreOf({ words: ['example'] }).of(link('/', 'home'))).toBe(0);
    expect(scoreOf({ words: ['robots'] }).of(link(`/${'x/'.repeat(300)}robots`, `${long} robots`))).toBe(0);
  });

  it('is too low below the threshold, in hundredths', () => {
    const isTooLow = (score: number, threshold: number) => scoreOf({ words: ['x'], threshold }).isTooLow(score);

    expect([isTooLow(45, 0.45), isTooLow(45, 0.46), isTooLow(7, 0.07), isTooLow(0, 0)]).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  it('takes an expression beside the words, as it is written', () => {
    const score = scoreOf({ words: ['robots'], pattern: 'crawl(er|ing)' });

    expect([score.of(link('/x', 'robots')), score.of(link('/x', 'recrawling'))]).toEqual([45, 45]);
    expect([score.of(link('/x', 'Crawling')), score.of(link('/pre%63rawler', 'x'))]).toEqual([0, 30]);
  });
});

describe('a page', () => {
  it('is about the topic when its title says so, or a third of its passages', () => {
    const score = scoreOf({ words: ['robots'] });

    expect(score.page(pageOf('Of Robots'))).toBe(1);
    expect(score.page(pageOf(null))).toBe(0);
    expect(score.page(pageOf('x', 'robots', 'a', 'b'))).toBe(1);
    expect(score.page(pageOf('x', 'robots', 'a', 'b', 'c', 'd', 'e'))).toBe(0.5);
  });
});

describe('a word of the topic', () => {
  it.each([
    ['café', 'CAFE', true],
    ['Straße', 'STRASSE', true],
    ['ΟΔΟΣ', 'οδος', true],
    ['ёлка', 'елка', true],
    ['मौसम', 'आज मौसम है', true],
    ['机器人', '关于机器人协议', true],
    ['ロボット', 'ﾛﾎﾞｯﾄ検索', true],
    ['หุ่นยนต์', 'เรื่องหุ่นยนต์ใหม่', true],
    ['로봇', '로봇 배제', true],
    ['robots.txt', 'the robots.txt of a host', true],
    ['art', 'party', false],
    ['web crawler', 'web of crawler', false],
    ['काम', 'कम', false],
  ])('%s in “%s”: %s', (word, text, found) => {
    expect(scoreOf({ words: [word] }).page(pageOf(text))).toBe(found ? 1 : 0);
  });

  it('has a letter or a digit', () => {
    expect(() => scoreOf({ words: ['…'] })).toThrow();
    expect(foldedWords(' …!')).toBe('');
  });
});
