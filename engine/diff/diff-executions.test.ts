import { describe, expect, it } from 'vitest';
import type { MainTexts } from '#core/content/main-texts.ts';
import { type Change, changeOf } from '#core/diff/change.ts';
import type { UrlVersion } from '#core/diff/url-version.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { canonicalUrl, urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { KeyRules } from '#core/url/key-rules.ts';
import { ArchivedVersions } from '#engine/diff/archived-versions.ts';
import { type DiffInput, diffExecutions } from '#engine/diff/diff-executions.ts';
import type { DiffSide } from '#engine/diff/diff-side.ts';
import { type KnownVersion, VERSION_SOURCES } from '#engine/diff/known-version.ts';
import { MemoryScratch } from '#test/export/memory-scratch.ts';
import { seededRandom } from '#test/site/random.ts';

const PLAIN = KeyRules.parse({});
const FOLDED = KeyRules.parse({ trailingSlash: 'fold' });

const page = (url: string, change: Partial<Extract<UrlVersion, { is: 'page' }>> = {}): UrlVersion => ({
  is: 'page',
  url,
  title: 'A',
  digest: 'd1',
  text: null,
  fields: null,
  ...change,
});

/** @param rules they make the keys; null: the source says none */
const sideOf = (
  versions: readonly (readonly [KnownVersion['from'], UrlVersion])[],
  rules: KeyRules | null,
): DiffSide => ({
  keyRules: rules ?? PLAIN,
  async *versions() {
    for (const [from, version] of versions) {
      yield [{ key: rules === null ? null : urlKey(version.url as CrawlUrl, rules), from, version }];
    }
  },
});

async function diffOf(before: DiffSide, after: DiffSide, change: Partial<DiffInput> = {}) {
  const input = { isComplete: true, by: 'text', keyRules: PLAIN, scratch: new MemoryScratch(), ...change } as const;
  const { counts, changes } = await diffExecutions({ before, after, ...input });
  const list: Change[] = [];
  for await (const one of changes) list.push(one);
  return { counts, changes: list };
}

describe('a comparison of two executions', () => {
  it('counts a page as unchanged where nothing differs, and no URL that is a page in neither', async () => {
    const both = [
      ['page', page('http://a.example/1')],
      ['task', { is: 'failed', url: 'http://a.example/2', reason: 'timeout', status: null }],
    ] as const;

    const { counts, changes } = await diffOf(sideOf(both, PLAIN), sideOf(both, PLAIN));

    expect([counts.unchanged, changes]).toEqual([1, []]);
  });

  it('counts each page that it would have read behind the bound once, kept or not', async () => {
    const ofTwo = (digest: string) =>
      [
        ['known', page('http://a.example/kept', { digest, kept: true })],
        ['page', page('http://a.example/page', { digest })],
        ['page', page('http://a.example/same')],
      ] as const;
    const [before, after] = [sideOf(ofTwo('d1'), PLAIN), sideOf(ofTwo('d2'), PLAIN)];
    const side = { id: 'x0000000001' as ExecutionId, keyRules: PLAIN, ports: () => Promise.reject(new Error('read')) };
    const texts = {
      read: () => Promise.reject(new Error('read')),
      close: async () => undefined,
    } as unknown as MainTexts;
    const archived = new ArchivedVersions({ before: side, after: side, texts, most: 0 });

    const bounded = await diffOf(before, after, { archived });
    const whole = await diffOf(before, after);

    expect([bounded.counts.unread, whole.counts.unread]).toEqual([2, 0]);
    expect(bounded.counts).toMatchObject({ changed: 2, byBytes: 2, unchanged: 1 });
  });

  it('takes the rules of the later execution for what is one page, with keys by other rules', async () => {
    const before = [['page', page('http://a.example/x/')]] as const;
    const after = [['page', page('http://a.example/x')]] as const;

    const folded = await diffOf(sideOf(before, PLAIN), sideOf(after, FOLDED), { keyRules: FOLDED });
    const plain = await diffOf(sideOf(before, FOLDED), sideOf(after, PLAIN), { keyRules: PLAIN });

    expect([folded.counts.unchanged, folded.changes]).toEqual([1, []]);
    expect(plain.changes.map(({ kind }) => kind)).toEqual(['moved']);
  });

  it('says the same with keys and without', async () => {
    const before = [['page', page('http://a.example/x?b=1')]] as const;
    const after = [['page', page('http://a.example/x?b=1', { title: 'B' })]] as const;

    const [withKeys, without, mixed] = await Promise.all([
      diffOf(sideOf(before, PLAIN), sideOf(after, PLAIN)),
      diffOf(sideOf(before, null), sideOf(after, null)),
      diffOf(sideOf(before, PLAIN), sideOf(after, null)),
    ]);

    expect(withKeys.changes).toMatchObject([{ kind: 'changed', what: ['title'] }]);
    expect([without, mixed]).toEqual([withKeys, withKeys]);
  });

  it('believes a page before its task, and a task before what was known', async () => {
    const url = 'http://a.example/1';
    const failed = { is: 'failed', url, reason: 'http-4xx', status: 404 } as const;
    const before = [['page', page(url)]] as const;

    const asPage = await diffOf(
      sideOf(before, PLAIN),
      sideOf(
        [
          ['task', failed],
          ['page', page(url)],
        ],
        PLAIN,
      ),
    );
    const asTask = await diffOf(
      sideOf(before, PLAIN),
      sideOf(
        [
          ['known', page(url, { kept: true })],
          ['task', failed],
        ],
        PLAIN,
      ),
    );

    expect(asPage.counts.unchanged).toBe(1);
    expect(asTask.changes).toMatchObject([{ kind: 'removed', reason: 'gone' }]);
  });

  it.each([PLAIN, FOLDED])('is what a comparison in memory says, of 2,000 random URLs (%#)', async (keyRules) => {
    const random = seededRandom(7).below;
    const [before, after] = [randomSide(random), randomSide(random)];
    for (const isComplete of [true, false]) {
      const expected = comparedInMemory(before, after, { keyRules, isComplete });

      const found = await diffOf(sideOf(before, PLAIN), sideOf(after, keyRules), { keyRules, isComplete });

      expect(sorted(found.changes)).toEqual(sorted(expected.changes));
      expect(found.counts.unchanged).toBe(expected.unchanged);
      expect(new Set(found.changes.map(({ kind }) => kind)).size).toBe(7);
      expect(found.counts.unchanged).toBeGreaterThan(100);
    }
  });
});

