import { SurfError } from '#core/error.ts';
import type { Caller } from '#core/identity/caller.ts';

/** @throws SurfError RIGHT_MISSING */
export function administratorsOnly({ role }: Caller): void {
  if (role === 'administrator') return;
  throw new SurfError('RIGHT_MISSING', `role ${role} may not do this: it is for administrators`, {
    remedy: 'ask an administrator of this deployment',
  });
}
