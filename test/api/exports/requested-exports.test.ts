import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Archive } from '#core/archive/archive.ts';
import { reportsPrefix } from '#core/archive/object-keys.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { FileBounds } from '#engine/export-file/built-file.ts';
import { MOST_FILES } from '#engine/export-file/file-places.ts';
import { requestedFile } from '#engine/export-file/requested-file.ts';
import { type Answer, type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { zipEntries } from '#test/export/zip-entries.ts';
import { MemoryClaims } from '#test/fakes/memory/memory-claims.ts';
import { SILENT } from '#test/fakes/silent-telemetry.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ChangingSite } from '#test/site/sites/changing-site.ts';
import { ExportTicket, exportBy, exportRun } from '../../../lambdas/builds/export-run.ts';

const pages = new ChangingSite();
let site: Site;
let api: ApiBench;
let earlier: ExecutionId;
let later: ExecutionId;
beforeAll(async () => {
  site = await startSite({ handler: pages.handler });
  api = openApiBench();
  const workflow = { name: 'news', seeds: [`${site.origin(0)}/`], retry: { attempts: 1 } };
  earlier = (await api.crawl(workflow, 'anna')) as ExecutionId;
  pages.isLater = true;
  later = (await api.crawl(workflow, 'anna')) as ExecutionId;
});
afterAll(async () => {
  await api.close();
  await site.close();
});

const whole = (path: string, of = later): Promise<Answer> =>
  api.send('GET', `/v1/executions/${of}/exports/${path}`, { as: 'anna' });

/** The API of a deployment, and the tickets that it handed over. */
function deployed({ mostBytes = 4 * 1024 * 1024, archive = api.ports.archive } = {}) {
  const tickets: ExportTicket[] = [];
  const hand = async (ticket: unknown) => void tickets.push(ExportTicket.parse(JSON.parse(JSON.stringify(ticket))));
  const claims = { ...api.ports, archive, requests: new MemoryClaims() };
  const file = requestedFile({ ...claims, random: () => 'b1', start: exportBy(hand) });
  const link = async (object: string) => ({ url: `https://objects.example/${object}`, expiresAt: 0 });
  const bench = openApiBench({
    ...api.ports,
    archive,
    exports: null,
    downloads: { mostAnswerBytes: mostBytes, link },
    file,
  });
  const ask = (path: string, of = later, headers = {}) =>
    bench.send('GET', `/v1/executions/${of}/exports/${path}`, { as: 'anna', headers });
  return { tickets, ask, close: () => bench.close() };
}

const ROOMY: FileBounds = { mostBytes: 256 * 1024 * 1024, isTimeUp: () => false };

async function made(
  tickets: readonly ExportTicket[],
  { archive = api.ports.archive, ...bounds }: Partial<FileBounds> & { archive?: Archive } = {},
): Promise<void> {
  const tools = api.ports.exports;
  if (tools === null) throw new Error('nothing is exported here');
  const parts = { source: { ...api.ports, archive }, tools, telemetry: SILENT, ...ROOMY, ...bounds };
  for (const ticket of tickets) await exportRun(parts, ticket);
}

/** An archive that is another in some methods. */
const changed = (change: Partial<Archive>): Archive =>
  Object.assign(Object.create(api.ports.archive) as Archive, change);

const counted = (all: readonly unknown[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const one of all) counts[String(one)] = (counts[String(one)] ?? 0) + 1;
  return counts;
};

describe('exports, where another program makes them', () => {
  it.each(['jsonl', 'csv', 'markdown', 'jsonl?columns=url,wordCount', 'links?by=target'])(
    '%s is reported when it is ready, as where the app makes it, and is made once',
    async (path) => {
      const { tickets, ask, close } = deployed();

      const [first, second] = [await ask(path), await ask(path)];
      await made(tickets);
      const [third, fourth] = [await ask(path), await ask(path)];
      const expected = await whole(path);
      await close();

      expect([first.status, first.body.code, first.headers.get('retry-after')]).toEqual([409, 'EXPORT_RUNNING', '2']);
      expect(second.body.title).toMatch(/^the export is being made since 2\d{3}-/);
      expect(tickets).toMatchObject([{ type: 'export', id: later, build: expect.stringMatching(/-b1$/) }]);
      expect([third.status, third.text.length > 0, third.text]).toEqual([200, true, expected.text]);
      expect(third.headers.get('content-disposition')).toBe(expected.headers.get('content-disposition'));
      expect(third.headers.get('content-type')).toBe(expected.headers.get('content-type'));
      expect(fourth.bytes.equals(third.bytes)).toBe(true);
    },
  );

  it.each(['wacz', 'markdown?as=zip'])('%s has the files that the app puts into it', async (path) => {
    const { tickets, ask, close } = deployed();

    await ask(path);
    await made(tickets);
    const answer = await ask(path);
    await close();

    const [found, expected] = [zipEntries(answer.bytes), zipEntries((await whole(path)).bytes)];
    expect([answer.status, found.size > 3]).toEqual([200, true]);
    expect([...found.keys()]).toEqual([...expected.keys()]);
  });

  it('have what changed since another execution; each option makes another file', async () => {
    const expected = await whole(`jsonl?changedSince=${earlier}`);
    const { tickets, ask, close } = deployed();

    await ask(`jsonl?changedSince=${earlier}`);
    await ask('csv?nearDuplicates=skip');
    await ask('csv?nearDuplicates=skip&threshold=0.8');
    await ask('csv?nearDuplicates=skip&threshold=0.9&as=file'); // as without both
    await made(tickets);
    const answer = await ask(`jsonl?changedSince=${earlier}`);
    await close();

    expect(tickets.map(({ since, options: { threshold } }) => [since, threshold])).toEqual([
      [earlier, 0.9],
      [undefined, 0.9],
      [undefined, 0.8],
    ]);
    expect([answer.status, answer.text]).toEqual([200, expected.text]);
    expect(answer.text.split('\n').length).toBeLessThan((await whole('jsonl')).text.split('\n').length);
  });

  it('are elsewhere when they are larger than an answer may be', async () => {
    const { tickets, ask, close } = deployed({ mostBytes: 1_000 });

    await ask('facts');
    await made(tickets);
    const [moved, named] = [await ask('facts'), await ask('facts', later, { accept: 'application/json' })];
    await close();

    const url = expect.stringMatching(
      new RegExp(
        `^https://objects\\.example/${reportsPrefix(later)}\\d+-\\d{13}\\.export-facts-[0-9a-f]{32}\\.v1\\.file$`,
      ),
    );
    expect([moved.status, moved.headers.get('location')]).toEqual([307, url]);
    expect([named.status, named.body.url]).toEqual([200, url]);
  });

  it('say why one could not be made, and what makes it', async () => {
    const [broken, bounded, late] = [deployed(), deployed(), deployed()];
    await broken.ask('warc');
    const failing = () => Promise.reject(new Error('bucket surf-secret'));
    await made(broken.tickets, { archive: changed({ get: failing }) });
    await bounded.ask('mirror');
    await made(bounded.tickets, { mostBytes: 300 });
    await late.ask('llms');
    await made(late.tickets, { isTimeUp: () => true });
    const answers = [await broken.ask('warc'), await bounded.ask('mirror'), await late.ask('llms')];
    await Promise.all([broken.close(), bounded.close(), late.close()]);

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [503, 'EXPORT_UNAVAILABLE'],
      [422, 'ANSWER_TOO_LARGE'],
      [422, 'ANSWER_TOO_LARGE'],
    ]);
    expect(answers[0]?.text).not.toContain('surf-secret');
    expect(answers[1]?.body).toMatchObject({
      title: 'the export could not be made: it has more than 300 bytes',
      remedy: `run surf export ${later} --format mirror --out FILE --api URL, which makes the file on your machine`,
    });
  });

  it('are refused for a column that there is not, for a crawl that runs, and beyond what is kept', async () => {
    const objects = Array.from({ length: MOST_FILES }, (_, n) => ({
      key: `${reportsPrefix(later)}1-1.export-csv-${n}.v1.file`,
      bytes: 1,
    }));
    const list = async function* () {
      yield* objects;
    };
    const running = { ...(await api.ports.catalog.execution(earlier)), status: 'running' as const };
    const [usual, full] = [deployed(), deployed({ archive: changed({ list }) })];
    await usual.ask('csv?columns=nothing');
    await made(usual.tickets);
    const column = await usual.ask('csv?columns=nothing');
    const kept = await full.ask('index');
    await Promise.all([usual.close(), full.close()]);

    const find = requestedFile({
      ...api.ports,
      requests: new MemoryClaims(),
      random: () => 'b1',
      start: async () => undefined,
      catalog: { execution: async () => running },
    });
    await expect(find({ id: earlier, format: 'csv' })).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    expect([column.status, column.body.code]).toEqual([400, 'COLUMN_UNKNOWN']);
    expect([kept.status, kept.body.code, full.tickets]).toEqual([422, 'ANSWER_TOO_LARGE', []]);
  });

  it('are counted while they are made: of many that ask at once, as many start as are kept', async () => {
    const { tickets, ask, close } = deployed();
    const paths = Array.from({ length: MOST_FILES + 20 }, (_, n) => `csv?nearDuplicates=skip&threshold=0.9${100 + n}`);

    const codes = (await Promise.all(paths.map((path) => ask(path, earlier)))).map(({ body }) => body.code);
    await made(tickets.slice(0, 2));
    const again = (await Promise.all(paths.map((path) => ask(path, earlier)))).map(
      ({ status, body }) => body.code ?? status,
    );
    await close();

    const names = new Set(tickets.map(({ options }) => options.threshold));
    expect([tickets.length, names.size]).toEqual([MOST_FILES, MOST_FILES]);
    expect(counted(codes)).toEqual({ EXPORT_RUNNING: MOST_FILES, ANSWER_TOO_LARGE: 20 });
    expect(counted(again)).toEqual({ 200: 2, EXPORT_RUNNING: MOST_FILES - 2, ANSWER_TOO_LARGE: 20 });
  });

  it('leave nothing of an execution that is deleted meanwhile', async () => {
    const { tickets, ask, close } = deployed();
    await ask('crawl-table', earlier);
    const kept: string[] = [];
    const archive = changed({
      put: async (key) => {
        kept.push(key);
        return 'created';
      },
      delete: async (keys) => void kept.splice(0, kept.length, ...kept.filter((key) => !keys.includes(key))),
    });
    let reads = 0;
    const execution = async (id: ExecutionId) => {
      const row = await api.ports.catalog.execution(id);
      return kept.length > 0 && ++reads > 0 ? { ...row, status: 'deleting' as const } : row;
    };
    const tools = api.ports.exports;
    if (tools === null) throw new Error('nothing is exported here');
    const catalog = Object.assign(Object.create(api.ports.catalog), { execution });
    const source = { ...api.ports, archive, catalog };
    for (const ticket of tickets) await exportRun({ source, tools, telemetry: SILENT, ...ROOMY }, ticket);
    await close();

    expect([tickets.length, reads, kept]).toEqual([1, 1, []]);
  });
});