const sorted = (changes: readonly Change[]): Change[] => [...changes].sort((a, b) => bytewise(ascii(a), ascii(b)));

const target = (n: number) => ({ key: `key ${n}`, url: `http://a.example/target/${n}` });

type Side = [KnownVersion['from'], UrlVersion][];

function randomSide(random: (below: number) => number): Side {
  const side: Side = [];
  for (let n = 0; n < 2_000; n++) {
    const url = `http://${'ab'.charAt(n % 2)}.example/${n % 3 === 0 ? 'ü' : 'x'}${n}${n % 7 === 0 ? '/' : ''}`;
    const href = new URL(random(9) === 0 ? url.replace(/\/?$/, '/') : url).href;
    side.push(...randomVersions(href, n, random));
  }
  return side;
}

function randomVersions(url: string, n: number, random: (below: number) => number): Side {
  const title = random(8) === 0 ? 'other «ä» 日本\t' : 'one';
  const found = page(url, { title, digest: random(6) === 0 ? `d${random(40)}` : `of ${n}` });
  switch (random(12)) {
    case 0:
      return [];
    case 1:
      return [['task', { is: 'failed', url, reason: 'http-4xx', status: 404 + random(2) * 6 }]];
    case 2:
      return [['task', { is: 'skipped', url, reason: 'robots', status: null }]];
    case 3:
      return [['task', { is: 'duplicate', url, reason: null, status: 200 }]];
    case 4:
      return [['known', page(url, { title: null, digest: random(2) === 0 ? `of ${n}` : null, kept: true })]];
    case 5:
      return [
        ['known', page(url, { title: null, kept: true })],
        ['task', { is: 'redirected', url, reason: null, status: 301, to: target(random(2)) }],
      ];
    default:
      return [['page', found]];
  }
}

/** Nothing but lists and maps: how the comparison was described first. */
function comparedInMemory(before: Side, after: Side, of: { keyRules: KeyRules; isComplete: boolean }) {
  const [old, now] = [before, after].map((side) => byAddress(side, of.keyRules)) as [Versions, Versions];
  const here: Change[] = [];
  const elsewhere: { readonly content: string; readonly change: Change }[] = [];
  let unchanged = 0;
  for (const address of [...new Set([...old.keys(), ...now.keys()])].sort(bytewise)) {
    const [was, is] = [old.get(address) ?? null, now.get(address) ?? null];
    const change = changeOf(was, is, { isComplete: of.isComplete, by: 'text', sameText: null, links: null });
    if (change === null) unchanged += was?.is === 'page' ? 1 : 0;
    else if (change.kind !== 'added' && change.kind !== 'removed') here.push(change);
    else {
      const version = change.kind === 'added' ? is : was;
      const digest = version?.is === 'page' ? version.digest : null;
      elsewhere.push({ content: digest ?? `-${ascii(change.url)}`, change });
    }
  }
  return { unchanged, changes: [...here, ...withMoves(elsewhere)] };
}

function withMoves(candidates: readonly { readonly content: string; readonly change: Change }[]): Change[] {
  return [...Map.groupBy(candidates, ({ content }) => content)]
    .sort(([a], [b]) => bytewise(a, b))
    .flatMap(([, group]) => {
      const changes = group.map(({ change }) => change).sort((a, b) => bytewise(ascii(a.url), ascii(b.url)));
      const removed = changes.filter(({ kind }) => kind === 'removed');
      const added = changes.filter(({ kind }) => kind === 'added');
      const moved = added.map((one, i): Change => {
        const from = removed[i]?.url;
        return from === undefined ? one : { kind: 'moved', url: one.url, from, title: one.title };
      });
      return [...moved, ...removed.slice(added.length)];
    });
}

type Versions = Map<string, UrlVersion>;

function byAddress(side: Side, keyRules: KeyRules): Versions {
  const found: Versions = new Map();
  const inOrder = [...side].sort(
    ([from, a], [other, b]) =>
      VERSION_SOURCES.indexOf(from) - VERSION_SOURCES.indexOf(other) || bytewise(ascii(a), ascii(b)),
  );
  for (const [, version] of inOrder) {
    const address = ascii(canonicalUrl(version.url as CrawlUrl, keyRules));
    if (!found.has(address)) found.set(address, version);
  }
  return found;
}

const bytewise = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const ascii = (value: unknown): string =>
  JSON.stringify(value).replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
