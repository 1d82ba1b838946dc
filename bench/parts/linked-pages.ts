import { spawn } from 'node:child_process';

/**
 * Page n links pages n * fan + 1 and on, in all `pages`, over hosts 127.0.2.1 and on. Titles are
 * words: pages that differ in numbers alone are a trap (ADR 15). Linux, where all of 127/8 is
 * loopback.
 */
const SERVER = `
const { createServer } = require('node:http');
const [pages, hosts, fan, bytes, wanted] = process.argv.slice(1).map(Number);
const filler = 'some words to fill a page of usual size '.repeat(bytes / 40);
const hrefOf = (n, port) => 'http://127.0.2.' + (1 + (n % hosts)) + ':' + port + '/' + n + '.html';
const wordOf = (n) => n.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'[digit]);
let port = wanted;
const answer = (request, response) => {
  const n = Number(/^\\/(\\d+)\\.html$/.exec(request.url)?.[1] ?? (request.url === '/' ? 0 : -1));
  if (n < 0) return response.writeHead(404).end();
  let links = '';
  for (let next = n * fan + 1; next <= n * fan + fan && next < pages; next++) links += '<a href="' + hrefOf(next, port) + '">' + next + '</a> ';
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end('<title>' + wordOf(n) + '</title><p>' + n + ' ' + filler + links);
};
const listen = (host) => new Promise((resolve) => {
  const server = createServer(answer).listen(port, '127.0.2.' + host, () => resolve(server.address().port));
});
(async () => {
  for (let host = 1; host <= hosts; host++) port = await listen(host);
  process.send(port);
})();
`;

export interface LinkedPages {
  readonly pages: number;
  readonly hosts: number;
  /** Links of a page: so many pages more are found by each. */
  readonly fanOut: number;
  /** Of a page, without its links. */
  readonly bytes: number;
  /** @default a free one */
  readonly port?: number;
}

/**
 * Serves pages that are made on the fly, in a separate process: its memory and CPU are not the
 * crawler's.
 */
export async function serveLinkedPages({ pages, hosts, fanOut, bytes, port: wanted = 0 }: LinkedPages): Promise<{
  /** The first page of each host. */
  readonly seeds: readonly string[];
  readonly port: number;
  stop(): void;
}> {
  const server = spawn(process.execPath, ['-e', SERVER, ...[pages, hosts, fanOut, bytes, wanted].map(String)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve) => server.on('message', (told) => resolve(Number(told))));
  const seeds = Array.from({ length: hosts }, (_, host) => `http://127.0.2.${host + 1}:${port}/${host}.html`);
  return { seeds, port, stop: () => void server.kill() };
}
