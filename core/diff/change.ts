import type { LinkDifference } from '#core/diff/link-difference.ts';
import type { OtherVersion, PageVersion, RedirectedTo, UrlVersion } from '#core/diff/url-version.ts';

/** Parts that can differ between two versions of a page. */
export const CHANGED_PARTS = ['text', 'bytes', 'links', 'title', 'fields'] as const;
export type ChangedPart = (typeof CHANGED_PARTS)[number];

/** Facts and rules by which changes are judged. */
export interface Judgement {
  /** The later crawl reached everything that it found. */
  readonly isComplete: boolean;
  /**
   * `text`: a page whose bytes alone differ has not changed. `bytes`: it has.
   */
  readonly by: 'text' | 'bytes';
  /** True if both have the same main text; null: not known, and the bytes decide. */
  readonly sameText: boolean | null;
  /** Differences between the links of a page in both; null: they were not compared. */
  readonly links: LinkDifference | null;
}

/**
 * Change of a URL between an earlier execution and a later one.
 *
 * - added: a page that the earlier one did not have; `was` says what it had, null: nothing;
 * - removed: the page is gone (404, 410), redirects, is a copy of another page, or nothing leads to
 *   it and the later crawl was complete;
 * - moved: removed at `from`, added here, with the same bytes, or the same title and main text;
 * - changed: `what` differs, of the fields these;
 * - unknown: the later crawl cannot tell, for this reason: it failed to fetch the page, refused or
 *   never reached it;
 * - redirect: redirects in both, and now to another address; an address is null where a tick kept
 *   the redirect, and the collection does not know its target;
 * - status: a page in neither, and the server answers with another HTTP status.
 */
export type Change =
  | { readonly kind: 'added'; readonly url: string; readonly title: string | null; readonly was: string | null }
  | {
      readonly kind: 'removed';
      readonly url: string;
      readonly title: string | null;
      readonly reason: RemovedReason;
      readonly status: number | null;
      /** Target of a page that redirects now, if Surf knows it. */
      readonly to?: string;
    }
  | { readonly kind: 'moved'; readonly url: string; readonly from: string; readonly title: string | null }
  | {
      readonly kind: 'changed';
      readonly url: string;
      readonly title: string | null;
      readonly what: readonly ChangedPart[];
      readonly fields: readonly string[];
      /** Absent: its links are the same, or were not compared. */
      readonly links?: LinkDifference;
    }
  | {
      readonly kind: 'unknown';
      readonly url: string;
      readonly title: string | null;
      readonly reason: string;
      /** Status of the later answer; null: there was none. */
      readonly status: number | null;
    }
  | {
      readonly kind: 'redirect';
      readonly url: string;
      readonly title: null;
      readonly toBefore: string | null;
      readonly to: string | null;
    }
  | {
      readonly kind: 'status';
      readonly url: string;
      readonly title: null;
      readonly statusBefore: number;
      readonly status: number;
    };

export type RemovedReason = 'gone' | 'redirected' | 'duplicate' | 'unlinked';
export type ChangeKind = Change['kind'];
export const CHANGE_KINDS = [
  'added',
  'removed',
  'moved',
  'changed',
  'unknown',
  'redirect',
  'status',
] as const satisfies readonly ChangeKind[];

/** Reason for an unknown page: the later crawl has nothing of it, and was cut short. */
export const NOT_REACHED = 'not-reached';

/** Statuses that say that a page is no longer there (RFC 9110 §15.5.5, §15.5.11). */
const GONE: ReadonlySet<number | null> = new Set([404, 410]);

/** The change of a URL; null if there is none. */
export function changeOf(before: UrlVersion | null, after: UrlVersion | null, judgement: Judgement): Change | null {
  const { isComplete } = judgement;
  if (areKeptCopies(before, after)) return null;
  if (before?.is !== 'page') return after?.is === 'page' ? added(before, after) : otherAnswer(before, after);
  if (after?.is === 'page') return changed(before, after, judgement);
  return after === null ? notFound(before, isComplete) : noPageNow(before, after);
}

