import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { runSteps, type ZlibAnswer, type ZlibSteps } from '#adapters/http/zlib-call.ts';

function* gunzip(data: Uint8Array): ZlibSteps<ZlibAnswer> {
  return yield { how: 'gunzip', data, options: { maxOutputLength: 1_000, chunkSize: 1_000 } };
}

it('the page is not kept by the engine that decoded it', () => {
  const data = gzipSync('page');

  const { buffer, engine } = runSteps(gunzip(data));

  expect(Buffer.from(buffer).toString()).toBe('page');
  expect(engine.bytesWritten).toBe(data.length);
  const holders = Object.values<unknown>({ ...engine }).filter(
    (value) => value instanceof Uint8Array && value.length > 0,
  );
  expect(holders).toEqual([]);
});
