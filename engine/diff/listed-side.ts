import type { PageState } from '#core/collection/page-state.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import type { KeyRules } from '#core/url/key-rules.ts';
import type { DiffSide } from '#engine/diff/diff-side.ts';
import { keptVersion, pageVersion, taskVersion } from '#engine/diff/known-version.ts';
import type { TaskOutcome } from '#engine/list-tasks/task-view.ts';

/** What a server lists of an execution. */
export interface ListedParts {
  readonly keyRules: KeyRules;
  readonly pages: () => AsyncIterable<PageLine>;
  readonly tasks: () => AsyncIterable<TaskOutcome>;
  /** Of a tick: what it knew of its collection, and kept where it has no task. */
  readonly known: () => Promise<AsyncIterable<PageState> | readonly PageState[]>;
}

/** A side of a comparison, from the lists of a server. */
export const listedSide = ({ keyRules, pages, tasks, known }: ListedParts): DiffSide => ({
  keyRules,
  async *versions() {
    for await (const page of pages()) yield [pageVersion(null, page)];
    for await (const task of tasks()) {
      const version = taskVersion(null, task);
      if (version !== null) yield [version];
    }
    for await (const page of await known()) yield [keptVersion(page)];
  },
});
