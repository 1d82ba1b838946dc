import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Manifest } from '#core/archive/manifest.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { Execution } from '#core/execution/execution.ts';
import { type Answer, type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import type { Handler } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';

const THINGS = 12;
const EVIL = '<h1>Evil</h1><script>alert(1)</script><img src=x onerror=alert(2)><a href="/thing/1">one</a>';

/**
 * A front page, twelve things, a page that means harm, an image of a kind, and a page that is gone.
 */
const shop: Handler = (exchange) => {
  const { pathname } = exchange.url;
  if (pathname === '/') {
    const links = Array.from({ length: THINGS }, (_, n) => `<a href="/thing/${n}">thing ${n}</a>`);
    return exchange.html(
      `<title>Shop</title>${links.join('')}<a href="/evil">e</a><a href="/gone">g</a><a href="/l1">l</a>`,
    );
  }
  const thing = /^\/thing\/(\d+)$/.exec(pathname)?.[1];
  if (thing !== undefined)
    return exchange.html(`<title>Thing ${thing}</title><h1>=${thing}+1</h1><a href="/">home</a>`);
  if (pathname === '/evil') return exchange.html(EVIL);
  if (pathname === '/l1') {
    return exchange.send(200, { 'content-type': 'text/html; charset=iso-8859-1' }, Buffer.from('<p>caf\xe9', 'latin1'));
  }
  exchange.send(404, { 'content-type': 'text/html' }, 'gone');
};

let site: Site;
let api: ApiBench;
let execution: string;
beforeAll(async () => {
  site = await startSite({ handler: shop });
  api = openApiBench();
  const selection = { rules: [{ url: ['*/thing/*'], fields: { name: 'h1' } }] };
  execution = await api.crawl({ seeds: [`${site.origin(0)}/`], output: { links: 'full' }, selection }, 'anna');
});
afterAll(async () => {
  await api.close();
  await site.close();
});

interface Item {
  readonly key: string;
  readonly url: string;
  readonly record: unknown;
  readonly provisional: boolean;
}
const get = (path: string, accept?: string): Promise<Answer> =>
  api.send('GET', `/v1/executions/${execution}${path}`, {
    as: 'anna',
    ...(accept !== undefined && { headers: { accept } }),
  });

/** All items of a list, page by page. */
async function walked<T>(path: string, limit: number): Promise<T[]> {
  const items: T[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page = await get(`${path}?limit=${limit}${next === '' ? '' : `&next=${next}`}`);
    expect(page.status).toBe(200);
    expect((page.body.items as T[]).length).toBeLessThanOrEqual(limit);
    items.push(...(page.body.items as T[]));
    next = page.body.next as string | null;
  }
  return items;
}

const itemOf = async (path: string): Promise<Item> => {
  const item = (await walked<Item>('/records', 100)).find(({ url }) => url.endsWith(path));
  if (item === undefined) throw new Error(`${path} was not crawled`);
  return item;
};

describe('records over the API (S12)', () => {
  it('are one a page, in the order of the crawl, the same for any size of a page of the list', async () => {
    const whole = await walked<Item>('/records', 1_000);

    expect(await walked('/records', 1)).toEqual(whole);
    expect(await walked('/records', 5)).toEqual(whole);
    expect(whole).toHaveLength(THINGS + 3);
    expect(whole[0]).toMatchObject({ url: `${site.origin(0)}/`, title: 'Shop', level: 0, via: null, record: null });
    expect(whole.find(({ url }) => url.endsWith('/thing/7'))).toMatchObject({
      title: 'Thing 7',
      via: `${site.origin(0)}/`,
      record: { name: '=7+1' },
      recordErrors: [],
    });
  });

  it('are JSON lines and CSV by Accept: the same pages', async () => {
    const items = await walked<Item>('/records', 1_000);
    const lines = await get('/records', 'application/jsonl');
    const csv = await get('/records', 'text/csv;q=0.9, application/json;q=0.1');

    expect(lines.headers.get('content-type')).toBe('application/jsonl');
    const pages = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Item);
    expect(pages).toEqual(items.map(({ key: _, provisional: __, ...page }) => page));
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const rows = csv.text.trimEnd().split('\r\n');
    expect(rows[0]).toMatch(/^url,status,title,.*,name,recordErrors$/);
    expect(rows).toHaveLength(items.length + 1);
    expect(csv.text).toContain(",'=7+1,"); // no formula
  });

  it('refuse a cursor that is none', async () => {
    for (const next of ['x', '0.0.0.0', '1.0.0', `${'9'.repeat(20)}.0.0.0`]) {
      const answer = await get(`/records?next=${next}`);
      expect([next, answer.status, answer.body.code]).toEqual([next, 400, 'REQUEST_INVALID']);
    }
    expect((await get('/records?next=900.0.0.0')).body).toEqual({ items: [], next: null });
  });
});

