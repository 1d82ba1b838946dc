import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '#cli/command.ts';
import { type Embedded, openEmbedded } from '#cli/wiring.ts';
import { SurfError } from '#core/error.ts';
import { ExecutionId } from '#core/execution/ids.ts';

/** Does the folder hold the data of a Surf? */
export const hasData = (folder: string): boolean => existsSync(join(folder, 'surf.db'));

/** Opens the data folder for `work`, and closes it whatever happens. */
export async function withData<T>(call: Call, work: (surf: Embedded) => Promise<T>): Promise<T> {
  const surf = openEmbedded({ data: call.data, ...(call.spare !== undefined && { spare: call.spare }) });
  try {
    return await work(surf);
  } finally {
    await surf.close();
  }
}

/**
 * The same for a command about one execution, its first argument. Makes no folder where there is none.
 * @throws SurfError EXECUTION_NOT_FOUND
 */
export async function withExecution<T>(call: Call, work: (surf: Embedded, id: ExecutionId) => Promise<T>): Promise<T> {
  const name = call.positionals[0] ?? '';
  if (!hasData(call.data)) throw notFound(name, call.data, 'there are no executions in it');
  return await withData(call, async (surf) => work(surf, await executionNamed(surf, name)));
}

/** The execution of this id, or the newest one: `last`. @throws SurfError EXECUTION_NOT_FOUND */
export async function executionNamed(surf: Embedded, name: string): Promise<ExecutionId> {
  if (name === 'last') {
    const [newest] = (await surf.catalog.executions(1)).rows;
    if (newest === undefined) throw notFound(name, surf.data, 'there are no executions in it');
    return newest.id;
  }
  const id = ExecutionId.safeParse(name);
  if (!id.success) throw notFound(name, surf.data, 'an id looks like x0mk3r9…');
  return (await surf.catalog.execution(id.data)).id;
}

const notFound = (name: string, data: string, why: string): SurfError =>
  new SurfError(
    'EXECUTION_NOT_FOUND',
    `no execution ${JSON.stringify(name.slice(0, 100))} in the data folder ${data}`,
    {
      remedy: `${why}; surf ls lists the executions, --data names another folder`,
    },
  );
