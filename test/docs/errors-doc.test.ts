import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The codes of the union in core/error.ts, in its order. */
function declaredCodes(): string[] {
  const [, union] = /export type ErrorCode =([^;]+);/.exec(read('core/error.ts')) ?? [];
  return [...(union ?? '').matchAll(/'([A-Z_]+)'/g)].map(([, code]) => code ?? '');
}

const rows = (): string[][] =>
  read('docs/reference/errors.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));

describe('docs/reference/errors.md', () => {
  it('has one row for each error code, and no other', () => {
    expect(declaredCodes().length).toBeGreaterThan(20);
    expect(
      rows()
        .map(([, code]) => code?.replaceAll('`', ''))
        .sort(),
    ).toEqual(declaredCodes().sort());
  });

  it('says for each what it means and what to do', () => {
    for (const [, code, meaning, remedy] of rows()) {
      expect(meaning?.length, code).toBeGreaterThan(10);
      expect(remedy?.length, code).toBeGreaterThan(10);
    }
  });
});
