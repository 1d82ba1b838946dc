import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { Plan } from '#core/archive/plan.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import type { Step } from '#core/execution/execution.ts';
import type { Explanation } from '#core/execution/explanation.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { advance } from '#engine/advance/advance.ts';
import { explain } from '#engine/explain/explain.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { CountingArchive } from '#test/fakes/memory/counting-archive.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { MemoryTaskIndex } from '#test/fakes/memory/memory-task-index.ts';
import { MemoryUnitStore } from '#test/fakes/memory/memory-unit-store.ts';
import type { ModelPage } from '#test/model/model-web.ts';
import { workUnit } from '#test/model/model-worker.ts';

const HOSTS = 40;
/** Links of a page of level 1; one more is refused. */
const FAN = 9;

export const SEED = 'http://h0.example/';
/** Page n of level 1; page m of the level below it; its refused link. */
export const upper = (n: number): string => `http://h${n % HOSTS}.example/${n}`;
export const lower = (n: number, m: number): string => `http://h${(n * 7 + m) % HOSTS}.example/${n}/${m}`;
export const refused = (n: number): string => `http://out.example/${n}`;

/** The seed, `upper` pages below it, and below each of them nine. */
function makePages(uppers: number): Map<string, ModelPage> {
  const page = (url: string, links: string[]): ModelPage => ({ type: 'page', links, body: url, flaky: false });
  const pages = new Map([[SEED, page(SEED, numbers(uppers).map(upper))]]);
  for (const n of numbers(uppers)) {
    const links = numbers(FAN).map((m) => lower(n, m));
    pages.set(upper(n), page(upper(n), [...links, refused(n)]));
    for (const url of links) pages.set(url, page(url, []));
  }
  return pages;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/**
 * The real `advance` over a made-up web of three levels, wave by wave, without a network. Counts
 * what `explain` reads of it.
 */
export class LargeCrawl {
  readonly uppers: number;
  readonly #archive = new CountingArchive();
  readonly #catalog = new MemoryCatalog();
  readonly #tasks = new MemoryTaskIndex();
  readonly #units = new MemoryUnitStore();
  readonly #clock = new FakeClock();
  readonly #pages: ReadonlyMap<string, ModelPage>;
  #id = '' as ExecutionId;
  #names = 0;
  #run = 1;

  /** @param tasks URLs that belong to the crawl */
  constructor(tasks: number) {
    this.uppers = Math.floor(tasks / (FAN + 1));
    this.#pages = makePages(this.uppers);
  }

  async start(workflow: Record<string, unknown>): Promise<void> {
    const definition = Workflow.parse({
      seeds: [SEED],
      scope: { mode: 'any' },
      politeness: { delaySeconds: 0 },
      ...workflow,
    });
    const ports = { catalog: this.#catalog, clock: this.#clock, random: this.#random };
    const settings = { allowPrivateNetwork: false, connectTo: [] };
    this.#id = (await startExecution(ports, { workflow: definition, settings })).id;
  }

  /** @param waves at most */
  async go(waves = Number.POSITIVE_INFINITY): Promise<Step> {
    for (let done = 0; ; this.#run++) {
      const parts = { random: this.#random, usage: () => NO_USAGE, decodeBody };
      const step = await advance({ ...this.ports, ...parts }, this.#id, this.#run);
      if (step.type !== 'crawl' || done++ === waves) return step;
      await this.work(step.plan);
    }
  }

  /** How many waves it has taken. */
  async waves(): Promise<number> {
    return (await this.#catalog.execution(this.#id)).wave;
  }

  async ask(url: string): Promise<{ said: Explanation; requests: number; bytes: number }> {
    this.#archive.take();
    this.#archive.lists = 0;
    const said = await explain({ ...this.ports, hosts: { robots: async () => null } }, this.#id, url);
    const { requests, bytes } = this.#archive.take();
    return { said, requests: requests + this.#archive.lists, bytes };
  }

  get id(): ExecutionId {
    return this.#id;
  }

  /** The place that it is in; the archive counts what is read of it. */
  get ports() {
    return {
      catalog: this.#catalog,
      tasks: this.#tasks,
      units: this.#units,
      archive: this.#archive,
      clock: this.#clock,
    };
  }

  /** Crawls a plan; `go` settles it. @param chunk tasks of a chunk */
  async work(object: string, chunk = 500): Promise<void> {
    const plan = Plan.parse(JSON.parse(Buffer.from(await this.#archive.get(object)).toString()));
    for (const { unit } of plan.units) {
      await workUnit(
        { execution: this.#id, wave: plan.wave, unit, plan: object },
        {
          archive: this.#archive,
          units: this.#units,
          web: { pages: this.#pages, seeds: [SEED] },
          now: this.#clock.now(),
          token: this.#random(),
          chunk,
          dieAfter: Number.POSITIVE_INFINITY,
          tried: new Map(),
          ask: () => undefined,
        },
      );
    }
    this.#clock.pass(1_000);
  }

  readonly #random = (): string => {
    this.#names += 1;
    return `r${String(this.#names).padStart(11, '0')}`;
  };
}
