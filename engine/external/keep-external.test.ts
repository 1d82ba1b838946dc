import { beforeEach, describe, expect, it } from 'vitest';
import { externalPrefix } from '#core/archive/object-keys.ts';
import { ExternalLink, ExternalRegister } from '#core/external/external-link.ts';
import { externalRegister } from '#engine/external/external-register.ts';
import { keepExternal } from '#engine/external/keep-external.ts';
import { parseLines } from '#engine/frontier/lines/line-files.ts';
import { EndedCrawl } from '#test/fakes/ended-crawl.ts';

describe('the register of external links (G2)', () => {
  let crawl: EndedCrawl;
  beforeEach(() => {
    crawl = new EndedCrawl();
  });

  const linesOf = async (row: Awaited<ReturnType<EndedCrawl['end']>>): Promise<ExternalLink[]> => {
    const register = ExternalRegister.parse(await externalRegister(crawl.ports, row));
    const files = await Promise.all(register.files.map(({ object }) => crawl.archive.get(object)));
    return files.flatMap((bytes) => parseLines<unknown>(bytes).map((line) => ExternalLink.parse(line)));
  };
  const statesOf = async (row: Awaited<ReturnType<EndedCrawl['end']>>): Promise<Record<string, string>> =>
    Object.fromEntries((await linesOf(row)).map(({ url, state }) => [url, state]));

  it('has the links that left the scope, sorted by key, and no other refused ones', async () => {
    const row = await crawl.end({
      outside: ['http://b.test/', 'http://a.test/', 'http://c.test/'],
      refused: ['http://own.test/p'],
    });

    await keepExternal(crawl.ports, { row });

    const lines = await linesOf(row);
    expect(lines.map(({ url }) => url).sort()).toEqual(['http://a.test/', 'http://b.test/', 'http://c.test/']);
    expect(lines.map(({ key }) => key)).toEqual(lines.map(({ key }) => key).sort());
    expect(lines[0]).toMatchObject({ firstSeenAt: row.createdAt, lastSeenAt: row.createdAt, execution: row.id });
  });

  it('has those of a level that the execution left open, once', async () => {
    const row = await crawl.end({ outside: ['http://a.test/'], open: ['http://a.test/', 'http://late.test/'] });

    await keepExternal(crawl.ports, { row });

    expect(Object.keys(await statesOf(row)).sort()).toEqual(['http://a.test/', 'http://late.test/']);
  });

  it('keeps what its base knew, and tells when a link was seen first and last', async () => {
    const first = await crawl.end({ outside: ['http://a.test/', 'http://gone.test/'] });
    await keepExternal(crawl.ports, { row: first });
    const second = await crawl.end({ outside: ['http://a.test/', 'http://new.test/'], base: first.id });

    await keepExternal(crawl.ports, { row: second });

    const seen = Object.fromEntries(
      (await linesOf(second)).map(({ url, firstSeenAt, lastSeenAt }) => [url, [firstSeenAt, lastSeenAt]]),
    );
    expect(seen).toEqual({
      'http://a.test/': [first.createdAt, second.createdAt],
      'http://gone.test/': [first.createdAt, first.createdAt],
      'http://new.test/': [second.createdAt, second.createdAt],
    });
  });

  it('decides about no link twice, unless the rules have changed', async () => {
    const rules = { allowed: ['a.test'], banned: [] };
    const first = await crawl.end({ outside: ['http://a.test/', 'http://b.test/'], external: rules });
    await keepExternal(crawl.ports, { row: first });
    crawl.change(first, (line) => line.replace('"allowed"', '"banned"')); // what the rules would not say
    const same = await crawl.end({ outside: ['http://a.test/', 'http://a.test/2'], base: first.id, external: rules });
    await keepExternal(crawl.ports, { row: same });
    const other = await crawl.end({ base: same.id, external: { allowed: ['b.test'], banned: [] } });
    await keepExternal(crawl.ports, { row: other });

    expect(await statesOf(same)).toEqual({
      'http://a.test/': 'banned',
      'http://a.test/2': 'allowed',
      'http://b.test/': 'unchecked',
    });
    expect(await statesOf(other)).toEqual({
      'http://a.test/': 'unchecked',
      'http://a.test/2': 'unchecked',
      'http://b.test/': 'allowed',
    });
    expect((await externalRegister(crawl.ports, same))?.links).toEqual({ unchecked: 1, allowed: 1, banned: 1 });
  });

  it('never drops a link that it knows: new ones above the limit are counted as left out', async () => {
    const first = await crawl.end({ outside: ['http://a.test/', 'http://b.test/'] });
    await keepExternal(crawl.ports, { row: first, most: 3 });
    const second = await crawl.end({ outside: ['http://c.test/', 'http://d.test/', 'http://e.test/'], base: first.id });
    await keepExternal(crawl.ports, { row: second, most: 3 });

    const urls = Object.keys(await statesOf(second));
    expect(urls).toHaveLength(3);
    expect(urls).toEqual(expect.arrayContaining(['http://a.test/', 'http://b.test/']));
    expect((await externalRegister(crawl.ports, second))?.leftOut).toBe(2);
  });

  it('is the same when it is kept once more, and takes away what died attempts left', async () => {
    const row = await crawl.end({ outside: ['http://a.test/'] });
    await keepExternal(crawl.ports, { row });
    const before = crawl.archive.keys;
    await crawl.archive.put(`${externalPrefix(row.id)}000001.died-links-0.jsonl`, [Buffer.from('x')]);

    await keepExternal(crawl.ports, { row });

    expect(crawl.archive.keys).toEqual(before);
  });

  it('has the links of a base whose process was killed before it kept them', async () => {
    const first = await crawl.end({ outside: ['http://a.test/'] });
    const second = await crawl.end({ outside: ['http://b.test/'], base: first.id });

    await keepExternal(crawl.ports, { row: second });

    expect(Object.keys(await statesOf(second)).sort()).toEqual(['http://a.test/', 'http://b.test/']);
    expect((await externalRegister(crawl.ports, first))?.execution).toBe(first.id);
  });

  it('is a new one where the previous one cannot be read, and says so', async () => {
    const first = await crawl.end({ outside: ['http://a.test/'] });
    await keepExternal(crawl.ports, { row: first });
    const before = await externalRegister(crawl.ports, first);
    await crawl.archive.delete(before?.files.map(({ object }) => object) ?? []);
    const second = await crawl.end({ outside: ['http://b.test/'], base: first.id });

    expect(await keepExternal(crawl.ports, { row: second })).toMatch(/external/);

    expect(await statesOf(second)).toEqual({ 'http://b.test/': 'unchecked' });
  });

  it('holds for an execution that has none, from the nearest one that it is based on', async () => {
    const first = await crawl.end({ outside: ['http://a.test/'] });
    await keepExternal(crawl.ports, { row: first });
    const second = await crawl.end({ base: first.id, external: { keep: false } });
    await keepExternal(crawl.ports, { row: second });
    const third = await crawl.end({ base: second.id });

    expect((await externalRegister(crawl.ports, third))?.execution).toBe(first.id);
    expect(crawl.archive.keys.some((key) => key.startsWith(externalPrefix(second.id)))).toBe(false);
  });
});
