import { describe, expect, it } from 'vitest';
import { SKIP_REASON_TABLE } from '#core/model/reason-table.ts';
import { createScopeFilter, type LinkContext, type ScopeFilterOptions } from '#core/scope/filter/scope-filter.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { HANGS } from '#test/hang.ts';

const SEED = 'http://example.org/';
const LINK: LinkContext = { nofollow: false, seed: false };
const PUBLIC: ScopeFilterOptions = { allowPrivateNetwork: false };

function judge(text: string, rules: object = {}, how: Partial<LinkContext & ScopeFilterOptions> = {}) {
  const workflow = Workflow.parse({ seeds: [SEED], ...rules });
  const url = parseCrawlUrl(text);
  if (url === null) throw new Error(`bad test URL ${text}`);
  return createScopeFilter(workflow, workflow.seeds, { ...PUBLIC, ...how }).decide(url, { ...LINK, ...how });
}

describe('the judge', () => {
  it.each([
    ['http://example.org/a', {}, { reason: null }],
    ['https://example.org/a?b', {}, { reason: null }],
    [`http://${'a.'.repeat(127)}org/`, {}, { reason: 'invalid-url', rule: 'host longer than 253' }],
    ['http://example.org/', { scope: { schemes: ['https'] } }, { reason: 'scheme', rule: 'http' }],
    ['https://example.org/', { scope: { schemes: ['http'] } }, { reason: 'scheme', rule: 'https' }],
    ['http://example.org/12345', { scope: { maxUrlLength: 23 } }, { reason: 'url-too-long', rule: 'maxUrlLength 23' }],
    ['http://127.0.0.1/', {}, { reason: 'blocked-address', rule: 'loopback' }],
    ['http://[::ffff:7f00:1]/', {}, { reason: 'blocked-address', rule: 'loopback' }],
    ['http://169.254.169.254/latest', {}, { reason: 'blocked-address', rule: 'metadata' }],
    ['http://LOCALHOST./', {}, { reason: 'blocked-address', rule: 'loopback' }],
    ['http://x.localhost:8080/', {}, { reason: 'blocked-address', rule: 'loopback' }],
    ['http://example.org:25/', {}, { reason: 'blocked-address', rule: 'port 25' }],
    ['http://example.org/x', { scope: { blacklist: ['*/x'] } }, { reason: 'blacklist', rule: '*/x' }],
    ['http://bad.test/', { scope: { blacklist: ['Bad.TEST'] } }, { reason: 'blacklist', rule: 'bad.test' }],
    ['http://www.bad.test/', { scope: { blacklist: ['bad.test'] } }, { reason: 'blacklist', rule: 'bad.test' }],
    ['http://notbad.test/', { scope: { blacklist: ['bad.test'] } }, { reason: 'outside-scope', rule: 'host' }],
    ['http://example.org/x', { scope: { exclude: ['/x$/'] } }, { reason: 'excluded', rule: '/x$/' }],
    ['http://other.test/', {}, { reason: 'outside-scope', rule: 'host' }],
    ['http://other.test/', { scope: { mode: 'any' } }, { reason: null }],
    [
      'http://example.org/b',
      { scope: { mode: 'path' }, seeds: ['http://example.org/a/x'] },
      { reason: 'outside-scope', rule: 'path' },
    ],
    ['http://example.org/a/b', { scope: { mode: 'path' }, seeds: ['http://example.org/a/x'] }, { reason: null }],
    ['http://example.org/y', { scope: { include: ['*/x'] } }, { reason: 'not-included' }],
    ['http://example.org/x', { scope: { include: ['*/y', '/x/'] } }, { reason: null }],
    ['http://example.org/y', { scope: { urlSelector: '/x' } }, { reason: 'not-selected', rule: '/x' }],
    [
      'http://example.org/a.JPG?x=1.html',
      { scope: { ignoreExtensions: ['jpg'] } },
      { reason: 'extension', rule: '.jpg' },
    ],
    ['http://example.org/a.jpg/b', { scope: { ignoreExtensions: ['jpg', 'org'] } }, { reason: null }],
    ['http://example.org/', { scope: { ignoreExtensions: ['org'] } }, { reason: null }],
  ])('$0 under $1: $2', (url, rules, verdict) => {
    expect(judge(url, rules)).toEqual(verdict);
  });

  it('counts nofollow only where the workflow obeys it (I2)', () => {
    expect(judge('http://example.org/a', {}, { nofollow: true })).toEqual({ reason: 'nofollow' });
    expect(judge('http://example.org/a', { links: { nofollow: 'ignore' } }, { nofollow: true })).toEqual({
      reason: null,
    });
  });

  it('applies the deployment list before the workflow one, hosts with all below and globs (S9)', () => {
    const lists = { blocklist: ['bad.test', 'http://example.org/secret*'] };

    expect(judge('http://a.bad.test/', { scope: { blacklist: ['bad.test'] } }, lists)).toEqual({
      reason: 'blocklist',
      rule: 'bad.test',
    });
    expect(judge('http://example.org/secrets', {}, lists).reason).toBe('blocklist');
    expect(judge('http://example.org/public', {}, lists).reason).toBeNull();
  });

  it('lets no dot at the end of a host pass a pattern', () => {
    expect(judge('http://example.org./x', { scope: { blacklist: ['http://example.org/*'] } }).reason).toBe('blacklist');
    expect(judge('http://example.org./x', { scope: { include: ['http://example.org/*'] } }).reason).toBeNull();
    expect(judge('http://a.bad.test./', { scope: { blacklist: ['bad.test'] } }).reason).toBe('blacklist');
  });

  it('opens private addresses for a run that has the right, never metadata ones', () => {
    const seeds = { seeds: ['http://127.0.0.1:8080/'] };

    expect(judge('http://127.0.0.1:8080/a', seeds, { allowPrivateNetwork: true })).toEqual({ reason: null });
    expect(judge('http://localhost/', { scope: { mode: 'any' } }, { allowPrivateNetwork: true })).toEqual({
      reason: null,
    });
    expect(judge('http://169.254.169.254/', seeds, { allowPrivateNetwork: true }).reason).toBe('blocked-address');
  });

  it('cuts a long rule to 200 characters', () => {
    const glob = `*${'x'.repeat(300)}*`;

    expect(judge(`http://example.org/${'x'.repeat(300)}`, { scope: { exclude: [glob] } }).rule).toBe(
      glob.slice(0, 200),
    );
  });

  it('refuses paths that grow without end, after every other rule (G10)', () => {
    const traps = { pathDepth: 3, repeatedSegments: 2 };

    expect(judge('http://example.org/a/b/c/d', { traps })).toEqual({ reason: 'trap', rule: 'path-depth 4 > 3' });
    expect(judge('http://example.org/a/a/a', { traps })).toEqual({ reason: 'trap', rule: 'repeated-segment a 3 > 2' });
    expect(judge('http://example.org/a/b/c/d', { traps }, { nofollow: true }).reason).toBe('nofollow');
    expect(judge('http://example.org/a/b/c/d.jpg', { traps, scope: { ignoreExtensions: ['jpg'] } }).reason).toBe(
      'extension',
    );
    expect(judge('http://example.org/a/b/c/d', { traps: { pathDepth: null } })).toEqual({ reason: null });
    expect(judge(`http://example.org${'/x'.repeat(50)}`, {}, { seed: true })).toEqual({ reason: null });
  });

  it('cuts no honest path by default (G10)', () => {
    const paths = [
      '/org/search/blob/main/x-pack/plugin/esql/src/main/java/org/search/xpack/esql/expression/function/scalar/convert/To.java',
      '/archive/2011/11/11/11/11.html',
      '/tiles/1/1/1/1/1/1.png',
      '/en/products/en/manuals/en/index.html',
      '/web/20240101000000/http://example.org/a/b/c/d/e/f',
    ];
    for (const path of paths) expect(judge(`http://example.org${path}`, {}), path).toEqual({ reason: null });
  });

  it('names the first rule by precedence when all apply', () => {
    const broken = [
      'scheme',
      'maxUrlLength',
      'blocklist',
      'blacklist',
      'exclude',
      'mode',
      'include',
      'urlSelector',
      'ignoreExtensions',
    ];
    const url = 'http://127.0.0.1/private/page.jpg';
    const reasons: unknown[] = [];
    for (let fixed = 0; fixed <= broken.length + 2; fixed++) {
      const on = (name: string) => broken.indexOf(name) >= fixed;
      const scope = {
        schemes: on('scheme') ? ['https'] : ['http'],
        maxUrlLength: on('maxUrlLength') ? 10 : 100,
        blacklist: on('blacklist') ? ['*private*'] : [],
        exclude: on('exclude') ? ['*private*'] : [],
        mode: on('mode') ? 'host' : 'any',
        include: on('include') ? ['*public*'] : [],
        urlSelector: on('urlSelector') ? 'public' : null,
        ignoreExtensions: on('ignoreExtensions') ? ['jpg'] : [],
      };
      for (const allowPrivateNetwork of fixed === 2 ? [false, true] : [fixed > 2]) {
        const blocklist = on('blocklist') ? ['*private*'] : [];
        reasons.push(
          judge(
            url,
            { scope },
            {
              allowPrivateNetwork,
              blocklist,
              nofollow: fixed <= broken.length,
              offTopic: fixed <= broken.length + 1 ? 12 : undefined,
            },
          ).reason,
        );
      }
    }
    const byPrecedence = SKIP_REASON_TABLE.toSorted((a, b) => a.precedence - b.precedence)
      .map(({ code }) => code)
      .filter((code) => code !== 'hook'); // the program's rule comes after this judge (core/run/unit-hooks.ts)
    const expected = byPrecedence.slice(byPrecedence.indexOf('scheme'), byPrecedence.indexOf('off-topic') + 1);

    expect(reasons).toEqual([...expected, null]);
  });
});

