import { expect, it } from 'vitest';
import { LargeMemory } from '#adapters/http/body/large-memory.ts';

const MEBI = 1024 * 1024;

it('read buffers are collected every four mebibytes, bodies that were used before they come to more than 64 (N8)', () => {
  const collected: string[] = [];
  const memory = new LargeMemory(64 * MEBI, () => (options) => collected.push(options.type));
  for (let n = 0; n < 7; n++) memory.read(MEBI);
  for (let n = 0; n < 5; n++) memory.handedOver(30 * MEBI);
  memory.handedOver(200 * MEBI);

  expect(collected).toEqual(['minor', 'major', 'major', 'major']);
});

/** A body that nobody keeps. @returns its length */
const usedBody = (): number => new Uint8Array(65 * MEBI).length;

it('V8 has a collector for it', () => {
  const memory = new LargeMemory();
  const before = process.memoryUsage().arrayBuffers;
  for (let n = 0; n < 4; n++) memory.handedOver(usedBody());
  memory.handedOver(1);

  expect(process.memoryUsage().arrayBuffers).toBeLessThan(before + 100 * MEBI);
});
