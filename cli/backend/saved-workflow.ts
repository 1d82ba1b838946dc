import type { Backend } from '#cli/backend/backend.ts';
import type { SavedWorkflow } from '#cli/workflows/saved-workflows.ts';
import { SurfError } from '#core/error.ts';

/** Finds a saved workflow by its name. @throws SurfError WORKFLOW_NOT_FOUND */
export async function savedWorkflow({ workflows, name: place }: Backend, name: string): Promise<SavedWorkflow> {
  const found = await workflows.find(name);
  if (found !== null) return found;
  throw new SurfError(
    'WORKFLOW_NOT_FOUND',
    `no saved workflow in ${place} is named ${JSON.stringify(name.slice(0, 200))}`,
    {
      remedy: 'surf apply FILE saves a workflow file under its name',
    },
  );
}
