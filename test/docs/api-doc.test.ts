import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { description } from '#api/description.ts';

const page = readFileSync(new URL('../../docs/reference/api.md', import.meta.url), 'utf8');
const { paths } = JSON.parse(description()) as { paths: Record<string, Record<string, unknown>> };

/** `$API/v1/executions/$ID/tasks?state=failed"` → `/v1/executions/{}/tasks`. */
const shapeOf = (address: string): string =>
  address.replace(/[?"'\s].*$/, '').replace(/\$[A-Z]+|\{\w+\}|all\.warc\.gz|(?<=exports\/)markdown/g, '{}');

describe('docs/reference/api.md', () => {
  it('asks only for routes that there are, with their methods', () => {
    const known = new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`),
      ),
    );
    const calls = page
      .replaceAll('\\\n', ' ')
      .split('\n')
      .filter((line) => line.startsWith('curl '))
      .map((line) => {
        const address = /\$API(\S+)/.exec(line)?.[1] ?? '';
        const method = /-X (\w+)/.exec(line)?.[1] ?? (/ -d /.test(line) ? 'POST' : 'GET');
        return `${method} ${shapeOf(address)}`;
      });

    expect(calls.length).toBeGreaterThan(12);
    expect(calls.filter((call) => !known.has(call))).toEqual([]);
  });

  it('tells of every route that reads or changes an execution', () => {
    const told = page.replaceAll(/\$[A-Z]+/g, '{}');
    const routes = Object.keys(paths)
      .filter((path) => path.startsWith('/v1/executions/{id}/'))
      .map((path) =>
        path
          .replace(/\{\w+\}/g, '{}')
          .replace('/downloads/{}', '/downloads/all.warc.gz')
          .replace('/exports/{}', '/exports/markdown'),
      );

    expect(routes.filter((path) => !told.includes(path))).toEqual([]);
  });
});
