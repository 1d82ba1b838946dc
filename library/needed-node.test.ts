import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkNode } from '#library/needed-node.ts';

const textOf = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

describe('the Node of a program', () => {
  it.each(['22.19.0', '22.23.2', '24.0.0', '26.10.0'])('%s is new enough', (version) => {
    expect(() => checkNode(version)).not.toThrow();
  });

  it.each(['18.20.8', '20.20.2', '22.18.0'])('%s is refused with what to do', (version) => {
    expect(() => checkNode(version)).toThrow(
      expect.objectContaining({
        code: 'NODE_TOO_OLD',
        message: `surf-crawler needs Node 22.19 or newer; this is ${version}`,
        remedy: expect.stringContaining('install Node 24'),
      }),
    );
  });

  it('is the same for the command and for npm', () => {
    expect(textOf('cli/surf.mjs')).toContain('const NEEDED = [22, 19];');
    expect(textOf('packaging/pack.ts')).toContain("engines: { node: '>=22.19' }");
  });
});
