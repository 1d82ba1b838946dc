import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExecutionView } from '#engine/overview/describe-execution.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';
import { type DnsServer, startDnsServer } from '#test/http/dns-server.ts';
import type { Exchange } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'outage-preload.ts')).href;
const ZONE = '.outage.test';
const LOOK_MS = 100;

/**
 * Hosts `h0.outage.test`, `h1.outage.test`, … and their name server, for a crawl whose network can
 * be taken away for a while: no new connection has a route then, no name resolves, and
 * connections that are there carry nothing. Names `dead….test` are never told (SERVFAIL).
 */
export class CutOffNetwork {
  readonly data = temporaryFolder();
  readonly #site: Site;
  readonly #dns: DnsServer;
  readonly #away: { is: boolean };
  readonly #file = join(this.data, 'outage');

  private constructor(site: Site, dns: DnsServer, away: { is: boolean }) {
    this.#site = site;
    this.#dns = dns;
    this.#away = away;
  }

  /** @param serve answers all requests but those for robots.txt, which is 404 */
  static async open(hosts: number, serve: (exchange: Exchange) => void): Promise<CutOffNetwork> {
    const away = { is: false };
    const site = await startSite({
      hosts,
      handler: (exchange) => {
        if (away.is) return; // its answer does not arrive
        if (exchange.path === '/robots.txt') exchange.send(404, {});
        else serve(exchange);
      },
    });
    const dns = await startDnsServer((name) => {
      const [, n] = /^h(\d+)\.outage\.test$/.exec(name) ?? [];
      if (away.is || n === undefined) return 'fails';
      return { addresses: [new URL(site.origin(Number(n))).hostname], ttlSeconds: 60 };
    });
    return new CutOffNetwork(site, dns, away);
  }

  /** Address of a page of that host. */
  url(host: number | string, path = '/'): string {
    const name = typeof host === 'number' ? `h${host}` : host;
    return `http://${name}${ZONE}:${new URL(this.#site.origin(0)).port}${path}`;
  }

  get requests(): number {
    return this.#site.log.length;
  }

  takeAway(): void {
    this.#away.is = true;
    writeFileSync(this.#file, '');
  }

  giveBack(): void {
    this.#away.is = false;
    rmSync(this.#file, { force: true });
  }

  /** A process with `surf …` in this network. */
  surf(command: string, ...args: string[]): SurfProcess {
    return new SurfProcess([command, ...args, '--data', this.data], {
      OUTAGE_DNS: this.#dns.address,
      OUTAGE_FILE: this.#file,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${PRELOAD}`,
    });
  }

  /** The last execution, as `surf status` prints it. */
  async status(): Promise<ExecutionView> {
    const { stdout } = await surfHere(['status', 'last', '--data', this.data, '--json']);
    return JSON.parse(stdout) as ExecutionView;
  }

  /** Looks again and again until it holds. @throws Error after 30 s */
  async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    const end = performance.now() + 30_000;
    while (!(await holds())) {
      if (performance.now() > end) throw new Error('it did not come about within 30 s');
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#site.close(), this.#dns.close()]);
    removeFolder(this.data);
  }
}
