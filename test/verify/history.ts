import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import type { Archive } from '#core/archive/archive.ts';
import { type Manifest, Manifest as ManifestSchema } from '#core/archive/manifest.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { PackedArchive } from '#core/archive/pack/packed-archive.ts';
import { Plan } from '#core/archive/plan.ts';
import { blocksIn, type RecordBytes } from '#core/archive/warc/record-blocks.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { decodeLines, encodeGzipLines, encodeLines } from '#core/bytes/json-lines.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import type { Execution, Step } from '#core/execution/execution.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { advance } from '#engine/advance/advance.ts';
import type { WaveBounds } from '#engine/advance/ports.ts';
import { type Command, controlExecution } from '#engine/control/control-execution.ts';
import { RecordFile } from '#engine/external-sort/record-file.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { type VerifyReport, verify } from '#engine/verify/verify.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { MemoryTaskIndex } from '#test/fakes/memory/memory-task-index.ts';
import { MemoryUnitStore } from '#test/fakes/memory/memory-unit-store.ts';
import type { ModelSitemaps } from '#test/model/model-sitemaps.ts';
import type { Random } from '#test/site/random.ts';
import { type ScriptedWeb, ScriptedWorker } from '#test/verify/scripted-worker.ts';

/** A line of an object, as parsed. */
export type Json = Record<string, unknown>;

export interface HistoryOptions {
  readonly base?: History;
  readonly sitemaps?: ModelSitemaps;
  readonly listTasks?: number;
  readonly packs?: boolean;
  /** Of the deployment that crawls it. */
  readonly bounds?: WaveBounds;
}

/**
 * An execution that the real `advance` carried, over chunks written by hand; and ways to corrupt
 * it.
 */
export class History {
  readonly archive: MemoryArchive;
  /** Those in packs, too. */
  readonly objects: Archive;
  readonly catalog: MemoryCatalog;
  readonly tasks: MemoryTaskIndex;
  readonly units: MemoryUnitStore;
  readonly clock: FakeClock;
  readonly decodeBody = decodeBody;
  readonly base: History | undefined;
  readonly #web: ScriptedWeb;
  readonly #sitemaps: ModelSitemaps | undefined;
  readonly #listTasks: number | undefined;
  readonly #packs: boolean;
  readonly #bounds: WaveBounds | undefined;
  readonly #deferrals = new Map<string, number>();
  #execution: Execution | undefined;
  #names: number;
  #run = 1;

  /**
   * @param more.base one that has ended: the base of this one, in the same stores
   * @param more.listTasks most tasks of one level list
   * @param more.packs its commits are packs
   */
  constructor(web: ScriptedWeb, more: HistoryOptions = {}) {
    const { base, sitemaps, listTasks, packs = false } = more;
    this.#packs = packs;
    this.#bounds = more.bounds;
    this.#listTasks = listTasks;
    this.base = base;
    this.#web = web;
    this.#sitemaps = sitemaps;
    this.archive = base?.archive ?? new MemoryArchive();
    this.objects = new PackedArchive(this.archive);
    this.catalog = base?.catalog ?? new MemoryCatalog();
    this.tasks = base?.tasks ?? new MemoryTaskIndex();
    this.units = base?.units ?? new MemoryUnitStore();
    this.clock = base?.clock ?? new FakeClock();
    this.#names = base === undefined ? 0 : base.#names + 100_000; // an execution's name has the first digits only
  }

  /** Starts an execution and carries it to its end. @param workflow fields beside the defaults */
  async crawl(workflow: Json): Promise<Step> {
    await this.start(workflow);
    return this.go();
  }

  async start(workflow: Json): Promise<void> {
    const definition = Workflow.parse({ politeness: { delaySeconds: 0 }, ...workflow });
    const settings = { allowPrivateNetwork: false, connectTo: [] };
    const ports = { catalog: this.catalog, clock: this.clock, random: () => this.random() };
    const base = this.base === undefined ? {} : { base: this.base.id };
    this.#execution = await startExecution(ports, { workflow: definition, settings, ...base });
  }

