import type { ChangeKind } from '#core/diff/change.ts';
import { printableJson } from '#core/model/printable.ts';
import { type DiffLine, diffExecutions } from '#engine/diff/diff-executions.ts';
import { type ComparisonRequest, openComparison } from '#engine/diff/open-comparison.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import type { ListTasksPorts } from '#engine/list-tasks/list-tasks.ts';

export interface DiffRequest extends ComparisonRequest {
  /** Only these changes; the counts are of all. @default all */
  readonly kind?: ChangeKind;
}

/**
 * Finds the changes on a server: the lines of `diffLines`, or an error that says when there are
 * some.
 */
export type FindChanges = (request: DiffRequest) => AsyncGenerator<string>;

/**
 * Changes between two executions of one place, as lines of JSON (DiffLine). The scratch is removed
 * when the lines end or their reader leaves.
 * @throws SurfError EXECUTION_NOT_FOUND, OBJECT_CORRUPT
 */
export async function* diffLines(
  source: ExportSource & ListTasksPorts,
  tools: ExportTools,
  { kind, ...request }: DiffRequest,
): AsyncGenerator<string> {
  const { input, close } = await openComparison(source, tools, request);
  const { before, after } = request;
  try {
    const { counts, changes } = await diffExecutions(input);
    const complete = input.isComplete;
    yield lineOf({ type: 'summary', before, after, complete, counts });
    for await (const change of changes) {
      if (kind === undefined || change.kind === kind) yield lineOf({ type: 'change', ...change });
    }
  } finally {
    await close();
  }
}

const lineOf = (line: DiffLine): string => `${printableJson(line)}\n`;
