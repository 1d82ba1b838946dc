import type { Archive } from '#core/archive/archive.ts';
import { attemptName, externalHead, externalNext, externalObject, externalPrefix } from '#core/archive/object-keys.ts';
import { codeOf } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import { type ExternalRegister, externalKeys, MOST_EXTERNAL_LINKS } from '#core/external/external-link.ts';
import type { RandomId } from '#core/model/clock.ts';
import { ExternalRules } from '#core/scope/external/external-rules.ts';
import {
  type OpenRegister,
  ownRegister,
  type RegisterPorts,
  registerBefore,
  registerHeads,
  rowOf,
} from '#engine/external/external-register.ts';
import { checksOf, FOLDED, foldChecks } from '#engine/external/fold-checks.ts';
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

/** Times that a check may replace the register before while it is read. */
const TRIES = 5;

/**
 * Merges the links that left the scope of an ended execution into the register of its collection,
 * in bounded memory. Does nothing where the workflow keeps none. Once more is the same.
 *
 * @returns null; or why a new register began: the previous one could not be read
 */
export async function keepExternal(ports: KeepPorts, request: KeepRequest): Promise<string | null> {
  const { row, most } = request;
  const { external, key } = (await ports.catalog.workflow(row.workflowId, row.workflowVersion)).definition;
  if (!external.keep) return null;
  const parts = { rules: new ExternalRules(external), keys: externalKeys(key), most: most ?? MOST_EXTERNAL_LINKS };
  const { before, fault } = await keptFrom(ports, request, parts);
  await keepAnswers(ports, row, before);
  await removeOthers(ports.archive, row);
  return fault;
}

/** A process that was killed after the last commit of the base left no register. */
async function keepBase(ports: KeepPorts, { row: { base }, most }: KeepRequest): Promise<void> {
  if (base === undefined || (await registerHeads(ports.archive, base)).length > 0) return;
  const row = await rowOf(ports.catalog, base);
  if (row !== null) await keepExternal(ports, { row, ...(most !== undefined && { most }) });
}

interface Kept {
  /** The register that was merged; null: none. */
  readonly before: OpenRegister | null;
  readonly fault: string | null;
}

/** Writes the register, if it is not there. */
async function keptFrom(
  ports: KeepPorts,
  request: KeepRequest,
  parts: Pick<MergeParts, 'rules' | 'keys' | 'most'>,
): Promise<Kept> {
  const { row } = request;
  if ((await registerHeads(ports.archive, row.id)).some(({ wave }) => wave === row.wave)) {
    return { before: null, fault: null };
  }
  for (let tries = 1; ; tries++) {
    let before: OpenRegister | null = null;
    try {
      await keepBase(ports, request);
      before = await registerBefore(ports, row);
      if (before?.register.keys !== parts.keys) before = null;
      await writeRegister(ports, row, { ...parts, before: before?.register ?? null });
      return { before, fault: null };
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'OBJECT_NOT_FOUND' && code !== 'OBJECT_CORRUPT') throw error;
      if (tries < TRIES && before !== null && (await isReplaced(ports, row, before))) continue;
      await writeRegister(ports, row, { ...parts, before: null });
      return { before: null, fault: (error as Error).message };
    }
  }
}

/** Has a check replaced the register before since it was opened? */
async function isReplaced(ports: KeepPorts, row: Execution, { head }: OpenRegister): Promise<boolean> {
  return (await registerBefore(ports, row))?.head.key !== head.key;
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
  if (parts.before !== null) await leaveWord(archive, parts.before, row);
  await archive.put(externalHead(row.id, row.wave), [Buffer.from(JSON.stringify(register))]); // the first one counts
}

/**
 * Called before the register is written, so that a check of the previous register finds this note,
 * or this execution copies its answers.
 */
async function leaveWord(archive: Archive, { execution }: ExternalRegister, { id }: Execution): Promise<void> {
  await archive.put(externalNext(execution, id), [Buffer.from(id)]);
}

/**
 * Answers that the register does not have: a resumed execution has made it again; or a check has
 * ended while it was made.
 */
async function keepAnswers(ports: KeepPorts, row: Execution, merged: OpenRegister | null): Promise<void> {
  const { archive } = ports;
  for (const { wave, key } of await registerHeads(archive, row.id)) {
    if (wave !== row.wave) await foldRegister(ports, row, await readJson<ExternalRegister>(archive, key, 'files'));
  }
  const now = await registerBefore(ports, row);
  if (now !== null && now.head.key !== merged?.head.key) await foldRegister(ports, row, now.register);
}

async function foldRegister(ports: KeepPorts, row: Execution, register: ExternalRegister): Promise<void> {
  if (register.checks !== undefined) await foldChecks(ports, row.id, () => checksOf(ports.archive, register));
}

const isWord = (key: string): boolean => /\/external\/next\//.test(key);

/**
 * Removes registers that others have replaced, and what attempts left that lost or died. The files
 * of a check that ends at the moment stay.
 */
async function removeOthers(archive: Archive, { id }: Execution): Promise<void> {
  const own = await ownRegister(archive, id);
  if (own === null) return;
  const kept = new Set([own.head.key, ...own.register.files.flatMap(({ object, index }) => [object, index])]);
  const older = new Set<string>();
  for (const { key } of await registerHeads(archive, id)) {
    if (kept.has(key)) continue;
    const { files } = await readJson<ExternalRegister>(archive, key, 'files');
    for (const { object, index } of files) older.add(object).add(index);
  }
  for await (const { key } of archive.list(externalPrefix(id))) {
    if (!kept.has(key) && (older.has(key) || !(FOLDED.test(key) || isWord(key)))) await archive.delete([key]);
  }
}
