import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import type { CandidateLine, ChunkEnd, ChunkHead, OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { ChunkLine } from '#core/archive/chunk/chunk-lines.ts';
import { chunkValues } from '#core/archive/chunk/chunk-values.ts';
import { waveObject } from '#core/archive/object-keys.ts';
import type { Plan, PlanTask, PlanUnit, UnitTicket } from '#core/archive/plan.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { seedUrls } from '#core/url/seed/seed.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { crawlUnit } from '#engine/crawl-unit/crawl-unit.ts';
import type { CrawlUnitOptions, WorkerPorts } from '#engine/crawl-unit/unit/worker-ports.ts';
import type { UnitWork } from '#engine/crawl-unit/unit-session.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { MemoryHostStore } from '#test/fakes/memory/memory-host-store.ts';
import { MemorySecrets } from '#test/fakes/memory/memory-secrets.ts';
import { MemoryUnitStore } from '#test/fakes/memory/memory-unit-store.ts';
import { ScriptedFetcher, type Web } from '#test/fakes/scripted-fetcher.ts';
import { VirtualClock } from '#test/fakes/virtual-clock.ts';

/** A chunk of the archive, parsed by the schema. */
export interface ReadChunk {
  readonly base: string;
  readonly head: ChunkHead;
  readonly outcomes: readonly OutcomeLine[];
  readonly candidates: readonly CandidateLine[];
  readonly cdxj: readonly string[];
  readonly end: ChunkEnd;
}

export interface BenchOptions {
  readonly workflow?: Record<string, unknown>;
  readonly plan?: Partial<Plan>;
  readonly unit?: Partial<PlanUnit>;
  /** Shared by benches that compete for hosts. */
  readonly clock?: VirtualClock;
  readonly hosts?: MemoryHostStore;
  readonly execution?: string;
  /** `owner/NAME` → text. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** One unit of a wave with everything around it in memory and simulated time. */
export class UnitBench {
  readonly clock: VirtualClock;
  readonly archive = new MemoryArchive();
  readonly hosts: MemoryHostStore;
  readonly units = new MemoryUnitStore();
  readonly fetcher: ScriptedFetcher;
  readonly ticket: UnitTicket;
  /** The part of the execution row that workers look at. */
  row: Pick<Execution, 'wave' | 'plan' | 'desired'> & Pick<Partial<Execution>, 'owner'>;
  readonly secrets: MemorySecrets;
  looks = 0;
  readonly #tasks: readonly PlanTask[];
  #names = 0;

  constructor(web: Web, tasks: readonly PlanTask[], options: BenchOptions = {}) {
    this.clock = options.clock ?? new VirtualClock();
    this.hosts = options.hosts ?? new MemoryHostStore();
    this.secrets = new MemorySecrets(options.secrets);
    this.fetcher = new ScriptedFetcher(this.clock, web);
    const execution = (options.execution ?? 'xtest00000') as ExecutionId;
    const object = waveObject(execution, 1, 'r', 'tasks.jsonl');
    const lines = Buffer.from(tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
    const workflow = Workflow.parse({ seeds: ['http://a.example/'], ...options.workflow });
    const plan: Plan = {
      v: 1,
      execution,
      wave: 1,
      level: 0,
      tasks: object,
      units: [
        {
          unit: 0,
          offset: 0,
          bytes: lines.length,
          tasks: tasks.length,
          hosts: 1,
          bytesShare: null,
          serial: false,
          reserveUsd: 1,
          ...options.unit,
        },
      ],
      workflow,
      settings: { allowPrivateNetwork: false, connectTo: [] },
      scopeSeeds: seedUrls(workflow.seeds),
      unitMs: 600_000,
      deadlineAt: null,
      memoryMb: 256,
      ...options.plan,
    };
    this.ticket = { execution, wave: 1, unit: 0, plan: waveObject(execution, 1, 'r', 'plan.json') };
    this.archive.objects.set(object, lines);
    this.archive.objects.set(this.ticket.plan, Buffer.from(JSON.stringify(plan)));
    this.#tasks = tasks;
    this.row = { wave: 1, plan: this.ticket.plan, desired: 'run' };
  }

  get ports(): WorkerPorts {
    return {
      catalog: {
        execution: async () => {
          this.looks += 1;
          return this.row as Execution;
        },
      },
      units: this.units,
      hosts: this.hosts,
      archive: this.archive,
      fetcher: () => this.fetcher,
      decodeBody,
      secrets: this.secrets,
      clock: this.clock,
      random: () => `${this.ticket.execution}r${this.#names++}`,
      usage: () => ({ ...NO_USAGE, puts: 1 }),
    };
  }

  /** Runs the unit to its end. */
  run(options: CrawlUnitOptions = {}): Promise<UnitWork | null> {
    return this.clock.run(this.start(options));
  }

  /** The same, without letting time pass. */
  start(options: CrawlUnitOptions = {}): Promise<UnitWork | null> {
    return crawlUnit(this.ports, this.ticket, options);
  }

  /** The chunks that exist, in order. */
  async chunks(): Promise<ReadChunk[]> {
    const keys = [...this.archive.objects.keys()].sort().filter((key) => key.endsWith('.lines.jsonl.gz'));
    return Promise.all(
      keys.map(async (key) => readChunk(key.replace('.lines.jsonl.gz', ''), await this.archive.get(key))),
    );
  }

  /**
   * All outcomes by URL path, as words: `stored`, `skipped(robots)`, `deferred(unit-time)`,
   * `redirected`, `failed(dns)`.
   */
  async outcomes(): Promise<Record<string, string>> {
    const urls = new Map(this.#tasks.map((task) => [task.key, task.url]));
    const words: Record<string, string> = {};
    for (const line of await this.lines())
      words[URL.parse(urls.get(line.key) ?? '')?.pathname ?? line.key] = wordOf(line);
    return words;
  }

  async lines(): Promise<OutcomeLine[]> {
    return (await this.chunks()).flatMap((chunk) => chunk.outcomes);
  }

  /** The line of the task with this path. */
  async line(path: string): Promise<OutcomeLine | undefined> {
    const task = this.#tasks.find(({ url }) => URL.parse(url)?.pathname === path);
    return (await this.lines()).find(({ key }) => key === task?.key);
  }

  async candidates(): Promise<CandidateLine[]> {
    return (await this.chunks()).flatMap((chunk) => chunk.candidates);
  }
}

function wordOf({ outcome }: OutcomeLine): string {
  return 'reason' in outcome ? `${outcome.type}(${outcome.reason})` : outcome.type;
}

function readChunk(base: string, object: Uint8Array): ReadChunk {
  const lines = [...chunkValues(object)].map((value) => ChunkLine.parse(value));
  const [head] = lines;
  const end = lines.at(-1);
  if (head?.kind !== 'chunk' || end?.kind !== 'end') throw new Error(`${base} is not a chunk`);
  return {
    base,
    head,
    outcomes: lines.filter((line) => line.kind === 'outcome'),
    candidates: lines.filter((line) => line.kind === 'candidate'),
    cdxj: lines.filter((line) => line.kind === 'cdxj').map((line) => line.line),
    end,
  };
}

/** Tasks for these addresses, ranked in order, on level 0. */
export const tasksOf = (urls: readonly string[], more: Partial<PlanTask> = {}): PlanTask[] =>
  urls.map((url, i) => ({ key: urlKeyOf(url), url, level: 0, rank: i + 1, ...more }));

/** `/0` to `/n-1` of one host. */
export const pagesOf = (host: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `http://${host}/${i}`);