describe('seeds and the targets of their redirects', () => {
  const narrow = { scope: { include: ['*/x'], urlSelector: 'x', ignoreExtensions: ['html'] } };

  it.each([{ seed: true }, { scopeExempt: true }])(
    '%j are exempt from mode, include, urlSelector and extension',
    (how) => {
      expect(judge('http://example.org/a.html', narrow, how)).toEqual({ reason: null });
      expect(judge('http://other.test/a.html', narrow, how)).toEqual({ reason: null });
    },
  );

  it.each([{ seed: true }, { scopeExempt: true }])('%j are not exempt from lists, exclude and address rules', (how) => {
    expect(judge(SEED, { scope: { blacklist: ['*'] } }, how).reason).toBe('blacklist');
    expect(judge(SEED, { scope: { exclude: ['*'] } }, how).reason).toBe('excluded');
    expect(judge(SEED, {}, { ...how, blocklist: ['example.org'] }).reason).toBe('blocklist');
    expect(judge('http://10.0.0.1/', {}, how).reason).toBe('blocked-address');
  });

  it('widen the scope to where the chain ended', () => {
    const workflow = Workflow.parse({ seeds: [SEED] });
    const target = parseCrawlUrl('http://other.test/deep');
    const widened = createScopeFilter(workflow, [SEED, 'https://other.test/home'], PUBLIC);

    expect(target && widened.decide(target, LINK)).toEqual({ reason: null });
  });
});

