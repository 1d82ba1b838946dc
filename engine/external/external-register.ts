import type { Archive } from '#core/archive/archive.ts';
import { externalPrefix } from '#core/archive/object-keys.ts';
import { codeOf } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExternalRegister } from '#core/external/external-link.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';

export interface RegisterPorts {
  readonly catalog: Pick<Catalog, 'execution'>;
  readonly archive: Archive;
}

/** Executions that are looked at, from one to its base; some of a collection may have kept none. */
const MOST_BASES = 100;
/** Of the keys of registers: objects of links have a longer name. */
const HEAD = /\/external\/\d+\.json$/;

/**
 * The register of external links that holds for an execution: its own once it has ended, before
 * that the one of the nearest execution that it is based on.
 * @returns null: none of them has one
 */
export async function externalRegister(ports: RegisterPorts, row: Execution): Promise<ExternalRegister | null> {
  return (await ownRegister(ports.archive, row.id)) ?? (await registerBefore(ports, row));
}

/** The register that an execution began with. */
export async function registerBefore(
  { catalog, archive }: RegisterPorts,
  row: Execution,
): Promise<ExternalRegister | null> {
  let id = row.base;
  for (let bases = 0; id !== undefined && bases < MOST_BASES; bases++) {
    const register = await ownRegister(archive, id);
    if (register !== null) return register;
    id = (await rowOf(catalog, id))?.base;
  }
  return null;
}

/** The register that an execution left; null: none. */
export async function ownRegister(archive: Archive, id: ExecutionId): Promise<ExternalRegister | null> {
  let last: string | null = null;
  for await (const { key } of archive.list(externalPrefix(id))) if (HEAD.test(key)) last = key;
  return last === null ? null : await readJson<ExternalRegister>(archive, last, 'files');
}

/** Null: it is deleted. */
export async function rowOf(catalog: Pick<Catalog, 'execution'>, id: ExecutionId): Promise<Execution | null> {
  try {
    return await catalog.execution(id);
  } catch (error) {
    if (codeOf(error) === 'EXECUTION_NOT_FOUND') return null;
    throw error;
  }
}
