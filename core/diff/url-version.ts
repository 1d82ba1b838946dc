/** One of the two executions that are compared. */
export type SideName = 'before' | 'after';

/** Facts that one execution has about a URL. */
export type UrlVersion = PageVersion | OtherVersion;

/** A page: stored, or found to be as it was. */
export interface PageVersion {
  readonly is: 'page';
  readonly url: string;
  readonly title: string | null;
  /** SHA-256 of the decoded body, hex. */
  readonly digest: string | null;
  /** Digest of the main text (core/content/text-digest.ts); null: the crawl made none. */
  readonly text: string | null;
  /** Values that the selection policy took from it, as JSON per field; null if there are none. */
  readonly fields: Readonly<Record<string, string>> | null;
  /** A tick kept it: only its digests are known. @default false */
  readonly kept?: true;
}

/** A URL that is not a page there. */
export interface OtherVersion {
  readonly is: 'duplicate' | 'redirected' | 'skipped' | 'failed' | 'pending';
  readonly url: string;
  /** Reason why it was skipped or failed. */
  readonly reason: string | null;
  readonly status: number | null;
  /** Target of its redirect. Absent: it does not redirect, or the target is not known. */
  readonly to?: RedirectedTo;
  /** A tick kept it: its status and reason are not known. @default false */
  readonly kept?: true;
}

/** The target of a redirect. */
export interface RedirectedTo {
  /** Key by the rules of the execution's workflow. */
  readonly key: string;
  /** Null: a tick kept the redirect, and knows the key alone. */
  readonly url: string | null;
}
