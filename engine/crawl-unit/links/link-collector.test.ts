import { describe, expect, it } from 'vitest';
import { LinkLine } from '#core/archive/chunk/chunk-lines.ts';
import { chunkMembers } from '#core/archive/chunk/chunk-members.ts';
import { valuesOf } from '#core/bytes/json-lines.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import type { Web } from '#test/fakes/scripted-fetcher.ts';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const links = (...hrefs: string[]) => hrefs.map((href) => `<a href="${href}">t</a>`).join('');

/** Pages of a.example by path; no robots.txt. */
function benchOf(pages: Record<string, string>, workflow: Record<string, unknown> = {}): UnitBench {
  const web: Web = (url) => {
    const body = pages[URL.parse(url)?.pathname ?? ''];
    return body === undefined ? undefined : { body };
  };
  const urls = Object.keys(pages).map((path) => `http://a.example${path}`);
  return new UnitBench(web, tasksOf(urls), { workflow: { politeness: { delaySeconds: 0 }, ...workflow } });
}

/** `path` or address, reason and order key of each candidate. */
async function shown(bench: UnitBench): Promise<string[]> {
  const candidates = await bench.candidates();
  return candidates.map(
    ({ url, reason, rank, position }) => `${url.replace('http://a.example', '')} ${reason} ${rank}.${position}`,
  );
}

