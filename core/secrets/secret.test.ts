import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { Secret } from '#core/secrets/secret.ts';

it('a secret is shown by reveal alone: not by JSON, text, inspection, copies or property names', () => {
  const secret = new Secret('hush-3141');
  const shown = [JSON.stringify({ secret }), `${secret}`, inspect(secret, { showHidden: true, depth: 9 })];
  const copies = [JSON.stringify({ ...secret }), JSON.stringify(structuredClone(secret)), Object.keys(secret).join()];

  expect([...shown, ...copies].join(' ')).not.toContain('hush');
  expect(secret.reveal()).toBe('hush-3141');
});
