import { describe, expect, it } from 'vitest';
import { User } from '#core/identity/roles/user.ts';

describe('a user’s row', () => {
  it('of an older Surf keeps its right under the new name', () => {
    const row = { v: 1, id: 'anna', email: null, role: 'standard', assigned: 'hand', createdAt: 1 };

    const user = User.parse({ ...row, rights: { ignoreRobots: false, privateNetwork: true } });

    expect(user.rights).toEqual({ ignoreRobots: false, allowPrivateNetwork: true });
  });
});
