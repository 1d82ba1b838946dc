import type { Backend } from '#cli/backend/backend.ts';
import { withExport } from '#cli/export/write-export.ts';
import type { Judgement } from '#core/diff/change.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { type ArchivedVersionSide, ArchivedVersions } from '#engine/diff/archived-versions.ts';
import type { DiffInput } from '#engine/diff/diff-executions.ts';
import type { ExecutionView } from '#engine/overview/describe-execution.ts';

/** Two executions, and the criteria for a change. */
export interface Comparison {
  readonly before: ExecutionId;
  readonly after: ExecutionId;
  readonly by: Judgement['by'];
  /** True if links of pages are compared. @default false */
  readonly links?: boolean;
}

/** Opens the input of a comparison for the duration of `work`. */
export async function withComparison<T>(
  backend: Backend,
  { before, after, by, links = false }: Comparison,
  work: (input: DiffInput) => Promise<T>,
): Promise<T> {
  const place = { supply: (scratch: string) => backend.exports(scratch), beside: null };
  return await withExport(place, { id: after }, async ({ supply, scratch, texts }) => {
    const opened = texts();
    const textsOf = async (id: ExecutionId): Promise<ArchivedVersionSide> => ({
      id,
      keyRules: (await supply.definition(id)).key,
      ports: async () => await supply.kept(id),
    });
    try {
      return await work({
        before: await backend.compared(before, supply),
        after: await backend.compared(after, supply),
        isComplete: isComplete(await backend.describe(after)),
        by,
        links,
        archived: new ArchivedVersions({ before: await textsOf(before), after: await textsOf(after), texts: opened }),
        keyRules: (await supply.definition(after)).key,
        scratch,
      });
    } finally {
      await opened.close();
    }
  });
}

/** True if the crawl reached all that it found. A tick does not try to. */
export const isComplete = ({ status, counts }: ExecutionView): boolean =>
  status === 'succeeded' && counts.kept === undefined;