describe('the judge on a hostile web (N8)', () => {
  it('remembers a bounded number of sites and stays right', () => {
    const workflow = Workflow.parse({ seeds: [SEED] });
    const judged = createScopeFilter(workflow, workflow.seeds, PUBLIC);
    for (let index = 0; index < 10_000; index++) {
      const url = parseCrawlUrl(`http://h${index}.test/`);
      expect(url && judged.decide(url, LINK).reason).toBe('outside-scope');
    }
    const own = parseCrawlUrl('http://example.org/x');

    expect(own && judged.decide(own, LINK).reason).toBeNull();
  });

  it('takes linear time for 10,000 seeds, 1,000 patterns and long hosts', HANGS, () => {
    const seeds = Array.from({ length: 10_000 }, (_, index) => `http://s${index}.d${index % 7}.test/dir${index}/`);
    const workflow = Workflow.parse({
      seeds,
      scope: { mode: 'domain', exclude: Array.from({ length: 1_000 }, (_, i) => `*a${i}*b*`) },
    });
    const judged = createScopeFilter(workflow, workflow.seeds, PUBLIC);
    for (let index = 0; index < 100; index++) {
      const url = parseCrawlUrl(`http://${'a.'.repeat(100)}x${index}.test/${'a'.repeat(1_000)}`);
      expect(url && judged.decide(url, LINK).reason).toBe('outside-scope');
    }
  });
});
