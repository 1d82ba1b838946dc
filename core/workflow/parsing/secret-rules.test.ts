import { describe, expect, it } from 'vitest';
import type { SurfError } from '#core/error.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';

const SEEDS = ['http://a.example/'];

function faultOf(fields: object): SurfError {
  try {
    checkWorkflow({ seeds: SEEDS, ...fields });
  } catch (error) {
    return error as SurfError;
  }
  throw new Error('it is taken');
}

describe('addresses', () => {
  it.each([
    [{ seeds: ['http://me:hush@a.example/'] }, 'seeds[0]'],
    [{ seeds: [...SEEDS, 'https:\\\\hush@a.example'] }, 'seeds[1]'],
    [{ seeds: [{ url: ' HTTP://me:hush@a.example/x', depth: 1 }] }, 'seeds[0].url'],
    [{ sitemaps: ['https://me:hush@a.example/sitemap.xml'] }, 'sitemaps[0]'],
  ])('with a user name are refused: %j', (fields, path) => {
    const { code, message, remedy } = faultOf(fields);

    expect([code, message]).toEqual(['SECRET_LITERAL', `${path} has a user name, and Surf sends none from addresses`]);
    expect(remedy).toContain('Authorization: {secretRef: LOGIN}');
  });

  it('with an @ behind the host are taken', () => {
    const seeds = ['http://a.example/@me', 'http://a.example/?to=me@b.example', 'http://a.example/#@'];

    expect(checkWorkflow({ seeds }).seeds).toHaveLength(3);
  });
});

describe('headers', () => {
  it.each([
    ['Authorization', 'Bearer hush'],
    ['proxy-authorization', 'hush'],
    ['Cookie', 'sid=hush'],
    ['X-Api-Key', 'hush'],
    ['X-Auth-Token', 'hush'],
    ['Ocp-Apim-Subscription-Key', 'hush'],
    ['Authorization', { value: 'hush' }],
    ['X-Anything', { value: 'hush', secret: true }],
  ])('that hold a secret are refused, and the error says how to refer to it: %s %j', (name, value) => {
    const { code, message, remedy } = faultOf({ fetch: { headers: { [name]: value } } });

    const secret = name.toUpperCase().replaceAll('-', '_');
    expect([code, remedy]).toEqual(['SECRET_LITERAL', expect.stringContaining(`${name}: {secretRef: ${secret}}`)]);
    expect(remedy).toContain(`SURF_SECRET_${secret}`);
    expect(message).not.toContain('hush');
  });

  it.each(['Accept-Language', 'X-Requested-With', 'Referer', 'DNT', 'X-Author', 'X-Keyboard'])(
    'are not credentials by the name %s',
    (name) => {
      expect(checkWorkflow({ seeds: SEEDS, fetch: { headers: { [name]: 'a' } } }).fetch.headers).toEqual({
        [name]: 'a',
      });
    },
  );

  it.each([
    'https://a.example/',
    'http://127.0.0.1:8080/',
    'http://localhost/',
    'http://a.localhost/',
    'http://[::1]/',
  ])('may refer to a secret for %s', (seed) => {
    const headers = { Authorization: { secretRef: 'TOKEN' } };

    expect(checkWorkflow({ seeds: [seed], fetch: { headers } }).fetch.headers).toEqual({
      Authorization: { secretRef: 'TOKEN', plainHttp: false },
    });
  });

  it('send no secret in clear, unless the workflow says so', () => {
    const seeds = ['https://a.example/', 'http://127.0.0.1.example/'];
    const of = (more: object) => ({ seeds, fetch: { headers: { Authorization: { secretRef: 'TOKEN', ...more } } } });

    expect(faultOf(of({}))).toMatchObject({
      code: 'SECRET_IN_CLEAR',
      message: expect.stringContaining('http://127.0.0.1.example'),
    });
    expect(checkWorkflow(of({ plainHttp: true })).seeds).toEqual(seeds);
  });

  it.each(['token', 'A-B', '../X', 'A/B', '', 'A'.repeat(65), '_A', '1A'])('refer to no secret %j', (secretRef) => {
    const { code, message } = faultOf({
      seeds: ['https://a.example/'],
      fetch: { headers: { Authorization: { secretRef } } },
    });

    expect(code).toBe('FIELD_INVALID');
    expect(message).not.toContain(`"${secretRef}"`);
  });

  it('refer to at most ten secrets', () => {
    const headers = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`X-Key-${n}`, { secretRef: `KEY_${n}` }]));

    expect(faultOf({ seeds: ['https://a.example/'], fetch: { headers } })).toMatchObject({
      code: 'FIELD_INVALID',
      message: expect.stringContaining('10'),
    });
  });
});
