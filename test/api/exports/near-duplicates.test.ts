import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Archive } from '#core/archive/archive.ts';
import { requestedDuplicates } from '#engine/duplicate-list/requested-duplicates.ts';
import type { DuplicateLine, DuplicateSummary } from '#engine/duplicates/duplicate-report.ts';
import { type Answer, type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { MemoryClaims } from '#test/fakes/memory/memory-claims.ts';
import { SILENT } from '#test/fakes/silent-telemetry.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { DuplicatesTicket, duplicatesBy, duplicatesRun } from '../../../lambdas/builds/duplicates-run.ts';

/** 104 words, of which the last ones are others. */
const textOf = (subject: string, changed = 0): string =>
  Array.from({ length: 104 }, (_, i) => `${subject}${i >= 104 - changed ? 'x' : ''}${i}`).join(' ');

/** Runs in common with the first lamp: 0.98 of the second, 0.82 of the third. */
const PAGES: Readonly<Record<string, string>> = {
  '/lamp': textOf('oil'),
  '/lamp-2': textOf('oil', 1),
  '/lamp-3': textOf('oil', 10),
  '/harbour': textOf('sea'),
};
/** Is there at the second crawl only. */
const LATER = { '/harbour-2': textOf('sea', 1) };

let isLater = false;
let site: Site;
let api: ApiBench;
let earlier: string;
let later: string;
beforeAll(async () => {
  site = await startSite({
    handler: async (exchange) => {
      const pages: Readonly<Record<string, string>> = isLater ? { ...PAGES, ...LATER } : PAGES;
      const links = Object.keys(pages).map((path) => `<a href="${path}">${path}</a>`);
      const text = pages[exchange.url.pathname];
      if (exchange.url.pathname === '/') return exchange.html(`<title>start</title><nav>${links.join('')}</nav>`);
      const head = exchange.url.pathname === '/lamp-3' ? '<link rel="canonical" href="/lamp">' : '';
      return text === undefined ? exchange.send(404, {}) : exchange.html(`${head}<main><p>${text}</p></main>`);
    },
  });
  api = openApiBench();
  const workflow = { seeds: [`${site.origin(0)}/`] };
  earlier = await api.crawl(workflow, 'anna');
  isLater = true;
  later = await api.crawl(workflow, 'anna');
});
afterAll(async () => {
  await api.close();
  await site.close();
});

const duplicates = (query = '', as: 'anna' | 'bert' = 'anna'): Promise<Answer> =>
  api.send('GET', `/v1/executions/${later}/duplicates${query}`, { as });

function linesOf({ text }: Answer): { summary: DuplicateSummary; pages: string[] } {
  const [summary, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const pages = (lines as DuplicateLine[]).map(
    ({ group, url, of, similarity }) => `${group} ${pathOf(url)} ${of === null ? '-' : pathOf(of)} ${similarity}`,
  );
  return { summary: summary as DuplicateSummary, pages };
}

const pathOf = (url: string): string => new URL(url).pathname;

describe('near duplicates, through the API', () => {
  it('come as lines: the counts first, then the groups, by any threshold of two decimals', async () => {
    const [usual, low] = [await duplicates(), await duplicates('?threshold=0.75')];

    expect([usual.status, usual.headers.get('content-type')]).toEqual([200, 'application/jsonl']);
    expect(linesOf(usual)).toEqual({
      summary: {
        type: 'summary',
        schema: 1,
        execution: later,
        threshold: 0.9,
        pages: 5,
        complete: true,
        groups: 2,
        duplicates: 2,
      },
      pages: ['1 /lamp - 1', '1 /lamp-2 /lamp 0.98', '2 /harbour - 1', '2 /harbour-2 /harbour 0.98'],
    });
    expect(linesOf(low).summary).toMatchObject({ threshold: 0.75, groups: 2, duplicates: 3 });
    expect(linesOf(low).pages).toContain('1 /lamp-3 /lamp 0.818');
  });

  it('are those of new pages against an earlier execution', async () => {
    const { summary, pages } = linesOf(await duplicates(`?against=${earlier}`));

    expect(summary).toMatchObject({ against: earlier, pages: 1, groups: 1, duplicates: 1 });
    expect(pages).toEqual(['1 /harbour - 1', '1 /harbour-2 /harbour 0.98']);
  });

  it('are refused to others, against the execution itself, and by a threshold that is none', async () => {
    expect((await duplicates('', 'bert')).status).toBe(404);
    expect((await duplicates(`?against=${later}`)).body).toMatchObject({ code: 'REQUEST_INVALID' });
    for (const threshold of ['0.69', '1.01', '0.905', 'most']) {
      const { status, body } = await duplicates(`?threshold=${threshold}`);
      expect([threshold, status, body.code]).toEqual([threshold, 400, 'REQUEST_INVALID']);
    }
  });
});

describe('groups by what pages name, through the API', () => {
  it('come as lines with the issues of each page, and take neither threshold nor another execution', async () => {
    const lines = (await duplicates('?by=canonical')).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const none = (await duplicates('?by=hreflang')).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

    expect(lines).toEqual([
      { type: 'summary', schema: 1, execution: later, by: 'canonical', pages: 6, groups: 1, members: 1, withIssues: 0 },
      { type: 'page', group: 1, url: `${site.origin(0)}/lamp`, crawled: true, issues: [], of: null },
      {
        type: 'page',
        group: 1,
        url: `${site.origin(0)}/lamp-3`,
        crawled: true,
        issues: [],
        of: `${site.origin(0)}/lamp`,
      },
    ]);
    expect(none).toEqual([expect.objectContaining({ by: 'hreflang', groups: 0 })]);
    for (const query of ['by=canonical&threshold=0.9', `by=hreflang&against=${earlier}`, 'by=title']) {
      const { status, body } = await duplicates(`?${query}`);
      expect([query, status, body.code]).toEqual([query, 400, 'REQUEST_INVALID']);
    }
  });
});

describe('near duplicates, where another program finds them', () => {
  /** The API of a deployment, and the tickets that it handed over. */
  function deployed({ mostBytes = null as number | null } = {}) {
    const tickets: DuplicatesTicket[] = [];
    const hand = async (ticket: unknown) =>
      void tickets.push(DuplicatesTicket.parse(JSON.parse(JSON.stringify(ticket))));
    const ports = { ...api.ports, requests: new MemoryClaims(), mostBytes };
    const found = requestedDuplicates({ ...ports, random: () => 'b1', start: duplicatesBy(hand) });
    const bench = openApiBench({ ...api.ports, duplicates: found });
    const ask = (query = '') => bench.send('GET', `/v1/executions/${later}/duplicates${query}`, { as: 'anna' });
    return { tickets, ask, close: () => bench.close() };
  }

  const made = async (tickets: readonly DuplicatesTicket[], archive = api.ports.archive): Promise<void> => {
    const tools = api.ports.exports;
    if (tools === null) throw new Error('nothing is compared here');
    for (const ticket of tickets)
      await duplicatesRun({ source: { ...api.ports, archive }, tools, telemetry: SILENT }, ticket);
  };

  it('are reported when they are ready, as where the app finds them; each question is another list', async () => {
    const queries = ['', '?threshold=0.75', `?against=${earlier}`, '?by=canonical', '?by=hreflang'];
    const whole = await Promise.all(queries.map((query) => duplicates(query)));
    const { tickets, ask, close } = deployed();

    const first = await Promise.all(queries.map((query) => ask(query)));
    await made(tickets);
    const answers = await Promise.all(queries.map((query) => ask(query)));
    await close();

    expect(first.map(({ status, body }) => [status, body.code])).toEqual(
      queries.map(() => [409, 'DUPLICATES_RUNNING']),
    );
    expect(first[0]?.headers.get('retry-after')).toBe('2');
    expect(tickets.length).toBe(5);
    expect(answers.map(({ status, text }) => [status, text])).toEqual(whole.map(({ text }) => [200, text]));
  });

  it('are refused with what to do where the answer is too large, and say why they could not be found', async () => {
    const small = deployed({ mostBytes: 300 });
    await small.ask();
    await made(small.tickets);
    const all = await small.ask();
    await small.close();
    const broken = deployed();
    const failing = () => Promise.reject(new Error('bucket surf-secret'));
    await broken.ask('?threshold=0.8');
    await made(broken.tickets, Object.assign(Object.create(api.ports.archive) as Archive, { get: failing }));
    const answer = await broken.ask('?threshold=0.8');
    await broken.close();

    expect([all.status, all.body.code]).toEqual([422, 'ANSWER_TOO_LARGE']);
    expect(all.body.remedy).toContain(`surf duplicates ${later} --api URL`);
    expect([answer.status, answer.body.code]).toEqual([503, 'DUPLICATES_UNAVAILABLE']);
    expect(answer.text).not.toContain('surf-secret');
  });
});
