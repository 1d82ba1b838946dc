import { existsSync, readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { mutated } from '#test/mutate/mutation.ts';
import { ALL_MUTATIONS } from '#test/mutate/mutations.ts';
import { rowHead } from '#test/mutate/mutations-page.ts';

const root = (path: string): URL => new URL(`../../${path}`, import.meta.url);

describe('a mutation', () => {
  it.each(ALL_MUTATIONS)('is up to date: $rule', (mutation) => {
    const source = readFileSync(root(mutation.file), 'utf8');
    const broken = mutated(source, mutation);

    expect(broken).not.toBe(source);
    expect(() => transformSync(broken, { loader: 'ts' })).not.toThrow(); // it must load for a test to notice it
    expect(mutation.tests.filter((test) => !existsSync(root(test)))).toEqual([]);
    expect(mutation.tests.length).toBeGreaterThan(0);
  });

  it('that is out of date is an error', () => {
    const [mutation] = ALL_MUTATIONS;
    if (mutation === undefined) throw new Error('there is none');

    expect(() => mutated('', mutation)).toThrow('occurs in core/politeness/delay.ts 0 times');
    expect(() => mutated(mutation.find.repeat(2), mutation)).toThrow('2 times');
  });

  it('has a unique name', () => {
    const names = ALL_MUTATIONS.map(({ rule }) => rule);

    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(20);
  });
});

describe('reports/mutations.md', () => {
  it('lists every mutation with the test that noticed it, and no other (npm run mutate writes it again)', () => {
    const rows = readFileSync(root('reports/mutations.md'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| rule |') && !line.startsWith('| ---'));

    const missing = ALL_MUTATIONS.filter((mutation) => !rows.some((row) => row.startsWith(rowHead(mutation))));
    expect(missing.map(({ rule }) => rule)).toEqual([]);
    expect(rows).toHaveLength(ALL_MUTATIONS.length);
    expect(rows.filter((row) => row.includes('**none**'))).toEqual([]);
  });
});
