import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type RawServer, startRawServer } from '#test/http/raw-server.ts';

const DROPPED = 11;
const NEW_ADDRESSES = 100_000;

const links = (from: number, count: number): string =>
  Array.from({ length: count }, (_, n) => `<a href=/${from + n}>x</a>`).join('');

/** An index of 30,000 links to three pages behind it, and a bomb. */
const PAGES: Readonly<Record<string, string>> = {
  '/index-all': `${'<a href=/index-all>x</a>'.repeat(15_000)}${links(0, 15_000)}<a href=/last>x</a>`,
  '/bomb': links(0, NEW_ADDRESSES + DROPPED),
};

function answerTo(head: string): string {
  const body = PAGES[head.split(' ')[1] ?? ''];
  const status = body === undefined ? '404 Not Found' : '200 OK';
  const length = Buffer.byteLength(body ?? '');
  return `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body ?? ''}`;
}

describe('a page of very many links', () => {
  let server: RawServer;
  const folder = temporaryFolder();
  const data = ['--data', folder];
  const crawl = (path: string) =>
    surfHere(['crawl', `http://127.0.0.1:${server.port}${path}`, ...data, '--allow-private-network', '--depth', '0']);
  const said = async (...args: string[]): Promise<string> => (await surfHere([...args, ...data])).stdout;

  beforeAll(async () => {
    server = await startRawServer((socket, head) => void socket.end(answerTo(head)));
  });
  afterAll(async () => {
    await server.close();
    removeFolder(folder);
  });

  it('has all of them read when it names fewer than 100,000 addresses', async () => {
    const { code, stdout } = await crawl('/index-all');

    expect(code).toBe(0);
    expect(stdout).toContain('15,002 discovered URLs');
    expect(stdout).not.toContain('not read');
    expect(await said('explain', 'last', `http://127.0.0.1:${server.port}/last`)).toContain('pending');
    expect(await said('explain', 'last', `http://127.0.0.1:${server.port}/other`)).toContain('never seen');
  });

  it('says how many were not read when it names more, and does not claim that none of them leads anywhere', async () => {
    const { stdout } = await crawl('/bomb');

    const origin = `http://127.0.0.1:${server.port}`;
    const [first, second] = stdout.split('\n');
    const why = 'it names more than 100,000 new addresses, or takes 10 s to judge';
    expect(first).toBe(`${DROPPED} links of 1 page were not read: ${why}`);
    expect(second).toBe(`  ${origin}/bomb: ${DROPPED} links`);
    expect(stdout).toContain('100,001 discovered URLs');
    const [task = ''] = (await said('tasks', 'last', '--state', 'succeeded', '--json')).split('\n');
    expect(JSON.parse(task)).toMatchObject({ url: `${origin}/bomb`, linksDropped: DROPPED });
    expect(await said('explain', 'last', `${origin}/${NEW_ADDRESSES + 3}`)).toContain(
      `unknown: ${DROPPED} links of these pages were not read: ${origin}/bomb`,
    );
    expect((await surfHere(['verify', 'last', ...data])).code).toBe(0);
  });
});
