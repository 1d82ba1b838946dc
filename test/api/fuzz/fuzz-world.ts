import { type ApiBench, CALLERS, openApiBench } from '#test/api/api-bench.ts';
import type { Random } from '#test/site/random.ts';
import { type Site, startSite } from '#test/site/site.ts';

export type Name = keyof typeof CALLERS;
export const NAMES = Object.keys(CALLERS) as Name[];

/**
 * Part of everything that a user has: names, addresses, pages. Nobody else's answers may have it.
 */
export const markOf = (name: Name): string => `secret-of-${name}`;

/** A subscription of each user, and of each user's first workflows. Nobody sends its messages. */
export const HOOK = { name: 'ops', url: 'https://hook.example/in' } as const;

/** Ids are kept up to so many a user; older ones are forgotten, not deleted. */
const MOST_IDS = 40;
/** Of them, the first were there from the beginning: what was really crawled. */
const KEPT_IDS = 2;

/**
 * What one user has by now: ids by collection (`executions`), page keys, file names, and cursors by
 * path.
 */
export class Belongings {
  readonly #lists = new Map<string, string[]>();

  of(kind: string): readonly string[] {
    return this.#lists.get(kind) ?? [];
  }

  note(kind: string, value: string): void {
    const list = this.#lists.get(kind) ?? [];
    this.#lists.set(kind, list);
    if (!list.includes(value)) list.push(value);
    if (list.length > MOST_IDS) list.splice(KEPT_IDS, 1);
  }

  forget(kind: string, value: string): void {
    const list = this.#lists.get(kind) ?? [];
    const at = list.indexOf(value);
    if (at >= 0) list.splice(at, 1);
  }
}

/** What the fuzzer asks: the app in this process, or a deployment. */
export interface FuzzApi extends Pick<ApiBench, 'send' | 'crawl' | 'close'> {
  /** Ids of the keys that its callers have: nothing is done to them. @default none */
  readonly kept?: ReadonlySet<string>;
}

/** An app with three users, each of whom has crawled something, and what the fuzzer knows of it. */
export class FuzzWorld {
  readonly api: FuzzApi;
  readonly site: Site;
  readonly have: Readonly<Record<Name, Belongings>>;

  private constructor(api: FuzzApi, site: Site) {
    this.api = api;
    this.site = site;
    this.have = { admin: new Belongings(), anna: new Belongings(), bert: new Belongings() };
  }

  static async open(api: FuzzApi = openApiBench()): Promise<FuzzWorld> {
    const site = await startSite({
      handler: (exchange) => {
        const folder = exchange.url.pathname.split('/')[1] ?? '';
        exchange.html(
          `<title>${folder}</title><h1>${folder}</h1><a href="/${folder}/a">a</a><a href="/${folder}/b">b</a>`,
        );
      },
    });
    const world = new FuzzWorld(api, site);
    for (const name of NAMES) await world.#crawl(name);
    return world;
  }

  async close(): Promise<void> {
    await this.api.close();
    await this.site.close();
  }

  addressOf(name: Name): string {
    return `${this.site.origin(0)}/${markOf(name)}/`;
  }

  /**
   * Mostly one's own, sometimes another's, seldom nobody's. Undefined: nobody has one of the kind.
   */
  idFor(random: Random, name: Name, kind: string): string | undefined {
    const dice = random.below(100);
    const own = this.have[name].of(kind);
    const ids = dice < 10 || own.length === 0 ? this.have[random.pick(NAMES)].of(kind) : own;
    if (ids.length === 0) return undefined;
    const id = random.pick(ids);
    return dice >= 96 ? `${id.slice(0, 1)}${'0'.repeat(8 + random.below(12))}` : id;
  }

  async #crawl(name: Name): Promise<void> {
    const own = { as: name, body: { url: HOOK.url, events: ['ended'] } };
    await this.api.send('PUT', `/v1/me/subscriptions/${HOOK.name}`, own);
    for (const links of ['full', 'none']) {
      const workflow = {
        name: markOf(name),
        seeds: [this.addressOf(name)],
        scope: { mode: 'path' },
        output: { links },
        selection: { rules: [{ fields: { name: 'h1' } }] },
      };
      const execution = await this.api.crawl(workflow, name);
      this.have[name].note('executions', execution);
      const row = (await this.api.send('GET', `/v1/executions/${execution}`, { as: name })).body;
      const { id } = row.workflow as { id: string };
      this.have[name].note('workflows', id);
      await this.api.send('PUT', `/v1/workflows/${id}/subscriptions/${HOOK.name}`, own);
      const records = await this.api.send('GET', `/v1/executions/${execution}/records?limit=2`, { as: name });
      for (const { key } of records.body.items as { key: string }[]) this.have[name].note('pages', key);
      if (typeof records.body.next === 'string')
        this.have[name].note('GET /v1/executions/{id}/records', records.body.next);
      const files = await this.api.send('GET', `/v1/executions/${execution}/downloads`, { as: name });
      for (const file of files.body.items as { name: string }[]) {
        this.have[name].note('files', file.name);
        this.have[name].note('objects', `chunks~${file.name}`);
      }
    }
  }
}
