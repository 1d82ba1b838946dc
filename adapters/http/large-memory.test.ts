import { expect, it } from 'vitest';
import { LargeMemory } from '#adapters/http/large-memory.ts';

const MEBI = 1024 * 1024;

it('memory that was let go is collected while large bodies are read and handed over (N8)', () => {
  const memory = new LargeMemory();
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  for (let n = 0; n < 40; n++) {
    let body: Uint8Array | null = new Uint8Array(16 * MEBI);
    for (let read = 0; read < 16; read++) memory.read(MEBI); // it grows old meanwhile
    memory.handedOver(body.length);
    body = null;
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }

  expect(most).toBeLessThan(160 * MEBI);
});
