import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { STATUS } from '#api/http/problem.ts';

/** The codes of the union in core/error.ts. */
function declaredCodes(): string[] {
  const source = readFileSync(new URL('../../core/error.ts', import.meta.url), 'utf8');
  const [, union] = /export type ErrorCode =([^;]+);/.exec(source) ?? [];
  return [...(union ?? '').matchAll(/'([A-Z_]+)'/g)].map(([, code]) => code ?? '');
}

describe('the status of a problem', () => {
  it('is chosen for each error code: none falls to 422 in silence', () => {
    expect(declaredCodes().length).toBeGreaterThan(60);
    expect(Object.keys(STATUS).sort()).toEqual(declaredCodes().sort());
  });
});
