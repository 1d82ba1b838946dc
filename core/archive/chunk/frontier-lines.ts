import * as z from 'zod';
import { CandidateLine } from '#core/archive/chunk/chunk-lines.ts';
import { UrlKey } from '#core/url/url-key.ts';

/** Lines of the objects that a frontier or a manifest names, beside PlanTask and TaskRow. */

const rank = z.int().nonnegative();

/**
 * `skipped.jsonl`, and `candidates-<i>.jsonl` of version 1: a candidate, key first, so that the
 * byte order of lines is the order of keys.
 */
export const KeptCandidate = CandidateLine.omit({ kind: true });
export type KeptCandidate = z.infer<typeof KeptCandidate>;

/** `losers.jsonl`: a page of the level that lost its digest; `of` is the page that held it then. */
export const LoserLine = z.object({ key: UrlKey, digest: z.string().regex(/^[0-9a-f]{32}$/), of: UrlKey });
export type LoserLine = z.infer<typeof LoserLine>;

/**
 * `corrections.jsonl`: a page settled earlier that this wave, or the end of its level, showed to be
 * a duplicate of `of`.
 */
export const CorrectionLine = z.object({ key: UrlKey, of: UrlKey });
export type CorrectionLine = z.infer<typeof CorrectionLine>;

/**
 * `redirects.jsonl`: a redirect of this level to a target that redirects found; the lowest rank of
 * all sources counts.
 */
export const RedirectLine = z.object({ from: UrlKey, rank, to: UrlKey, level: z.int().nonnegative() });
export type RedirectLine = z.infer<typeof RedirectLine>;

/** `hops.jsonl`: a page of a sample that redirected, and its target. */
export const HopLine = z.object({ from: UrlKey, to: UrlKey });
export type HopLine = z.infer<typeof HopLine>;

/** `hosts.json` of a level list: politeness keys; the list's index numbers them from 0. */
export const ListHosts = z.array(z.string().min(1));
export type ListHosts = z.infer<typeof ListHosts>;

/** `manifest.jsonl`, published when an execution has ended: one chunk a line, in order. */
export const PublishedChunk = z.object({
  wave: z.int().positive(),
  chunk: z.string(),
  outcomes: z.int().nonnegative(),
});
export type PublishedChunk = z.infer<typeof PublishedChunk>;
