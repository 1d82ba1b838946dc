import * as z from 'zod';
import { ROLES } from '#core/identity/roles/role.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { MailAddress } from '#core/notify/mail-policy.ts';
import { NewsItem } from '#core/notify/news-item.ts';
import { NEWS, NewsName } from '#core/notify/news-name.ts';
import { SubscriptionScope } from '#core/notify/subscription-scope.ts';
import { TopicName } from '#core/notify/topic-name.ts';

/** Longest address of a target. */
export const MOST_TARGET_CHARACTERS = 2_000;
/** Most addresses that an e-mail goes to. */
export const MOST_RECIPIENTS = 10;

/** Pages that `page-changed` and `new-pages` report. */
export const PageWatch = z.strictObject({
  urls: z
    .string()
    .min(1)
    .max(1_000)
    .nullable()
    .default(null)
    .describe(
      'Only pages whose URL matches this pattern: `/shop/*`, `*://shop.example/*`, `re:EXPRESSION`. Null: all pages.',
    ),
  selector: z
    .string()
    .min(1)
    .max(1_000)
    .nullable()
    .default(null)
    .describe('page-changed: only the text of the elements of this CSS selector counts.'),
  word: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe(
      'page-changed: a page counts only when this text appears on it or vanishes from it: anywhere in its text, in menus too, also of a PDF, or with `selector` in these elements.',
    ),
});
export type PageWatch = z.infer<typeof PageWatch>;

/**
 * A subscription as its owner writes it: the events of a workflow to report, and the targets (S24).
 */
export const Subscription = z.strictObject({
  events: z
    .array(NewsName)
    .min(1)
    .max(NEWS.length)
    .describe('Each event of an execution is one message, unless `atMostEveryMinutes` says otherwise.'),
  url: z
    .string()
    .min(1)
    .max(MOST_TARGET_CHARACTERS)
    .nullable()
    .default(null)
    .describe('Address of the webhook, http or https: Surf sends a signed POST request to it. Null: another channel.'),
  email: z
    .array(MailAddress)
    .max(MOST_RECIPIENTS)
    .default([])
    .describe('Addresses that an e-mail goes to, where the server sends e-mail. Empty: another channel.'),
  topic: TopicName.nullable()
    .default(null)
    .describe('Name of an SNS topic that a deployment tells: the same JSON, with a subject. Null: another channel.'),
  watch: PageWatch.prefault({}).describe('Which pages page-changed and new-pages are about.'),
  atMostEveryMinutes: z
    .int()
    .min(0)
    .max(1_440)
    .default(0)
    .describe('At most one message in this many minutes: it has all events of that time. 0: one message an event.'),
  allowPrivateNetwork: z
    .boolean()
    .default(false)
    .describe('The target is in a private network. Needs the right of this name, unless the server gives it to all.'),
  enabled: z.boolean().default(true).describe('false: Surf sends nothing and keeps the subscription.'),
});
export type Subscription = z.infer<typeof Subscription>;

export const SubscriptionName = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/);
export type SubscriptionName = z.infer<typeof SubscriptionName>;

/** An execution to report on, with the news that was reported. */
export const FollowedExecution = z.object({
  execution: ExecutionId,
  createdAt: z.number(),
  /** Keys of its news that was reported, or that this subscription does not include. */
  told: z.array(z.string().max(120)).max(40),
});
export type FollowedExecution = z.infer<typeof FollowedExecution>;

/** A signing key that was replaced. */
const OldSecret = z.object({ secret: z.string(), until: z.number() });

/** A subscription of a saved workflow, or of a user, as it is stored. */
export const SubscriptionRow = z.object({
  v: z.literal(1),
  /** The workflow, or every workflow that `owner` may read. */
  workflow: SubscriptionScope,
  name: SubscriptionName,
  owner: z.string().min(1).max(200),
  /** Role of the last writer, by sign-in or API key: messages show no more than it may read. */
  role: z.enum(ROLES).nullable().default(null),
  /** Counts its writes: if several writers saw the same version, one of them succeeds. */
  version: z.int().positive(),
  subscription: Subscription,
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Signs messages: `whsec_` and 32 bytes in base64. */
  secret: z.string(),
  /** Signs them too, until its end. */
  oldSecret: OldSecret.nullable(),
  /** Start of each reported event: nothing before this instant is reported. */
  from: z.partialRecord(NewsName, z.number()),
  followed: z.array(FollowedExecution),
  /** Surf ignores executions that were created up to this time, unless it follows them. */
  ignoredUntil: z.number(),
  /** News without a message so far, the oldest first. */
  pending: z.array(NewsItem),
  /** Number of news items that were left out, because too many waited. */
  leftOut: z.int().nonnegative(),
  /** Time of the last message, epoch ms; 0 if there was none. */
  messageAt: z.number(),
});
export type SubscriptionRow = z.infer<typeof SubscriptionRow>;
