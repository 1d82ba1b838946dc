import type { Plan } from '#core/archive/plan.ts';
import { SurfError } from '#core/error.ts';
import { SelectionRules } from '#core/selection/compiled/selection-rules.ts';
import { RecordWriter, type RecordWriterParts } from '#engine/crawl-unit/chunk/record-writer.ts';
import { PluginStages } from '#engine/crawl-unit/plugins/plugin-stages.ts';
import type { WorkerPorts } from '#engine/crawl-unit/unit/worker-ports.ts';

/**
 * Creates the writer of the unit's records; null if the workflow takes none.
 * @throws SurfError WORKFLOW_INVALID when this worker cannot extract
 */
export function unitRecords(
  { extractor, plugins = [] }: WorkerPorts,
  { workflow, execution }: Plan,
  write: RecordWriterParts['write'],
): RecordWriter | null {
  if (workflow.selection === null && workflow.plugins.length === 0) return null;
  const selection = selectionOf(workflow, extractor);
  const stages = workflow.plugins.length === 0 ? null : new PluginStages({ plugins, workflow, execution });
  return new RecordWriter({ selection, stages, write });
}

function selectionOf(
  { selection }: Plan['workflow'],
  extractor: WorkerPorts['extractor'],
): RecordWriterParts['selection'] {
  if (selection === null) return null;
  if (extractor === undefined) {
    throw new SurfError('WORKFLOW_INVALID', 'the workflow has a selection policy, and this worker cannot extract', {
      remedy: 'crawl without selection; surf extract extracts records from the archive',
    });
  }
  return { rules: new SelectionRules(selection), extractor: extractor(selection) };
}
