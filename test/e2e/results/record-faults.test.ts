import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type RawServer, startRawServer } from '#test/http/raw-server.ts';

const PRODUCTS = 30;

/**
 * Every third product has no price, every fifth one that is not a number; the last is a copy of
 * product 3, which has none.
 */
function answerTo(head: string): string {
  const path = head.split(' ')[1] ?? '';
  const n = Number(path.slice(1));
  const links = Array.from({ length: PRODUCTS + 1 }, (_, i) => `<a href=/${i + 1}>x</a>`).join('');
  const price = n % 3 === 0 ? '' : `<i class=price>${n % 5 === 0 ? 'on request' : n}</i>`;
  const product = `<h1>Product ${n}</h1>${price}`;
  const body = path === '/' ? links : n === PRODUCTS + 1 ? '<h1>Product 3</h1>' : product;
  const found = path === '/' || (n >= 1 && n <= PRODUCTS + 1);
  return `HTTP/1.1 ${found ? '200 OK' : '404 Not Found'}\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
}

const SELECTION = {
  rules: [{ url: ['*'], fields: { name: 'h1', price: { selector: '.price', type: 'number', required: true } } }],
};

describe('errors of extraction', () => {
  const folder = mkdtempSync(join(tmpdir(), 'surf-faults-'));
  const data = ['--data', join(folder, 'data')];
  let server: RawServer;
  let report = '';

  beforeAll(async () => {
    server = await startRawServer((socket, head) => void socket.end(answerTo(head)));
    const selection = join(folder, 'selection.json');
    writeFileSync(selection, JSON.stringify(SELECTION));
    const flags = ['--selection', selection, '--delay', '0', '--allow-private-network', ...data];
    const { code, stdout } = await surfHere([
      'crawl',
      `http://127.0.0.1:${server.port}/1`,
      `http://127.0.0.1:${server.port}/`,
      ...flags,
    ]);
    expect(code).toBe(0);
    report = stdout;
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('are counted by field and code in the report and in status, copies once', async () => {
    const { recordFaults } = JSON.parse((await surfHere(['status', 'last', '--json', ...data])).stdout);

    // 10 products and the page of links have no price; 4 more have one that is not a number, hence
    // no value
    expect(recordFaults).toEqual([
      { field: 'price', code: 'missing', records: 15, url: expect.stringContaining('http') },
      { field: 'price', code: 'type', records: 4, url: expect.stringContaining('http') },
    ]);
    expect(report).toMatch(/extraction has errors: surf records x\w+ --errors lists the records/);
    expect(report).toContain('  price: missing in 15 records');
    expect(report).toContain('  price: type in 4 records');
  });

  it('are listed by surf records --errors, and nothing else is', async () => {
    const { stdout } = await surfHere(['records', 'last', '--errors', ...data]);
    const csv = await surfHere(['records', 'last', '--errors', '--format', 'csv', ...data]);

    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(15);
    expect(lines.every(({ recordErrors }) => recordErrors.length >= 1)).toBe(true);
    expect(csv.stdout.trimEnd().split('\n')).toHaveLength(16);
  });
});
