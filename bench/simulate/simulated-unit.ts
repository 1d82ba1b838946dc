import { SERVICE_MS } from '#bench/cost/service-times.ts';
import { type LateTask, type UnitMoment, type UnitSchedule, unitSchedule } from '#bench/simulate/unit-schedule.ts';
import { simulatedRobots } from '#bench/simulate/web/simulated-robots.ts';
import type { SimulatedWeb } from '#bench/simulate/web/simulated-web.ts';
import { CHUNK_VERSION, type ChunkEnd, type ChunkHead, type OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { CHUNK_BYTES, PAID_CHUNK_SIZE } from '#core/archive/chunk/chunk-size.ts';
import { CHUNK_SUFFIX, chunkBase, robotsObject } from '#core/archive/object-keys.ts';
import type { Plan, PlanTask, UnitTicket } from '#core/archive/plan.ts';
import { BlockPool } from '#core/bytes/block-writer.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { encodeGzipLines, valuesOf } from '#core/bytes/json-lines.ts';
import { addUsage, NO_USAGE } from '#core/cost/usage.ts';
import { beatMs } from '#core/execution/unit-store.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import { LEASE_RENEW_MS, robotsBody } from '#core/politeness/hosts/host-store.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { CandidateMembers } from '#engine/crawl-unit/links/candidate-members.ts';
import type { WorkerPorts } from '#engine/crawl-unit/unit/worker-ports.ts';

/** The ports that a unit calls, metered, and the hand of their clock. */
export interface SimulatedUnitParts {
  readonly ports: Pick<WorkerPorts, 'archive' | 'units' | 'hosts' | 'catalog' | 'usage'>;
  readonly web: SimulatedWeb;
  readonly token: string;
  /** Epoch ms when it begins. */
  readonly startedAt: number;
  /** Sets the unit's own time, ms after it began. */
  readonly pass: (at: number) => void;
}

/**
 * A worker without pages: makes every call that the shipped one makes, in its order and at its
 * time, and writes chunks of generated outcomes.
 */
export class SimulatedUnit {
  readonly #ticket: UnitTicket;
  readonly #parts: SimulatedUnitParts;
  readonly #seen = new Set<string>();
  #outcomes: OutcomeLine[] = [];
  readonly #blocks = new BlockPool();
  #candidates = new CandidateMembers(this.#blocks);
  #warcBytes = 0;
  #since: number | null = null;
  #n = 0;
  /** Of its chunks. */
  lineBytes = 0;

  constructor(ticket: UnitTicket, parts: SimulatedUnitParts) {
    this.#ticket = ticket;
    this.#parts = parts;
  }

  /** @returns ms that it took */
  async run(): Promise<number> {
    const { ports, token, startedAt, pass, web } = this.#parts;
    const { execution, wave, unit } = this.#ticket;
    await ports.units.begin({ execution, wave, unit }, token, startedAt);
    await ports.catalog.execution(execution);
    const plan = JSON.parse(Buffer.from(await ports.archive.get(this.#ticket.plan)).toString()) as Plan;
    const tasks = await this.#tasks(plan);
    const { delaySeconds, cpuMs } = web.shape;
    const answer = (task: PlanTask, attempt: number) => web.answerOf(web.placeOf(task.url), attempt);
    const schedule = unitSchedule(tasks, plan, { delayMs: delaySeconds * 1_000, cpuMs, answer });
    await this.#hosts(schedule, delaySeconds * 1_000);
    await this.#work(schedule, (paidMs) => beatMs(plan.units.length, paidMs));
    for (const late of schedule.late) this.#defer(late, startedAt + schedule.endsAt);
    const endsAt = schedule.endsAt + 2 * SERVICE_MS.s3Put + 4 * SERVICE_MS.dynamo;
    pass(endsAt);
    await this.#chunk(true);
    await ports.units.end({ execution, wave, unit }, token, startedAt + endsAt);
    return endsAt;
  }

  async #tasks(plan: Plan): Promise<PlanTask[]> {
    const part = plan.units.find(({ unit }) => unit === this.#ticket.unit);
    if (part === undefined) throw new Error(`no unit ${this.#ticket.unit}`);
    const bytes = await this.#parts.ports.archive.range(plan.tasks, part.offset, part.bytes);
    return [...valuesOf(bytes)] as PlanTask[];
  }

  /**
   * Leases, their renewals and what is read after each; robots.txt from the host store, or fetched
   * and stored by the first.
   */
  async #hosts({ turns }: UnitSchedule, delayMs: number): Promise<void> {
    const { ports, startedAt } = this.#parts;
    const { execution, wave, unit } = this.#ticket;
    const owner = `${execution}/${wave}/${unit}`;
    const looks = new Set<number>();
    for (const { host, from, to } of turns) {
      const now = Math.floor(startedAt + from);
      for (let at = from; at === from || at < to; at += LEASE_RENEW_MS) {
        await ports.hosts.lease(host as HostKey, owner, Math.floor(startedAt + at), delayMs);
        looks.add(Math.floor(at / SERVICE_MS.dynamo)); // hosts that ask at one time share the look
      }
      const origin = `http://${host}`;
      const pointer = await ports.hosts.robots(origin);
      const isDead = this.#parts.web.isDead(this.#parts.web.placeOf(`${origin}/`));
      if (pointer === null && !isDead) await this.#robots(origin, now);
      else if (pointer?.object != null) await ports.archive.get(pointer.object);
      await ports.hosts.release(host as HostKey, owner, Math.floor(startedAt + to));
    }
    for (const _ of looks) await ports.catalog.execution(execution);
  }

  /** Each origin has different bytes, so a unit never shares a put between two origins. */
  async #robots(origin: string, now: number): Promise<void> {
    const { ports, web } = this.#parts;
    const times = { fetchedAt: now, expiresAt: now + 86_400_000 };
    if (!web.shape.robots) return ports.hosts.saveRobots({ origin, status: 404, hash: null, object: null, ...times });
    const body = simulatedRobots(origin);
    const hash = sha256Hex(body);
    const kept = robotsBody(body, robotsObject(hash));
    if (kept.object !== null) await ports.archive.put(kept.object, [body]);
    await ports.hosts.saveRobots({ origin, status: 200, hash, ...kept, ...times });
  }

  /** Pages as they come, chunks when they are full or old, beats. */
  async #work({ answers, endsAt }: UnitSchedule, everyMs: (paidMs: number) => number): Promise<void> {
    const { pass } = this.#parts;
    let beatAt = everyMs(0);
    for (const answer of answers) {
      for (; beatAt <= answer.at; beatAt += everyMs(beatAt)) await this.#beat(beatAt, everyMs(beatAt));
      pass(answer.at);
      this.#since ??= answer.at;
      this.#settle(answer);
      const isFull = this.#outcomes.length >= PAID_CHUNK_SIZE.outcomes || this.#warcBytes >= CHUNK_BYTES;
      if (isFull) await this.#chunk(false);
    }
    for (; beatAt <= endsAt; beatAt += everyMs(beatAt)) await this.#beat(beatAt, everyMs(beatAt));
  }

  async #beat(at: number, everyMs: number): Promise<void> {
    const { ports, token, startedAt, pass } = this.#parts;
    const { execution, wave, unit } = this.#ticket;
    pass(at);
    const live = { fetched: 0, stored: 0, failed: 0, bytes: 0, waiting: [] };
    await ports.units.beat({ execution, wave, unit }, token, { now: startedAt + at, live });
    await ports.catalog.execution(execution);
    if (this.#since !== null && at - this.#since > PAID_CHUNK_SIZE.ageMs - everyMs) await this.#chunk(false);
  }

  #settle({ at, task, attempts, tookMs, ok }: UnitMoment): void {
    const { web, startedAt } = this.#parts;
    const place = web.placeOf(task.url);
    const endedAt = Math.floor(startedAt + at);
    const base = {
      kind: 'outcome' as const,
      key: task.key,
      attempts,
      startedAt: endedAt - Math.floor(tookMs),
      endedAt,
    };
    if (!ok) {
      this.#outcomes.push({ ...base, outcome: { type: 'failed', reason: 'timeout' } });
      return;
    }
    const type = { contentType: 'text/html; charset=utf-8' };
    if (web.isError(place)) {
      this.#outcomes.push({
        ...base,
        ...type,
        outcome: { type: 'failed', reason: 'http-4xx' },
        status: 404,
        warc: { offset: this.#warcBytes, length: 900 },
      });
      this.#warcBytes += 900;
      return;
    }
    const { pageBytes, warcBytes } = web.shape;
    const title = `Page ${place.index} with a title of the usual length of titles`;
    const warc = { offset: this.#warcBytes, length: warcBytes };
    const digest = sha256Hex(task.url);
    this.#outcomes.push({
      ...base,
      ...type,
      outcome: { type: 'stored' },
      status: 200,
      bytes: pageBytes,
      wireBytes: warcBytes,
      digest,
      title,
      warc,
      etag: `"${digest.slice(0, 16)}"`,
    });
    this.#warcBytes += warcBytes;
    for (const [position, url] of web.linksOf(place).entries()) this.#find(task, url, position);
  }

  #find({ key: by, level, rank }: PlanTask, url: string, position: number): void {
    if (this.#seen.has(url)) return;
    this.#seen.add(url);
    this.#candidates.add({
      key: urlKeyOf(url as CrawlUrl),
      url,
      by,
      level,
      rank,
      position,
      reason: null,
    });
  }

  #defer({ task, attempts, notBefore, reason }: LateTask, now: number): void {
    const cause = reason === 'back-off' ? 'the host cannot be reached' : 'the time of its unit has ended';
    const at = Math.floor(Math.max(now, this.#parts.startedAt + notBefore));
    const outcome = { type: 'deferred' as const, reason, notBefore: at, cause };
    this.#outcomes.push({ kind: 'outcome', key: task.key, attempts, outcome });
  }

  async #chunk(final: boolean): Promise<void> {
    const { ports, token } = this.#parts;
    const { execution, wave, unit } = this.#ticket;
    const base = chunkBase({ execution, wave, unit, token, n: this.#n });
    if (this.#warcBytes > 0) await ports.archive.put(base + CHUNK_SUFFIX.warc, []);
    const head: ChunkHead = { kind: 'chunk', v: CHUNK_VERSION, execution, wave, unit, token, n: this.#n, final };
    const usage = final ? addUsage(ports.usage(), { ...NO_USAGE, puts: 1, writeUnits: 1 }) : ports.usage();
    const counts = { outcomes: this.#outcomes.length, candidates: this.#candidates.count };
    const nothing = { warc: null, links: null, records: null };
    const end: ChunkEnd = { kind: 'end', ...counts, ...nothing, usage, ...(final && { hosts: [] }) };
    const lines = [encodeGzipLines([head, ...this.#outcomes]), ...this.#candidates.members(), encodeGzipLines([end])];
    this.lineBytes += lines.reduce((sum, { length }) => sum + length, 0);
    await ports.archive.put(base + CHUNK_SUFFIX.lines, lines);
    this.#outcomes = [];
    this.#candidates = new CandidateMembers(this.#blocks);
    this.#warcBytes = 0;
    this.#since = null;
    this.#n += 1;
  }
}
