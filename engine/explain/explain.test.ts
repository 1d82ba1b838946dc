import { describe, expect, it } from 'vitest';
import { deflatedText } from '#core/bytes/deflated-text.ts';
import { codeOf } from '#core/error.ts';
import type { Explanation } from '#core/execution/explanation.ts';
import type { RobotsPointer } from '#core/politeness/hosts/host-store.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { KeyRules } from '#core/url/key-rules.ts';
import { explain } from '#engine/explain/explain.ts';
import { History, type Json } from '#test/verify/history.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const A = 'http://a.example';
const B = 'http://b.example';

const WEB: Readonly<Record<string, ScriptedPage>> = {
  [`${A}/`]: {
    links: [`${A}/1`, `${A}/2`, `${A}/moved`, 'http://out.example/x', `!${A}/nf`, `${A}/?b=1&a=2`, `${A}/late`],
  },
  [`${A}/1`]: { body: 'same', links: [`${A}/deep`] },
  [`${A}/2`]: { body: 'same' },
  [`${A}/moved`]: { redirect: `${A}/middle` },
  [`${A}/middle`]: { redirect: `${A}/target` },
  [`${A}/target`]: { links: [`${A}/below`] },
  [`${A}/?b=1&a=2`]: {},
  [`${A}/deep`]: { links: [`${B}/`] },
  [`${A}/below`]: { redirect: 'http://out.example/y' },
  [`${A}/late`]: { deferred: 1, links: [`${A}/latest`] },
};

interface Asked {
  readonly history: History;
  readonly pointers: Map<string, RobotsPointer>;
  ask(url: string): Promise<Explanation>;
}

async function begun(workflow: Json = {}): Promise<Asked> {
  const history = new History((url) => WEB[url]);
  await history.start({ seeds: [`${A}/`], ...workflow });
  const pointers = new Map<string, RobotsPointer>();
  const hosts = { robots: async (origin: string) => pointers.get(origin) ?? null };
  const { catalog, archive, tasks, units, clock } = history;
  const ports = { catalog, archive, tasks, units, clock, hosts };
  return { history, pointers, ask: (url) => explain(ports, history.id, url) };
}

async function crawled(workflow: Json = {}): Promise<Asked> {
  const asked = await begun(workflow);
  await asked.history.go();
  return asked;
}

const chainOf = ({ found }: Explanation): string[] => (found?.chain ?? []).map(({ url }) => url);

const NEVER = 'User-agent: *\r\n# all\r\nDisallow: /never # here\r\n';

