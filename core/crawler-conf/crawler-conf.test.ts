import { describe, expect, it } from 'vitest';
import { isCrawlerConf, parseCrawlerConf } from '#core/crawler-conf/crawler-conf.ts';
import { SurfError } from '#core/error.ts';
import { createScopeFilter } from '#core/scope/filter/scope-filter.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

const FULL = `# the configuration of a small crawl
Starting-points = {
  "http://www.csd.uoc.gr/",   // two of them
  "http://www.ics.forth.gr/index.html"
}
accept-list = { "*.html", "*/", "/\\.html?$/" }
Reject-list = { "*.pdf", "*cgi-bin*" } /* globs
   over the whole address */
max-page-number = 500
scope = domain-scope
traversal-algorithm = depth-first
repository = "/tmp/my repository"
log-file = crawl.log
log-level = 2 ; all
period = 24
number of threads = 4
`;

const SEED = 'Starting-points = { "http://a.example/" }\n';
const workflowOf = (text: string): Workflow => checkWorkflow(parseCrawlerConf(text).document);

function faultOf(text: string): { code: string; message: string; remedy: string | undefined } {
  try {
    parseCrawlerConf(text, 'my.conf');
  } catch (error) {
    if (error instanceof SurfError) return { code: error.code, message: error.message, remedy: error.remedy };
    throw error;
  }
  throw new Error('no fault');
}

describe('parseCrawlerConf (T1)', () => {
  it('reads every field of the assignment', () => {
    const conf = parseCrawlerConf(FULL);

    expect(conf).toMatchObject({
      repository: '/tmp/my repository',
      logFile: 'crawl.log',
      logLevel: 2,
      periodHours: 24,
    });
    expect(checkWorkflow(conf.document)).toMatchObject({
      seeds: ['http://www.csd.uoc.gr/', 'http://www.ics.forth.gr/index.html'],
      scope: { mode: 'domain', include: ['*.html', '*/', 're:\\.html?$'], exclude: ['*.pdf', '*cgi-bin*'] },
      limits: { pages: 500, depth: null },
      order: 'depth-first',
      parallelism: 1,
    });
  });

  it('needs only starting points: the rest has defaults', () => {
    const conf = parseCrawlerConf(SEED);

    expect(conf).toMatchObject({ repository: 'repository', logFile: null, logLevel: 1, periodHours: null });
    expect(checkWorkflow(conf.document)).toMatchObject({
      seeds: ['http://a.example/'],
      scope: { mode: 'host', include: [], exclude: [] },
      limits: { pages: null, depth: null },
      order: 'breadth-first',
      parallelism: 8,
      hostsPerWorker: 25,
    });
  });

  it('reads names in any letter case, with -, _ or spaces, and =, : or nothing behind them', () => {
    const conf = parseCrawlerConf(
      'STARTING POINTS: {"http://a.example/"}\r\nMax_Page_Number 7\r\nSCOPE path-scope\r\nlogfile: C:\\crawl.log\r\nThreads=3\r\nPERIOD = .5\r\n',
    );

    expect(conf).toMatchObject({ logFile: 'C:\\crawl.log', periodHours: 0.5 });
    expect(conf.document).toMatchObject({
      scope: { mode: 'path' },
      limits: { pages: 7 },
      parallelism: 3,
      hostsPerWorker: 1,
    });
  });

  it.each([
    ['{ "http://a.example/", "http://b.example/" }', ['http://a.example/', 'http://b.example/']],
    ['\n{\n"http://a.example/"\n# no\n,\n"http://b.example/",\n}', ['http://a.example/', 'http://b.example/']],
    ['{ “http://a.example/” }', ['http://a.example/']],
    ["{ 'http://a.example/' } ;", ['http://a.example/']],
    ['{ http://a.example/x, b.example } // two', ['http://a.example/x', 'http://b.example/']],
    ['"http://a.example/", "http://b.example/"', ['http://a.example/', 'http://b.example/']],
    ['http://a.example/', ['http://a.example/']],
  ])('reads the list %j', (list, seeds) => {
    expect(workflowOf(`Starting-points = ${list}\n`).seeds).toEqual(seeds);
  });

  it.each([
    [0, null],
    [-1, null],
    [1, 1],
    [30, 30],
  ])('max-page-number %i is the limit %s (T4)', (written, pages) => {
    expect(workflowOf(`${SEED}max-page-number = ${written}`).limits.pages).toBe(pages);
  });

  it.each([
    ['free-spanning', 'any'],
    ['domain-scope', 'domain'],
    ['Host-Scope', 'host'],
    ['path_scope', 'path'],
    ['domain', 'domain'],
  ])('scope %s is the mode %s (T2)', (written, mode) => {
    expect(workflowOf(`${SEED}scope = ${written}`).scope.mode).toBe(mode);
  });

  it.each([
    [1, 1, 1],
    [4, 4, 1],
    [8, 8, 1],
    [20, 8, 2],
    [200, 8, 25],
  ])('%i threads are %i workers with %i hosts each (T8)', (threads, parallelism, hostsPerWorker) => {
    expect(workflowOf(`${SEED}number-of-threads = ${threads}`)).toMatchObject({ parallelism, hostsPerWorker });
  });

  it.each([
    ['0', null],
    ['-3', null],
    ['24', 24],
    ['0.25', 0.25],
  ])('period %s is %s hours (T7)', (written, hours) => {
    expect(parseCrawlerConf(`${SEED}period = ${written}`).periodHours).toBe(hours);
  });

  it('takes screen, in any letter case, for no file', () => {
    expect(parseCrawlerConf(`${SEED}log-file = "Screen"`).logFile).toBeNull();
  });
});

