import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import type { Archive } from '#core/archive/archive.ts';
import { PackedArchive } from '#core/archive/pack/packed-archive.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import type { Execution, LevelCounts, Step } from '#core/execution/execution.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { advance } from '#engine/advance/advance.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import { openList, restOf } from '#engine/frontier/lines/level-list.ts';
import { parseLines } from '#engine/frontier/lines/line-files.ts';
import { loadState } from '#engine/frontier/load-state.ts';
import { manifestsOf } from '#engine/frontier/manifest-chain.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { MemoryTaskIndex } from '#test/fakes/memory/memory-task-index.ts';
import { MemoryUnitStore } from '#test/fakes/memory/memory-unit-store.ts';
import type { ModelOrder } from '#test/model/crawl-one-by-one.ts';
import { Dice, type ModelWeb, type PageLimits } from '#test/model/model-web.ts';
import { workUnit, writeEmptyReport } from '#test/model/model-worker.ts';

export interface ModelRunOptions {
  readonly web: ModelWeb;
  readonly limits: PageLimits;
  readonly parallelism: number;
  /** Seconds between two requests, with 40-second units: how many tasks of a host fit a wave. */
  readonly delaySeconds: number;
  readonly seed: number;
  /** Workers die after a random number of tasks in this share of units. */
  readonly deaths: number;
  readonly order?: ModelOrder;
  /** @default nobody owns it */
  readonly owner?: string;
  /** Its commits are packs. @default with every other seed */
  readonly packs?: boolean;
  /** An execution that has ended: its archive and catalog continue, and it is the base. */
  readonly after?: ModelRun;
}

/** An execution of a model web: the real `advance`, workers without HTTP, ports in memory. */
export class ModelRun {
  /** What the archive consists of. */
  readonly objects: MemoryArchive;
  readonly archive: Archive;
  readonly catalog: MemoryCatalog;
  readonly tasks: MemoryTaskIndex;
  readonly units: MemoryUnitStore;
  readonly clock: FakeClock;
  /** Every URL that a worker requested, in order. */
  readonly asked: string[] = [];
  readonly #options: ModelRunOptions;
  readonly #dice: Dice;
  readonly #tried = new Map<string, number>();
  #names: number;
  id: ExecutionId = '' as ExecutionId;

  constructor(options: ModelRunOptions) {
    const { after } = options;
    this.objects = after?.objects ?? new MemoryArchive();
    this.archive = new PackedArchive(this.objects);
    this.catalog = after?.catalog ?? new MemoryCatalog();
    this.tasks = after?.tasks ?? new MemoryTaskIndex();
    this.units = after?.units ?? new MemoryUnitStore();
    this.clock = after?.clock ?? new FakeClock();
    this.#names = after === undefined ? 0 : after.#names + 100_000; // an execution's name has the first digits only
    this.#options = options;
    this.#dice = new Dice(options.seed);
  }

  get ports(): AdvancePorts {
    return {
      catalog: this.catalog,
      tasks: this.tasks,
      units: this.units,
      archive: this.archive,
      clock: this.clock,
      random: () => `r${String(this.#names++).padStart(12, '0')}`,
      usage: () => NO_USAGE,
      decodeBody,
      orphansPossible: () => false,
      packs: this.#options.packs ?? this.#options.seed % 2 === 1,
    };
  }

  async start(): Promise<void> {
    const { web, parallelism, delaySeconds, order = 'breadth-first' } = this.#options;
    const { pagesPerPattern = null, ...limits } = this.#options.limits;
    const workflow = Workflow.parse({
      seeds: web.seeds,
      sitemaps: web.sitemaps === undefined ? 'off' : (web.sitemaps.given ?? 'auto'),
      scope: { mode: 'any', exclude: ['http://outside.test/*'] },
      limits,
      traps: { pagesPerPattern },
      order,
      parallelism,
      hostsPerWorker: 1,
      unitSeconds: 40,
      politeness: { delaySeconds },
    });
    const settings = { allowPrivateNetwork: false, connectTo: [] };
    const { after, owner } = this.#options;
    const base = after === undefined ? {} : { base: after.id };
    const owned = owner === undefined ? {} : { owner };
    const execution = await startExecution(this.ports, { workflow, settings, ...base, ...owned });
    this.id = execution.id;
  }

