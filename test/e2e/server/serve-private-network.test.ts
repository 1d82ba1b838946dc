import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';
import { type Site, startSite } from '#test/site/site.ts';

interface Shown {
  readonly status: string;
  readonly counts: { readonly stored: number; readonly skipped: Record<string, number> };
  readonly exemptions: readonly string[];
}

const ENDED = ['succeeded', 'failed', 'limited', 'stopped'];

describe('surf serve --allow-private-network', () => {
  const folder = temporaryFolder();
  let site: Site;

  beforeAll(async () => {
    site = await startSite({ handler: (exchange) => exchange.send(200, { 'content-type': 'text/html' }, 'a page') });
  });
  afterAll(async () => {
    await site.close();
    removeFolder(folder);
  });

  /**
   * Starts a crawl of the site through a server with these flags, as a client does that says
   * nothing of settings.
   */
  async function crawled(name: string, flags: readonly string[], seed: string, start: object = {}): Promise<Shown> {
    const server = new SurfProcess(['serve', '--port', '0', '--json', '--data', join(folder, name), ...flags]);
    try {
      const { address } = JSON.parse(await server.prints()) as { address: string };
      const call = async <T>(path: string, body?: object): Promise<T> => {
        const sent = body && {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        };
        return (await (await fetch(new URL(`/v1/${path}`, address), sent)).json()) as T;
      };
      const { id } = await call<{ id: string }>('workflows', { seeds: [seed], retry: { attempts: 1 } });
      const { execution } = await call<{ execution: string }>(`workflows/${id}/executions`, start);
      let shown = await call<Shown>(`executions/${execution}`);
      await expect
        .poll(async () => {
          shown = await call<Shown>(`executions/${execution}`);
          return ENDED.includes(shown.status);
        })
        .toBe(true);
      return shown;
    } finally {
      server.signal('SIGTERM');
      await server.ended;
    }
  }

  it('opens private addresses to every crawl started through the server, and the execution shows it', async () => {
    const shown = await crawled('open', ['--allow-private-network'], `${site.origin(0)}/`);

    expect(shown).toMatchObject({ counts: { stored: 1, skipped: {} }, exemptions: ['allowPrivateNetwork'] });
  });

  it('and leaves them closed to a start that says so itself', async () => {
    const start = { settings: { allowPrivateNetwork: false, connectTo: [] } };
    const shown = await crawled('says-no', ['--allow-private-network'], `${site.origin(0)}/`, start);

    expect(shown).toMatchObject({ counts: { stored: 0, skipped: { 'blocked-address': 1 } }, exemptions: [] });
  });

  it('without the flag they stay closed', async () => {
    const shown = await crawled('closed', [], `${site.origin(0)}/`);

    expect(shown).toMatchObject({ counts: { stored: 0, skipped: { 'blocked-address': 1 } }, exemptions: [] });
  });

  it('--connect-to counts for them, too', async () => {
    const { hostname, port } = new URL(site.origin(0));
    const flags = ['--allow-private-network', '--connect-to', `shop.example:80:${hostname}:${port}`];
    const shown = await crawled('connected', flags, 'http://shop.example/');

    expect(shown).toMatchObject({ counts: { stored: 1 }, exemptions: ['allowPrivateNetwork'] });
  });
});
