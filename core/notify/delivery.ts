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
  /** Why it is no success, in words; null: it is one. */
  why: z.string().max(300).nullable(),
  /** Whom the mail server refused, of a success, in words; null: nobody. */
  note: z.string().max(300).nullable().default(null),
  /** How long the answer took, in ms. */
  ms: z.number().nonnegative(),
});
export type DeliveryTry = z.infer<typeof DeliveryTry>;

export const MessageId = z.string().regex(/^msg_[0-9a-f]{32}$/);

/** A message to the target of a subscription, and its outcome. */
export const DeliveryRow = z.object({
  v: z.literal(1),
  /** The same at each try (`webhook-id`): a receiver knows a message again by it. */
  id: MessageId,
  workflow: SubscriptionScope,
  subscription: SubscriptionName,
  /** Counts its writes: of rivals that saw the same one, one is stored. */
  version: z.int().positive(),
  createdAt: z.number(),
  /** No news: a message to try the target. */
  isTest: z.boolean(),
  news: z.array(NewsItem),
  /** News that the message leaves out. */
  leftOut: z.int().nonnegative(),
  state: z.enum(DELIVERY_STATES),
  /** 1, and one more each time that somebody has it sent again. */
  round: z.int().positive(),
  /** Tries of this round that began. */
  attempts: z.int().nonnegative(),
  /** Name of the last try: of two that begin one at once, one does. Null: there was none. */
  claim: z.string().max(60).nullable(),
  /** When it is tried next (epoch ms); null: never. */
  nextTryAt: z.number().nullable(),
  last: DeliveryTry.nullable(),
});
export type DeliveryRow = z.infer<typeof DeliveryRow>;

/** Names a message by what it is about: made twice it is the same. */
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
 * How long a message waits after so many failed tries; null: it was tried often enough. The jitter
 * belongs to message and try: it is the same at each call.
 */
export function waitAfter(id: string, attempts: number): number | null {
  const wait = WAITS_MS[attempts - 1];
  if (wait === undefined) return null;
  const draw = Number.parseInt(sha256Hex(`${id}/${attempts}`).slice(0, 8), 16) / 0xffff_ffff;
  return Math.round(wait * (1 + JITTER * (2 * draw - 1)));
}
