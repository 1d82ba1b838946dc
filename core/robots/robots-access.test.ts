import { expect, it } from 'vitest';
import { robotsAccess } from '#core/robots/robots-access.ts';

it.each([
  [200, 'parse'],
  [206, 'parse'],
  [301, 'allow-all'],
  [401, 'allow-all'],
  [404, 'allow-all'],
  [429, 'disallow-all'],
  [503, 'disallow-all'],
  [999, 'disallow-all'],
  [null, 'disallow-all'],
] as const)('robots.txt answering %s means %s', (status, access) => expect(robotsAccess(status)).toBe(access));

it.each([
  [200, 'parse'],
  [404, 'allow-all'],
  [429, 'allow-all'],
  [500, 'allow-all'],
  [503, 'allow-all'],
  [100, 'disallow-all'],
  [null, 'disallow-all'],
] as const)('with robotsError allow, robots.txt answering %s means %s (H11)', (status, access) =>
  expect(robotsAccess(status, 'allow')).toBe(access),
);
