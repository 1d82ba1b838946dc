import { describe, expect, it } from 'vitest';
import { asksAlike, conditionHeaders, usableValidators } from '#core/fetch/headers/validators.ts';
import { Workflow } from '#core/workflow/workflow.ts';

const AT = Date.UTC(2026, 0, 2, 12, 0, 0);
const NOON = 'Fri, 02 Jan 2026 12:00:00 GMT';
const BEFORE = 'Fri, 02 Jan 2026 11:59:59 GMT';

describe('the validators of an answer (T7)', () => {
  it.each(['"x"', 'W/"x"', 'without-quotes', '"\xe9"'])('keep the ETag %s as it is', (etag) => {
    expect(usableValidators({ etag }, AT)).toEqual({ etag });
  });

  it.each(['*', ' * ', '"a\u0000"', '"日"', ''])(
    'drop the ETag %j, which matches anything or cannot be sent',
    (etag) => {
      expect(usableValidators({ etag }, AT)).toEqual({});
    },
  );

  it.each([
    ['of the second before the Date', BEFORE, NOON, true],
    ['of the second of the Date', NOON, NOON, false],
    ['after the Date', NOON, BEFORE, false],
    ['in an old form', 'Fri Jan  2 11:59:59 2026', NOON, true],
    ['that is not a date', 'yesterday', NOON, false],
    ['without a Date, before the receipt', BEFORE, undefined, true],
    ['without a Date, in the second of the receipt', NOON, undefined, false],
    ['with a Date that is none', BEFORE, 'soon', true],
  ])('a Last-Modified %s', (_, lastModified, date, isUsed) => {
    expect(usableValidators({ lastModified, date }, AT)).toEqual(isUsed ? { lastModified } : {});
  });

  it('are sent verbatim, both where there are both', () => {
    expect(conditionHeaders({ etag: 'W/"1"', lastModified: 'Fri Jan  2 11:59:59 2026' })).toEqual([
      ['If-None-Match', 'W/"1"'],
      ['If-Modified-Since', 'Fri Jan  2 11:59:59 2026'],
    ]);
    expect(conditionHeaders({})).toEqual([]);
  });
});

describe('two workflows', () => {
  const workflow = (change: Record<string, unknown> = {}) => Workflow.parse({ seeds: ['http://a.test/'], ...change });

  it('are equal for workflows that differ in scope, limits and order of headers', () => {
    const a = workflow({ fetch: { headers: { 'X-A': '1', 'X-B': '2' } } });
    const b = workflow({
      fetch: { headers: { 'X-B': '2', 'X-A': '1' } },
      limits: { pages: 3 },
      seeds: ['http://b.test/'],
    });

    expect(asksAlike(a, b)).toBe(true);
  });

  it.each([
    [{ politeness: { userAgent: 'other/1' } }],
    [{ fetch: { acceptTypes: ['text/html'] } }],
    [{ fetch: { headers: { 'Accept-Language': 'de' } } }],
  ])('do not with %j', (change) => {
    expect(asksAlike(workflow(), workflow(change))).toBe(false);
  });

  it('with a secret header ask alike only from the same seeds: it goes to their hosts alone', () => {
    const secret = { fetch: { headers: { 'X-Key': { secretRef: 'KEY' } } } };

    expect(asksAlike(workflow(secret), workflow(secret))).toBe(true);
    expect(asksAlike(workflow(secret), workflow({ ...secret, seeds: ['http://b.test/'] }))).toBe(false);
  });
});
