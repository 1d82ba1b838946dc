import * as z from 'zod';
import { sha256Hex } from '#core/bytes/digest.ts';
import { NewsItem } from '#core/notify/news-item.ts';
import { SubscriptionName } from '#core/notify/subscription.ts';
import { SubscriptionScope } from '#core/notify/subscription-scope.ts';

export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;

/** One try to send a message. */
export const DeliveryTry = z.object({
  at: z.number(),
  /** HTTP status of the answer, or reply code of the mail server; null: there was none. */
  status: z.int().nullable(),
  /** Reason of a failure, in words; null: the try succeeded. */
  why: z.string().max(300).nullable(),
  /** Recipients that the mail server refused in spite of a success, in words; null: none. */
  note: z.string().max(300).nullable().default(null),
  /** Time until the answer, in ms. */
  ms: z.number().nonnegative(),
});
export type DeliveryTry = z.infer<typeof DeliveryTry>;

export const MessageId = z.string().regex(/^msg_[0-9a-f]{32}$/, 'is not an id of a message');

/** A message to the target of a subscription, and its outcome. */
export const DeliveryRow = z.object({
  v: z.literal(1),
  /** Constant over all tries (`webhook-id`): receivers recognise a repeated message by it. */
  id: MessageId,
  workflow: SubscriptionScope,
  subscription: SubscriptionName,
  /** Counts its writes: if several writers saw the same version, one of them succeeds. */
  version: z.int().positive(),
  createdAt: z.number(),
  /** No news: a message to try the target. */
  isTest: z.boolean(),
  news: z.array(NewsItem),
  /** News that the message leaves out. */
  leftOut: z.int().nonnegative(),
  state: z.enum(DELIVERY_STATES),
  /** 1, and one more each time that somebody sends it again. */
  round: z.int().positive(),
  /** Tries of this round that began. */
  attempts: z.int().nonnegative(),
  /** Name of the last try: of two that begin at once, one gets it. Null: there was none. */
  claim: z.string().max(60).nullable(),
  /** Time of the next try (epoch ms); null: never. */
  nextTryAt: z.number().nullable(),
  last: DeliveryTry.nullable(),
});
export type DeliveryRow = z.infer<typeof DeliveryRow>;

/** Names a message by its subject: made twice, the name is the same. */
export const messageIdOf = (parts: readonly (string | number)[]): string =>
  `msg_${sha256Hex(JSON.stringify(parts)).slice(0, 32)}`;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Waits after a failed try. Together 24 hours.
 * @see https://www.standardwebhooks.com: the schedule that it recommends, with its end
 */
const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  10 * HOUR_MS + 25 * MINUTE_MS,
];
/** A wait is up to this share shorter or longer. */
const JITTER = 0.1;

/**
 * Wait of a message after so many failed tries; null: it gets no further try. The jitter depends on
 * the message and the try only, so every call returns the same wait.
 */
export function waitAfter(id: string, attempts: number): number | null {
  const wait = WAITS_MS[attempts - 1];
  if (wait === undefined) return null;
  const draw = Number.parseInt(sha256Hex(`${id}/${attempts}`).slice(0, 8), 16) / 0xffff_ffff;
  return Math.round(wait * (1 + JITTER * (2 * draw - 1)));
}
