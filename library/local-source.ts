import { setTimeout } from 'node:timers/promises';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import type { Embedded } from '#compose/compose-local.ts';
import { SurfError } from '#core/error.ts';
import { drivennessOf } from '#core/execution/driver.ts';
import { hasEnded, hasReachedDesiredState, isOver } from '#core/execution/execution.ts';
import type { ArchivedFacts } from '#core/facts/archived-facts.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type {
  ListAnswer,
  ListedPage,
  ListRequest,
  PageBody,
  RunSource,
  RunState,
  Verification,
} from '#core/run/run-source.ts';
import { controlExecution } from '#engine/control/control-execution.ts';
import { describeRow } from '#engine/overview/describe-execution.ts';
import { pageRecords } from '#engine/page-chunks/page-records.ts';
import { archivedFacts } from '#engine/pages/archived-facts.ts';
import { findArchived, readArchived } from '#engine/pages/archived-page.ts';

/** Interval between checks for pages that became durable, in ms. */
const LOOK_MS = 250;

/** An execution in a data folder; this process runs it, or follows another one that does. */
export class LocalSource implements RunSource {
  readonly id: ExecutionId;
  readonly #opened: Embedded;
  readonly #faultOf: (error: unknown) => unknown;
  /** The drive of this process; null if it only follows. */
  #drive: Promise<void> | null = null;
  #fault: unknown = null;
  #hasDriven = false;
  #isClosed = false;

  /** @param faultOf adds the cause to a fault of the drive */
  constructor(surf: Embedded, id: ExecutionId, faultOf: (error: unknown) => unknown) {
    this.#opened = surf;
    this.id = id;
    this.#faultOf = faultOf;
  }

  /** Runs the execution in this process. Its faults reach the callers of `change`. */
  start(run: number): void {
    this.#surf.warmUp();
    const drive = this.#surf.drive(this.id, run).then(
      () => undefined,
      (error: unknown) => {
        this.#fault = this.#faultOf(error);
      },
    );
    this.#drive = drive.then(async () => {
      this.#drive = null;
      this.#hasDriven = true;
      await this.#surf.endThreads();
    });
  }

  async state(): Promise<RunState> {
    const isOver = this.#drive === null;
    const row = await this.#surf.catalog.execution(this.id);
    const view = await describeRow(this.#surf, row);
    const { status, reason, cause, counts, pages, bytes, seconds, costUsd, wave } = view;
    const remedy = view.deadSeeds.first[0]?.remedy ?? null;
    const isEnd = this.#hasDriven ? hasEnded(row.status) : hasReachedDesiredState(row);
    return { status, reason, cause, remedy, counts, pages, bytes, seconds, costUsd, wave, hasEnded: isOver && isEnd };
  }

  list(request: ListRequest): Promise<ListAnswer> {
    return pageRecords(this.#ports(), this.id, request);
  }

  async body({ key }: Pick<ListedPage, 'key'>): Promise<PageBody> {
    const ports = this.#ports();
    const { body, contentType } = await readArchived(ports, await findArchived(ports, this.id, key));
    return { bytes: body, contentType };
  }

  facts({ key }: Pick<ListedPage, 'key'>): Promise<ArchivedFacts> {
    return archivedFacts(this.#ports(), { id: this.id, key });
  }

  async verify(): Promise<Verification> {
    const { verify } = await import('#engine/verify/verify.ts');
    return await verify(this.#ports(), this.id);
  }

  async stop(): Promise<void> {
    if (isOver(await this.#surf.catalog.execution(this.id))) return;
    const { row, changed } = await controlExecution(this.#surf, this.id, { type: 'stop' });
    if (changed && this.#drive === null && this.#surf.driverElsewhere(this.id) === null) this.start(row.lastRun);
  }

  async change(): Promise<void> {
    const over = new AbortController();
    const pause = setTimeout(LOOK_MS, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race(this.#drive === null ? [pause] : [pause, this.#drive]);
    over.abort();
    if (this.#fault !== null) throw this.#fault;
    if (this.#drive === null) await this.#checkDriver();
  }

  async close(): Promise<void> {
    if (this.#drive !== null) {
      await this.stop().catch(() => undefined); // it has just ended
      await this.#drive;
    }
    this.#isClosed = true;
    await this.#opened.close();
  }

  /** @throws SurfError STATE_CONFLICT when the process that ran the execution has died */
  async #checkDriver(): Promise<void> {
    const row = await this.#surf.catalog.execution(this.id);
    const { driver } = drivennessOf(row, await this.#surf.drivers.signs(), this.#surf.clock.now());
    if (driver !== 'gone') return;
    throw new SurfError('STATE_CONFLICT', `execution ${this.id} is ${row.status}, and no process runs it`, {
      remedy: `attach('${this.id}', { resume: true }) runs it in this process`,
    });
  }

  /** @throws SurfError STATE_CONFLICT after `close` */
  get #surf(): Embedded {
    if (!this.#isClosed) return this.#opened;
    throw new SurfError('STATE_CONFLICT', `the run of ${this.id} is closed`, {
      remedy: `close it after the last read, or open it again: attach('${this.id}')`,
    });
  }

  #ports() {
    const { catalog, archive, tasks, clock } = this.#surf;
    return { catalog, archive, tasks, clock, decodeBody };
  }
}
