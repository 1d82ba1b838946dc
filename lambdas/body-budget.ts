const MEBI = 1024 * 1024;
/**
 * Memory of a function in MB that is not for bodies. Measured: 102 for Node and the bundle, up to
 * 60 for the heap and blocks that wait for a collection.
 */
const RUNTIME_MB = 192;
/**
 * Copies of a body: on the wire, decoded, as text and in the archive's blocks. The last ones remain
 * until they are collected.
 */
const PARTS = 4;
const [LEAST_MB, MOST_MB] = [16, 256];

/**
 * Memory for bodies that are being read or decoded, in bytes: a quarter of the function's memory
 * beside its runtime, from 16 to 256 MiB (256 MB: 16, 512 MB: 80, 1,024 MB: 208).
 * @param memoryMb of the function
 */
export const bodyBudgetBytes = (memoryMb: number): number =>
  Math.min(MOST_MB, Math.max(LEAST_MB, Math.floor((memoryMb - RUNTIME_MB) / PARTS))) * MEBI;
