import { decodeLevelIndex, firstLines } from '#core/frontier/wave/level-index.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import type { Line, Shape } from '#engine/verify/audit/object-reader.ts';

/**
 * A line of a level list, its place in rank order (from 0), its place among its host's lines, and
 * its host.
 */
export interface ListedTask {
  readonly line: Line;
  readonly place: number;
  readonly host: string;
  readonly hostNumber: number;
  readonly nth: number;
}

const HOST_NAMES: Shape<readonly string[]> = {
  parse: (json) => {
    if (Array.isArray(json) && json.every((name) => typeof name === 'string')) return json;
    throw new TypeError('not a list of host names');
  },
};

/**
 * Reads a level list: its lines in the order of the file, with the places that its index gives
 * them.
 */
export async function readLevelList(audit: Audit, list: string): Promise<Iterable<ListedTask>> {
  const { objects } = audit;
  const tasks = await objects.bytes(`${list}tasks.jsonl`, 'level-missing');
  const index = await objects.bytes(`${list}index.bin`, 'level-index');
  const hosts = await objects.json(`${list}hosts.json`, HOST_NAMES, 'level-index');
  return tasks === null ? [] : placed(audit, list, { tasks, index: index ?? new Uint8Array(0), hosts: hosts ?? [] });
}

function* placed(
  { objects, differences }: Audit,
  list: string,
  read: { tasks: Uint8Array; index: Uint8Array; hosts: readonly string[] },
): Generator<ListedTask> {
  const { tasks, index, hosts } = read;
  const size = Math.floor(index.length / 8);
  const { order, length } = decodeLevelIndex(index, size);
  const first = firstLines({ order, length }, hosts.length);
  const placeOf = new Int32Array(size).fill(-1);
  const next = first.slice();
  for (const [place, host] of order.entries()) {
    const line = next[host] ?? size;
    placeOf[line] = place;
    next[host] = line + 1;
  }
  let line = 0;
  let host = 0;
  for (const value of objects.lines(`${list}tasks.jsonl`, tasks, 'level-missing')) {
    while (host + 1 < hosts.length && line >= (first[host + 1] ?? 0)) host += 1;
    const place = placeOf[line] ?? -1;
    yield { line: value, place, host: hosts[host] ?? '', hostNumber: host, nth: line - (first[host] ?? 0) };
    line += 1;
  }
  const bytes = length.reduce((sum, each) => sum + each, 0);
  const expected = { lines: line, bytes: tasks.length, index: size * 8 };
  const found = { lines: size, bytes, index: index.length };
  if (line !== size || bytes !== tasks.length || index.length !== size * 8) {
    differences.add('level-index', `${list}index.bin`, { expected, found });
  }
}