describe('the appendix of the assignment', () => {
  it.each([
    ['bfs', 'breadth-first'],
    ['DFS', 'depth-first'],
  ])('traversal-algorithm "%s" is %s (T3)', (written, order) => {
    expect(workflowOf(`${SEED}traversal-algorithm = "${written}";`).order).toBe(order);
  });

  it('has sections, which mean nothing: a field may follow any of them', () => {
    const conf = parseCrawlerConf(
      `<crawler-options>\n${SEED}\n <Logging> # l\nperiod = 72;\n</logging>\n<recrawling options>`,
    );

    expect(conf).toMatchObject({ periodHours: 72, document: { seeds: ['http://a.example/'] } });
  });

  it.each([
    ['.*\\.[pP][dD][fF]$', 're:.*\\.[pP][dD][fF]$'],
    ['^-[a-f].*.pdf$', 're:^-[a-f].*.pdf$'],
    ['tmp', 're:tmp'],
    ['(gif|png)', 're:(gif|png)'],
    ['http://.*\\.uoc\\.gr/', 're:http://.*\\.uoc\\.gr/'],
    ['https?://a.example/[0-9]+$', 're:https?://a.example/[0-9]+$'],
    ['/[?&]sid=/', 're:[?&]sid='],
    ['*tmp*', '*tmp*'],
    ['*.html', '*.html'],
    ['http://a.example/docs/*', 'http://a.example/docs/*'],
    ['http*://*/x?y=1', 'http*://*/x?y=1'],
  ])('the pattern "%s" of a list is %s in the workflow', (written, pattern) => {
    const { scope } = workflowOf(`${SEED}accept-list = { "${written}" }\nReject-list = { '${written}' };\n`);

    expect([scope.include, scope.exclude]).toEqual([[pattern], [pattern]]);
  });

  it('what the accept-list accepts is a page of any type; without the list types are as ever', () => {
    expect(workflowOf(`${SEED}accept-list = { ".*\\.[pP][dD][fF]$" }`).fetch.acceptTypes).toEqual(['*/*']);
    expect(workflowOf(`${SEED}Reject-list = { "*.zip" }`).fetch).toEqual(workflowOf(SEED).fetch);
  });
});

