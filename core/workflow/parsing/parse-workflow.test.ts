import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf, SurfError } from '#core/error.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import { parseDocument } from '#core/workflow/parsing/workflow-document.ts';
import { MAX_SEEDS } from '#core/workflow/workflow.ts';
import { amount } from '#test/campaign.ts';

const SEEDS = ['http://example.org/'];

function errorOf(run: () => unknown): SurfError {
  try {
    run();
  } catch (error) {
    if (error instanceof SurfError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
const faultOf = (fields: object): SurfError => errorOf(() => checkWorkflow({ seeds: SEEDS, ...fields }));

describe('a workflow (S1, S2)', () => {
  it('of seeds alone has every field, with the defaults of semantics.md', () => {
    const workflow = checkWorkflow({ seeds: SEEDS });

    expect(workflow).toMatchObject({
      seeds: SEEDS,
      order: 'breadth-first',
      parallelism: 8,
      hostsPerWorker: 100,
      unitSeconds: 840,
      scope: { mode: 'host', urlSelector: null, include: [], exclude: [], ignoreExtensions: [], maxUrlLength: 2083 },
      limits: { depth: 10, pages: 10_000, pageBytes: 10_485_760, pagesPerLevel: null, seconds: null, budgetUsd: null },
      traps: { pathDepth: 30, repeatedSegments: 4, pagesPerPattern: null, barrenPages: 200 },
      focus: { words: [], pattern: null, threshold: 0.3 },
      sample: { walks: 20, steps: 100, jump: 0.15, randomSeed: 1 },
      politeness: {
        delaySeconds: 1,
        delayPer: 'host',
        delayFactor: 0,
        bytesPerSecond: null,
        connectionsPerHost: 1,
        robots: 'obey',
        robotsMatch: 'longest',
        robotsError: 'disallow',
        crawlDelay: 'raise',
        requestsPerMinute: null,
        rateByHour: [],
        patienceSeconds: 600,
        window: null,
      },
      fetch: { headFirst: false, timeoutSeconds: 30, redirects: 10 },
      retry: { attempts: 3, backoffSeconds: 2, factor: 2 },
      output: { warc: true, links: 'none', resources: false },
      key: { sortQuery: false, dropParameters: [], indexPage: 'keep', trailingSlash: 'keep' },
    });
  });

  it('is the same in JSON and YAML', () => {
    const yaml = checkWorkflow(
      parseDocument('# a crawl\nseeds:\n  - http://example.org/\nlimits: {depth: 0, pages: null}\n'),
    );
    const json = checkWorkflow(
      parseDocument('{\n\t"seeds": ["http://example.org/"],\n\t"limits": {"depth": 0, "pages": null}\n}'),
    );

    expect(json).toEqual(yaml);
    expect(json.limits).toMatchObject({ depth: 0, pages: null });
  });

  it('takes duplicate seeds once, as the URL that is fetched, in their order (G5)', () => {
    const seeds = [
      'HTTP://Example.ORG',
      'http://b.test/x#y',
      'http://example.org:80/',
      'http://b.test/x',
      'http://b.test/%7e',
    ];

    expect(checkWorkflow({ seeds }).seeds).toEqual(['http://example.org/', 'http://b.test/x', 'http://b.test/%7e']);
  });

  it('keeps the rules of seeds, given as a mapping or behind the address (G3)', () => {
    const seeds = [
      { url: 'HTTP://a.test', depth: 2 },
      'http://b.test/ depth=0 period=6h',
      { url: 'http://c.test/' },
      'http://a.test/',
    ];
    const workflow = checkWorkflow({ seeds });

    expect(workflow.seeds).toEqual([
      { url: 'http://a.test/', depth: 2 },
      { url: 'http://b.test/', depth: 0, period: '6h' },
      'http://c.test/',
    ]);
    expect(checkWorkflow(JSON.parse(JSON.stringify(workflow)))).toEqual(workflow);
  });

  it('compares records of revisited pages only where it has a selection', () => {
    const revisit = { policy: 'adaptive', changesBy: 'selection' };

    expect(faultOf({ revisit })).toMatchObject({
      code: 'FIELD_INVALID',
      message: expect.stringContaining('selection'),
    });
    expect(checkWorkflow({ seeds: SEEDS, revisit, selection: { fields: { a: 'h1' } } }).revisit).toMatchObject(revisit);
  });

  it.each(['depth-first', 'sample', 'importance'])('revisits pages in no order %s', (order) => {
    expect(faultOf({ order, revisit: { policy: 'adaptive' } })).toMatchObject({
      code: 'FIELD_INVALID',
      message: `order is "${order}"; allowed with a revisit policy: breadth-first`,
    });
  });

  it('crawls depth-first with one worker', () => {
    expect(checkWorkflow({ seeds: SEEDS, order: 'depth-first' }).parallelism).toBe(1);
    expect(checkWorkflow({ seeds: SEEDS, order: 'depth-first', parallelism: 1 }).parallelism).toBe(1);
    expect(faultOf({ order: 'depth-first', parallelism: 8 })).toMatchObject({
      code: 'FIELD_INVALID',
      message: 'parallelism is 8; allowed with depth-first order: 1',
    });
  });
});

describe('seeds', () => {
  it.each([{}, { seeds: [] }, { seeds: null }])('%j has none', (document) => {
    expect(errorOf(() => checkWorkflow(document))).toMatchObject({
      code: 'SEED_MISSING',
      message: 'the workflow has no seed',
      remedy: expect.stringContaining('https://example.org/'),
    });
  });

  it.each(['example.org', '/x', 'ftp://example.org/', 'mailto:a@b.c', 'http://', '', 'http://a b/', 5, null])(
    '%j is not an absolute http(s) URL',
    (seed) => {
      expect(errorOf(() => checkWorkflow({ seeds: [...SEEDS, seed] }))).toMatchObject({
        code: 'SEED_INVALID',
        message: expect.stringContaining('seeds[1] is '),
        remedy: expect.stringContaining('https://example.org/'),
      });
    },
  );

  it.each([
    [{ depth: -1 }, 'FIELD_INVALID', 'seeds[0].depth is -1; allowed: a whole number from 0 to 1,000,000'],
    [{ period: 'daily' }, 'FIELD_INVALID', 'seeds[0].period is "daily"; allowed: a time such as 30m, 6h or 7d'],
    [{ colour: 'red' }, 'FIELD_UNKNOWN', 'seeds[0].colour is an unknown field; allowed: url, depth, period'],
    [{ url: 'a.test' }, 'SEED_INVALID', 'seeds[0].url is "a.test"; a seed is an absolute http(s) URL'],
    [{ url: undefined }, 'SEED_INVALID', 'seeds[0].url is missing; a seed is an absolute http(s) URL'],
  ])('with the rule %j are refused', (rules, code, message) => {
    expect(faultOf({ seeds: [{ url: 'http://a.test/', ...rules }] })).toMatchObject({ code, message });
  });

  it('may be 10,000, not 10,001', () => {
    const seeds = Array.from({ length: MAX_SEEDS }, (_, index) => `http://h${index}.test/`);

    expect(checkWorkflow({ seeds }).seeds).toHaveLength(MAX_SEEDS);
    expect(errorOf(() => checkWorkflow({ seeds: [...seeds, 'http://one-more.test/'] }))).toMatchObject({
      code: 'SEEDS_TOO_MANY',
      message: '10001 seeds; at most 10,000 are allowed',
    });
  });

  it('are at most 8,192 characters long', () => {
    expect(faultOf({ seeds: [`http://example.org/${'x'.repeat(9_000)}`] }).code).toBe('SEED_INVALID');
  });

  it('are a list', () => {
    expect(faultOf({ seeds: 'http://example.org/' })).toMatchObject({
      code: 'FIELD_INVALID',
      message: 'seeds is "http://example.org/"; allowed: a list of absolute http(s) URLs',
    });
  });
});

describe('sitemaps', () => {
  it('are off, named by robots.txt or given as URLs that are fetched', () => {
    expect(checkWorkflow({ seeds: SEEDS }).sitemaps).toBe('off');
    expect(checkWorkflow({ seeds: SEEDS, sitemaps: 'auto' }).sitemaps).toBe('auto');
    expect(checkWorkflow({ seeds: SEEDS, sitemaps: ['HTTP://a.test/s#x', 'http://a.test/s'] }).sitemaps).toEqual([
      'http://a.test/s',
    ]);
  });

  it.each([
    ['on', 'sitemaps is "on"; allowed: auto, off, or a list of 0 to 500, each a text of 0 to 8,192 characters'],
    [['a.xml'], 'sitemaps[0] is "a.xml"; a sitemap is an absolute http(s) URL'],
    [[5], 'sitemaps is a list of 1; allowed: auto, off, or a list of 0 to 500, each a text of 0 to 8,192 characters'],
  ])('%j are refused', (sitemaps, message) => {
    expect(faultOf({ sitemaps })).toMatchObject({ code: 'FIELD_INVALID', message });
  });
});

describe('an unknown field', () => {
  it.each([
    [{ dept: 3 }, 'unknown field dept; did you mean limits.depth?'],
    [{ limit: {} }, 'unknown field limit; did you mean limits?'],
    [{ scope: { inclde: [] } }, 'unknown field scope.inclde; did you mean scope.include?'],
    [{ politeness: { delay: 1 } }, 'unknown field politeness.delay; did you mean politeness.delaySeconds?'],
    [{ limits: { links: 1 } }, 'unknown field limits.links; did you mean output.links?'],
    [{ Robots: 'ignore' }, 'unknown field Robots; did you mean politeness.robots?'],
    [{ key: { mediaTypes: [] } }, 'unknown field key.mediaTypes; key has '],
    [{ zzzzzzzz: 1 }, 'unknown field zzzzzzzz; a workflow has '],
  ])('$0: $1', (fields, message) => {
    const fault = faultOf(fields);

    expect(fault).toMatchObject({ code: 'FIELD_UNKNOWN', message: expect.stringContaining(message) });
    expect(fault.message.includes('did you mean')).toBe(message.includes('did you mean'));
  });

  it('is named before what follows from it', () => {
    const error = errorOf(() => checkWorkflow({ seed: SEEDS }));

    expect(error.code).toBe('FIELD_UNKNOWN');
    expect(error.message).toBe('unknown field seed; did you mean seeds?; also: the workflow has no seed');
  });

  it('may not be called __proto__', () => {
    expect(
      errorOf(() => checkWorkflow(parseDocument('{"seeds": ["http://example.org/"], "__proto__": {"name": "x"}}')))
        .code,
    ).toBe('FIELD_UNKNOWN');
  });
});

describe('a value that is not allowed', () => {
  it.each([
    [{ limits: { depth: -1 } }, 'limits.depth is -1; allowed: a whole number from 0 to 1,000,000, or null'],
    [
      { limits: { pages: Number.NaN } },
      'limits.pages is NaN; allowed: a whole number from 0 to 1,000,000,000,000, or null',
    ],
    [
      { limits: { seconds: Number.POSITIVE_INFINITY } },
      'limits.seconds is Infinity; allowed: a number from 0 to 1,000,000,000, or null',
    ],
    [
      { limits: { totalBytes: 1e300 } },
      'limits.totalBytes is 1e+300; allowed: a whole number from 0 to 1,000,000,000,000,000, or null',
    ],
    [{ limits: { pages: 1.5 } }, 'limits.pages is 1.5; allowed: a whole number from 0 to 1,000,000,000,000, or null'],
    [{ limits: { pageBytes: 0 } }, 'limits.pageBytes is 0; allowed: a whole number from 1 to 67,108,864'],
    [{ limits: null }, expect.stringContaining('limits is null; allowed: a mapping of depth, pagesPerLevel')],
    [{ parallelism: 1_001 }, 'parallelism is 1001; allowed: a whole number from 1 to 1,000'],
    [{ unitSeconds: 841 }, 'unitSeconds is 841; allowed: a number from 1 to 840'],
    [{ politeness: { delaySeconds: '1' } }, 'politeness.delaySeconds is "1"; allowed: a number from 0 to 86,400'],
    [{ scope: { mode: 'all' } }, 'scope.mode is "all"; allowed: one of any, domain, host, path'],
    [
      { retry: { on: ['http-4xx'] } },
      expect.stringContaining('retry.on[0] is "http-4xx"; allowed: a list, each one of dns'),
    ],
    [{ name: 'x'.repeat(300) }, `name is "${'x'.repeat(99)}…; allowed: a text of 1 to 200 characters`],
    [{ traps: { pathDepth: 0 } }, 'traps.pathDepth is 0; allowed: a whole number from 1 to 1,000, or null'],
    [
      { politeness: { window: 'at night' } },
      'politeness.window is "at night"; allowed: a mapping of from, to, zone, or null',
    ],
    [
      { politeness: { window: { from: '7:00', to: '24:01' } } },
      'politeness.window.from is "7:00"; allowed: a time of day from 00:00 to 23:59; also: politeness.window.to is "24:01"; allowed: a time of day from 00:00 to 24:00',
    ],
    [{ politeness: { window: { from: '07:00', to: '07:00' } } }, 'politeness.window ends when it begins, at "07:00"'],
    [
      { politeness: { window: { from: '07:00', to: '09:00', zone: 'Mars/Base' } } },
      'politeness.window.zone is "Mars/Base"; allowed: the IANA name of a time zone',
    ],
    [{ output: [] }, 'output is a list of 0; allowed: a mapping of warc, links, facts, resources'],
  ])('$0: $1', (fields, message) => {
    expect(faultOf(fields)).toMatchObject({ code: 'FIELD_INVALID', message });
  });

  it.each([null, 5, 'text', [], true])('%j is not a workflow', (value) => {
    expect(errorOf(() => checkWorkflow(value)).code).toBe('WORKFLOW_INVALID');
  });

  it('comes with up to five others, in the order of the schema', () => {
    const limits = {
      depth: -1,
      pages: -1,
      pagesPerLevel: -1,
      pagesPerHost: -1,
      totalBytes: -1,
      seconds: -1,
      budgetUsd: -1,
    };
    const error = faultOf({ limits, scope: { mode: 'x' } });

    expect(error.message.startsWith('scope.mode is "x"')).toBe(true);
    expect(error.message.match(/ is -1; /g)).toHaveLength(5);
    expect(error.message.endsWith('and 2 more')).toBe(true);
  });
});

describe('expressions', () => {
  it.each([
    [{ urlSelector: 'a(?=b)' }, 'scope.urlSelector is "a(?=b)": no RE2 expression'],
    [{ include: ['*', '/(/'] }, 'scope.include[1] is "/(/": no RE2 expression'],
    [{ exclude: ['/(a)\\1/'] }, 'scope.exclude[0] is '],
    [{ include: ['x'.repeat(1_025)] }, 'scope.include[0] is longer than 1 KiB'],
    [{ include: ['ü'.repeat(600)] }, 'scope.include[0] is longer than 1 KiB'],
    [{ urlSelector: 'x'.repeat(1_025) }, 'scope.urlSelector is '],
    [{ exclude: Array.from({ length: 101 }, (_, index) => `re:x${index}`) }, 'scope has 101 expressions'],
    [
      {
        exclude: Array.from({ length: 9 }, () => '/[ab]*a(?:a|b){900}.{900}c/'),
        urlSelector: '(?:[ab]?c){990}.{990}d',
      },
      'instructions when compiled; at most 10000',
    ],
  ])('$0: $1', (scope, message) => {
    expect(faultOf({ scope })).toMatchObject({ code: 'EXPRESSION_INVALID', message: expect.stringContaining(message) });
  });

  it('of a topic are RE2, of 1 KiB at most', () => {
    for (const pattern of ['a(?=b)', 'x'.repeat(1_025)])
      expect(faultOf({ focus: { pattern } })).toMatchObject({
        code: 'EXPRESSION_INVALID',
        message: expect.stringContaining('focus.pattern is '),
      });
    expect(checkWorkflow({ seeds: SEEDS, focus: { pattern: 'a|b' } }).focus.pattern).toBe('a|b');
  });

  it('of a topic, or its words, go with a threshold, which is refused alone', () => {
    expect(faultOf({ focus: { threshold: 0.5 } })).toMatchObject({
      code: 'FIELD_INVALID',
      message: expect.stringContaining('focus.threshold is 0.5, and the workflow names no topic'),
    });
    for (const focus of [{}, { threshold: 0.3 }, { threshold: 0.5, words: ['a'] }, { threshold: 0.5, pattern: 'a' }])
      expect(checkWorkflow({ seeds: SEEDS, focus }).focus).toMatchObject(focus);
  });

  it('that are RE2, and globs that look like broken ones, are taken', () => {
    const scope = { urlSelector: '(?i)^https?://[a-z.]+/', include: ['/\\.html?$/', '*(*'], exclude: ['*[*'] };

    expect(checkWorkflow({ seeds: SEEDS, scope }).scope).toMatchObject(scope);
  });
});

describe('headers', () => {
  it.each(['Host', 'content-length', 'CONNECTION', 'Transfer-Encoding', 'User-Agent', 'Expect'])(
    '%s may not be set',
    (name) => {
      expect(faultOf({ fetch: { headers: { [name]: 'x' } } }).code).toBe('HEADER_FORBIDDEN');
    },
  );

  it.each([
    ['X Y', 'a'],
    ['X:Y', 'a'],
    ['X\r\nY', 'a'],
    ['', 'a'],
    ['X', 'a\r\nHost: b'],
    ['X', 'a\u0000'],
    ['X', '漢'],
    ['X', { value: 'a\nb', secret: true }],
    ['X', 5],
    ['X', { value: 'a', secrt: true }],
  ])('%j: %j is not a header', (name, value) => {
    expect(['FIELD_INVALID', 'FIELD_UNKNOWN']).toContain(faultOf({ fetch: { headers: { [name]: value } } }).code);
  });

  it('are not there twice in another letter case', () => {
    expect(faultOf({ fetch: { headers: { Accept: 'a', accept: 'b' } } }).code).toBe('FIELD_INVALID');
  });

  it('with faults show no value, which may be a secret', () => {
    const headers = { Authorization: { value: 'hush\nhush', secret: true }, Cookie: { value: 'hush', secret: 'yes' } };

    expect(faultOf({ fetch: { headers } }).message).not.toContain('hush');
  });

  it('of tokens and one line are taken', () => {
    const headers = { 'Accept-Language': 'en, de;q=0.5', Cookie: { value: 'consent=yes', secret: false } };

    expect(checkWorkflow({ seeds: SEEDS, fetch: { headers } }).fetch.headers).toEqual(headers);
  });
});

describe('checkWorkflow on any input (N8)', () => {
  it('throws SurfErrors only of workflow codes', () => {
    const names = 'seeds scope include limits depth fetch headers order x __proto__'.split(' ');
    const name = fc.constantFrom(...names);
    const anything = fc.anything({ key: name, maxDepth: 4 });
    fc.assert(
      fc.property(fc.oneof(anything, fc.dictionary(name, anything)), (value) => {
        try {
          checkWorkflow(value);
        } catch (error) {
          expect(codeOf(error)).toMatch(/^(WORKFLOW|SEEDS?|FIELD|EXPRESSION|HEADER)_/);
        }
      }),
      { numRuns: amount({ gate: 300, campaign: 1_000 }) },
    );
  });
});
