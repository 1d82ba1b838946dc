import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** One level of the web has this many pages on each host. */
export interface WebShape {
  readonly hosts: number;
  /** Pages of one host on one level. */
  readonly pagesPerHost: number;
  /** Levels below the seeds. */
  readonly levels: number;
  /** Between a request and its answer. */
  readonly latencyMs: number;
}

const PORT = 0;
const LINKS = 4;
/** About 8 KB: the time of a page is its latency, not its bytes. */
const TEXT = 'A page that waits before it answers. '.repeat(220);

/**
 * A web of equal hosts on 127.0.2.x in which every page of a level links to pages of the next
 * level, on its own and on other hosts, so that every level but the last has more pages than a
 * limit per level takes. Answers after a fixed time: what is measured is how well a crawler waits.
 */
export class SlowWeb {
  readonly #shape: WebShape;
  readonly #servers: Server[] = [];
  #requests = 0;

  constructor(shape: WebShape) {
    this.#shape = shape;
  }

  /** @returns start addresses, one a host */
  async start(): Promise<string[]> {
    const { hosts } = this.#shape;
    const first = await this.#listen(host(0), PORT);
    for (let i = 1; i < hosts; i += 1) await this.#listen(host(i), first);
    return Array.from({ length: hosts }, (_, i) => `http://${host(i)}:${first}/`);
  }

  /** Requests of pages since the last call; robots.txt is not counted. */
  takeRequests(): number {
    const seen = this.#requests;
    this.#requests = 0;
    return seen;
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#servers.map((server) => {
        server.closeAllConnections();
        return new Promise((resolve) => server.close(resolve));
      }),
    );
  }

  #listen(address: string, port: number): Promise<number> {
    const server = createServer((request, response) => this.#answer(request, response));
    server.keepAliveTimeout = 120_000;
    this.#servers.push(server);
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, address, () => {
        const bound = server.address();
        resolve(typeof bound === 'object' && bound !== null ? bound.port : port);
      });
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    if (path === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    this.#requests += 1;
    const place = /^\/l(\d+)\/p(\d+)$/.exec(path);
    const [level, page] = place === null ? [0, 0] : [Number(place[1]), Number(place[2])];
    const port = request.socket.localPort ?? 80;
    const own = ownNumber(request.socket.localAddress ?? '');
    const body = this.#page({ level, page, own, port });
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
    }, this.#shape.latencyMs);
  }

  #page(at: { level: number; page: number; own: number; port: number }): string {
    const { hosts, pagesPerHost, levels } = this.#shape;
    const links = [];
    // The seed has all of its host's first level; a page below has four of the next, one of them at
    // home.
    const count = at.level === 0 ? pagesPerHost : LINKS;
    for (let i = 0; at.level < levels && i < count; i += 1) {
      const to = at.level === 0 ? at.own : (at.own + i * 7) % hosts;
      links.push(`<a href="http://${host(to)}:${at.port}/l${at.level + 1}/p${(at.page + i) % pagesPerHost}">${i}</a>`);
    }
    const name = `Host ${at.own}, level ${at.level}, page ${at.page}`;
    return `<!doctype html><title>${name}</title><h1>${name}</h1><p>${TEXT}</p>${links.join('\n')}`;
  }
}

const host = (i: number): string => `127.0.2.${i + 1}`;
const ownNumber = (address: string): number => Number(address.slice(address.lastIndexOf('.') + 1)) - 1;
