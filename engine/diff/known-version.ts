import type { PageState } from '#core/collection/page-state.ts';
import { digestsFound } from '#core/collection/page-visit.ts';
import type { PageVersion, UrlVersion } from '#core/diff/url-version.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { TaskOutcome } from '#engine/list-tasks/task-view.ts';

/** What one source of an execution says of a URL. */
export interface KnownVersion {
  /** By the rules of the execution's workflow; null: the source does not say. */
  readonly key: UrlKey | null;
  readonly from: VersionSource;
  readonly version: UrlVersion;
}

/** Of several sources that know a URL the first of this list counts. */
export const VERSION_SOURCES = ['page', 'task', 'known'] as const;
export type VersionSource = (typeof VERSION_SOURCES)[number];

/** A page's facts that can differ. */
export type PageFacts = Pick<PageLine, 'url' | 'title' | 'digest' | 'textDigest' | 'record'>;

export function pageVersion(key: UrlKey | null, { url, title, digest, textDigest, record }: PageFacts): KnownVersion {
  const text = textDigest ?? null;
  return { key, from: 'page', version: { is: 'page', url, title, digest, text, fields: fieldsOf(record ?? null) } };
}

/** The values of a record, in the form in which they are compared. */
export const fieldsOf = (record: PageFacts['record'] | null): PageVersion['fields'] =>
  record === undefined || record === null
    ? null
    : Object.fromEntries(Object.entries(record).map(([name, value]) => [name, JSON.stringify(value)]));

/** @returns null for a page: its line says more */
export function taskVersion(key: UrlKey | null, { url, outcome, reason, status }: TaskOutcome): KnownVersion | null {
  if (outcome === 'stored' || outcome === 'notModified') return null;
  return { key, from: 'task', version: { is: outcome ?? 'pending', url, reason, status } };
}

/** A page that a tick kept, as it was seen last. */
export const keptVersion = (page: PageState): KnownVersion => ({
  key: page.key,
  from: 'known',
  version: keptUrl(page),
});

function keptUrl(page: PageState): UrlVersion {
  const { url, found, gone } = page;
  const nothing = { url, reason: null, status: null };
  if (gone !== undefined) return { ...nothing, is: 'failed', status: GONE };
  if (found === undefined) return { ...nothing, is: 'failed' };
  const [word = '', reason = null] = found.split(' ');
  if (word === 'redirected') return { ...nothing, is: 'redirected' };
  if (word === 'skipped') return { ...nothing, is: 'skipped', reason };
  const { bytes, text } = digestsFound(page);
  return { is: 'page', url, title: null, digest: bytes, text, fields: null, kept: true };
}

/** Or 410: the collection does not tell them apart. */
const GONE = 404;
