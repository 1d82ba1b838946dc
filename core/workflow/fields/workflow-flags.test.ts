import { describe, expect, it } from 'vitest';
import { SurfError } from '#core/error.ts';
import { applyFlags, type GivenFlag, workflowFlags } from '#core/workflow/fields/workflow-flags.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';

const given = (...texts: string[]): GivenFlag[] =>
  texts.map((text) => {
    const equals = text.indexOf('=');
    return { flag: text.slice(0, equals), value: text.slice(equals + 1) };
  });

describe('workflowFlags', () => {
  it('gives every field a flag, none to two', () => {
    const flags = workflowFlags();

    expect(flags).toHaveLength(88);
    expect(new Set(flags.map(({ flag }) => flag)).size).toBe(flags.length);
    expect(flags.every(({ flag }) => /^[a-z]+2?(-[a-z]+)*$/.test(flag))).toBe(true);
  });

  it.each([
    ['seeds', { path: ['seeds'], kind: 'list', nullable: false }],
    ['depth', { path: ['limits', 'depth'], kind: 'integer', nullable: true }],
    ['pages-per-host', { path: ['limits', 'pagesPerHost'], kind: 'integer', nullable: true }],
    ['budget-usd', { path: ['limits', 'budgetUsd'], kind: 'number', nullable: true }],
    ['max-url-length', { path: ['scope', 'maxUrlLength'], kind: 'integer', nullable: false }],
    ['scope', { path: ['scope', 'mode'], kind: 'enum', values: ['any', 'domain', 'host', 'path'], nullable: false }],
    ['include', { path: ['scope', 'include'], kind: 'list', nullable: false }],
    ['url-selector', { path: ['scope', 'urlSelector'], kind: 'string', nullable: true }],
    ['delay', { path: ['politeness', 'delaySeconds'], kind: 'number', nullable: false }],
    ['robots', { path: ['politeness', 'robots'], kind: 'enum', values: ['obey', 'ignore'], nullable: false }],
    ['sort-query', { path: ['key', 'sortQuery'], kind: 'boolean', nullable: false }],
    ['links', { path: ['output', 'links'], kind: 'enum', values: ['none', 'targets', 'full'], nullable: false }],
    ['header', { path: ['fetch', 'headers'], kind: 'list', nullable: false }],
    ['sitemaps', { path: ['sitemaps'], kind: 'list', values: ['auto', 'off'], nullable: false }],
  ])('--%s sets %j', (flag, expected) => {
    expect(workflowFlags().find((known) => known.flag === flag)).toEqual({ flag, ...expected });
  });
});