describe('faults of a Crawler.conf', () => {
  it.each([
    [
      '\n\nmax-pages-number = 5',
      'CRAWLER_CONF_UNKNOWN',
      3,
      'there is no field "max-pages-number"; did you mean max-page-number?',
    ],
    [`${SEED}recursion = yes`, 'CRAWLER_CONF_UNKNOWN', 2, 'there is no field "recursion"'],
    [`${SEED}= 5`, 'CRAWLER_CONF_SYNTAX', 2, 'is not a name of a field'],
    [`${SEED}${SEED}`, 'CRAWLER_CONF_SYNTAX', 2, 'Starting-points is on line 1 already'],
    [
      'Starting-points = {\n"http://a.example/",\n',
      'CRAWLER_CONF_SYNTAX',
      1,
      'the list of Starting-points is not closed',
    ],
    ['Starting-points = {\n"http://a.example/\n}', 'CRAWLER_CONF_SYNTAX', 2, 'a text in quotes is not closed'],
    [`${SEED}\n/* never\nends`, 'CRAWLER_CONF_SYNTAX', 3, 'a comment is not closed'],
    [`${SEED}period =\nscope = path-scope`, 'CRAWLER_CONF_SYNTAX', 2, 'period has no value'],
    [`${SEED}scope = "path-scope" or so`, 'CRAWLER_CONF_SYNTAX', 2, '"or so" follows the value of scope'],
    ['scope = path-scope', 'CRAWLER_CONF_INVALID', 1, 'there are no Starting-points'],
    ['\nStarting-points = {}', 'CRAWLER_CONF_INVALID', 2, 'there are no Starting-points'],
    [
      'Starting-points = {\n"http://a.example/",\n"ftp://b.example/"\n}',
      'CRAWLER_CONF_INVALID',
      3,
      '"ftp://b.example/" is not an address',
    ],
    ['Starting-points = { "http://" }', 'CRAWLER_CONF_INVALID', 1, '"http://" is not an address'],
    [
      `${SEED}Reject-list = {\n"*.pdf",\n"/(unclosed/"\n}`,
      'CRAWLER_CONF_INVALID',
      4,
      '"/(unclosed/" in Reject-list is not an expression',
    ],
    [`${SEED}<loging>\n`, 'CRAWLER_CONF_UNKNOWN', 2, 'there is no section <loging>; did you mean <logging>?'],
    [`${SEED}<logging> period = 1\n`, 'CRAWLER_CONF_SYNTAX', 2, '"<logging>" is not a section'],
    [`${SEED}<logging\nperiod = 1\n`, 'CRAWLER_CONF_SYNTAX', 2, '"<logging" is not a section'],
    [`${SEED}Reject-list = { ".*(" }`, 'CRAWLER_CONF_INVALID', 2, '".*(" in Reject-list is not an expression'],
    [`${SEED}accept-list = { "" }`, 'CRAWLER_CONF_INVALID', 2, '"" in accept-list is empty'],
    [`${SEED}accept-list = { "${'x'.repeat(1_025)}" }`, 'CRAWLER_CONF_INVALID', 2, 'is longer than 1 KiB'],
    [`${SEED}scope = domain-scop`, 'CRAWLER_CONF_INVALID', 2, 'scope is "domain-scop"'],
    [`${SEED}traversal-algorithm = random`, 'CRAWLER_CONF_INVALID', 2, 'traversal-algorithm is "random"'],
    [`${SEED}max-page-number = many`, 'CRAWLER_CONF_INVALID', 2, 'max-page-number is "many"'],
    [`${SEED}max-page-number = 1.5`, 'CRAWLER_CONF_INVALID', 2, 'max-page-number is "1.5"'],
    [`${SEED}log-level = 3`, 'CRAWLER_CONF_INVALID', 2, 'log-level is "3"'],
    [`${SEED}number-of-threads = 0`, 'CRAWLER_CONF_INVALID', 2, 'number-of-threads is "0"'],
    [`${SEED}number-of-threads = 1001`, 'CRAWLER_CONF_INVALID', 2, 'number-of-threads is "1001"'],
    [`${SEED}period = daily`, 'CRAWLER_CONF_INVALID', 2, 'period is "daily"'],
    [`${SEED}repository = ""`, 'CRAWLER_CONF_INVALID', 2, 'repository is ""'],
  ])('$0: $1 in line $2', (text, code, line, words) => {
    const fault = faultOf(text);

    expect(fault.code).toBe(code);
    expect(fault.message).toContain(`my.conf, line ${line}: `);
    expect(fault.message).toContain(words);
    expect(fault.remedy?.length).toBeGreaterThan(10);
  });

  it('say what is allowed, and the nearest choice', () => {
    expect(faultOf(`${SEED}scope = domain-scop`).remedy).toBe(
      'did you mean domain-scope? allowed: free-spanning, domain-scope, host-scope, path-scope',
    );
    expect(faultOf(`${SEED}log-level = 3`).remedy).toContain('0 (errors), 1 (and waves) or 2 (and every URL)');
  });

  it('come in time linear in the text', () => {
    const items = Array.from({ length: 20_000 }, (_, n) => `"http://a.example/${n}" # ${n}`).join(',\n');

    expect(faultOf(`Starting-points = {\n${items}\n`)).toMatchObject({ code: 'CRAWLER_CONF_SYNTAX' });
    expect(faultOf(`${SEED}${'/**/'.repeat(50_000)}?`).message).toContain('line 2');
    expect(faultOf(`${SEED}period = 1${' '.repeat(200_000)}x`).message).toContain('line 2');
    expect(faultOf(`${SEED}${'\n '.repeat(100_000)}?`).message).toContain('line 100002');
  });

  it('are the only errors, wherever a file is cut, and for any changed character', () => {
    const codes = new Set<string>();
    const marks = ['"', '{', '}', ',', '=', ':', ';', '#', '/*', '*/', '\\', '\n', ' ', 'é', '“'];
    for (let at = 0; at < FULL.length; at++) {
      const mark = marks[at % marks.length] ?? '';
      for (const text of [FULL.slice(0, at), FULL.slice(at), FULL.slice(0, at) + mark + FULL.slice(at + 1)]) {
        try {
          checkWorkflow(parseCrawlerConf(text).document);
          codes.add('none');
        } catch (error) {
          codes.add(error instanceof SurfError ? error.code : String(error));
        }
      }
    }

    expect([...codes].sort()).toEqual(['CRAWLER_CONF_INVALID', 'CRAWLER_CONF_SYNTAX', 'CRAWLER_CONF_UNKNOWN', 'none']);
  });
});

