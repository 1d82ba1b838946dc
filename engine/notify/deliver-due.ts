import type { Clock, RandomId } from '#core/model/clock.ts';
import { type DeliveryRow, waitAfter } from '#core/notify/delivery.ts';
import { refusedRecipients } from '#core/notify/mail-policy.ts';
import {
  type MailService,
  SEND_LIMIT_MS,
  type SendMessage,
  type SendResult,
  type TopicService,
} from '#core/notify/message-sender.ts';
import { secretsAt } from '#core/notify/signing-secret.ts';
import type { SubscriptionRow } from '#core/notify/subscription.ts';
import type { SubscriptionStore } from '#core/notify/subscription-store.ts';
import { bodyOf } from '#engine/notify/message-body.ts';
import { mailOf } from '#engine/notify/message-mail.ts';
import { type ReaderPorts, readable } from '#engine/notify/readable-news.ts';

export interface DeliverPorts extends ReaderPorts {
  readonly subscriptions: SubscriptionStore;
  readonly clock: Clock;
  readonly random: RandomId;
  readonly send: SendMessage;
  /** Null if no e-mail is sent here. */
  readonly mail: MailService | null;
  /** Null if Surf publishes to no topic here. */
  readonly topics: TopicService | null;
  /** Everybody here may reach private networks. */
  readonly isPrivateOpen: boolean;
  /** May this owner do so now? */
  readonly mayReachPrivate: (owner: string) => Promise<boolean>;
}

/** Targets that are sent to at once. */
const TARGETS_AT_ONCE = 8;
/**
 * While a message is sent nobody else sends it: who dies then leaves it so long. Longer than a try.
 */
const CLAIM_MS = SEND_LIMIT_MS + 10_000;
/** The target is gone for good (RFC 9110 §15.5.11). */
const GONE = 410;

/** Result of a message whose reader lost the right to it: it is not tried again. */
const UNREADABLE: SendResult = { status: null, why: 'its owner may no longer read this execution', ms: 0 };

/** Messages that one look sent. */
export interface Sent {
  delivered: number;
  failed: number;
}

/**
 * Sends the messages that are due: those of one subscription one after the other, as long as its
 * target takes them; several targets at once.
 *
 * @param rows messages that wait
 * @param seconds begins no try after so many
 */
export async function deliverDue(ports: DeliverPorts, rows: readonly DeliveryRow[], seconds: number): Promise<Sent> {
  const { clock } = ports;
  const until = clock.monotonic() + seconds * 1_000;
  const now = clock.now();
  const queues = queuesOf(rows.filter(({ nextTryAt }) => nextTryAt !== null && nextTryAt <= now));
  const sent: Sent = { delivered: 0, failed: 0 };
  const lane = async (): Promise<void> => {
    for (let queue = queues.shift(); queue !== undefined; queue = queues.shift()) {
      for (const message of queue) {
        if (clock.monotonic() >= until) return;
        const result = await tryOnce(ports, message);
        if (result === 'delivered') sent.delivered += 1;
        else if (result === 'failed') sent.failed += 1;
        if (result !== 'delivered') break; // the others are not tried at a target that takes none
      }
    }
  };
  await Promise.all(Array.from({ length: TARGETS_AT_ONCE }, lane));
  return sent;
}

/** Queues by subscription, the oldest message first. */
function queuesOf(rows: readonly DeliveryRow[]): DeliveryRow[][] {
  const queues = new Map<string, DeliveryRow[]>();
  for (const row of [...rows].sort((a, b) => a.createdAt - b.createdAt)) {
    const name = `${row.workflow}/${row.subscription}`;
    const queue = queues.get(name);
    if (queue === undefined) queues.set(name, [row]);
    else queue.push(row);
  }
  return [...queues.values()];
}

/** @returns left: somebody else sends it, or its subscription is gone */
async function tryOnce(ports: DeliverPorts, message: DeliveryRow): Promise<'delivered' | 'failed' | 'left'> {
  const { subscriptions, clock, random } = ports;
  const row = await subscriptions.find({ workflow: message.workflow, name: message.subscription });
  if (row === null) return 'left';
  const claimed: DeliveryRow = {
    ...message,
    version: message.version + 1,
    attempts: message.attempts + 1,
    claim: random(),
    nextTryAt: clock.now() + CLAIM_MS,
  };
  if ((await subscriptions.saveDelivery(claimed)) === 'conflict') return 'left';
  const at = clock.now();
  const shown = await readable(ports, row, claimed);
  const result = shown === null ? UNREADABLE : await sendTo(ports, { row, message: shown, at });
  await subscriptions.saveDelivery({ ...claimed, ...after(claimed, result, at), version: claimed.version + 1 });
  return result.why === null ? 'delivered' : 'failed';
}

async function sendTo(
  { send, mail, topics, isPrivateOpen, mayReachPrivate }: DeliverPorts,
  { row, message, at }: { row: SubscriptionRow; message: DeliveryRow; at: number },
): Promise<SendResult> {
  const { url, email, topic, allowPrivateNetwork } = row.subscription;
  if (topic !== null) return await publish(topics, topic, message);
  if (url === null) return await sendMail(mail, { message, at, to: email });
  return await send({
    id: message.id,
    url,
    at,
    body: bodyOf(message),
    secrets: secretsAt(row, at),
    allowPrivateNetwork: isPrivateOpen || (allowPrivateNetwork && (await mayReachPrivate(row.owner))),
  });
}

const refuse = (why: string): SendResult => ({ status: null, why, ms: 0 });

async function publish(topics: TopicService | null, topic: string, message: DeliveryRow): Promise<SendResult> {
  if (topics === null || !topics.names.includes(topic))
    return refuse(`this server does not publish to the topic ${topic}`);
  return await topics.publish({ topic, id: message.id, subject: mailOf(message).subject, body: bodyOf(message) });
}

/** Asks the settings again: they may have changed since the subscription was made. */
async function sendMail(
  mail: MailService | null,
  { message, at, to }: { message: DeliveryRow; at: number; to: readonly string[] },
): Promise<SendResult> {
  if (mail === null) return refuse('this server sends no e-mail');
  const refused = refusedRecipients(mail.policy, to);
  if (refused.length > 0) return refuse(`this server does not send to ${refused[0]}`);
  return await mail.send({ id: message.id, at, to, ...mailOf(message) });
}

/** The message with the outcome of its try. */
function after(
  { id, attempts }: DeliveryRow,
  { status, why, note, ms }: SendResult,
  at: number,
): Pick<DeliveryRow, 'state' | 'nextTryAt' | 'last'> {
  const last = { at, status, why, note: note ?? null, ms };
  if (why === null) return { state: 'delivered', nextTryAt: null, last };
  const wait = status === GONE || why === UNREADABLE.why ? null : waitAfter(id, attempts);
  return wait === null ? { state: 'dead', nextTryAt: null, last } : { state: 'waiting', nextTryAt: at + wait, last };
}
