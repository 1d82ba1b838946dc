import type { Judgement } from '#core/diff/change.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { archivedSide } from '#engine/diff/archived-side.ts';
import { type ArchivedVersionSide, ArchivedVersions } from '#engine/diff/archived-versions.ts';
import { changedPages } from '#engine/diff/changed-pages.ts';
import type { DiffInput } from '#engine/diff/diff-executions.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import { archiveSupply } from '#engine/export/supply/archive-supply.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import type { ListTasksPorts } from '#engine/list-tasks/list-tasks.ts';

/** Two executions of one place. */
export interface ComparisonRequest {
  readonly before: ExecutionId;
  readonly after: ExecutionId;
  /** @default text */
  readonly by?: Judgement['by'];
  /** Are the links of pages compared? @default false */
  readonly links?: boolean;
}

/** Input of a comparison, until it is closed. */
export interface OpenComparison {
  readonly input: DiffInput;
  close(): Promise<void>;
}

/** Pages that a request reads: further ones are judged by their bytes. */
const MOST_READ = 2_000;

/** @throws SurfError EXECUTION_NOT_FOUND, OBJECT_CORRUPT */
export async function openComparison(
  source: ExportSource & ListTasksPorts,
  tools: ExportTools,
  { before, after, by = 'text', links = false }: ComparisonRequest,
): Promise<OpenComparison> {
  const supply = archiveSupply(source);
  const isOfAll = isComplete(await source.catalog.execution(after));
  const textsOf = async (id: ExecutionId): Promise<ArchivedVersionSide> => ({
    id,
    keyRules: (await supply.definition(id)).key,
    ports: async () => source,
  });
  const sides = { before: await textsOf(before), after: await textsOf(after) };
  const { scratch, close } = await tools.openScratch();
  const texts = tools.texts();
  return {
    input: {
      before: await archivedSide(source, before),
      after: await archivedSide(source, after),
      isComplete: isOfAll,
      by,
      links,
      scratch,
      archived: new ArchivedVersions({ ...sides, texts, most: MOST_READ }),
      keyRules: sides.after.keyRules,
    },
    close: async () => {
      await texts.close();
      await close();
    },
  };
}

/** Addresses of the pages that are new, changed or moved. */
export async function pagesChanged(
  source: ExportSource & ListTasksPorts,
  tools: ExportTools,
  request: ComparisonRequest,
): Promise<Set<string>> {
  const { input, close } = await openComparison(source, tools, request);
  try {
    return await changedPages(input);
  } finally {
    await close();
  }
}

/** Did it reach everything that it found? A tick did not try. */
const isComplete = ({ status, counts }: Execution): boolean => status === 'succeeded' && counts.kept === undefined;
