import type { Archive } from '#core/archive/archive.ts';
import { attemptName, externalHead, externalObject, externalPrefix } from '#core/archive/object-keys.ts';
import { codeOf } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import { type ExternalRegister, externalKeys, MOST_EXTERNAL_LINKS } from '#core/external/external-link.ts';
import type { RandomId } from '#core/model/clock.ts';
import { ExternalRules } from '#core/scope/external/external-rules.ts';
import { ownRegister, type RegisterPorts, registerBefore, rowOf } from '#engine/external/external-register.ts';
import { foundLinks } from '#engine/external/found-links.ts';
import { type MergeParts, RegisterMerge } from '#engine/external/register-merge.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { KeyedFiles } from '#engine/frontier/keyed-files.ts';

export interface KeepPorts extends RegisterPorts {
  readonly catalog: Pick<Catalog, 'execution' | 'workflow'>;
  readonly random: RandomId;
}

/** An ended execution whose links are merged. */
export interface KeepRequest {
  readonly row: Execution;
  /** Most links of the register. @default 1,000,000 */
  readonly most?: number;
}

/**
 * Merges the links that left the scope of an ended execution into the register of its collection,
 * in bounded memory. Does nothing where the workflow keeps none. Once more is the same.
 *
 * @returns null; or why a new register began: the one before could not be read
 */
export async function keepExternal(ports: KeepPorts, request: KeepRequest): Promise<string | null> {
  const { row, most = MOST_EXTERNAL_LINKS } = request;
  const { external, key } = (await ports.catalog.workflow(row.workflowId, row.workflowVersion)).definition;
  if (!external.keep) return null;
  const keys = externalKeys(key);
  const keep = async (before: ExternalRegister | null): Promise<void> =>
    await writeRegister(ports, row, { before, rules: new ExternalRules(external), keys, most });
  try {
    await keepBase(ports, request);
    const before = await registerBefore(ports, row);
    await keep(before?.keys === keys ? before : null);
    return null;
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'OBJECT_NOT_FOUND' && code !== 'OBJECT_CORRUPT') throw error;
    await keep(null);
    return (error as Error).message;
  }
}

/** A process that was killed behind the last commit of the base left no register. */
async function keepBase(ports: KeepPorts, { row: { base }, most }: KeepRequest): Promise<void> {
  if (base === undefined || (await ownRegister(ports.archive, base)) !== null) return;
  const row = await rowOf(ports.catalog, base);
  if (row !== null) await keepExternal(ports, { row, ...(most !== undefined && { most }) });
}

async function writeRegister(
  { archive, random }: KeepPorts,
  row: Execution,
  parts: Omit<MergeParts, 'found'>,
): Promise<void> {
  const attempt = attemptName(row.wave, random());
  const place = { archive, name: (what: string) => externalObject(row.id, attempt, what) };
  const merge = new RegisterMerge(row, { ...parts, found: await foundLinks(place, row) });
  const files = new KeyedFiles(place, 'links');
  for await (const line of merge.lines(archive)) {
    const full = files.add(line);
    if (full !== undefined) await full;
  }
  const register: ExternalRegister = { ...merge.sums(), files: await files.finish() };
  const key = externalHead(row.id, row.wave);
  const isFirst = (await archive.put(key, [Buffer.from(JSON.stringify(register))])) === 'created';
  const { files: kept } = isFirst ? register : await readJson<ExternalRegister>(archive, key, 'files');
  await removeOthers(archive, row, new Set([key, ...kept.flatMap(({ object, index }) => [object, index])]));
}

/** Removes registers of earlier waves, and what attempts left that lost or died. */
async function removeOthers(archive: Archive, { id }: Execution, kept: ReadonlySet<string>): Promise<void> {
  for await (const { key } of archive.list(externalPrefix(id))) if (!kept.has(key)) await archive.delete([key]);
}