describe('archived answers over the API', () => {
  it('are text, although a stranger’s server called them otherwise', async () => {
    const { key } = await itemOf('/evil');

    const plain = await get(`/pages/${key}`);
    const html = await get(`/pages/${key}?as=html`);

    expect(plain.text).toBe(EVIL);
    expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const { headers } of [plain, html]) {
      expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('have headers, and what there is to read, each in its own encoding', async () => {
    const evil = await itemOf('/evil');
    const latin = await itemOf('/l1');

    const head = await get(`/pages/${latin.key}?part=headers`);
    expect(head.body).toMatchObject({ url: latin.url, status: 200, charset: 'windows-1252', bytes: 7 });
    expect(head.body.headers).toContainEqual({ name: 'content-type', value: 'text/html; charset=iso-8859-1' });
    expect((await get(`/pages/${latin.key}`)).bytes).toEqual(Buffer.from('<p>caf\xe9', 'latin1'));
    expect((await get(`/pages/${latin.key}?part=text`)).text).toBe('café');
    expect((await get(`/pages/${evil.key}?part=text`)).text).toBe('Evil\n\none');
  });

  it('are Markdown with front matter, as the export writes it', async () => {
    const latin = await itemOf('/l1');

    const { text, headers } = await get(`/pages/${latin.key}?as=markdown`);

    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(text).toMatch(
      /^---\nurl: "http:[^\n]+\/l1"\ntitle: ""\nfetchedAt: "\d{4}-[^\n]+"\ntext: "whole"\n---\n\ncafé\n$/,
    );
  });

  it('say what they say of themselves, as the export of facts has it', async () => {
    const evil = await itemOf('/evil');

    const { status, body } = await get(`/pages/${evil.key}?part=facts`);
    const exported = (await get('/exports/facts')).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

    expect(status).toBe(200);
    expect(body).toMatchObject(exported.find(({ url }) => url === evil.url));
    expect(body).toMatchObject({ fetchedAt: expect.any(String), textDigest: expect.any(String) });
  });

  it('are Markdown in a number of tokens, or of the whole page', async () => {
    const { key } = await itemOf('/l1');
    const [whole, fitted, full, ...refused] = await Promise.all(
      ['', '&mode=fit&tokens=20', '&mode=full', '&mode=main&tokens=20', '&tokens=1', '&mode=full&tokens=20'].map(
        (rest) => get(`/pages/${String(key)}?as=markdown${rest}`),
      ),
    );

    expect(fitted?.text).toBe(whole?.text);
    expect(full?.text).toContain('text: "full"');
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  it('are there of answers that were not pages, and of nothing else', async () => {
    const gone = await get(`/explain?url=${site.origin(0)}/gone`);

    expect((await get(`/pages/${String(gone.body.key)}`)).text).toBe('gone');
    const nothing = await get(`/pages/${'0'.repeat(32)}`);
    expect([nothing.status, nothing.body.code]).toEqual([404, 'OBJECT_NOT_FOUND']);
    expect((await get('/pages/xyz')).status).toBe(400);
  });
});

describe('the link graph over the API', () => {
  const edge = (from: string, to: string) => ({ from: `${site.origin(0)}${from}`, to: `${site.origin(0)}${to}` });

  it('is as the crawl kept it', async () => {
    const links = await walked<Record<string, string>>('/links', 7);

    expect(links).toHaveLength(THINGS + 3 + THINGS + 1);
    expect(links[2]).toEqual({ ...edge('/', '/thing/2'), kind: 'a', text: 'thing 2', reason: null });
    expect(links).toContainEqual({ ...edge('/evil', '/thing/1'), kind: 'a', text: 'one', reason: null });
  });

  it('is read again where it was not kept: the same edges', async () => {
    const kept = await walked('/links', 100);
    const before = execution;
    execution = await api.crawl({ seeds: [`${site.origin(0)}/`] }, 'anna');
    try {
      expect(await walked('/links', 4)).toEqual(kept);
    } finally {
      execution = before;
    }
  });
});

describe('downloads over the API', () => {
  interface File {
    readonly format: string;
    readonly url: string;
    readonly bytes: number;
    readonly sha256: string;
  }

  it('name every file with its size and digest, and are those bytes', async () => {
    const files = await walked<File>('/downloads', 2);

    expect(new Set(files.map(({ format }) => format))).toEqual(new Set(['warc', 'records', 'links']));
    for (const { url, bytes, sha256 } of files) {
      const answer = await api.send('GET', url, { as: 'anna' });
      expect([url, answer.status, answer.bytes.length, sha256Hex(answer.bytes)]).toEqual([url, 200, bytes, sha256]);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="/);
    }
  });

  it('are one file a format for executions of up to 100 MB', async () => {
    const { whole } = (await get('/downloads')).body as unknown as { whole: { format: string; url: string }[] };
    const records = whole.find(({ format }) => format === 'records');

    const answer = await api.send('GET', records?.url ?? '', { as: 'anna' });

    const lines = gunzipSync(answer.bytes).toString().trimEnd().split('\n');
    expect(lines).toHaveLength(THINGS);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ record: { name: expect.stringContaining('+1') } });
  });

  it('are nothing but files of that execution', async () => {
    for (const name of ['..%2f..%2fsurf.db', '000001~000000~none-000000.warc.gz', '000001~..~x.warc.gz', 'all.zip']) {
      expect([404, 400]).toContain((await get(`/downloads/${name}`)).status);
    }
  });
});

describe('the archive over the API', () => {
  const nameOf = (key: string): string => key.slice(`executions/${execution}/`.length).replaceAll('/', '~');
  const manifestName = async (): Promise<string> => nameOf(String((await get('/archive')).body.manifest));

  it('begins with the row, which leads to every object of the log', async () => {
    const row = Execution.parse((await get('/archive')).body);
    const names: string[] = [];
    for (let next = row.manifest; next !== null; ) {
      const manifest = Manifest.parse(JSON.parse((await get(`/archive/${nameOf(next)}`)).text));
      for (const { base, sha256 } of manifest.chunks) {
        const lines = await get(`/archive/${nameOf(base)}.lines.jsonl.gz`);
        expect(sha256Hex(lines.bytes)).toBe(sha256);
        names.push(base);
      }
      next = manifest.previous;
    }

    expect(row.id).toBe(execution);
    expect(new Set(names).size).toBeGreaterThan(1);
  });

  it('gives objects for saving only, whole or a range of them', async () => {
    const path = `/archive/${await manifestName()}`;
    const ranged = (range: string) =>
      api.send('GET', `/v1/executions/${execution}${path}`, { as: 'anna', headers: { range } });
    const whole = await get(path);
    const part = await ranged('bytes=2-5');
    const end = await ranged(`bytes=${whole.bytes.length - 3}-999999999`);
    const behind = await ranged(`bytes=${whole.bytes.length}-${whole.bytes.length + 9}`);

    expect(whole.headers.get('content-type')).toBe('application/octet-stream');
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="waves~/);
    expect([part.status, part.text]).toEqual([206, whole.text.slice(2, 6)]);
    expect(part.headers.get('content-range')).toBe('bytes 2-5/*');
    expect([end.status, end.text]).toEqual([206, whole.text.slice(-3)]);
    expect([behind.status, behind.body.code]).toEqual([416, 'RANGE_UNSATISFIABLE']);
    for (const passedOver of ['bytes=5-2', 'bytes=-5', 'lines=1-2', 'bytes=0-1,4-5']) {
      const answer = await ranged(passedOver);
      expect([passedOver, answer.status, answer.text]).toEqual([passedOver, 200, whole.text]);
    }
  });

  it('has nothing but objects of that execution', async () => {
    const other = await api.crawl({ seeds: [`${site.origin(0)}/`] }, 'bert');
    const theirs = String((await api.send('GET', `/v1/executions/${other}/archive`, { as: 'bert' })).body.manifest);
    const names = [
      ...['..~..~surf.db', '..~surf.db', '.~x', 'waves~..~..~x', '%2e%2e%2fsurf.db', 'waves~none', 'x'.repeat(501)],
      ...[`..~${other}~${theirs.slice(`executions/${other}/`.length).replaceAll('/', '~')}`, 'waves/x', '~', 'a~'],
    ];
    for (const name of names) {
      const { status, bytes } = await get(`/archive/${name}`);
      expect([name, [400, 404, 422].includes(status), bytes.includes('closedAt')]).toEqual([name, true, false]);
    }
  });

  it('outlives the workflow: an execution keeps the workflow that it ran', async () => {
    const id = await api.crawl({ name: 'gone', seeds: [`${site.origin(0)}/`] }, 'anna');
    const { workflow } = (await api.send('GET', `/v1/executions/${id}`, { as: 'anna' })).body as {
      workflow: { id: string };
    };
    await api.send('DELETE', `/v1/workflows/${workflow.id}`, { as: 'anna' });

    const version = await api.send('GET', `/v1/workflows/${workflow.id}/versions/1`, { as: 'anna' });
    const run = await api.send('GET', `/v1/executions/${id}/workflow`, { as: 'anna' });

    expect(version.status).toBe(404);
    expect(run.body).toMatchObject({
      id: workflow.id,
      version: 1,
      definition: { name: 'gone', retry: { attempts: 1 } },
    });
  });
});

describe('data of another user', () => {
  it('is hidden on every route', async () => {
    const { key } = await itemOf('/evil');
    const { manifest } = (await get('/archive')).body as { manifest: string };
    const object = manifest.slice(`executions/${execution}/`.length).replaceAll('/', '~');
    const paths = [
      ...['/records', `/pages/${key}`, '/links', '/downloads', '/downloads/all.warc.gz'],
      ...['/workflow', '/archive', `/archive/${object}`],
    ];
    expect((await get(`/archive/${object}`)).status).toBe(200);

    const asked = paths.map((path) => api.send('GET', `/v1/executions/${execution}${path}`, { as: 'bert' }));

    expect((await Promise.all(asked)).map(({ status, body }) => [status, body.code])).toEqual(
      paths.map(() => [404, 'EXECUTION_NOT_FOUND']),
    );
  });
});
