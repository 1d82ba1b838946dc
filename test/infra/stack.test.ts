import { expect, it } from 'vitest';
import { synthesize } from './template.ts';

it('x', () => {
  const s = synthesize({ contact: 'x@y.z' });
  console.log(
    Object.values(s.template.Resources)
      .map((r) => r.Type)
      .sort()
      .join('\n'),
  );
  expect(1).toBe(1);
});
