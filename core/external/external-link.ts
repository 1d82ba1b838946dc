import * as z from 'zod';
import { sha256Prefix } from '#core/bytes/digest.ts';
import { CheckState, ExternalCheck } from '#core/external/external-check.ts';
import { BaseFile } from '#core/frontier/frontier.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { ExternalDecision, ExternalState } from '#core/scope/external/external-rules.ts';
import type { KeyRules } from '#core/url/key-rules.ts';
import { UrlKey } from '#core/url/url-key.ts';

/** Most links of a register. Those that it knows stay; new ones beyond are counted as left out. */
export const MOST_EXTERNAL_LINKS = 1_000_000;

/**
 * A line of `links-<i>.jsonl`, sorted by key: a link that leaves the scope, its state, and the
 * executions that found it. Times are epoch ms.
 */
export const ExternalLink = z.object({
  key: UrlKey,
  url: z.string(),
  ...ExternalDecision.shape,
  /** Start of the executions that saw it first and last. */
  firstSeenAt: z.number(),
  lastSeenAt: z.number(),
  /** The last execution that found the link, and its first page (or sitemap) that names it. */
  execution: ExecutionId,
  by: UrlKey,
  /** Result of its last request. Absent: none was sent. */
  check: ExternalCheck.optional(),
});
export type ExternalLink = z.infer<typeof ExternalLink>;

const count = z.int().nonnegative();

/** Links by the result of their last request. */
export const CheckCounts = z.object(
  Object.fromEntries(CheckState.options.map((state) => [state, count])) as Record<CheckState, typeof count>,
);
export type CheckCounts = z.infer<typeof CheckCounts>;

/**
 * `<wave>.json`: the register as an ended execution leaves it; `<wave>.<n>.json`: the register
 * after n checks.
 */
export const ExternalRegister = z.object({
  v: z.literal(1),
  execution: ExecutionId,
  /** Start of that execution. */
  at: z.number(),
  /** `ExternalRules.id` that decided every link. */
  rules: z.string(),
  /** `externalKeys` of the workflow: with others a new register begins. */
  keys: z.string(),
  files: z.array(BaseFile),
  /** Links by their state. */
  links: z.object(
    Object.fromEntries(ExternalState.options.map((state) => [state, count])) as Record<ExternalState, typeof count>,
  ),
  /** Links that were requested, by their last answer. Absent: none was. */
  checks: CheckCounts.optional(),
  /** New links of this execution that found no room. */
  leftOut: count,
});
export type ExternalRegister = z.infer<typeof ExternalRegister>;

/** Digest of the rules that make keys. */
export const externalKeys = (rules: KeyRules): string => sha256Prefix(JSON.stringify(rules));