  get id(): Execution['id'] {
    if (this.#execution === undefined) throw new Error('crawl first');
    return this.#execution.id;
  }

  random(): string {
    this.#names += 1;
    return `r${String(this.#names).padStart(11, '0')}`;
  }

  /** Carries run after run until it ends, or `most` waves were crawled. */
  async go(most = Number.POSITIVE_INFINITY): Promise<Step> {
    for (let waves = 0; ; this.#run++) {
      const step = await this.advance();
      if (step.type === 'end') return step;
      if (step.type === 'wait') this.clock.pass(step.until - this.clock.now() + 1);
      else if (waves++ >= most) return step;
      else await this.work(step.plan);
    }
  }

  /**
   * The same, while a share of the writes of `advance` fail: it dies there, and is called again.
   * @returns the last step, and how often it died
   */
  async goDying(
    random: Random,
    { share, most }: { readonly share: number; readonly most?: number | undefined },
  ): Promise<{ readonly step: Step; readonly deaths: number }> {
    const put = this.archive.put.bind(this.archive);
    let isDead = false;
    this.archive.put = (key, ...rest) => {
      if (isDead || key.includes('/chunks/') || random.next() >= share) return put(key, ...rest);
      isDead = true; // what it had begun ends as it will
      throw new Error('killed');
    };
    for (let deaths = 0; ; deaths++) {
      try {
        const step = await this.go(most);
        this.archive.put = put;
        return { step, deaths };
      } catch (error) {
        if ((error as Error).message !== 'killed') throw error;
        isDead = false;
      }
    }
  }

  /** Settles the wave whose plan was given to `work`, and plans the next. */
  settle(): Promise<Step> {
    this.#run += 1;
    return this.go(0);
  }

  /** The step of the next run: it passes no time. */
  nextRun(): Promise<Step> {
    this.#run += 1;
    return this.advance();
  }

  advance(): Promise<Step> {
    const { catalog, objects: archive, tasks, units, clock } = this;
    const listTasks = this.#listTasks;
    const parts = {
      packs: this.#packs,
      random: () => this.random(),
      usage: () => NO_USAGE,
      decodeBody,
      ...(listTasks !== undefined && { listTasks }),
      ...(this.#bounds !== undefined && { bounds: this.#bounds }),
    };
    return advance({ catalog, archive, tasks, units, clock, ...parts }, this.id, this.#run);
  }

  /** Crawls a plan's units. */
  async work(object: string): Promise<void> {
    const plan = Plan.parse(JSON.parse(Buffer.from(await this.objects.get(object)).toString()));
    for (const unit of plan.units) {
      const token = this.random();
      const worker = new ScriptedWorker(this.objects, this.#web, {
        plan,
        deferrals: this.#deferrals,
        sitemaps: this.#sitemaps,
      });
      await this.units.begin({ execution: this.id, wave: plan.wave, unit: unit.unit }, token, this.clock.now());
      if (await worker.crawl(unit, token, this.clock.now())) {
        await this.units.end({ execution: this.id, wave: plan.wave, unit: unit.unit }, token, this.clock.now());
      } else await this.units.markDied({ execution: this.id, wave: plan.wave, unit: unit.unit });
    }
    this.clock.pass(1_000);
  }

  async control(command: Command): Promise<void> {
    const { row } = await controlExecution(this, this.id, command);
    this.#run = row.lastRun;
  }

  row(): Promise<Execution> {
    return this.catalog.execution(this.id);
  }

  verify(): Promise<VerifyReport> {
    const { catalog, objects: archive, tasks } = this;
    return verify({ catalog, archive, tasks, decodeBody }, this.id);
  }

  /** Manifests from the first to the last, each with its key. */
  async manifests(): Promise<{ key: string; manifest: Manifest }[]> {
    const found: { key: string; manifest: Manifest }[] = [];
    for (let key = (await this.row()).manifest; key !== null; ) {
      const manifest = ManifestSchema.parse(await this.json(key));
      found.unshift({ key, manifest });
      key = manifest.previous;
    }
    return found;
  }

  async json(key: string): Promise<Json> {
    return JSON.parse(Buffer.from(await this.objects.get(key)).toString()) as Json;
  }

  async lines(key: string): Promise<Json[]> {
    return decodeLines(await this.objects.get(key)) as Json[];
  }

  /** What no adapter can: an object of the same key with other bytes. */
  replace(key: string, bytes: Uint8Array): void {
    this.archive.objects.set(key, bytes);
  }

  /** Changes a JSON object in its place. */
  async changeJson(key: string, change: (value: Json) => void): Promise<void> {
    const value = await this.json(key);
    change(value);
    this.replace(key, Buffer.from(JSON.stringify(value)));
  }

  /** Changes the lines of a plain object in their place. */
  async changeLines(key: string, change: (lines: Json[]) => Json[]): Promise<void> {
    this.replace(key, encodeLines(change(await this.lines(key))));
  }

  /** Changes the records of an object in their place. */
  async changeRecords(key: string, change: (records: RecordBytes[]) => RecordBytes[]): Promise<void> {
    const file = new RecordFile();
    for (const record of change([...blocksIn(await this.archive.get(key), key)].flat())) file.add(record);
    this.archive.objects.delete(key);
    await file.write(this.archive, key);
  }

  /** Bases of all chunks, in order. */
  async chunks(): Promise<string[]> {
    return (await this.manifests()).flatMap(({ manifest }) => manifest.chunks.map(({ base }) => base));
  }

  /**
   * Changes a chunk's lines as a careful forger does: its own counts, and size, hash and counts of
   * the manifest are made to fit.
   */
  async forgeChunk(base: string, change: (lines: Json[]) => Json[]): Promise<void> {
    const key = `${base}${CHUNK_SUFFIX.lines}`;
    const lines = change(await this.lines(key));
    const count = (kind: string): number => lines.filter((line) => line.kind === kind).length;
    const counts = { outcomes: count('outcome'), candidates: count('candidate') };
    const bytes = encodeGzipLines(lines.map((line) => (line.kind === 'end' ? { ...line, ...counts } : line)));
    this.replace(key, bytes);
    for (const { key: manifest } of await this.manifests()) {
      await this.changeJson(manifest, (value) => {
        const chunks = value.chunks as Json[];
        const proof = { bytes: bytes.length, sha256: sha256Hex(bytes), ...counts };
        value.chunks = chunks.map((chunk) => (chunk.base === base ? { ...chunk, ...proof } : chunk));
      });
    }
  }

  /** The first chunk that has a line for which `test` holds. */
  async chunkWith(test: (line: Json) => boolean): Promise<string> {
    for (const base of await this.chunks()) {
      if ((await this.lines(`${base}${CHUNK_SUFFIX.lines}`)).some(test)) return base;
    }
    throw new Error('no chunk has such a line');
  }
}
