import type { PageState } from '#core/collection/page-state.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import type { KeyRules } from '#core/url/key-rules.ts';
import type { DiffSide } from '#engine/diff/diff-side.ts';
import { type KnownOutcome, keptVersion, pageVersion, taskVersion } from '#engine/diff/known-version.ts';
import type { TaskOutcome, TaskView } from '#engine/list-tasks/task-view.ts';

/** Task of a URL as a server lists it. */
export type ListedTask = TaskOutcome & Pick<TaskView, 'redirectsTo'>;

/** Lists that a server has of an execution. */
export interface ListedParts {
  readonly keyRules: KeyRules;
  readonly pages: () => AsyncIterable<PageLine>;
  readonly tasks: () => AsyncIterable<ListedTask>;
  /** Pages that a tick knew of its collection, and kept where it has no task. */
  readonly known: () => Promise<AsyncIterable<PageState> | readonly PageState[]>;
}

/** A side of a comparison, from the lists of a server. */
export const listedSide = ({ keyRules, pages, tasks, known }: ListedParts): DiffSide => ({
  keyRules,
  async *versions() {
    for await (const page of pages()) yield [pageVersion(null, page)];
    for await (const task of tasks()) {
      const version = taskVersion(null, withTarget(task, keyRules));
      if (version !== null) yield [version];
    }
    for await (const page of await known()) yield [keptVersion(page)];
  },
});

function withTarget(task: ListedTask, rules: KeyRules): KnownOutcome {
  const url = task.redirectsTo;
  const target = url === null ? null : parseCrawlUrl(url);
  return target === null ? task : { ...task, to: { key: urlKey(target, rules), url } };
}
