// Loaded here, as the clock of these tests does not wait for files.
import '#core/content/page-passages.ts';
import '#core/content/text-digest.ts';
import { describe, expect, it } from 'vitest';
import { tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const link = (href: string, text: string, rel = ''): string => `<a href="${href}" rel="${rel}">${text}</a>`;

/** Path or address, reason and rule of each candidate of two pages. */
async function judged(pages: readonly [string, string], workflow: Record<string, unknown> = {}): Promise<string[]> {
  const web = (url: string) => {
    if (url.endsWith('/robots.txt')) return undefined;
    return { body: pages[url.endsWith('/p1') ? 0 : 1] };
  };
  const tasks = tasksOf(['http://a.example/p1', 'http://a.example/p2']);
  const rules = { focus: { words: ['robots'] }, politeness: { delaySeconds: 0 }, ...workflow };
  const bench = new UnitBench(web, tasks, { workflow: rules });
  await bench.run();
  const candidates = await bench.candidates();
  return candidates.map(({ url, reason, rule = '', offTopic }) =>
    `${url.replace('http://a.example', '')} ${reason} ${rule}${offTopic === undefined ? '' : ` (${offTopic})`}`.trim(),
  );
}

describe('links of a focused crawl (G8)', () => {
  it('are followed when text, address or page name the topic, and say their score when not', async () => {
    const links = `<p>${link('/a', 'Robots!')}<p>${link('/robots', 'more')}<p>${link('/b', 'more')}${'<p>x'.repeat(57)}`;

    expect(await judged([links, ''])).toEqual(['/a null', '/robots null', '/b off-topic score 0.01 (1)']);
    expect(await judged([`<title>Robots</title>${links}`, ''])).toContain('/b off-topic score 0.25 (25)');
    expect(await judged([`${'<p>robots'.repeat(9)}${links}`, ''])).toContain('/b off-topic score 0.11 (11)');
  });

  it.each([
    ['before', link('/a', 'robots'), link('/a', 'more')],
    ['behind', link('/a', 'more'), link('/a', 'robots')],
  ])('are followed when one of two scores enough, and it comes %s the other', async (_, one, other) => {
    expect(await judged([one, other])).toEqual(['/a null']);
    expect(await judged([one + other, ''])).toEqual(['/a null']);
    expect(await judged([one, other], { output: { links: 'full' } })).toEqual(['/a null']);
  });

  it('are nofollow before they are off topic, and of another site before both', async () => {
    const links = link('/a', 'more', 'nofollow') + link('http://b.example/', 'more');

    expect(await judged([links, ''])).toEqual(['/a nofollow', 'http://b.example/ outside-scope host (0)']);
  });

  it('keep what a page is made of', async () => {
    const resources = { output: { resources: true } };

    expect(await judged(['<img src="/a.png">', ''], resources)).toEqual(['/a.png null']);
  });

  it('have no score without a topic', async () => {
    expect(await judged([link('/a', 'more'), ''], { focus: {} })).toEqual(['/a null']);
  });
});