describe('explain (N7)', () => {
  it('tells of a page that a limit left in the order of cash its cash, and that of the cut (G10)', async () => {
    const web: Readonly<Record<string, ScriptedPage>> = {
      [`${A}/`]: { links: [`${A}/1`, `${A}/2`] },
      [`${A}/1`]: { body: '1', links: [`${A}/few`, `${A}/both`, `${A}/none`, `${A}/nothing`] },
      [`${A}/2`]: { body: '2', links: [`${A}/both`] },
    };
    const history = new History((url) => web[url] ?? { body: url });
    await history.crawl({ seeds: [`${A}/`], order: 'importance', limits: { pages: 4 } });
    const { catalog, archive, tasks, units, clock } = history;
    const ports = { catalog, archive, tasks, units, clock, hosts: { robots: async () => null } };

    const [both, few] = await Promise.all(['both', 'few'].map((name) => explain(ports, history.id, `${A}/${name}`)));

    expect(both).toMatchObject({ state: 'succeeded', found: { level: 2, rank: 1 }, pending: null });
    expect(few?.pending).toMatchObject({ limit: 'pages', cash: { own: 0.25, cut: 1.25 } });
    const plain = await (await crawled({ limits: { pages: 2 } })).ask(`${A}/2`);
    expect(plain.pending).toMatchObject({ limit: 'pages', cash: null });
  });

  it('tells of a stored page who found it, up to the seed, where it is archived and what it cost', async () => {
    const { ask, history } = await crawled();

    const deep = await ask(`${A}/deep`);

    expect(deep).toMatchObject({
      execution: history.id,
      url: `${A}/deep`,
      canonical: `${A}/deep`,
      key: urlKey(`${A}/deep` as CrawlUrl, KeyRules.parse({})),
      merged: null,
      kind: 'page',
      state: 'succeeded',
      verdict: { admitted: true, reason: null, rule: null, judged: 'then' },
      outcome: { type: 'stored', status: 200, contentType: 'text/html', title: `Title of ${A}/deep` },
      found: { how: 'link', level: 2, rank: 1, position: null, complete: true },
      attempts: 1,
      errors: [],
      pending: null,
    });
    expect(deep.found?.chain).toEqual([
      { url: `${A}/1`, how: 'link', level: 1 },
      { url: `${A}/`, how: 'seed', level: 0 },
    ]);
    expect(deep.wave).toBeGreaterThan(1);
    expect(deep.unit).toBe(0);
    expect(deep.archived?.object).toContain(`/chunks/00000${deep.wave}/000000/`);
    expect(deep.outcome?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(deep.costUsd).not.toBeNull();
    expect((await ask(`${A}/`)).found).toMatchObject({ how: 'seed', level: 0, rank: 1, chain: [], complete: true });
  });

  it('names the other address that it merged with, and the rules of the merge', async () => {
    const { ask } = await crawled({ key: { sortQuery: true, dropParameters: ['tracking'] } });
    const known = `${A}/?b=1&a=2`;

    expect((await ask(`${A}/?a=2&b=1&utm_source=x#top`)).merged).toEqual({
      with: known,
      rules: ['fragment', 'dropParameters', 'sortQuery'],
    });
    expect((await ask(`HTTP://a.example:80/1`)).merged).toEqual({
      with: `${A}/1`,
      rules: ['letterCase', 'defaultPort'],
    });
    expect(await ask(`${A}/%31`)).toMatchObject({
      state: 'succeeded',
      url: `${A}/%31`,
      canonical: `${A}/1`,
      keyRules: ['percentEscapes'],
      merged: { with: `${A}/1`, rules: ['percentEscapes'] },
    });
    expect((await ask(known)).merged).toBeNull();
  });

  it('names the rule that refused a link when its level was merged, the page and the place of the link', async () => {
    const { ask } = await crawled();

    expect(await ask('http://out.example/x')).toMatchObject({
      state: 'skipped',
      verdict: { admitted: false, reason: 'outside-scope', rule: 'host', judged: 'then' },
      outcome: { type: 'skipped', reason: 'outside-scope' },
      found: { how: 'link', level: 1, rank: null, position: 3, chain: [{ url: `${A}/`, how: 'seed' }] },
      attempts: 0,
      archived: null,
    });
    expect((await ask(`${A}/nf`)).verdict).toMatchObject({ admitted: false, reason: 'nofollow' });
  });

  it('judges what was never seen now, with the workflow’s own rules, and says so', async () => {
    const { ask } = await crawled({ scope: { exclude: ['*/private/*'] } });

    expect(await ask(`${A}/never`)).toMatchObject({
      state: 'unseen',
      verdict: { admitted: true, judged: 'now' },
      found: null,
      outcome: null,
    });
    expect((await ask(`${A}/private/x`)).verdict).toEqual({
      admitted: false,
      reason: 'excluded',
      rule: '*/private/*',
      judged: 'now',
    });
    expect((await ask('http://127.0.0.1/')).verdict).toMatchObject({ admitted: false, reason: 'blocked-address' });
    expect(await ask('mailto:a@b.example')).toMatchObject({ state: 'ignored', key: null, verdict: null });
  });

  it('counts what was admitted of a pattern when it judges now', async () => {
    const web = new Map([[`${A}/`, { links: [1, 2, 3].map((n) => `${A}/day/${n}`) }]]);
    const history = new History((url) => web.get(url) ?? {});
    await history.crawl({ seeds: [`${A}/`], traps: { pagesPerPattern: 2 } });
    const { catalog, archive, tasks, units, clock } = history;
    const ports = { catalog, archive, tasks, units, clock, hosts: { robots: async () => null } };

    const verdicts = await Promise.all([3, 77].map((n) => explain(ports, history.id, `${A}/day/${n}`)));

    expect(verdicts.map(({ verdict }) => [verdict?.reason, verdict?.judged])).toEqual([
      ['trap', 'then'],
      ['trap', 'now'],
    ]);
    expect(verdicts[0]?.verdict?.rule).toBe(verdicts[1]?.verdict?.rule);
  });

  it('follows redirects both ways: where it leads to, and whose redirect found it', async () => {
    const { ask } = await crawled();

    const moved = await ask(`${A}/moved`);
    expect(moved.outcome).toMatchObject({ type: 'redirected', status: 301 });
    expect(moved.redirectsTo).toEqual([
      { url: `${A}/middle`, outcome: 'redirected' },
      { url: `${A}/target`, outcome: 'stored' },
    ]);
    const target = await ask(`${A}/target`);
    expect(target.found).toMatchObject({ how: 'redirect', level: 1 });
    expect(target.found?.chain.map(({ how }) => how)).toEqual(['redirect', 'link', 'seed']);
    expect(chainOf(target)).toEqual([`${A}/middle`, `${A}/moved`, `${A}/`]);
    expect(await ask('http://out.example/y')).toMatchObject({
      state: 'skipped',
      verdict: { admitted: false, reason: 'outside-scope' },
      found: { how: 'redirect' },
    });
    expect((await ask(`${A}/below`)).redirectsTo).toEqual([
      { url: 'http://out.example/y', outcome: 'skipped(outside-scope)' },
    ]);
  });

  it('names the page that a duplicate is a copy of', async () => {
    const { ask } = await crawled();

    expect(await ask(`${A}/2`)).toMatchObject({ outcome: { type: 'duplicate' }, duplicateOf: `${A}/1` });
  });

  it('says why a task waits: the limit that keeps it, how many come before it, until when it was deferred', async () => {
    const { ask, history } = await begun({ limits: { pages: 3 } });
    await history.go();

    const kept = await ask(`${A}/?b=1&a=2`);
    expect(kept).toMatchObject({
      state: 'interrupted',
      verdict: { admitted: true },
      found: { how: 'link', level: 1, rank: 4, chain: [{ url: `${A}/`, how: 'seed' }] },
      pending: { limit: 'pages', cause: 'the limit of pages keeps it' },
    });

    const shallow = await crawled({ limits: { depth: 0 } });
    expect(await shallow.ask(`${A}/late`)).toMatchObject({
      state: 'interrupted',
      found: { level: 1, rank: 5 },
      pending: { where: 'list', limit: 'depth', before: 4 },
    });
  });

  it('says of a put-off task why and until when, and of one in the wave which unit has it', async () => {
    const { ask, history } = await begun();
    await history.go(2);

    const late = await ask(`${A}/late`);
    expect(late).toMatchObject({ state: 'scheduled', attempts: 1, errors: [{ code: 'http-5xx' }] });
    expect(late.pending).toMatchObject({ where: 'parked', cause: 'later' });
    expect(Date.parse(late.pending?.until ?? '')).toBeGreaterThan(history.clock.now());
    expect(await ask(`${A}/middle`)).toMatchObject({
      state: 'scheduled',
      wave: 3,
      unit: 0,
      pending: { where: 'plan', cause: 'in wave 3: its unit has not begun yet' },
    });
    await history.units.begin({ execution: history.id, wave: 3, unit: 0 }, 'token', history.clock.now());
    expect(await ask(`${A}/middle`)).toMatchObject({
      state: 'active',
      pending: { where: 'plan', cause: 'in wave 3: a worker crawls its unit now' },
    });
    const cause = 'lease: unit 1 of wave 2 of this crawl died and its lease still has the host';
    const waiting = [{ host: 'a.example', cause, until: history.clock.now() + 9_000 }];
    const live = { fetched: 0, stored: 0, failed: 0, bytes: 0, waiting };
    await history.units.beat({ execution: history.id, wave: 3, unit: 0 }, 'token', { now: history.clock.now(), live });
    expect((await ask(`${A}/middle`)).pending).toMatchObject({
      cause: `in wave 3: its worker waits for the host: ${cause}`,
      until: new Date(history.clock.now() + 9_000).toISOString(),
    });
  });

  it('knows what the open level has found, and the end of a wave that is not in the index yet', async () => {
    const { ask, history } = await begun({ limits: { pagesPerLevel: null }, unitSeconds: 600 });
    await history.go(1);
    const row = await history.row();
    await history.catalog.createExecution({ ...row, projected: 0 });
    await history.tasks.clear(history.id);

    expect(await ask(`${A}/`)).toMatchObject({ state: 'succeeded', outcome: { type: 'stored' } });
    expect((await ask(`${A}/1`)).found).toMatchObject({ how: 'link', chain: [{ url: `${A}/` }] });
  });

  it('finds links of an open level before they are merged', async () => {
    const web = (url: string): ScriptedPage =>
      url === `${A}/` ? { links: [`${A}/a`, `${B}/a`] } : url === `${B}/a` ? { deferred: 1 } : { links: [`${A}/new`] };
    const history = new History(web);
    await history.start({
      seeds: [`${A}/`],
      scope: { mode: 'any' },
      politeness: { delaySeconds: 0, patienceSeconds: 80_000 },
    });
    await history.go(2);
    const { catalog, archive, tasks, units, clock } = history;
    const ports = { catalog, archive, tasks, units, clock, hosts: { robots: async () => null } };

    expect(await explain(ports, history.id, `${A}/new`)).toMatchObject({
      state: 'found',
      verdict: { admitted: true, judged: 'then' },
      found: { level: 2, position: 0, chain: [{ url: `${A}/a` }, { url: `${A}/` }] },
      pending: { where: 'candidates', cause: 'decided when level 1 ends' },
    });
  });

  it.each([
    ['object', { object: 'robots/abc.txt' }],
    ['row', { object: null, deflated: deflatedText(Buffer.from(NEVER)) }],
  ])('shows what the robots.txt in an %s says of any address: line, text, hash and time (N6)', async (_, kept) => {
    const { ask, history, pointers } = await crawled();
    await history.archive.put('robots/abc.txt', [Buffer.from(NEVER)]);
    const known = { origin: A, fetchedAt: 1_700_000_000_000, expiresAt: 0 };
    pointers.set(A, { ...known, status: 200, hash: 'abc', ...kept });
    pointers.set(B, { ...known, origin: B, status: 404, hash: null, object: null });

    expect((await ask(`${A}/never`)).robots).toEqual({
      obeyed: true,
      source: 'stored',
      allowed: false,
      line: 3,
      text: 'Disallow: /never # here',
      hash: 'abc',
      at: '2023-11-14T22:13:20.000Z',
      status: 200,
    });
    expect((await ask(`${A}/1`)).robots).toMatchObject({ allowed: true, line: null, hash: 'abc' });
    expect((await ask(`${B}/x`)).robots).toMatchObject({ source: 'stored', allowed: true, status: 404 });
    expect((await ask('http://c.example/')).robots).toMatchObject({ source: 'none', allowed: null });
    const ignoring = await crawled({ politeness: { delaySeconds: 0, robots: 'ignore' } });
    expect((await ignoring.ask(`${A}/1`)).robots).toMatchObject({ obeyed: false });
  });

  it('answers before the first commit, and not for an execution that is none', async () => {
    const { ask, history } = await begun();

    expect(await ask(`${A}/`)).toMatchObject({ state: 'unseen', verdict: { admitted: true, judged: 'now' } });
    const { catalog, archive, tasks, units, clock } = history;
    const ports = { catalog, archive, tasks, units, clock, hosts: { robots: async () => null } };
    const error = await explain(ports, 'xnobody00001' as never, `${A}/`).catch((caught: unknown) => caught);
    expect(codeOf(error)).toBe('EXECUTION_NOT_FOUND');
  });
});
