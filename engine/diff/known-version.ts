import type { PageState } from '#core/collection/page-state.ts';
import { digestsFound } from '#core/collection/page-visit.ts';
import type { OtherVersion, PageVersion, UrlVersion } from '#core/diff/url-version.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { TaskOutcome } from '#engine/list-tasks/task-view.ts';

/** Outcome of a URL that is not a page, as a source tells it. */
export type KnownOutcome = TaskOutcome & Pick<OtherVersion, 'to'>;

/** Version of a URL in one source of an execution. */
export interface KnownVersion {
  /** Key by the rules of the execution's workflow; null: the source does not say. */
  readonly key: UrlKey | null;
  readonly from: VersionSource;
  readonly version: UrlVersion;
}

/** Sources of versions. If several know a URL, the first of this list counts. */
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
export function taskVersion(key: UrlKey | null, task: KnownOutcome): KnownVersion | null {
  const { url, outcome, reason, status, to } = task;
  if (outcome === 'stored' || outcome === 'notModified') return null;
  return { key, from: 'task', version: { is: outcome ?? 'pending', url, reason, status, ...(to && { to }) } };
}

/** A page that a tick kept, as the last request left it. */
export const keptVersion = (page: PageState): KnownVersion => ({
  key: page.key,
  from: 'known',
  version: keptUrl(page),
});

function keptUrl(page: PageState): UrlVersion {
  const { url, found, gone, failures } = page;
  const nothing = { url, reason: null, status: null, kept: true } as const;
  if (gone !== undefined) return { is: 'failed', ...nothing, status: GONE };
  if (found === undefined || failures !== undefined) return { is: 'failed', ...nothing };
  const [word = '', of = null] = found.split(' ');
  if (word === 'redirected') return { is: 'redirected', ...nothing, ...(of && { to: { key: of, url: null } }) };
  if (word === 'skipped') return { is: 'skipped', ...nothing, reason: of };
  const { bytes, text } = digestsFound(page);
  return { is: 'page', url, title: null, digest: bytes, text, fields: null, kept: true };
}

/** Or 410: the collection does not tell them apart. */
const GONE = 404;
