import type { Route } from 'playwright-core';
import type { Task } from '#api/client/schema.ts';

const TASKS = 10_000;
const HOSTS = 300;
const LEVELS = 30;

/** A third is spread over all hosts; seven hosts have the rest. */
const hostOf = (i: number): number => (i % 3 === 0 ? (i / 3) % HOSTS : i % 7);
const levelOf = (i: number): number => Math.min(LEVELS - 1, Math.floor(2 * Math.log2(1 + i / 250)));
/** Half as far, on the same host when it has one there. */
function parentOf(i: number): number {
  const step = i % 3 === 0 ? 3 * HOSTS : 21;
  return Math.max(0, i - Math.ceil(i / 2 / step) * step);
}

const task = (i: number): Task => ({
  execution: 'x0000000001',
  key: String(i).padStart(32, '0'),
  url: `https://h${hostOf(i)}.example/page/${i}`,
  state: i % 13 === 0 ? 'failed' : 'succeeded',
  outcome: i % 13 === 0 ? 'failed' : 'stored',
  reason: i % 13 === 0 ? 'http-5xx' : null,
  status: i % 13 === 0 ? 503 : 200,
  level: levelOf(i),
  contentType: 'text/html',
  bytes: 1_000,
  title: `Page ${i}`,
  provisional: false,
  titleCut: false,
  cut: false,
  via: i === 0 ? null : `https://h${hostOf(parentOf(i))}.example/page/${parentOf(i)}`,
  attempts: 1,
  startedAt: null,
  endedAt: null,
  redirectsTo: null,
  linksDropped: 0,
  errors: [],
});

/** Answers lists of tasks as a server does whose crawl had 10,000, on 300 hosts. */
export async function answerManyTasks(route: Route): Promise<void> {
  const query = new URL(route.request().url()).searchParams;
  const [from, limit] = [Number(query.get('next') ?? 0), Number(query.get('limit'))];
  const items = Array.from({ length: Math.min(limit, TASKS - from) }, (_, i) => task(from + i));
  const next = from + items.length < TASKS ? String(from + items.length) : null;
  await route.fulfill({ json: { items, next } });
}
