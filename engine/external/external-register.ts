import type { Archive } from '#core/archive/archive.ts';
import { externalNextPrefix, externalPrefix } from '#core/archive/object-keys.ts';
import { codeOf, nullOn } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExternalRegister } from '#core/external/external-link.ts';
import { type RegisterHead, registerHeadsIn } from '#core/external/register-head.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';

export interface RegisterPorts {
  readonly catalog: Pick<Catalog, 'execution'>;
  readonly archive: Archive;
}

export interface OpenRegister {
  readonly head: RegisterHead;
  readonly register: ExternalRegister;
}

/** Executions that are looked at, from one to its base; some of a collection may have kept none. */
const MOST_BASES = 100;
/** Times that a register may be replaced while it is opened. */
const TRIES = 5;

/**
 * The register of external links that holds for an execution: its own once it has ended, before
 * that the one of the nearest execution that it is based on.
 * @returns null: none of them has one
 */
export async function externalRegister(ports: RegisterPorts, row: Execution): Promise<ExternalRegister | null> {
  return ((await ownRegister(ports.archive, row.id)) ?? (await registerBefore(ports, row)))?.register ?? null;
}

/** The register that an execution began with. */
export async function registerBefore(
  { catalog, archive }: RegisterPorts,
  row: Execution,
): Promise<OpenRegister | null> {
  let id = row.base;
  for (let bases = 0; id !== undefined && bases < MOST_BASES; bases++) {
    const register = await ownRegister(archive, id);
    if (register !== null) return register;
    id = (await rowOf(catalog, id))?.base;
  }
  return null;
}

/** The register that an execution left; null: none. */
export async function ownRegister(archive: Archive, id: ExecutionId): Promise<OpenRegister | null> {
  for (let tries = 1; ; tries++) {
    const head = (await registerHeads(archive, id)).at(-1);
    if (head === undefined) return null;
    try {
      return { head, register: await readJson<ExternalRegister>(archive, head.key, 'files') };
    } catch (error) {
      if (codeOf(error) !== 'OBJECT_NOT_FOUND' || tries === TRIES) throw error; // a check has replaced it
    }
  }
}

/** The last one counts; the others are removed when it is there. */
export async function registerHeads(archive: Archive, id: ExecutionId): Promise<RegisterHead[]> {
  const keys: string[] = [];
  for await (const { key } of archive.list(externalPrefix(id))) keys.push(key);
  return registerHeadsIn(keys);
}

/** Executions that have begun with the register of this one. */
export async function successorsOf(archive: Archive, id: ExecutionId): Promise<ExecutionId[]> {
  const prefix = externalNextPrefix(id);
  const found: ExecutionId[] = [];
  for await (const { key } of archive.list(prefix)) found.push(ExecutionId.parse(key.slice(prefix.length)));
  return found;
}

/** Executions of the command line have no owner: they are those of the person at this machine. */
export const haveOneOwner = (...rows: readonly Pick<Execution, 'owner'>[]): boolean =>
  new Set(rows.map(({ owner = LOCAL_USER }) => owner)).size === 1;

/** Null if it is deleted. */
export async function rowOf(catalog: Pick<Catalog, 'execution'>, id: ExecutionId): Promise<Execution | null> {
  return await nullOn('EXECUTION_NOT_FOUND', catalog.execution(id));
}
