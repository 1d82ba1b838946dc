import { type Schema, ValueMaker } from '#test/api/fuzz/fuzz-value.ts';
import { type FuzzWorld, HOOK, markOf, type Name } from '#test/api/fuzz/fuzz-world.ts';
import type { Random } from '#test/site/random.ts';

/** One operation as the description has it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly body: Schema | null;
  /** Statuses that it may answer. */
  readonly statuses: ReadonlySet<number>;
}

export interface FuzzRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Described {
  readonly parameters?: Operation['parameters'];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

export function operationsOf({ paths }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema ?? null,
      statuses: new Set(Object.keys(responses).map(Number)),
    })),
  );
}

/** One in so many requests is broken on purpose. */
const BROKEN = 7;
/** One body in so many has another type than JSON, which it may be or not. */
const OTHER_TYPE = 12;
const TYPES = [
  ...['text/json', 'text/plain', 'application/x-www-form-urlencoded', 'application/yaml', 'x', ''],
  ...['multipart/form-data', 'multipart/form-data; boundary=x', 'application/json; charset=utf-8'],
];
/** Of executions that have really crawled there is more to be read. */
const CRAWLED = /\/(?:pages|downloads|records|links|archive)\b/;
/** Of workflows that were there from the beginning: they have a subscription. */
const SUBSCRIBED = /\/subscriptions\b/;
const HOOK_NAMES = [HOOK.name, HOOK.name, HOOK.name, 'x'];
/** The subscription that was there from the beginning stays for most of a run. */
const DELETED_NAMES = ['x', 'x', 'x', HOOK.name];
const ETAGS = ['"1"', '"1"', '"1"', '"2"', '"3"', '"99"', 'W/"1"', '*', 'x'];

/** Makes requests of operations for callers, from the description and what the world has. */
export class RequestMaker {
  readonly #random: Random;
  readonly #world: FuzzWorld;
  readonly #components: Readonly<Record<string, Schema>>;

  constructor(random: Random, world: FuzzWorld, { components }: Description) {
    this.#random = random;
    this.#world = world;
    this.#components = components.schemas;
  }

  make(operation: Operation, name: Name): FuzzRequest {
    const broken = this.#random.below(BROKEN) === 0;
    const values = new ValueMaker(this.#random, this.#components, (place) => this.#known(operation, name, place));
    const headers: Record<string, string> = {};
    const query = new URLSearchParams();
    let { path } = operation;
    for (const parameter of operation.parameters) {
      const { name: place, in: where, required = where === 'path', schema } = parameter;
      if (!required && this.#random.below(3) > 0 && place !== 'if-match') continue;
      if (place === 'next' && !broken && this.#known(operation, name, 'query.next') === undefined) continue;
      const isBad = broken && this.#random.below(2) === 0;
      const value = isBad ? values.nasty() : String(values.valid(schema, `${where}.${place}`));
      if (where === 'path')
        path = path.replace(`{${place}}`, encodeURIComponent(value.toWellFormed()).replace(/^\.*$/, 'dot'));
      else if (where === 'query') query.append(place, value);
      else headers[place] = value.replace(/[^\x20-\x7e]/g, '?');
    }
    if (this.#random.below(10) === 0) headers.accept = this.#random.pick(['text/csv', 'application/jsonl', '*/*', 'x']);
    const asked = query.size === 0 ? path : `${path}?${query}`;
    const sent = this.#bodyOf(operation, values, broken);
    if ('body' in sent && this.#random.below(OTHER_TYPE) === 0) headers['content-type'] = this.#random.pick(TYPES);
    return { path: asked, headers, ...sent };
  }

  #bodyOf({ body }: Operation, values: ValueMaker, broken: boolean): { body?: unknown } {
    if (body === null) return {};
    if (!broken) return { body: values.valid(body, 'body') };
    return this.#random.below(8) === 0 ? {} : { body: values.broken(body, 'body') };
  }

  /** What an administrator writes into another's things would be found there, rightly. */
  #idOf(method: string, name: Name, collection: string): string | undefined {
    if (method !== 'PUT' || name !== 'admin') return this.#world.idFor(this.#random, name, collection);
    const own = this.#world.have[name].of(collection);
    return own.length === 0 ? undefined : this.#random.pick(own);
  }

  #address(name: Name): string {
    const own = this.#world.addressOf(name);
    return this.#random.pick([own, `${own}a`, 'http://127.0.0.1:9/', 'x']);
  }

  #known({ method, path }: Operation, name: Name, place: string): unknown {
    const own = this.#world.have[name];
    const cursors = own.of(`${method} ${path}`);
    // Both can have been deleted by requests before.
    const crawled = CRAWLED.test(path) ? own.of('executions').slice(0, 2) : [];
    const first = SUBSCRIBED.test(path) ? own.of('workflows').slice(0, 2) : crawled;
    switch (place) {
      case 'path.id':
        if (first.length > 0 && this.#random.below(4) > 0) return this.#random.pick(first);
        return this.#idOf(method, name, path.split('/')[2] ?? '');
      case 'path.version':
        return this.#random.pick([1, 1, 1, 2, 7]);
      case 'path.key':
        return this.#random.pick([...own.of('pages'), '0'.repeat(32)]);
      case 'path.message':
        return this.#random.pick([...own.of('messages'), `msg_${'0'.repeat(32)}`]);
      case 'path.name':
        if (SUBSCRIBED.test(path)) return this.#random.pick(method === 'DELETE' ? DELETED_NAMES : HOOK_NAMES);
        if (path.includes('/schedules/')) return this.#random.pick(['daily', 'hourly', 'x']);
        if (path.includes('/archive/')) return this.#random.pick([...own.of('objects'), 'manifest.jsonl']);
        return this.#random.pick([...own.of('files'), 'all.warc.gz', 'all.links.jsonl.gz', 'all.records.jsonl.gz']);
      case 'query.next':
        return cursors.length === 0 ? undefined : this.#random.pick(cursors);
      case 'query.q':
        return this.#random.pick(['a', '"a b" -c', 'title:a lang:en', 'site:127.0.0.1', 'x:']);
      case 'query.limit':
        return 1 + this.#random.below(1_000);
      case 'query.url':
      case 'url':
        if (SUBSCRIBED.test(path)) return HOOK.url;
        return this.#address(name);
      case 'header.range':
        return this.#random.pick(['bytes=0-9', 'bytes=7-7', 'bytes=99999999-999999999', 'bytes=9-0', 'x']);
      case 'header.if-match':
      case 'query.if-match':
        return this.#random.pick(ETAGS);
      case 'header.idempotency-key':
        return `key-${this.#random.below(12)}`;
      case 'query.workflow':
        return this.#world.idFor(this.#random, name, 'workflows');
      case 'base':
      case 'query.since':
        return this.#world.idFor(this.#random, name, 'executions');
      case 'seeds':
        return [this.#world.addressOf(name)];
      case 'name':
        return markOf(name);
      case 'proxy':
        return this.#random.pick([null, 'http://proxy.example:3128', { secretRef: 'PROXY' }]);
      case 'version':
        return 1;
      case 'selection':
        return this.#random.pick([null, { rules: [{ fields: { name: 'h1' } }] }]);
      case 'workflow':
        return { limits: { depth: this.#random.below(5) } };
      default:
        return undefined;
    }
  }
}
