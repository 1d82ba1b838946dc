import { describe, expect, it } from 'vitest';
import { SurfError } from '#core/error.ts';
import { applyFlags } from '#core/workflow/fields/workflow-flags.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';

const seeds = ['https://example.org/'];
const withProxy = (proxy: unknown): object => ({ seeds, fetch: { proxy } });

function refusal(document: unknown): SurfError {
  try {
    checkWorkflow(document);
  } catch (error) {
    if (error instanceof SurfError) return error;
  }
  throw new Error('it was accepted');
}

describe('fetch.proxy', () => {
  it.each([['http://proxy.example:3128'], ['https://proxy.example'], [{ secretRef: 'UPSTREAM' }], [null]])(
    'takes %j',
    (proxy) => expect(checkWorkflow(withProxy(proxy)).fetch.proxy).toEqual(proxy),
  );

  it('is none by default', () => expect(checkWorkflow({ seeds }).fetch.proxy).toBeNull());

  it.each([
    'http://me:hush@proxy.example:3128',
    'http://hush@proxy.example:3128',
    'me:hush@proxy.example:3128',
    'socks5://me:hush@proxy.example:1080',
  ])('refuses a user name in the workflow, and does not show it: %s', (proxy) => {
    const { code, message, remedy } = refusal(withProxy(proxy));

    expect([code, remedy]).toEqual(['SECRET_LITERAL', expect.stringContaining('{secretRef: PROXY}')]);
    expect(message + remedy).not.toContain('hush');
  });

  it.each([
    ['socks5://proxy.example:1080', 'not SOCKS'],
    ['proxy.example:3128', 'http://HOST:PORT'],
    ['http://proxy.example/path', 'http://HOST:PORT'],
  ])('refuses %s with a remedy', (proxy, remedy) => {
    expect(refusal(withProxy(proxy))).toMatchObject({ code: 'FIELD_INVALID', remedy: expect.stringContaining(remedy) });
  });

  it.each([[{ url: 'http://me:hush@proxy.example' }], [{ secretRef: 'hush' }], [7], [['http://me:hush@a/']]])(
    'of another form is refused and not shown: %j',
    (proxy) => {
      const { code, message } = refusal(withProxy(proxy));

      expect(code).toMatch(/^FIELD_/);
      expect(message).not.toContain('hush');
    },
  );

  it.each([
    ['http://proxy.example:3128', 'http://proxy.example:3128'],
    ['{secretRef: UPSTREAM}', { secretRef: 'UPSTREAM' }],
    ['none', null],
  ])('--proxy %j sets it', (text, proxy) => {
    const document = applyFlags({ seeds }, [{ flag: 'proxy', value: text }]);

    expect(checkWorkflow(document).fetch.proxy).toEqual(proxy);
  });
});