/** Change of a page that the later execution has nothing of. */
function notFound({ url, title }: PageVersion, isComplete: boolean): Change {
  return isComplete
    ? { kind: 'removed', url, title, reason: 'unlinked', status: null }
    : { kind: 'unknown', url, title, reason: NOT_REACHED, status: null };
}

function noPageNow({ url, title }: PageVersion, after: OtherVersion): Change {
  const reason = removedReason(after);
  const { status } = after;
  if (reason === null) return { kind: 'unknown', url, title, reason: after.reason ?? after.is, status };
  const to = after.to?.url ?? null;
  return { kind: 'removed', url, title, reason, status, ...(to !== null && { to }) };
}

/** Change of a URL that is a page in neither. */
function otherAnswer(before: OtherVersion | null, after: OtherVersion | null): Change | null {
  if (before === null || after === null) return null;
  const { url } = after;
  if (before.to !== undefined && after.to !== undefined && !isSameTarget(before.to, after.to))
    return { kind: 'redirect', url, title: null, toBefore: before.to.url, to: after.to.url };
  const [statusBefore, status] = [before.status, after.status];
  if (statusBefore === null || status === null || statusBefore === status) return null;
  return before.kept || after.kept ? null : { kind: 'status', url, title: null, statusBefore, status };
}

/** Two workflows can have different rules for keys: the address counts where both are known. */
const isSameTarget = (a: RedirectedTo, b: RedirectedTo): boolean =>
  a.url !== null && b.url !== null ? a.url === b.url : a.key === b.key;

/** A tick does not tell copies of a page from pages where it kept them. */
export const areKeptCopies = (a: UrlVersion | null, b: UrlVersion | null): boolean =>
  (a?.is === 'page' && a.kept === true && b?.is === 'duplicate') ||
  (b?.is === 'page' && b.kept === true && a?.is === 'duplicate');

function removedReason({ is, status }: OtherVersion): RemovedReason | null {
  if (is === 'redirected' || is === 'duplicate') return is;
  return is === 'failed' && GONE.has(status) ? 'gone' : null;
}

const added = (before: OtherVersion | null, { url, title }: PageVersion): Change => ({
  kind: 'added',
  url,
  title,
  was: before === null ? null : (before.reason ?? before.is),
});

function changed(before: PageVersion, after: PageVersion, judgement: Judgement): Change | null {
  const isKept = before.kept === true || after.kept === true;
  const fields = isKept ? [] : changedFields(before.fields ?? {}, after.fields ?? {});
  const differs: Readonly<Record<ChangedPart, boolean>> = {
    text: differsInBytes(before, after) && judgement.sameText === false,
    bytes: differsInBytes(before, after),
    links: judgement.links !== null && judgement.links.added + judgement.links.removed > 0,
    title: !isKept && before.title !== after.title,
    fields: fields.length > 0,
  };
  const countsAsBytes = differs.bytes && (judgement.by === 'bytes' || judgement.sameText === null);
  const what = CHANGED_PARTS.filter((part) => differs[part]);
  if (!countsAsBytes && what.every((part) => part === 'bytes')) return null;
  const title = isKept ? (after.title ?? before.title) : after.title;
  const links = differs.links && judgement.links !== null ? { links: judgement.links } : {};
  return { kind: 'changed', url: after.url, title, what, fields, ...links };
}

/** Only digests of a page that a tick kept are known, and sometimes not that of the bytes. */
export const differsInBytes = (before: PageVersion, after: PageVersion): boolean =>
  before.digest !== after.digest &&
  !((before.kept === true || after.kept === true) && (before.digest === null || after.digest === null));

/** Names of the fields with another value, or with a value in one only, in alphabetical order. */
export function changedFields(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}
