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
