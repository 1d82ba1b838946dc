import { Plan, type PlanTask, type PlanUnit, type UnitTicket } from '#core/archive/plan.ts';
import { valuesOf } from '#core/bytes/json-lines.ts';
import { SurfError } from '#core/error.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { hasTopic } from '#core/scope/focus/focus.ts';
import { faultError } from '#core/secrets/header-secret-fault.ts';
import { headerSecrets, literalProxy, NO_HEADER_SECRETS, secretCount } from '#core/secrets/header-secrets.ts';
import { NO_SECRETS } from '#core/secrets/secrets.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { NO_TEXT_READERS, type TextReaders } from '#engine/crawl-unit/pages/page-reader.ts';
import { ExecutionPoller } from '#engine/crawl-unit/unit/execution-poller.ts';
import { RetryingCalls } from '#engine/crawl-unit/unit/retrying-calls.ts';
import { UnitCancellation } from '#engine/crawl-unit/unit/unit-cancellation.ts';
import type { CrawlUnitOptions, WorkerPorts } from '#engine/crawl-unit/unit/worker-ports.ts';
import { type SessionParts, UnitSession, type UnitWork } from '#engine/crawl-unit/unit-session.ts';

/**
 * Fetches, parses and archives one unit of a wave within the plan's time, and defers the rest
 * (design.md §3).
 *
 * - A second invocation of a unit, or one whose wave is closed, ends at once and writes nothing.
 * - Its result is what it wrote: chunks of outcomes and candidates, the last one marked as final.
 *   They report every task, those that it did not finish as deferred.
 * - No request starts later than 10 s after a stop or pause; finished work is kept.
 * - Every request has ended when it returns or throws.
 *
 * @returns its figures; null if another invocation has the unit or the wave is closed
 * @throws SurfError SECRET_MISSING, SECRET_UNUSABLE, SECRET_LITERAL before its first request, when
 * a secret of a header cannot be used; what a store threw until the end of its retries,
 * OBJECT_NOT_FOUND or OBJECT_CORRUPT for a damaged plan: the unit died
 */
export async function crawlUnit(
  ports: WorkerPorts,
  ticket: UnitTicket,
  options: CrawlUnitOptions = {},
): Promise<UnitWork | null> {
  const { clock, random, units, archive, catalog } = ports;
  const { execution, unit } = ticket;
  const begunAt = clock.monotonic();
  const calls = new RetryingCalls(clock, options.checkpoint);
  const token = random();
  const now = Math.floor(clock.now());
  const won = await calls.write('unit-begin', String(unit), () => units.begin(ticket, token, now));
  if (!won) return null;
  const halt = new UnitCancellation();
  const rows = new ExecutionPoller(ticket, () => calls.read(() => catalog.execution(execution)), halt);
  await rows.look();
  if (halt.cause === 'closed') return null;
  const plan = await planOf(ports, { ticket, calls, mostMs: options.mostMs });
  const part = unitOf(plan, ticket);
  const bytes = await calls.read(() => archive.range(plan.tasks, part.offset, part.bytes));
  const owner = rows.owner ?? LOCAL_USER;
  const parts: SessionParts = {
    ports,
    options,
    ticket,
    token,
    plan,
    unit: part,
    calls,
    halt,
    rows,
    ...(await secretsOf(ports, { owner, workflow: plan.workflow, calls })),
    texts: await textReadersFor(plan.workflow),
    cookies: await cookiesFor(plan.workflow),
    begunAt,
  };
  return await new UnitSession(parts, tasksOf(bytes, part, plan.tasks)).run();
}

/** Reads the plan of the ticket. @param of `mostMs` lowers the time of the unit */
async function planOf(
  { archive }: WorkerPorts,
  of: { readonly ticket: UnitTicket; readonly calls: RetryingCalls; readonly mostMs: number | undefined },
): Promise<Plan> {
  const bytes = await of.calls.read(() => archive.get(of.ticket.plan));
  const plan = Plan.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  return { ...plan, unitMs: Math.min(plan.unitMs, of.mostMs ?? plan.unitMs) };
}

/** @throws SurfError OBJECT_CORRUPT for a plan without the unit */
function unitOf(plan: Plan, { plan: object, execution, wave, unit }: UnitTicket): PlanUnit {
  const part = plan.units.find((candidate) => candidate.unit === unit);
  if (part !== undefined && plan.execution === execution && plan.wave === wave) return part;
  throw new SurfError('OBJECT_CORRUPT', `the plan ${object} has no unit ${unit} of wave ${wave} of ${execution}`, {
    remedy: 'start the execution’s next run: it plans the wave again',
  });
}

/**
 * Reads the values of the plan's secret headers and of its proxy: no plan, row or object holds
 * them.
 * @throws SurfError SECRET_MISSING, SECRET_UNUSABLE, SECRET_LITERAL
 */
async function secretsOf(
  { secrets }: WorkerPorts,
  of: { readonly owner: string; readonly workflow: Workflow; readonly calls: RetryingCalls },
): Promise<Pick<SessionParts, 'secrets' | 'proxy'>> {
  const { owner, workflow, calls } = of;
  if (secretCount(workflow) === 0) return { secrets: NO_HEADER_SECRETS, proxy: literalProxy(workflow.fetch.proxy) };
  const found = await calls.read(() => headerSecrets(secrets ?? NO_SECRETS, owner, workflow));
  if (found.ok) return { secrets: found.values, proxy: found.proxy };
  throw faultError(found.fault, owner);
}

/** Loads the code that only collections and focused crawls need. */
async function textReadersFor({ revisit, focus }: Workflow): Promise<TextReaders> {
  const comparesTexts = revisit.policy !== 'off' && revisit.changesBy === 'text';
  if (!comparesTexts && !hasTopic(focus)) return NO_TEXT_READERS;
  const [{ textDigest }, { pagePassages }] = await Promise.all([
    import('#core/content/text-digest.ts'),
    import('#core/content/page-passages.ts'),
  ]);
  return { textDigest: comparesTexts ? textDigest : null, passages: hasTopic(focus) ? pagePassages : null };
}

/** Loads the cookie library if the workflow keeps cookies. */
async function cookiesFor({ fetch }: Workflow): Promise<SessionParts['cookies']> {
  if (!fetch.cookies) return null;
  const { HostCookies } = await import('#core/fetch/cookies/host-cookies.ts');
  return () => new HostCookies();
}

/**
 * The tasks of a unit. The planner checked and wrote each line whole, so that only what tells a
 * task from another value is looked at: a schema took more time than reading the lines.
 * @throws SurfError OBJECT_CORRUPT
 */
function tasksOf(bytes: Uint8Array, unit: PlanUnit, object: string): PlanTask[] {
  const tasks = [...valuesOf(bytes)].filter(isTask);
  if (tasks.length === unit.tasks) return tasks;
  throw new SurfError(
    'OBJECT_CORRUPT',
    `${object} has ${tasks.length} tasks for unit ${unit.unit}, not ${unit.tasks} as planned`,
    {
      remedy: 'start the execution’s next run: it plans the wave again',
    },
  );
}

function isTask(value: unknown): value is PlanTask {
  const { key, url, level, rank } = (value ?? {}) as Partial<PlanTask>;
  return typeof key === 'string' && typeof url === 'string' && Number.isInteger(level) && Number.isInteger(rank);
}
