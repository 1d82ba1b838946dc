import { beforeEach, describe, expect, it } from 'vitest';
import { externalHead } from '#core/archive/object-keys.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExternalLink, ExternalRegister } from '#core/external/external-link.ts';
import { MAX_SEEDS } from '#core/workflow/workflow.ts';
import { dueLinks } from '#engine/external/due-links.ts';
import { linesOf } from '#engine/frontier/lines/line-files.ts';
import { EndedCrawl } from '#test/fakes/ended-crawl.ts';

const DAY_MS = 86_400_000;
const NOW = 100 * DAY_MS;

describe('the external links that are due (G2)', () => {
  let crawl: EndedCrawl;
  let row: Execution;
  beforeEach(async () => {
    crawl = new EndedCrawl();
    row = await crawl.end({});
  });

  const look = (most?: number, random = '000000') =>
    dueLinks({ ...crawl.ports, clock: { now: () => NOW }, random: () => random }, row, {
      days: 30,
      ...(most !== undefined && { most }),
    });
  /** A register of files with these links. */
  const register = async (...files: readonly (readonly Partial<ExternalLink>[])[]): Promise<void> => {
    const listed = files.map((links, i) => ({ object: `o${i}`, index: `i${i}`, rows: links.length, first: '' }));
    for (const [i, links] of files.entries()) await crawl.archive.put(`o${i}`, linesOf(links));
    const head = { execution: row.id, files: listed } as unknown as ExternalRegister;
    await crawl.archive.put(externalHead(row.id, 1), linesOf([head]));
  };
  const link = (url: string, more: Partial<ExternalLink> = {}): Partial<ExternalLink> => ({
    url,
    state: 'unchecked',
    ...more,
  });
  const asked = (days: number) => ({ check: { at: NOW - days * DAY_MS } as ExternalLink['check'] });

  it('are those without an answer in the period that are not banned, counted by host', async () => {
    await register(
      [link('http://a.test/1'), link('http://a.test/2', asked(30)), link('http://b.test/', asked(29))],
      [link('http://c.test/', { state: 'banned' }), link('http://d.test:8080/', { state: 'allowed' })],
    );

    expect(await look()).toEqual({
      register: row.id,
      hosts: 2,
      mostOfHost: 2,
      more: false,
      seeds: ['http://a.test/1', 'http://a.test/2', 'http://d.test:8080/'],
    });
  });

  it('are no more than a workflow has seeds, in no more bytes than its document', async () => {
    const many = Array.from({ length: MAX_SEEDS + 1 }, (_, n) => link(`http://a.test/${n}`));
    await register(many);
    const all = await look();
    crawl = new EndedCrawl();
    row = await crawl.end({});
    await register(Array.from({ length: 100 }, (_, n) => link(`http://a.test/${n}/${'x'.repeat(8_000)}`)));
    const long = await look();

    expect([all.seeds.length, all.more]).toEqual([MAX_SEEDS, true]);
    expect([long.seeds.length, long.more]).toEqual([Math.floor((256 * 1_024 - 8_192) / 8_020), true]);
  });

  it('of a register that one look does not read begin with a file that is drawn', async () => {
    await register(...['a', 'b', 'c'].map((host) => [link(`http://${host}.test/`)]));
    const looks = [await look(2, '000000'), await look(2, '000001'), await look(2, '000002'), await look(3, '000001')];

    const hosts = looks.map(({ seeds }) => seeds.map((url) => new URL(url).hostname[0]).join(''));
    expect(hosts).toEqual(['ab', 'bc', 'ca', 'abc']);
    expect(looks.map(({ more }) => more)).toEqual([true, true, true, false]);
  });

  it('are refused where no execution has left a register', async () => {
    await expect(look()).rejects.toMatchObject({ code: 'OUTPUT_NOT_KEPT' });
  });
});