describe('candidates', () => {
  it('are the distinct targets with the lowest rank and position, each with its verdict', async () => {
    const bench = benchOf({
      '/p1': links('/y', '/x', '/x#f', 'http://b.example/'),
      '/p2': links('/x', '/y', 'z?q=1', '/x'),
    });

    await bench.run();

    expect(await shown(bench)).toEqual([
      '/y null 1.0',
      '/x null 1.1',
      'http://b.example/ outside-scope 1.3',
      '/z?q=1 null 2.2',
    ]);
    const [y] = await bench.candidates();
    expect(y).toEqual({
      kind: 'candidate',
      key: urlKeyOf('http://a.example/y'),
      url: 'http://a.example/y',
      by: urlKeyOf('http://a.example/p1'),
      level: 0,
      rank: 1,
      position: 0,
      reason: null,
    });
  });

  it('are what a link means on its own page, although another page has the same text at the same position', async () => {
    const base = (href: string): string => `<base href="${href}">`;
    const texts = ['/menu', 'near', '//b.example/', '/\\c.example/', 'http://d.example/', '?q', '/menu'];
    const bench = benchOf(
      {
        '/p1': links(...texts),
        '/p2': links(...texts),
        '/deep/p3': links(...texts),
        '/p4': base('http://e.example/x/') + links(...texts),
        '/p5': base('https://e.example/') + links(...texts),
        '/p6': links('/menu', '/menu', 'near'),
      },
      { scope: { mode: 'any' } },
    );

    await bench.run();

    expect((await shown(bench)).map((line) => line.replace(' null', ''))).toEqual([
      '/menu 1.0',
      '/near 1.1',
      'http://b.example/ 1.2',
      'http://c.example/ 1.3',
      'http://d.example/ 1.4',
      '/p1?q 1.5',
      '/p2?q 2.5',
      '/deep/near 3.1',
      '/deep/p3?q 3.5',
      'http://e.example/menu 4.0',
      'http://e.example/x/near 4.1',
      'http://e.example/x/?q 4.5',
      'https://e.example/menu 5.0',
      'https://e.example/near 5.1',
      'https://b.example/ 5.2',
      'https://c.example/ 5.3',
      'https://e.example/?q 5.5',
    ]);
  });

  it('say that a refused link is a nofollow one too, and prefer a link that is not', async () => {
    const nofollow = '<a rel="nofollow" href="http://b.example/w">t</a>';
    const bench = benchOf({ '/p1': nofollow, '/p2': links('http://c.example/') + nofollow.replace('/w', '/v') });

    await bench.run();

    const flags = (await bench.candidates()).map(({ url, reason, nofollow: flag }) => [url, reason, flag]);
    expect(flags).toEqual([
      ['http://b.example/w', 'outside-scope', true],
      ['http://c.example/', 'outside-scope', undefined],
      ['http://b.example/v', 'outside-scope', true],
    ]);
  });

  it('of a page that a redirect led to are kept beside better ones, because its rank may still be lowered (N14)', async () => {
    const web: Web = (url) => ({ body: url.endsWith('/p1') ? links('/x', '/y') : links('/y', '/y', '/x') });
    const [first, second] = tasksOf(['http://a.example/p1', 'http://a.example/p2']);
    if (first === undefined || second === undefined) throw new Error('two tasks');
    const bench = new UnitBench(web, [first, { ...second, hop: 1 }], {
      workflow: { politeness: { robots: 'ignore' } },
    });

    await bench.run();

    const found = (await bench.candidates()).map(({ url, rank, position, moved }) => [url, rank, position, moved]);
    expect(found.sort()).toEqual([
      ['http://a.example/x', 1, 0, undefined],
      ['http://a.example/x', 2, 2, true],
      ['http://a.example/y', 1, 1, undefined],
      ['http://a.example/y', 2, 0, true],
    ]);
  });

  it('name the rule that refused them', async () => {
    const bench = benchOf(
      { '/p': links('/a.pdf', '/secret/1') },
      { scope: { exclude: ['*secret*'], ignoreExtensions: ['pdf'] } },
    );

    await bench.run();

    expect((await bench.candidates()).map(({ reason, rule }) => [reason, rule])).toEqual([
      ['extension', '.pdf'],
      ['excluded', '*secret*'],
    ]);
  });

  it('do not include tasks of the unit itself', async () => {
    const bench = benchOf({ '/p1': links('/p1', '/p2', '/n'), '/p2': links('/p1') });

    await bench.run();

    expect(await shown(bench)).toEqual(['/n null 1.2']);
  });

  it('are written again in a later chunk only with a lower order key', async () => {
    const web: Web = (url, nth) => {
      const path = Number(URL.parse(url)?.pathname.slice(1));
      if (path === 0 && nth === 0) return { status: 500 };
      if (path === 0) return { body: links('/late', '/x') };
      return { body: path === 1 ? links('/x', '/y') : links('/y') };
    };
    const bench = new UnitBench(web, tasksOf(pagesOf('a.example', 150)), {
      workflow: { politeness: { delaySeconds: 0.1, robots: 'ignore' } },
    });

    await bench.run();

    const written = (await bench.chunks()).map(({ candidates }) =>
      candidates.map(({ url, rank, position }) => `${URL.parse(url)?.pathname} ${rank}.${position}`),
    );
    const all = written.flat().sort();
    expect(all.filter((line) => line.startsWith('/y'))).toEqual(['/y 2.1']);
    expect(all.filter((line) => line.startsWith('/late'))).toEqual(['/late 1.0']);
    expect(written.flat().at(-1)).toMatch(/^\/(?:x|late) 1\./);
  });

  it('of a page of very many links are there, each once, in several gzip members of whole records', async () => {
    const hrefs = Array.from({ length: 25_000 }, (_, n) => `/target-${n}`);
    const bench = benchOf({ '/p1': links(...hrefs), '/p2': links('/target-24999', '/target-0', '/other') });

    await bench.run();

    const [chunk] = await bench.chunks();
    expect((await bench.candidates()).map(({ url, rank }) => `${new URL(url).pathname} ${rank}`)).toEqual([
      ...hrefs.map((href) => `${href} 1`),
      '/other 2',
    ]);
    const object = bench.archive.objects.get(`${chunk?.base}.lines.jsonl.gz`) ?? new Uint8Array(0);
    const members = [...chunkMembers(object)].filter(({ holds }) => holds === 'records');
    expect(members.length).toBeGreaterThan(4);
    expect(Math.max(...members.map(({ data }) => data.length))).toBeLessThanOrEqual(256 * 1024);
  });

  it('that are traps are traps for links that are followed, and nofollow for those that are not', async () => {
    const deep = `/${'d/'.repeat(5)}`;
    const bench = benchOf(
      {
        '/p1': `<a rel=nofollow href=${deep}>x</a><a rel=nofollow href=/t${deep}>o</a>`,
        '/p2': `<a href=${deep}>x</a>`,
      },
      { traps: { repeatedSegments: 4 } },
    );

    await bench.run();

    const found = (await bench.candidates()).map(({ url, reason, rule }) => [new URL(url).pathname, reason, rule]);
    expect(found).toEqual([
      [deep, 'trap', 'repeated-segment d 5 > 4'],
      [`/t${deep}`, 'nofollow', undefined],
    ]);
  });

  it('that nofollow links name are superseded by a link of any rank that follows', async () => {
    const bench = benchOf({
      '/p1': '<a rel=nofollow href=/x>x</a><a rel="nofollow" href=/only>o</a>',
      '/p2': links('/x'),
      '/p3': '<meta name=robots content=nofollow><a href=/meta>m</a>',
    });

    await bench.run();

    expect(await shown(bench)).toEqual(['/x null 2.0', '/only nofollow 1.1', '/meta nofollow 3.0']);
  });

  it('follow nofollow links when the workflow ignores it', async () => {
    const bench = benchOf({ '/p': '<a rel=nofollow href=/x>x</a>' }, { links: { nofollow: 'ignore' } });

    await bench.run();

    expect(await shown(bench)).toEqual(['/x null 1.0']);
  });

  it('come from the kinds that the workflow follows', async () => {
    const page =
      '<link rel=canonical href=/c><link rel=alternate href=/alt><link rel=next href=/n>' +
      '<a href=/a>a</a><map><area href=/area></map><iframe src=/if></iframe><img src=/img.png>';
    const usual = benchOf({ '/p': page });
    const few = benchOf({ '/p': page }, { links: { follow: ['canonical'] } });

    await usual.run();
    await few.run();

    expect((await shown(usual)).map((line) => line.split(' ')[0])).toEqual(['/n', '/a', '/area', '/if']);
    expect((await shown(few)).map((line) => line.split(' ')[0])).toEqual(['/c']);
  });

  it('are resources of pages too, where these are wanted', async () => {
    const bench = benchOf({ '/p': '<img src=/i.png><script src=/s.js></script>' }, { output: { resources: true } });

    await bench.run();

    expect((await shown(bench)).map((line) => line.split(' ')[0])).toEqual(['/i.png', '/s.js']);
  });

  it('resolve against the first base, those of headers on the page’s own address', async () => {
    const web: Web = (url) =>
      url.endsWith('/robots.txt')
        ? undefined
        : { body: `<base href="/deep/">${links('x')}`, headers: [['Link', '<n>; rel=next']] };
    const bench = new UnitBench(web, tasksOf(['http://a.example/d/p']));

    await bench.run();

    expect(await shown(bench)).toEqual(['/d/n null 1.0', '/deep/x null 1.1']);
  });

  it('of one key are one, with the address of the lowest order key', async () => {
    const bench = benchOf({ '/p1': links('/a/', '/b'), '/p2': links('/a', '/b/') }, { key: { trailingSlash: 'fold' } });

    await bench.run();

    expect(await shown(bench)).toEqual(['/a/ null 1.0', '/b null 1.1']);
  });
});

