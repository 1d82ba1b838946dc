import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { description } from '#api/description.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { operationsOf } from '#test/api/fuzz/fuzz-request.ts';

let api: ApiBench;
beforeEach(() => {
  api = openApiBench();
});
afterEach(() => api.close());

/** Every operation that takes a body, with made-up ids. */
const OPERATIONS = operationsOf(JSON.parse(description()))
  .filter(({ body }) => body !== null)
  .map(({ method, path }) => [
    method,
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'version' ? '1' : 'x00000000000000')),
  ]) as [string, string][];

const TYPES = [
  'text/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/yaml',
  'application/jsonl',
  'application/vnd.api+json',
  '/',
  'x'.repeat(2_000),
];

describe('a body of a type that no route reads', () => {
  it('is on every operation with a body 415, never 5xx', async () => {
    const found: string[] = [];
    for (const [method, path] of OPERATIONS) {
      for (const type of TYPES) {
        const { status, body } = await api.send(method, path, { body: { a: 1 }, headers: { 'content-type': type } });
        if (status !== 415 || body.code !== 'CONTENT_TYPE_UNSUPPORTED')
          found.push(`${method} ${path} ${type}: ${status}`);
      }
    }

    expect(OPERATIONS.length).toBeGreaterThan(7);
    expect(found).toEqual([]);
  });

  it('is 415 without a type, and where it is compressed', async () => {
    const body = { name: 'a', seeds: ['http://a.test/'] };

    const untyped = await api.send('POST', '/v1/workflows', { body, headers: { 'content-type': '' } });
    const zipped = await api.send('POST', '/v1/workflows', { body, headers: { 'content-encoding': 'gzip' } });
    const plain = await api.send('POST', '/v1/workflows', {
      body,
      headers: { 'content-type': 'application/json; charset=utf-8', 'content-encoding': 'identity' },
    });

    expect([untyped.status, zipped.status, plain.status]).toEqual([415, 415, 201]);
  });

  it('may be absent where the operation needs none, and is 4xx elsewhere', async () => {
    const answers = await Promise.all(OPERATIONS.map(([method, path]) => api.send(method, path)));

    expect(answers.filter(({ status }) => status >= 500 || status < 400).map(({ text }) => text)).toEqual([]);
  });
});
