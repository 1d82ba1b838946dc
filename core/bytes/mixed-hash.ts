/** A permutation of the numbers of 32 bits in which each bit depends on all (MurmurHash3's end). */
export function mixedHash(number: number): number {
  let hash = number ^ (number >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
