import { description } from '#api/description.ts';
import type { Answer } from '#test/api/api-bench.ts';
import { type FuzzRequest, type Operation, operationsOf, RequestMaker } from '#test/api/fuzz/fuzz-request.ts';
import { type FuzzApi, FuzzWorld, markOf, NAMES, type Name } from '#test/api/fuzz/fuzz-world.ts';
import { seededRandom } from '#test/site/random.ts';

export interface FuzzReport {
  readonly requests: number;
  /** Share that reached a handler: 2xx, 307, 409 or 422. */
  readonly reached: number;
  /** How often each operation answered each status. */
  readonly table: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** The first ten. */
  readonly faults: readonly string[];
}

const MOST_FAULTS = 10;
/** Of operations that read much, or change the world for the worse, fewer are sent. */
const SELDOM = /^(?:DELETE |POST .*(?:verification|preview|estimate))/;

/**
 * Sends `count` requests, made from the description with this seed, as three callers, and checks
 * every answer.
 * @param api whom; closed at the end. @default the app in this process
 */
export async function fuzzApi(count: number, seed: number, api?: FuzzApi): Promise<FuzzReport> {
  const random = seededRandom(seed);
  const document = JSON.parse(description());
  const operations = operationsOf(document);
  const world = await FuzzWorld.open(api);
  try {
    const maker = new RequestMaker(random, world, document);
    const table = new Map(operations.map((operation) => [nameOf(operation), new Map<number, number>()]));
    const faults: string[] = [];
    let reached = 0;
    let requests = 0;
    for (; requests < count && faults.length < MOST_FAULTS; requests++) {
      const operation = random.pick(operations);
      if (SELDOM.test(nameOf(operation)) && random.below(4) > 0) {
        requests -= 1;
        continue;
      }
      const name = random.pick(NAMES);
      const request = maker.make(operation, name);
      const answer = await world.api.send(operation.method, request.path, { ...request, as: name });
      const row = table.get(nameOf(operation));
      row?.set(answer.status, (row.get(answer.status) ?? 0) + 1);
      if (isReached(answer.status)) reached += 1;
      const fault = faultOf(operation, { name, request, answer });
      if (fault !== null) faults.push(`seed ${seed}, request ${requests}: ${fault}`);
      learn(world, operation, { name, request, answer });
    }
    return { requests, reached: reached / requests, table, faults };
  } finally {
    await world.close();
  }
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;
const isReached = (status: number): boolean => status < 400 || status === 409 || status === 422;

interface Sent {
  readonly name: Name;
  readonly request: FuzzRequest;
  readonly answer: Answer;
}

/** The fault of an answer; null: none. */
function faultOf(operation: Operation, { name, request, answer }: Sent): string | null {
  const what = `${name} ${operation.method} ${request.path} ${JSON.stringify(request.body) ?? ''}`.slice(0, 600);
  const said = `${answer.status} ${answer.text.slice(0, 300)}`;
  if (answer.status >= 500) return `${what}: ${said}`;
  if (!operation.statuses.has(answer.status) && !isNoRoute(answer)) return `${what}: undocumented ${said}`;
  if (answer.status >= 400 && (typeof answer.body.code !== 'string' || typeof answer.body.title !== 'string')) {
    return `${what}: no problem ${said}`;
  }
  const others = NAMES.filter((other) => other !== name && !JSON.stringify(request).includes(markOf(other)));
  const seen = name === 'admin' ? [] : others.filter((other) => answer.text.includes(markOf(other)));
  return seen.length === 0 ? null : `${what}: shows what is of ${seen.join()}: ${said}`;
}

/** A broken path parameter may lead to no route at all. */
const isNoRoute = ({ status, body }: Answer): boolean => status === 404 && body.code === 'ROUTE_NOT_FOUND';

/** Keeps ids that were made or listed, and forgets those that are gone. */
function learn(world: FuzzWorld, operation: Operation, { name, request, answer }: Sent): void {
  const { body, status } = answer;
  const own = world.have[name];
  const collection = operation.path.split('/')[2] ?? '';
  if (status === 201 && operation.path.endsWith('/executions')) own.note('executions', String(body.execution));
  else if (status === 201 && typeof body.id === 'string') own.note(collection, body.id);
  else if (status === 202 && typeof body.id === 'string') own.note('messages', body.id);
  const isOwnList = name !== 'admin' || collection !== 'workflows'; // administrators are shown everyone's
  if (isOwnList && status === 200 && operation.path.split('/').length === 3 && Array.isArray(body.items)) {
    for (const { id } of body.items as { id?: unknown }[]) {
      if (typeof id === 'string' && world.api.kept?.has(id) !== true) own.note(collection, id);
    }
  }
  if (operation.method === 'DELETE' && status < 300) {
    for (const owner of NAMES) world.have[owner].forget(collection, request.path.split('/').at(-1) ?? '');
  }
  if (typeof body.next === 'string') own.note(nameOf(operation), body.next);
}