describe('the scopes of a Crawler.conf (T2)', () => {
  const scopeFilterOf = (scope: string, seeds: readonly string[]): ((url: string) => string | null) => {
    const workflow = workflowOf(
      `Starting-points = { ${seeds.map((seed) => `"${seed}"`).join(', ')} }\nscope = ${scope}\n`,
    );
    const scopeFilter = createScopeFilter(workflow, workflow.seeds, { allowPrivateNetwork: false });
    return (url) => scopeFilter.decide(url as CrawlUrl, { nofollow: false, seed: false }).reason;
  };

  it('domain-scope: seeds on foo1, foo2.foo1 and foo3.foo1.domain.com give foo1.domain.com', () => {
    const seeds = ['http://foo1.domain.com/', 'http://foo2.foo1.domain.com/', 'http://foo3.foo1.domain.com/'];
    const reason = scopeFilterOf('domain-scope', seeds);

    for (const host of ['foo1', 'foo2.foo1', 'foo4.foo1', 'a.b.foo1'])
      expect(reason(`http://${host}.domain.com/x`)).toBeNull();
    for (const host of ['www', 'foo2', 'xfoo1']) expect(reason(`http://${host}.domain.com/x`)).toBe('outside-scope');
    expect(reason('http://domain.com/')).toBe('outside-scope');
  });

  it('domain-scope: one seed gives its host without www.', () => {
    const reason = scopeFilterOf('domain-scope', ['http://www.domain.com/']);

    expect([reason('http://domain.com/'), reason('http://a.domain.com/')]).toEqual([null, null]);
    expect(reason('http://other.com/')).toBe('outside-scope');
  });

  it('path-scope: below the seed’s directory; a seed at the root includes the whole host', () => {
    const below = scopeFilterOf('path-scope', ['http://a.example/docs/index.html']);
    const whole = scopeFilterOf('path-scope', ['http://a.example/']);

    expect([below('http://a.example/docs/x/y'), below('http://a.example/other')]).toEqual([null, 'outside-scope']);
    expect([whole('http://a.example/any'), whole('http://b.example/')]).toEqual([null, 'outside-scope']);
  });

  it('host-scope: the hosts of the seeds; free-spanning: everything', () => {
    const host = scopeFilterOf('host-scope', ['http://a.example/x/']);
    const free = scopeFilterOf('free-spanning', ['http://a.example/x/']);

    expect([host('http://a.example/'), host('http://b.a.example/')]).toEqual([null, 'outside-scope']);
    expect(free('http://b.example/')).toBeNull();
  });
});

describe('isCrawlerConf', () => {
  it.each([
    ['crawler.conf', '', true],
    ['My.CONF', '', true],
    ['config.txt', '# x\n Starting-points = { }', true],
    ['config', 'starting_points\n{', true],
    ['workflow.yaml', 'seeds:\n  - http://a.example/starting-points\n', false],
    ['workflow.json', '{"seeds":["http://a.example/"]}', false],
  ])('%s with %j: %s', (file, text, expected) => {
    expect(isCrawlerConf(file, text)).toBe(expected);
  });
});
