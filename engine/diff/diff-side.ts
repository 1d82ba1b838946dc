import type { KeyRules } from '#core/url/key-rules.ts';
import type { KnownVersion } from '#engine/diff/known-version.ts';

/** One of two executions that are compared. */
export interface DiffSide {
  /** Rules of its workflow: they made the keys of its URLs. */
  readonly keyRules: KeyRules;
  /** Versions of its URLs, some at a time, in any order. */
  versions(): AsyncIterable<readonly KnownVersion[]>;
}
