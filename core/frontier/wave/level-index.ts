/**
 * The index of a level list. Ranks are given in the order of `order`: the task at place p (0-based)
 * belongs to host `order[p]` (a number in the list's own hosts), and is the next of that host in
 * the tasks object, which is grouped by host. `length[i]` is the byte length of the i-th line of
 * the tasks object, LF included. Layout: two unsigned 32-bit little-endian arrays, one after the
 * other.
 */
export interface LevelIndex {
  readonly order: Uint32Array;
  readonly length: Uint32Array;
}

export function encodeLevelIndex(index: LevelIndex): Uint8Array[] {
  return [bytesOf(index.order), bytesOf(index.length)];
}

/** @param tasks number of tasks in the list */
export function decodeLevelIndex(bytes: Uint8Array, tasks: number): LevelIndex {
  const copy = new Uint32Array(tasks * 2);
  bytesOf(copy).set(bytes.subarray(0, tasks * 8));
  return { order: copy.subarray(0, tasks), length: copy.subarray(tasks) };
}

/**
 * Place of each host's first line in the tasks object, with the total at the end.
 * @param hosts number of hosts
 */
export function firstLines(index: LevelIndex, hosts: number): Uint32Array {
  const first = new Uint32Array(hosts + 1);
  for (const host of index.order) first[host + 1] = (first[host + 1] ?? 0) + 1;
  for (let host = 0; host < hosts; host++) first[host + 1] = (first[host + 1] ?? 0) + (first[host] ?? 0);
  return first;
}

const bytesOf = (array: Uint32Array): Uint8Array => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
