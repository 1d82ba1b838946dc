import type { Commit } from '#core/execution/catalog.ts';
import {
  deletedAt,
  type Execution,
  lastCallError,
  MOST_ERROR,
  type Step,
  type UncommittedWork,
  uncommittedOf,
} from '#core/execution/execution.ts';
import { GIVEN_UP } from '#core/frontier/wave/end-reason.ts';
import { printable } from '#core/model/printable.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';

/** Number of the account in a name of AWS. */
const ACCOUNT = /:\d{12}:/g;

/** Time that a run has beyond that of its units or its wait before the watchdog starts the next. */
export const GRACE_MS = 120_000;

/** Interval of the signs of life of `advance`: four of them fit into the deadline. */
const BEAT_MS = GRACE_MS / 4;

/**
 * Calls of `advance` for one wave, after which the execution is given up: six runs of four tries
 * each. An outage of half an hour passes; calls that end at the limit of the function take six
 * hours and half a dollar.
 */
export const MAX_ATTEMPTS = 24;

type LeasePorts = Pick<AdvancePorts, 'catalog' | 'clock' | 'leaseUsd' | 'committed'>;

/**
 * Works on a wave while the row shows that somebody does: the watchdog, which starts the next run
 * past a deadline, leaves a call alone that is alive. Without that a call that takes longer than
 * the deadline loses its commit to the next one, which takes as long.
 *
 * The row counts calls, and is charged for each before it works; it keeps what the last one that
 * failed threw. A wave that MAX_ATTEMPTS calls did not close, or that passed the budget, ends the
 * execution with its frontier and plan kept.
 */
export async function underLease(
  ports: LeasePorts,
  row: Execution,
  work: () => Promise<Step | 'lost'>,
): Promise<Step | 'lost'> {
  const { leaseUsd } = ports;
  if (leaseUsd === undefined) return work();
  const before = uncommittedOf(row);
  const end = await endOfTries(ports, row, before);
  if (end !== null) return giveUp(ports, row, end);
  const begun = { ...before, attempts: before.attempts + 1, usd: before.usd + leaseUsd(BEAT_MS) };
  if (!(await renew(ports, row, begun))) return 'lost';
  const over = new AbortController();
  const beating = beat({ ...ports, leaseUsd }, { row, begun }, over.signal);
  let error: string | undefined;
  try {
    return await work();
  } catch (thrown) {
    error = firstLineOf(thrown);
    throw thrown;
  } finally {
    over.abort();
    const usd = await beating;
    // The fault of the call is what its caller has to see, not one of this write.
    if (error !== undefined) await renew(ports, row, { ...begun, usd, error }).catch(() => true);
  }
}

/** Users read it: it says less than the log, which has the whole error. */
function firstLineOf(thrown: unknown): string {
  const [line = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).trim().split('\n');
  return printable(line).replaceAll(ACCOUNT, '::').slice(0, MOST_ERROR);
}

/**
 * Renews the lease until the work is over, or another run has the wave.
 * @returns the cost of the calls so far, as the row has it
 */
async function beat(
  ports: LeasePorts & Required<Pick<LeasePorts, 'leaseUsd'>>,
  { row, begun }: { row: Execution; begun: UncommittedWork },
  over: AbortSignal,
): Promise<number> {
  for (let { usd } = begun; ; ) {
    await ports.clock.sleep(BEAT_MS, over);
    if (over.aborted) return usd;
    usd += ports.leaseUsd(BEAT_MS);
    // A sign of life that cannot be written is not a reason to drop the work: the next one follows.
    const kept = await renew(ports, row, { ...begun, usd }).catch(() => true);
    if (!kept) return usd;
  }
}

async function renew({ catalog, clock }: LeasePorts, row: Execution, uncommitted: UncommittedWork): Promise<boolean> {
  const lease = { deadlineAt: clock.now() + GRACE_MS, uncommitted };
  const { wave, run, status } = row;
  return (await catalog.renewLease(row.id, { wave, run, status }, lease)) === 'kept';
}

type End = Extract<Step, { type: 'end' }>;

/** Is another call hopeless, or not paid for? */
async function endOfTries({ catalog }: LeasePorts, row: Execution, before: UncommittedWork): Promise<End | null> {
  if (before.attempts === 0) return null;
  const { definition } = await catalog.workflow(row.workflowId, row.workflowVersion);
  const { budgetUsd } = { ...definition.limits, ...row.limits };
  if (budgetUsd !== null && row.costUsd + before.usd >= budgetUsd)
    return { type: 'end', status: 'limited', reason: 'budget' };
  return before.attempts < MAX_ATTEMPTS ? null : { type: 'end', status: 'failed', reason: GIVEN_UP };
}

function givenUpWords(row: Execution, { status }: End): string {
  const { attempts } = uncommittedOf(row);
  const calls = `${attempts} ${attempts === 1 ? 'call' : 'calls'} of advance could not close wave ${row.wave}`;
  return `${calls}${status === 'limited' ? ', and used up the budget' : ''}: ${lastCallError(row)}`;
}

/** Ends the execution at once: its wave stays open, with everything that workers reported of it. */
async function giveUp({ catalog, clock, committed }: LeasePorts, row: Execution, end: End): Promise<Step | 'lost'> {
  const now = clock.now();
  const { wave, plannedBy, answer, frontier, plan, manifest, counts, bytes, startedAt } = row;
  const commit: Commit = {
    wave,
    plannedBy,
    answer,
    frontier,
    plan,
    manifest,
    counts,
    bytes,
    status: end.status as Execution['status'],
    reason: end.reason,
    deadlineAt: deletedAt(row, now),
    dueAt: null,
    ranMs: row.ranMs + (now - (row.runningSince ?? now)),
    runningSince: null,
    startedAt: startedAt ?? now,
    endedAt: now,
    costUsd: row.costUsd + uncommittedOf(row).usd,
  };
  const answered = await catalog.commit(
    row.id,
    { wave, run: row.run, desired: row.desired, status: row.status },
    commit,
  );
  if (answered !== 'committed') return 'lost';
  committed?.(row, commit);
  const once = `given-up-${wave}-${row.run}`;
  await catalog.addEvents(row.id, [{ once, at: now, type: 'died', text: givenUpWords(row, end) }]);
  return end;
}
