import type { KeyRules } from '#core/url/key-rules.ts';
import type { KnownVersion } from '#engine/diff/known-version.ts';

/** One of two executions that are compared. */
export interface DiffSide {
  /** Of its workflow: they made the keys of its URLs. */
  readonly keyRules: KeyRules;
  /** What it knows of each URL, some at a time, in any order. */
  versions(): AsyncIterable<readonly KnownVersion[]>;
}
