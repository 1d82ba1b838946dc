import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Downloads } from '#core/archive/downloads.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { type Site, startSite } from '#test/site/site.ts';

/** As a deployment has them: signed addresses, and answers of 4 MB at most. */
const SIGNED: Downloads = {
  mostAnswerBytes: 4 * 1024 * 1024,
  link: async (object, { fileName }) => ({
    url: `https://bucket.test/${object}?as=${fileName}`,
    expiresAt: 1_800_000_000_000,
  }),
};

let site: Site;
let api: ApiBench;
let execution: string;
beforeAll(async () => {
  site = await startSite({
    handler: (exchange) => {
      if (exchange.url.pathname === '/large') {
        return exchange.send(200, { 'content-type': 'text/plain' }, 'large '.repeat(1_000_000));
      }
      exchange.html('<a href="/large">large</a>');
    },
  });
  api = openApiBench({ downloads: SIGNED });
  execution = await api.crawl({ seeds: [`${site.origin(0)}/`] });
});
afterAll(async () => {
  await api.close();
  await site.close();
});

const get = (path: string) => api.send('GET', `/v1/executions/${execution}${path}`);

describe('what a deployment cannot answer in one piece', () => {
  it('is a range of the archive that the problem names: the record as a separate gzip file', async () => {
    const { key } = (await get(`/explain?url=${site.origin(0)}/large`)).body as { key: string };

    const { status, body } = await get(`/pages/${key}`);

    expect([status, body.code]).toEqual([422, 'ANSWER_TOO_LARGE']);
    const { url, range, expiresAt } = body.range as { url: string; range: string; expiresAt: string };
    expect(expiresAt).toBe(new Date(1_800_000_000_000).toISOString());
    const [, from = 0, to = 0] = /^bytes=(\d+)-(\d+)$/.exec(range)?.map(Number) ?? [];
    const object = new URL(url).pathname.slice(1);
    const bytes = await api.ports.archive.range(object, from, to - from + 1);
    expect(gunzipSync(bytes).toString('latin1')).toMatch(/^WARC\/1\.1\r\n[\s\S]*\/large\r\n[\s\S]*large large/);
    expect((await get(`/pages/${key}?part=headers`)).body).toMatchObject({ status: 200, bytes: 6_000_000 });
  });

  it('are files: their addresses are signed, and one of all is made at the first request', async () => {
    const { items } = (await get('/downloads')).body as { items: { url: string; expiresAt: string; name: string }[] };
    const part = await get(`/downloads/${items[0]?.name ?? ''}`);
    const first = await get('/downloads/all.warc.gz');
    const again = await get('/downloads/all.warc.gz');
    const none = await get('/downloads/all.links.jsonl.gz');

    expect(items[0]?.url).toMatch(/^https:\/\/bucket\.test\/executions\//);
    expect([part.status, part.headers.get('location')]).toEqual([307, items[0]?.url]);
    expect([first.status, first.headers.get('location')]).toEqual([307, again.headers.get('location')]);
    const accept = { Accept: 'application/json' };
    const named = await api.send('GET', `/v1/executions/${execution}/downloads/all.warc.gz`, { headers: accept });
    expect([named.status, (named.body as { url: string }).url]).toEqual([200, first.headers.get('location')]);
    const object = new URL(first.headers.get('location') ?? '').pathname.slice(1);
    expect(object).toMatch(new RegExp(`^executions/${execution}/downloads/\\d+\\.warc\\.gz$`));
    const text = gunzipSync(await api.ports.archive.get(object)).toString('latin1');
    expect(text.match(/^WARC-Type: response/gm)).toHaveLength(2 + 1); // and robots.txt
    expect([none.status, none.bytes.length]).toEqual([200, 0]);
    expect((await get('/downloads/000001~000000~none-000000.warc.gz')).status).toBe(404);
  });

  it('are objects, whose addresses are signed, too', async () => {
    const { manifest } = (await get('/archive')).body as { manifest: string };
    const path = `/archive/${manifest.slice(`executions/${execution}/`.length).replaceAll('/', '~')}`;
    const moved = await get(path);
    const headers = { Accept: 'application/json', Range: 'bytes=0-9' };
    const named = await api.send('GET', `/v1/executions/${execution}${path}`, { headers });

    expect([moved.status, new URL(moved.headers.get('location') ?? '').pathname]).toEqual([307, `/${manifest}`]);
    expect([named.status, named.body.url]).toEqual([200, moved.headers.get('location')]);
    expect((await get('/archive/waves~none')).status).toBe(404);
  });

  it('leaves nothing behind when the execution is deleted', async () => {
    const other = await api.crawl({ seeds: [`${site.origin(0)}/`] });
    await api.send('GET', `/v1/executions/${other}/downloads/all.warc.gz`);

    await api.send('DELETE', `/v1/executions/${other}`);
    await api.drive(other);

    const left: string[] = [];
    for await (const { key } of api.ports.archive.list(`executions/${other as ExecutionId}/`)) left.push(key);
    expect(left).toEqual([]);
  });
});
