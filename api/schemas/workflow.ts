import { z } from '@hono/zod-openapi';
import { isoTime } from '#api/schemas/iso-time.ts';
import { WorkflowId } from '#core/model/ids.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import type { WorkflowHead } from '#core/workflow/workflow-store.ts';

/** The engine's schema. Its named parts become components of the description. */
const { $schema: _, $defs, ...DEFINITION_SCHEMA } = withComponentRefs(z.toJSONSchema(Workflow, { io: 'input' }));

/** Components that the definition refers to. */
export const DEFINITION_PARTS: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries($defs ?? {}).map(([name, schema]) => [componentName(name), schema]),
);

function withComponentRefs(schema: object): { $schema?: unknown; $defs?: Record<string, unknown> } {
  const refs = /"#\/\$defs\/([^"]+)"/g;
  const text = JSON.stringify(schema).replace(refs, (_, name) => `"#/components/schemas/${componentName(name)}"`);
  return JSON.parse(text);
}

function componentName(name: string): string {
  return `WorkflowPart${name.replaceAll('_', '')}`;
}

/**
 * A definition as clients send it. The engine's schema documents it, and `checkWorkflow` checks it:
 * its messages name field, value and allowed values.
 */
export const Definition = z
  .record(z.string(), z.unknown())
  .openapi('WorkflowDefinition', DEFINITION_SCHEMA as Record<string, unknown>);

export const WorkflowSummary = z
  .object({
    id: WorkflowId,
    owner: z.string(),
    name: z.string(),
    version: z.int().positive().openapi({ description: 'The newest.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .openapi('WorkflowSummary');
export type WorkflowSummary = z.infer<typeof WorkflowSummary>;

export const WorkflowView = WorkflowSummary.extend({ definition: Definition }).openapi('Workflow');
export type WorkflowView = z.infer<typeof WorkflowView>;

export const summaryOf = ({ id, owner, name, version, createdAt, updatedAt }: WorkflowHead): WorkflowSummary => ({
  id,
  owner,
  name,
  version,
  createdAt: isoTime(createdAt),
  updatedAt: isoTime(updatedAt),
});
