import { readFileSync } from 'node:fs';

/** One operation of the description. */
export interface Operation {
  readonly method: string;
  readonly path: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const { paths } = JSON.parse(readFileSync(new URL('../../../api/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>;
};
export const OPERATIONS: readonly Operation[] = Object.entries(paths).flatMap(([path, item]) =>
  METHODS.filter((method) => method in item).map((method) => ({ method: method.toUpperCase(), path })),
);

/** What everyone may ask (design.md §9). */
export const OPEN: ReadonlySet<string> = new Set(['/health', '/config.json']);

/** Bodies that are right, so that nothing but whose it is decides. */
const BODIES: Readonly<Record<string, unknown>> = {
  'PUT /v1/workflows/{id}': { name: 'mine', seeds: ['http://mine.example/'] },
  'POST /v1/workflows/{id}/executions': {},
  'POST /v1/executions/{id}/actions': { action: 'stop' },
  'POST /v1/executions/{id}/external/check': {},
  'PUT /v1/workflows/{id}/schedules/{name}': { when: 'rate(1 day)' },
  'PUT /v1/workflows/{id}/subscriptions/{name}': { events: ['ended'], url: 'https://hook.example/' },
  'PUT /v1/me/subscriptions/{name}': { events: ['ended'], url: 'https://hook.example/' },
  'POST /v1/schedule-times': { when: 'rate(1 day)' },
  'PUT /v1/users/{id}': { role: 'administrator' },
};
const QUERIES: Readonly<Record<string, string>> = {
  'GET /v1/executions/{id}/explain': '?url=http://shop.example/',
  'GET /v1/executions/{id}/history': '?url=http://shop.example/',
  'GET /v1/executions/{id}/changes': '?since=xearlier0001',
  'GET /v1/executions/{id}/difference': '?since=xearlier0001&url=http://shop.example/',
  'GET /v1/executions/{id}/search': '?q=lamp',
};

/** Entries of the blocklist belong to nobody: administrators change them. */
export const OF_NOBODY: ReadonlySet<string> = new Set(['DELETE /v1/blocklist/{id}']);

export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** Method and path, with the ids of things by collection in it. */
export function askedOf(operation: Operation, ids: Readonly<Record<string, string>>): string {
  const [, , kind = ''] = operation.path.split('/');
  const path = operation.path
    .replace('{id}', ids[kind] ?? 'unknown')
    .replace('{version}', '1')
    .replace('{key}', '0'.repeat(32))
    .replace('{name}', kind === 'workflows' || kind === 'me' ? 'daily' : 'all.warc.gz')
    .replace('{message}', `msg_${'0'.repeat(32)}`)
    .replace('{format}', 'csv')
    .replace(/\{\w+\}/g, '0');
  return `${operation.method} ${path}${QUERIES[nameOf(operation)] ?? ''}`;
}

/** A body that is right, where one is wanted. */
export const bodyOf = (operation: Operation): { body?: unknown; headers?: Record<string, string> } =>
  nameOf(operation) in BODIES ? { body: BODIES[nameOf(operation)], headers: { 'if-match': '"1"' } } : {};
