import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Archive } from '#core/archive/archive.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { DiffLine } from '#engine/diff/diff-executions.ts';
import { requestedChanges } from '#engine/diff/requested-changes.ts';
import { pageHistory } from '#engine/history/page-history.ts';
import { type Answer, type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { zipEntries } from '#test/export/zip-entries.ts';
import { MemoryClaims } from '#test/fakes/memory/memory-claims.ts';
import { SILENT } from '#test/fakes/silent-telemetry.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ShopInTwoStates } from '#test/site/sites/shop-in-two-states.ts';
import { comparisonRun } from '../../lambdas/builds/comparison-run.ts';
import { ComparisonTicket, compareBy } from '../../lambdas/builds/comparison-ticket.ts';

const shop = new ShopInTwoStates();
let site: Site;
let api: ApiBench;
let before: string;
let after: string;
beforeAll(async () => {
  site = await startSite({ handler: shop.handler });
  api = openApiBench();
  const seeds = [`${site.origin(0)}/`];
  before = await api.crawl({ seeds }, 'anna');
  shop.isLater = true;
  after = await api.crawl({ seeds, retry: { attempts: 1 } }, 'anna');
});
afterAll(async () => {
  await api.close();
  await site.close();
});

const changes = (since: string, { query = '', as = 'anna' as 'anna' | 'bert' } = {}): Promise<Answer> =>
  api.send('GET', `/v1/executions/${after}/changes?since=${since}${query}`, { as });

const linesOf = ({ text }: Answer): DiffLine[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as DiffLine);

describe('what changed, through the API', () => {
  it('comes as lines: the counts of all first, then each page that differs', async () => {
    const answer = await changes(before);

    expect(answer.status).toBe(200);
    const [summary, ...rest] = linesOf(answer);
    expect(summary).toMatchObject({ type: 'summary', before, after, complete: true });
    expect(summary).toMatchObject({ counts: { added: 1, moved: 1, removed: 2 } });
    const moved = rest.filter((line) => line.type === 'change' && line.kind === 'moved');
    expect(moved).toEqual([
      { type: 'change', kind: 'moved', url: `${site.origin(0)}/here`, from: `${site.origin(0)}/moved`, title: 'moved' },
    ]);
  });

  it('can be of one kind', async () => {
    const [, ...rest] = linesOf(await changes(before, { query: '&kind=added' }));

    expect(rest).toMatchObject([{ kind: 'added', url: `${site.origin(0)}/fresh` }]);
  });

  it('is refused for the execution itself, for one of somebody else, and for a kind that is none', async () => {
    expect((await changes(after)).body.code).toBe('REQUEST_INVALID');
    expect((await changes(before, { as: 'bert' })).status).toBe(404);
    expect((await changes(before, { query: '&kind=new' })).status).toBe(400);
  });
});

describe('what changed, where another program compares (G4)', () => {
  /** The API of a deployment, and the tickets that it handed over. */
  function deployed({ mostBytes = null as number | null } = {}) {
    const tickets: ComparisonTicket[] = [];
    const hand = async (ticket: unknown) =>
      void tickets.push(ComparisonTicket.parse(JSON.parse(JSON.stringify(ticket))));
    const ports = { ...api.ports, requests: new MemoryClaims(), mostBytes };
    const found = requestedChanges({ ...ports, random: () => 'b1', start: compareBy(hand) });
    const bench = openApiBench({ ...api.ports, changes: found });
    const ask = (query = '', of = after) =>
      bench.send('GET', `/v1/executions/${of}/changes?since=${before}${query}`, { as: 'anna' });
    return { tickets, ask, close: () => bench.close() };
  }

  const compared = async (tickets: readonly ComparisonTicket[], archive = api.ports.archive): Promise<void> => {
    const { exports } = api.ports;
    if (exports === null) throw new Error('nothing is compared here');
    const extractor = () => ({ extract: () => Promise.reject(new Error('nothing is extracted')) });
    const source = { ...api.ports, archive };
    for (const ticket of tickets)
      await comparisonRun({ source, tools: { ...exports, extractor }, telemetry: SILENT }, ticket);
  };

  it('is reported when it is ready, as where the app compares, and is not compared again', async () => {
    const [whole, moved] = [await changes(before), await changes(before, { query: '&kind=moved' })];
    const { tickets, ask, close } = deployed();

    const [first, second] = [await ask(), await ask()];
    await compared(tickets);
    const [third, ofOneKind] = [await ask(), await ask('&kind=moved')];
    await close();

    expect([first.status, first.body.code, first.headers.get('retry-after')]).toEqual([409, 'COMPARISON_RUNNING', '2']);
    expect(second.body.title).toMatch(/^the comparison is being made since 2\d{3}-/);
    expect(tickets).toEqual([
      { type: 'changes', before, after, by: 'text', links: false, build: expect.stringMatching(/-b1$/) },
    ]);
    expect([third.status, third.text]).toEqual([200, whole.text]);
    expect(ofOneKind.text).toBe(moved.text);
  });

  it('is refused with what to do where the answer is too large', async () => {
    const { tickets, ask, close } = deployed({ mostBytes: 450 });

    await ask('&by=bytes');
    await compared(tickets);
    const [all, moved] = [await ask('&by=bytes'), await ask('&by=bytes&kind=moved')];
    await close();

    expect([all.status, all.body.code]).toEqual([422, 'ANSWER_TOO_LARGE']);
    expect(all.body.remedy).toContain(`surf diff ${before} ${after} --api URL`);
    expect([moved.status, linesOf(moved)[0]?.type]).toEqual([200, 'summary']);
  });

  it('says why it could not be compared', async () => {
    const { tickets, ask, close } = deployed();
    const failing = () => Promise.reject(new Error('bucket surf-secret'));
    const archive = Object.assign(Object.create(api.ports.archive) as Archive, { get: failing });
    const other = await api.crawl({ seeds: [`${site.origin(0)}/`], retry: { attempts: 1 } }, 'anna');

    await ask('', other);
    await compared(tickets, archive);
    const answer = await ask('', other);
    await close();

    expect([answer.status, answer.body.code]).toEqual([503, 'COMPARISON_UNAVAILABLE']);
    expect(answer.text).not.toContain('surf-secret');
    expect(answer.body.title).toContain('the comparison could not be made: the function that builds it failed');
  });
});

describe('the words of a page that changed, through the API', () => {
  const difference = (path: string, { since = before, as = 'anna' as 'anna' | 'bert' } = {}): Promise<Answer> => {
    const url = encodeURIComponent(`${site.origin(0)}${path}`);
    return api.send('GET', `/v1/executions/${after}/difference?since=${since}&url=${url}`, { as });
  };

  it('are in hunks, in the order of the text', async () => {
    const { status, body } = await difference('/price');

    expect(status).toBe(200);
    expect(body).toMatchObject({
      url: `${site.origin(0)}/price`,
      removed: 1,
      added: 1,
      cut: false,
      before: { execution: before, title: 'price' },
      after: { execution: after, title: 'price' },
    });
    const [{ parts }] = body.hunks as [{ parts: { is: string; text: string }[] }];
    expect(parts.filter(({ is }) => is !== 'same')).toEqual([
      { is: 'removed', text: '7' },
      { is: 'added', text: '8' },
    ]);
  });

  it('are none where a footer alone has changed', async () => {
    expect((await difference('/same')).body).toMatchObject({ removed: 0, added: 0, hunks: [] });
  });

  it('are refused of a page that one of them does not have, and of an execution of somebody else', async () => {
    const { status, body } = await difference('/fresh');

    expect([status, body.code]).toEqual([404, 'OBJECT_NOT_FOUND']);
    expect(body.title).toBe(`execution ${before} has no archived answer of ${site.origin(0)}/fresh`);
    expect((await difference('/price', { as: 'bert' })).status).toBe(404);
    expect((await difference('price:')).body.code).toBe('REQUEST_INVALID');
  });
});

describe('the history of a page, through the API', () => {
  const history = async (path: string, id = after, as: 'anna' | 'bert' = 'anna'): Promise<Answer> =>
    api.send('GET', `/v1/executions/${id}/history?url=${encodeURIComponent(`${site.origin(0)}${path}`)}`, { as });
  const versions = async (path: string, id = after) =>
    ((await history(path, id)).body.versions as { execution: string; outcome: string; changed: string[] | null }[]).map(
      ({ execution, outcome, changed }) => [execution, outcome, changed],
    );

  it('has a version of each execution of the workflow, the newest first, with what changed', async () => {
    expect(await versions('/text')).toEqual([
      [after, 'stored', ['text', 'bytes']],
      [before, 'stored', null],
    ]);
    expect((await versions('/same'))[0]).toEqual([after, 'stored', ['bytes']]);
    expect((await versions('/gone'))[0]).toEqual([after, 'failed', ['outcome']]);
    expect(await versions('/fresh')).toEqual([[after, 'stored', null]]);
  });

  it('ends with the execution of the request, and says whether there can be more', async () => {
    expect(await versions('/text', before)).toEqual([[before, 'stored', null]]);
    expect((await history('/never')).body).toMatchObject({ versions: [], complete: true });
  });

  it('says of which version no text was compared, when the time of a deployment is over', async () => {
    const texts = api.ports.texts();
    const partsOf = async (path: string) => {
      const request = { execution: after as ExecutionId, limit: 5, url: `${site.origin(0)}${path}` };
      const { versions: found } = await pageHistory(api.ports, request, { texts, isLate: () => true });
      return found.map(({ changed, textUnknown }) => [changed, textUnknown]);
    };

    expect(await partsOf('/text')).toEqual([
      [['bytes'], true],
      [null, false],
    ]);
    expect((await partsOf('/gone'))[0]).toEqual([['outcome'], false]);
    await texts.close();
  });

  it('is refused for what is not an address, and for an execution of somebody else', async () => {
    const none = await api.send('GET', `/v1/executions/${after}/history?url=gopher:x`, { as: 'anna' });

    expect([none.status, none.body.code]).toEqual([400, 'REQUEST_INVALID']);
    expect((await history('/text', after, 'bert')).status).toBe(404);
  });
});

describe('an export of what changed, through the API', () => {
  const exported = async (format: string, since = before, as: 'anna' | 'bert' = 'anna'): Promise<Answer> =>
    api.send('GET', `/v1/executions/${after}/exports/${format}?changedSince=${since}`, { as });

  it('has the pages that are new, changed or moved, in each format of pages', async () => {
    const { text } = await exported('jsonl');
    const paths = text
      .trimEnd()
      .split('\n')
      .map((line) => new URL((JSON.parse(line) as { url: string }).url).pathname);
    const csv = (await exported('csv')).text.trimEnd().split('\n');
    const texts = (await exported('jsonl', `${before}&columns=text`)).text.trimEnd().split('\n');
    const markdown = (await exported('markdown')).text.match(/^url: /gm);
    const folder = zipEntries((await exported('markdown', `${before}&as=zip`)).bytes);

    expect(paths.sort()).toEqual(['/', '/fresh', '/here', '/price', '/text', '/title']);
    expect([csv.length, texts.length, markdown?.length, folder.size]).toEqual([7, 6, 6, 6]);
  });

  it('is refused of other formats, and since an execution of somebody else', async () => {
    const warc = await exported('warc');

    expect([warc.status, warc.body.code]).toEqual([400, 'REQUEST_INVALID']);
    expect((await exported('csv', 'xsomebody0001')).status).toBe(404);
  });

  it('takes a time of RFC 3339: since the newest execution of the name from before it', async () => {
    const { createdAt } = (await api.send('GET', `/v1/executions/${after}`, { as: 'anna' })).body;
    const byTime = await exported('csv', `${createdAt}`);

    expect(byTime.text).toBe((await exported('csv')).text);
    expect((await exported('csv', encodeURIComponent('2999-01-01T00:00:00+02:00'))).text).toBe(byTime.text);
  });

  it.each([
    ['is the execution itself', () => after],
    ['is a time before which there is no execution', () => '2001-01-01T00:00:00Z'],
    ['is neither the id of an execution nor a time', () => '2026-11-24'],
    ['is neither the id of an execution nor a time', () => '2026-13-45T99:00:00Z'],
  ])('is refused when changedSince %s', async (why, since) => {
    const { status, body } = await exported('csv', since());

    expect([status, body.code]).toEqual([400, 'REQUEST_INVALID']);
    expect(`${body.title} ${body.detail ?? ''}`).toContain(why);
    expect(body.remedy).toContain('earlier');
  });
});