describe('the link graph', () => {
  async function edges(links_: string) {
    const page =
      '<a href=/x rel="next nofollow">one</a><a href=/x>two</a><a href=mailto:a@b.example>m</a><a href=http://b.example/>b</a>';
    const bench = benchOf({ '/p': page }, { output: { links: links_ } });
    await bench.run();
    const [chunk] = await bench.chunks();
    const object = bench.archive.objects.get(`${chunk?.base}.links.jsonl.gz`);
    const lines = object === undefined ? null : [...valuesOf(object)].map((line) => LinkLine.parse(line));
    return { lines, end: chunk?.end, bytes: object?.length };
  }

  it('is written only where the workflow asks for it', async () => {
    const { lines, end } = await edges('none');

    expect([lines, end?.links]).toEqual([null, null]);
  });

  it('has one line per page and target, or one per link with its text', async () => {
    const targets = await edges('targets');
    const full = await edges('full');

    const from = 'http://a.example/p';
    expect(targets.lines).toEqual([
      { from, to: 'http://a.example/x', kind: 'a', reason: 'nofollow' },
      { from, to: 'http://b.example/', kind: 'a', reason: 'outside-scope' },
    ]);
    expect(full.lines).toEqual([
      { from, to: 'http://a.example/x', kind: 'a', reason: 'nofollow', text: 'one', rel: 'next nofollow' },
      { from, to: 'http://a.example/x', kind: 'a', reason: null, text: 'two' },
      { from, to: 'http://b.example/', kind: 'a', reason: 'outside-scope', text: 'b' },
    ]);
    expect(full.end?.links?.bytes).toBe(full.bytes);
  });
});
