/**
 * Gives memory back at once in place of with the next full collection, which may be far: what is as large as a wave is old when it is let go, and lies about
 * beside what comes next (docs/performance.md). Nobody may read these bytes any more, nor anything else in their buffers. Small ones are left to the collector:
 * Node cuts them out of a buffer that they share.
 */
export function giveBack(parts: Iterable<ArrayBufferView>): void {
  for (const { buffer } of parts)
    if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}
