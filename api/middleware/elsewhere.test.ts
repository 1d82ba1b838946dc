import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createForwarder } from '#api/front.ts';
import { SurfError } from '#core/error.ts';
import { LOCAL_CALLER } from '#core/identity/caller.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';

let api: ApiBench;
beforeEach(() => {
  api = openApiBench();
});
afterEach(() => api.close());

/** An app that has its requests answered elsewhere. `asked` has what was. */
function forwarding(options: Partial<Parameters<typeof createForwarder>[1]> = {}) {
  const asked: { method: string; path: string; user: string; body: string | null }[] = [];
  const app = createForwarder(api.ports, {
    identify: async () => LOCAL_CALLER,
    version: 'test',
    answer: async ({ method }, { caller, path, body }) => {
      asked.push({ method, path, user: caller.user, body: body === null ? null : new TextDecoder().decode(body) });
      return new Response('there', { status: 202, headers: { 'X-Request-Id': 'there' } });
    },
    ...options,
  });
  return { app, asked };
}

describe('an app whose requests are answered elsewhere', () => {
  it('hands on method, path, caller and body of everything that needs a caller, and no more', async () => {
    const { app, asked } = forwarding();

    const posted = await app.request('/v1/workflows', { method: 'POST', body: '{}' });
    for (const path of ['/openapi.json', '/docs', '/v1/nothing', '/health', '/config.json']) await app.request(path);

    expect([posted.status, await posted.text(), posted.headers.get('x-request-id')]).toEqual([202, 'there', 'there']);
    expect(asked).toEqual([
      { method: 'POST', path: '/v1/workflows', user: 'local', body: '{}' },
      ...['/openapi.json', '/docs', '/v1/nothing'].map((path) => ({ method: 'GET', path, user: 'local', body: null })),
    ]);
  });

  it('hands on the path that the routes see: an escape in it hides no work', async () => {
    const { app, asked } = forwarding();

    await app.request('/v1/executions/x1/expl%61in?url=x');

    expect(asked.map(({ path }) => path)).toEqual(['/v1/executions/x1/explain']);
  });

  it('asks nobody elsewhere for those who may not, or send too much', async () => {
    const refused = forwarding({
      identify: () => Promise.reject(new SurfError('SIGN_IN_REQUIRED', 'no credentials')),
    });
    const { app, asked } = forwarding();

    const stranger = await refused.app.request('/v1/workflows');
    const large = await app.request('/v1/workflows', { method: 'POST', body: 'x'.repeat(300_000) });

    expect([stranger.status, large.status]).toEqual([401, 413]);
    expect([...refused.asked, ...asked]).toEqual([]);
  });

  it('answers 503 with Retry-After where there is no room', async () => {
    const busy = () => Promise.reject(new SurfError('SERVER_BUSY', 'no room', { retryable: true }));

    const answer = await forwarding({ answer: busy }).app.request('/v1/workflows');

    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await answer.json()).toMatchObject({ code: 'SERVER_BUSY', status: 503 });
  });
});
