import { instantIn } from '#cli/args/instant.ts';
import type { Backend } from '#cli/backend/backend.ts';
import { SurfError } from '#core/error.ts';
import { didYouMean } from '#core/faults/nearest-name.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { printable } from '#core/model/printable.ts';

/** Two executions to compare. */
export interface ComparedPair {
  readonly before: ExecutionId;
  readonly after: ExecutionId;
}

/**
 * Two names are the earlier and the later execution; one name is the later. A name is an id,
 * `last`, or NAME@TIME.
 * @throws SurfError COMMAND_USAGE, EXECUTION_NOT_FOUND
 */
export async function comparedPair(backend: Backend, names: readonly string[]): Promise<ComparedPair> {
  const [first = '', second] = names;
  if (second === undefined) return await withPrevious(backend, await found(backend, first));
  const pair = { before: await found(backend, first), after: await found(backend, second) };
  if (pair.before !== pair.after) return pair;
  throw new SurfError('COMMAND_USAGE', `both names are execution ${pair.before}${dayWords(first)}`, {
    remedy: `surf diff ${printable(second)} compares it with the one before it; surf ls lists executions with their times`,
  });
}

/** A day that includes the execution: the user may mean the state in which it began. */
function dayWords(name: string): string {
  const [, day] = /@(\d{4}-\d\d-\d\d)$/.exec(name) ?? [];
  return day === undefined
    ? ''
    : `: ${printable(name)} names the newest execution of that day or earlier; the day ends at midnight UTC`;
}

async function found(backend: Backend, name: string): Promise<ExecutionId> {
  const at = name.lastIndexOf('@');
  return at < 1 ? await backend.findExecution(name) : await madeBy(backend, name.slice(0, at), name.slice(at + 1));
}

/** The newest execution of a name created by that time: the state of its pages then. */
async function madeBy(backend: Backend, name: string, time: string): Promise<ExecutionId> {
  const until = endOf(time);
  const first = new Map<string, string>();
  for await (const listed of backend.executions()) {
    first.set(listed.name, listed.createdAt); // the newest come first
    if (listed.name === name && Date.parse(listed.createdAt) <= until) return listed.execution as ExecutionId;
  }
  const made = first.get(name);
  if (made === undefined) {
    throw new SurfError('EXECUTION_NOT_FOUND', `no execution is named ${printable(name)}`, {
      remedy: `${didYouMean(name, [...first.keys()], printable)}surf ls lists executions with their names`,
    });
  }
  throw new SurfError(
    'EXECUTION_NOT_FOUND',
    `no execution of ${printable(name)} was made by ${time}: the first one was made at ${made}`,
    { remedy: 'name a later time; surf ls lists executions with their times' },
  );
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

/** @param time a day stands for its end in UTC @returns epoch ms */
function endOf(time: string): number {
  const at = DAY.test(time) ? Date.parse(time) + DAY_MS - 1 : (instantIn(time) ?? Number.NaN);
  if (!Number.isNaN(at)) return at;
  throw new SurfError('COMMAND_USAGE', `${JSON.stringify(time.slice(0, 100))} behind the @ is not a time`, {
    remedy: 'write a day such as docs@2026-11-20 (its end in UTC), or a time such as docs@2026-11-20T08:00Z',
  });
}

/** Adds the execution's base, or else the next older one of the same name. */
async function withPrevious(backend: Backend, after: ExecutionId): Promise<ComparedPair> {
  const { base, name } = await backend.describe(after);
  if (base !== null) return { before: base, after };
  let isOlder = false;
  for await (const listed of backend.executions()) {
    if (isOlder && listed.name === name) return { before: listed.execution as ExecutionId, after };
    isOlder ||= listed.execution === after;
  }
  throw new SurfError('COMMAND_USAGE', `there is no earlier execution of ${printable(name)}`, {
    remedy: 'name both: surf diff BEFORE AFTER; surf ls lists them',
  });
}
