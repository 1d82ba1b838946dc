import type { CandidateLine, OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { FAIL_REASONS, SKIP_REASONS } from '#core/model/outcome.ts';
import type { Line } from '#engine/verify/audit/object-reader.ts';

/**
 * Shapes of lines, as far as they are counted. A hundred times cheaper than the schemas: a crawl
 * has millions of lines.
 */
const TYPES = new Set<unknown>(['stored', 'notModified', 'duplicate', 'redirected', 'skipped', 'failed', 'deferred']);
const SKIPPED: ReadonlySet<unknown> = new Set(SKIP_REASONS);
const FAILED: ReadonlySet<unknown> = new Set(FAIL_REASONS);

/** Is it an outcome whose task, outcome, digest, size, place and target can be compared? */
export function isOutcome(line: Line): line is OutcomeLine {
  const { kind, key, outcome, digest, bytes, warc, body, target } = line;
  if (kind !== 'outcome' || typeof key !== 'string' || !isObject(outcome) || !TYPES.has(outcome.type)) return false;
  if (outcome.type === 'skipped' && !SKIPPED.has(outcome.reason)) return false;
  if (outcome.type === 'failed' && !FAILED.has(outcome.reason)) return false;
  if (digest !== undefined && typeof digest !== 'string') return false;
  if (bytes !== undefined && !isCount(bytes)) return false;
  if (warc !== undefined && !(isObject(warc) && isCount(warc.offset) && isCount(warc.length))) return false;
  if (body !== undefined && !(isObject(body) && typeof body.object === 'string')) return false;
  return target === undefined || isTarget(target);
}

/** Is it a link that can be merged? */
export function isCandidate(line: Line): line is CandidateLine {
  const { kind, by, level, rank, position } = line;
  const placed = typeof by === 'string' && isCount(level) && isCount(rank) && isCount(position);
  return kind === 'candidate' && placed && isTarget(line);
}

function isTarget(target: unknown): boolean {
  if (!isObject(target) || typeof target.key !== 'string' || typeof target.url !== 'string') return false;
  if (!URL.canParse(target.url)) return false;
  return target.reason === null || SKIPPED.has(target.reason);
}

const isObject = (value: unknown): value is Line => typeof value === 'object' && value !== null;

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
