import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

const assert = createRequire(import.meta.url)('./plain-assert.cjs') as (
  value: unknown,
  message?: string | Error,
) => void;

it('throws what node:assert throws, or the error that it is given', () => {
  const own = new TypeError('own');

  expect(() => assert(1)).not.toThrow();
  expect(() => assert(0)).toThrow(expect.objectContaining({ name: 'AssertionError', code: 'ERR_ASSERTION' }));
  expect(() => assert(null, 'words')).toThrow('words');
  expect(() => assert(false, own)).toThrow(own);
});
