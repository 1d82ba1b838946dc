import { reportsPrefix } from '#core/archive/object-keys.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/** The end of an execution that a report covers: after a resume it ends again. */
export interface ReportedEnd {
  readonly id: ExecutionId;
  /** The last wave that is committed. */
  readonly wave: number;
  /** Epoch ms. */
  readonly endedAt: number | null;
}

/** Two ended executions. */
export interface ComparedEnds {
  readonly before: ReportedEnd;
  readonly after: ReportedEnd;
}

const DIGEST_CHARACTERS = 32;
const EXPORT = '.export-';

const digestOf = (asked: object): string => sha256Hex(JSON.stringify(asked)).slice(0, DIGEST_CHARACTERS);

const nameOf = ({ before, after }: ComparedEnds, how: string): string =>
  `${reportsPrefix(after.id)}${endOf(after)}.${before.id}-${endOf(before)}.${how}.v1`;

const endOf = ({ wave, endedAt }: ReportedEnd): string => `${wave}-${endedAt ?? 0}`;

/**
 * The name of a list of changes; the keys of its objects begin with it and a dot.
 * @param how the judgement of changes, and whether links are compared
 */
export const changesName = (
  ends: ComparedEnds,
  { by, links }: { readonly by: string; readonly links: boolean },
): string => nameOf(ends, `answers-by-${by}${links ? '-and-links' : ''}`);

/**
 * The name of an audit; the keys of its objects begin with it and a dot.
 * @param earlier the execution that it is compared with; null: none
 */
export const auditName = (end: ReportedEnd, earlier: ReportedEnd | null): string => {
  const compared = earlier === null ? '' : `-${earlier.id}-${endOf(earlier)}`;
  return `${reportsPrefix(end.id)}${endOf(end)}.audit${compared}.v2`;
};

/**
 * The name of a list of groups; the keys of its objects begin with it and a dot.
 * @param asked.by what pages of a group have in common; the others count by text only
 * @param asked.earlier the execution that it is compared with; null: none
 */
export const duplicatesName = (
  end: ReportedEnd,
  { by, threshold, earlier }: { readonly by: string; readonly threshold: number; readonly earlier: ReportedEnd | null },
): string => {
  if (by !== 'text') return `${reportsPrefix(end.id)}${endOf(end)}.groups-by-${by}.v1`;
  const compared = earlier === null ? '' : `-${earlier.id}-${endOf(earlier)}`;
  return `${reportsPrefix(end.id)}${endOf(end)}.duplicates-${Math.round(threshold * 100)}${compared}.v1`;
};

/**
 * The name of an export; the keys of its objects begin with it and a dot.
 * @param asked.since the execution since which its pages have changed; null: all pages
 */
export const exportName = (
  end: ReportedEnd,
  {
    format,
    since,
    ...how
  }: { readonly format: string; readonly since: ReportedEnd | null } & Readonly<Record<string, unknown>>,
): string => {
  const asked = { ...how, since: since && [since.id, endOf(since)] };
  return `${reportsPrefix(end.id)}${endOf(end)}${EXPORT}${format}-${digestOf(asked)}.v1`;
};

/** Its object: the file. */
export const exportObject = (name: string): string => `${name}.file`;
/**
 * The name of the export that an object belongs to, as its file or as the reason why there is none.
 * @returns null: the object is of no export
 */
export function exportNameIn(key: string): string | null {
  const at = key.indexOf(EXPORT);
  const [name = '', version = ''] = key.slice(at + EXPORT.length).split('.');
  return at < 0 ? null : `${key.slice(0, at)}${EXPORT}${name}.${version}`;
}

/** The object of a report in lines. */
export const linesObject = (name: string): string => `${name}.jsonl.gz`;

/**
 * The name of the events about pages that a subscription requests.
 * @param asked the question of the subscription: another question has another answer
 */
export const pageNewsName = (ends: ComparedEnds, asked: object): string => nameOf(ends, `news-${digestOf(asked)}`);

/** Its object: a list of `NewsItem`. */
export const pageNewsObject = (name: string): string => `${name}.json`;
