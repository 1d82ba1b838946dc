import type { Execution } from '#core/execution/execution.ts';
import { type Caller, maySee, weakerRole } from '#core/identity/caller.ts';
import type { DeliveryRow } from '#core/notify/delivery.ts';
import type { SubscriptionRow } from '#core/notify/subscription.ts';
import { isUserScope } from '#core/notify/subscription-scope.ts';

export interface ReaderPorts {
  /** The owner of a subscription with the role that they have now; null: the user is gone. */
  readonly callerOf: (owner: string) => Promise<Caller | null>;
}

type About = (row: Pick<Execution, 'workflowId' | 'owner'>) => boolean;

/**
 * Selects the executions that a subscription tells of: those of its workflow, or all that its owner
 * may read now. Null: its owner is gone, and it tells of none.
 */
export async function readerOf({ callerOf }: ReaderPorts, row: SubscriptionRow): Promise<About | null> {
  const { workflow } = row;
  if (!isUserScope(workflow)) return ({ workflowId }) => workflowId === workflow;
  const caller = await readerNow({ callerOf }, row);
  return caller && ((execution) => maySee(caller, execution.owner ?? ''));
}

/** Caller with the weaker of two roles: the one of now, and the one that saved the subscription. */
async function readerNow({ callerOf }: ReaderPorts, { owner, role }: SubscriptionRow): Promise<Caller | null> {
  const caller = await callerOf(owner);
  return caller && { ...caller, role: weakerRole(role ?? caller.role, caller.role) };
}

/**
 * The message with what its reader may read now: a right may have been taken away since it was
 * made. Null: there is nothing left to tell.
 */
export async function readable(
  ports: ReaderPorts,
  row: SubscriptionRow,
  message: DeliveryRow,
): Promise<DeliveryRow | null> {
  if (!isUserScope(row.workflow)) return message;
  const caller = await readerNow(ports, row);
  if (caller === null) return null;
  const news = message.news.filter(({ owner }) => maySee(caller, owner ?? ''));
  return news.length === 0 && !message.isTest ? null : { ...message, news };
}