describe('applyFlags', () => {
  it('wins over the document, which stays as it is', () => {
    const document = { seeds: ['http://a.test/'], limits: { depth: 3, pages: 5 }, scope: { include: ['*x'] } };
    const before = structuredClone(document);

    const changed = applyFlags(
      document,
      given('depth=1', 'include=*y', 'include=*z', 'delay=0.5', 'scope=any', 'warc=false'),
    );

    expect(changed).toEqual({
      seeds: ['http://a.test/'],
      limits: { depth: 1, pages: 5 },
      scope: { include: ['*y', '*z'], mode: 'any' },
      politeness: { delaySeconds: 0.5 },
      output: { warc: false },
    });
    expect(document).toEqual(before);
  });

  it('takes a word or a list of addresses for sitemaps', () => {
    const sitemaps = (...texts: string[]) =>
      applyFlags({ sitemaps: 'off' }, given(...texts.map((text) => `sitemaps=${text}`)));

    expect(sitemaps('auto')).toEqual({ sitemaps: 'auto' });
    expect(sitemaps('http://a.test/1', 'http://a.test/2')).toEqual({
      sitemaps: ['http://a.test/1', 'http://a.test/2'],
    });
    expect(sitemaps('none')).toEqual({ sitemaps: [] });
  });

  it('takes the words of a topic between commas, and again', () => {
    const flags = given('focus=web crawler, robots.txt', 'focus=politeness,', 'focus-threshold=0.5');

    expect(applyFlags({ focus: { words: ['x'] } }, flags)).toEqual({
      focus: { words: ['web crawler', 'robots.txt', 'politeness'], threshold: 0.5 },
    });
  });

  it('makes a workflow of flags alone, with or without dashes', () => {
    const workflow = checkWorkflow(
      applyFlags(undefined, given('--seeds=http://a.test/', 'seeds=http://b.test', 'pages=none')),
    );

    expect(workflow.seeds).toEqual(['http://a.test/', 'http://b.test/']);
    expect(workflow.limits.pages).toBeNull();
  });

  it('takes none for null, for an empty list, and for itself where it is a value', () => {
    const document = { scope: { exclude: ['*'], urlSelector: 'x' }, limits: { pages: 3 } };

    expect(applyFlags(document, given('pages=none', 'exclude=none', 'url-selector=none', 'links=none'))).toEqual({
      scope: { exclude: [], urlSelector: null },
      limits: { pages: null },
      output: { links: 'none' },
    });
  });

  it('takes null for null where a number belongs: errors say “or null”', () => {
    expect(applyFlags({}, given('depth=null', 'url-selector=null'))).toEqual({
      limits: { depth: null },
      scope: { urlSelector: 'null' },
    });
  });

  it('adds headers to the document, replacing the same name', () => {
    const document = { fetch: { headers: { Accept: 'a', Cookie: 'b' } } };

    expect(applyFlags(document, given('header=accept: text/html', 'header=X-Time: 12:30'))).toEqual({
      fetch: { headers: { Cookie: 'b', accept: 'text/html', 'X-Time': '12:30' } },
    });
  });

  it.each(['abc', '', '0x10', '1e', '10MB', '--5'])(
    'leaves the number %j to the check, which names the field',
    (value) => {
      const document = applyFlags({ seeds: ['http://a.test/'] }, [{ flag: 'depth', value }]);

      expect(() => checkWorkflow(document)).toThrowError(
        expect.objectContaining({ code: 'FIELD_INVALID', message: expect.stringContaining('limits.depth is ') }),
      );
    },
  );

  it('reads negative numbers and exponents, so that the check can judge them', () => {
    expect(applyFlags({}, given('depth=-1', 'total-bytes=1e9', 'delay=.5'))).toEqual({
      limits: { depth: -1, totalBytes: 1e9 },
      politeness: { delaySeconds: 0.5 },
    });
  });

  it('reads rates by hour from their texts, in order (G11)', () => {
    const seeds = ['http://a.example/'];
    const ratesOf = (...texts: string[]) =>
      checkWorkflow(
        applyFlags(
          { seeds },
          texts.map((value) => ({ flag: 'rate-by-hour', value })),
        ),
      ).politeness.rateByHour;

    expect(ratesOf('22:00-06:00 Europe/Berlin 600', '12:00-13:00 6')).toEqual([
      { from: '22:00', to: '06:00', zone: 'Europe/Berlin', requestsPerMinute: 600 },
      { from: '12:00', to: '13:00', zone: 'UTC', requestsPerMinute: 6 },
    ]);
    expect(ratesOf('none')).toEqual([]);
    expect(() => ratesOf('22:00-06:00')).toThrowError('politeness.rateByHour[0] is "22:00-06:00"');
    expect(() => ratesOf('22:00-25:00 6')).toThrowError('politeness.rateByHour[0].to is "25:00"');
    expect(() => ratesOf('22:00-22:00 6')).toThrowError('politeness.rateByHour[0] ends when it begins');
    expect(() => ratesOf('22:00-23:00 Mars/Phobos 6')).toThrowError('politeness.rateByHour[0].zone is "Mars/Phobos"');
    expect(() => ratesOf('22:00-23:00 0')).toThrowError('politeness.rateByHour[0].requestsPerMinute is 0');
  });

  it('reads a window of hours from its text, and leaves what is none to the check (G7)', () => {
    const seeds = ['http://a.test/'];
    const windowOf = (text: string) =>
      checkWorkflow(applyFlags({ seeds }, [{ flag: 'window', value: text }])).politeness.window;

    expect(windowOf('22:00-06:00 Europe/Berlin')).toEqual({ from: '22:00', to: '06:00', zone: 'Europe/Berlin' });
    expect(windowOf('22:00-06:00')).toEqual({ from: '22:00', to: '06:00', zone: 'UTC' });
    expect(windowOf('none')).toBeNull();
    expect(() => windowOf('at night')).toThrowError('politeness.window is "at night"');
    expect(() => windowOf('22:00-25:00')).toThrowError('politeness.window.to is "25:00"');
  });

  it('names the nearest flag for an unknown one', () => {
    expect(() => applyFlags({}, given('page-per-host=3'))).toThrowError(
      new SurfError('COMMAND_USAGE', 'unknown flag --page-per-host; did you mean --pages-per-host?'),
    );
  });

  it.each([
    ['{secretRef: TOKEN}', { secretRef: 'TOKEN' }],
    ['{ "secretRef": "TOKEN", "plainHttp": true }', { secretRef: 'TOKEN', plainHttp: true }],
    ['{secretRef: }', { secretRef: null }],
    ['{"json": 1}', '{"json": 1}'],
  ])('reads the header %s as a workflow file has it', (text, value) => {
    expect(applyFlags({}, given(`header=Authorization: ${text}`))).toEqual({
      fetch: { headers: { Authorization: value } },
    });
  });

  it('refuses a header without colon', () => {
    expect(() => applyFlags({}, given('header=Accept'))).toThrowError(
      expect.objectContaining({ code: 'COMMAND_USAGE' }),
    );
  });

  it('leaves a document that is not a mapping, or a part that is none, to the check', () => {
    expect(applyFlags(5, given('depth=1'))).toBe(5);
    expect(applyFlags({ limits: null }, given('depth=1'))).toEqual({ limits: null });
  });

  it('reaches no prototype', () => {
    applyFlags({}, given('header=__proto__: x'));

    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
    expect(applyFlags({}, [{ flag: 'seeds', value: '__proto__' }])).toEqual({ seeds: ['__proto__'] });
  });
});
