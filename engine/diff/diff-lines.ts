import type { ChangeKind, Judgement } from '#core/diff/change.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { printableJson } from '#core/model/printable.ts';
import { knownPagesOf } from '#engine/collection/known-pages.ts';
import { type DiffLine, type DiffSide, diffExecutions } from '#engine/diff/diff-executions.ts';
import { type TextSide, VersionTexts } from '#engine/diff/version-texts.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import { archiveSupply } from '#engine/export/supply/archive-supply.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { type ListTasksPorts, listTasks } from '#engine/list-tasks/list-tasks.ts';

export interface DiffRequest {
  readonly before: ExecutionId;
  readonly after: ExecutionId;
  /** Only these changes; the counts are of all. @default all */
  readonly kind?: ChangeKind;
  /** @default text */
  readonly by?: Judgement['by'];
}

/** Pages whose texts a request compares: further ones are judged by their bytes. */
const MOST_READ = 2_000;

/**
 * What changed between two executions of one place, a JSON object a line (DiffLine). The scratch is
 * removed when the lines end, also when their reader leaves.
 * @throws SurfError EXECUTION_NOT_FOUND, OBJECT_CORRUPT
 */
export async function* diffLines(
  source: ExportSource & ListTasksPorts,
  tools: ExportTools,
  { before, after, kind, by = 'text' }: DiffRequest,
): AsyncGenerator<string> {
  const supply = archiveSupply(source);
  const sideOf = (id: ExecutionId): DiffSide => ({
    pages: () => supply.pages({ id }),
    tasks: () => listTasks(source, id, {}),
    known: () => knownPagesOf(source, id),
  });
  const textsOf = async (id: ExecutionId): Promise<TextSide> => ({
    ...{ id, keyRules: (await supply.definition(id)).key },
    ports: async () => source,
  });
  const { scratch, close } = await tools.openScratch();
  const texts = tools.texts();
  try {
    const complete = isComplete(await source.catalog.execution(after));
    const { counts, changes } = await diffExecutions({
      before: sideOf(before),
      after: sideOf(after),
      isComplete: complete,
      by,
      texts: new VersionTexts({
        ...{ before: await textsOf(before), after: await textsOf(after) },
        ...{ texts, most: MOST_READ },
      }),
      keyRules: (await supply.definition(after)).key,
      scratch,
    });
    yield lineOf({ type: 'summary', before, after, complete, counts });
    for await (const change of changes) {
      if (kind === undefined || change.kind === kind) yield lineOf({ type: 'change', ...change });
    }
  } finally {
    await texts.close();
    await close();
  }
}

/** Did it reach everything that it found? A tick did not try. */
const isComplete = ({ status, counts }: Execution): boolean => status === 'succeeded' && counts.kept === undefined;

const lineOf = (line: DiffLine): string => `${printableJson(line)}\n`;