  /** Runs until the end. @param ports for each run: tests wrap them */
  async drive(ports: () => AdvancePorts = () => this.ports, from = 1): Promise<Execution> {
    for (let run = from; run < from + 2_000; run++) {
      const step = await advance(ports(), this.id, run);
      if (step.type === 'end') return this.catalog.execution(this.id);
      if (step.type === 'wait') this.clock.pass(step.until - this.clock.now());
      else await this.work(step);
    }
    throw new Error('2,000 runs and no end');
  }

  /** All units of a wave, in random order. */
  async work(step: Extract<Step, { type: 'crawl' }>): Promise<void> {
    const numbers = Array.from({ length: step.units }, (_, unit) => ({ unit, order: this.#dice.next() }));
    for (const { unit } of numbers.sort((a, b) => a.order - b.order)) await this.workOne(step, unit);
    this.clock.pass(1_000);
  }

  async workOne(step: Extract<Step, { type: 'crawl' }>, unit: number): Promise<void> {
    const ticket = { execution: this.id, wave: step.wave, unit, plan: step.plan };
    const lived = await workUnit(ticket, {
      archive: this.archive,
      units: this.units,
      web: this.#options.web,
      now: this.clock.now(),
      token: `t${this.#names++}`,
      chunk: 1 + this.#dice.int(3),
      // A unit of one task does not die of chance: its task would be blamed for it.
      dieAfter: this.#dice.chance(this.#options.deaths) ? 1 + this.#dice.int(3) : Number.POSITIVE_INFINITY,
      tried: this.#tried,
      ask: (url) => this.asked.push(url),
    });
    if (!lived) await this.units.markDied({ execution: this.id, wave: step.wave, unit });
  }

  /** A unit that reports without having done anything. */
  async reportNothing(step: Extract<Step, { type: 'crawl' }>, unit: number): Promise<void> {
    const ticket = { execution: this.id, wave: step.wave, unit, plan: step.plan };
    await writeEmptyReport(ticket, this.archive, `t${unit}`);
  }

  async rows(): Promise<TaskRow[]> {
    return [...(await this.tasks.list(this.id, 1_000_000)).rows];
  }

  /**
   * URL → `<outcome>@<level>`, from task rows, skipped lists and the frontier: as `crawlOneByOne`
   * writes it.
   */
  async outcomes(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const add = (url: string, what: string): void => {
      if (found.has(url)) throw new Error(`${url} is ${found.get(url)} and ${what}`);
      found.set(url, what);
    };
    const row = await this.catalog.execution(this.id);
    for await (const { manifest } of manifestsOf(this.archive, row)) {
      for (const { skipped, level } of manifest.levels) {
        if (skipped === null) continue;
        const lines = parseLines<{ url: string }>(await this.archive.get(skipped));
        for (const { url } of lines) add(url, `skipped@${level}`);
      }
    }
    for (const { url, outcome, level } of await this.rows()) add(url, `${wordOf(outcome)}@${level}`);
    const state = await loadState(this.archive, row, { random: () => 'look', seeds: [] });
    for (const { url, level, sitemap } of [...state.carry, ...state.parked]) {
      if (sitemap === undefined) add(url, `pending@${level}`);
    }
    for (const ref of state.head.lists) {
      if (ref.sitemaps) continue;
      for await (const { url, level } of restOf(this.archive, await openList(this.archive, ref, state.cursors))) {
        add(url, `pending@${level}`);
      }
    }
    return found;
  }

  /** What it has of the web: body by URL. Pages, duplicates too. */
  async bodies(): Promise<Map<string, string>> {
    const bodies = new Map<string, string>();
    for (const { url, outcome } of await this.rows()) {
      const page = this.#options.web.pages.get(url);
      const has = outcome.type === 'stored' || outcome.type === 'notModified' || outcome.type === 'duplicate';
      if (has && page?.type === 'page') bodies.set(url, page.body);
    }
    return bodies;
  }

  async levels(): Promise<LevelCounts[]> {
    const row = await this.catalog.execution(this.id);
    return [...(await loadState(this.archive, row, { random: () => 'look', seeds: [] })).head.levels];
  }
}

function wordOf(outcome: TaskRow['outcome']): string {
  return outcome.type === 'failed' && outcome.reason === 'worker-died' ? 'worker-died' : outcome.type;
}
