import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocalSecrets } from '#adapters/embedded/files/local-secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surf-secrets-'));
  mkdirSync(join(folder, 'local'), { mode: 0o700 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (text: string, mode = 0o600): string => {
  const file = join(folder, 'local', 'TOKEN');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
};
const askedOf = (environment: Record<string, string> = {}, owner = 'local') =>
  new LocalSecrets({ folder, environment }).get(owner, 'TOKEN');

describe('a variable', () => {
  const environment = { SURF_SECRET_TOKEN: 'of the operator' };

  it('holds a secret of the person at this machine, before the file', async () => {
    put('of the file');
    const answer = await askedOf(environment);

    expect(answer.ok && answer.secret.reveal()).toBe('of the operator');
  });

  it.each(['anna', 'deployment', 'Local', 'local ', ''])(
    'does not belong to the user %j of a server',
    async (owner) => {
      expect(await askedOf(environment, owner)).toMatchObject({ ok: false, reason: 'missing' });
    },
  );

  it('that is missing is named, and only its user learns about variables', async () => {
    const [own, other] = [await askedOf(), await askedOf({}, 'anna')];

    expect([own, other]).toEqual([
      { ok: false, reason: 'missing', detail: expect.stringContaining('SURF_SECRET_TOKEN') },
      { ok: false, reason: 'missing', detail: expect.not.stringContaining('SURF_SECRET') },
    ]);
  });
});

describe('a file', () => {
  it('that its owner alone can read holds a secret; its last line break does not count', async () => {
    put('Bearer 3141\n');
    const answer = await askedOf();

    expect(answer.ok && answer.secret.reveal()).toBe('Bearer 3141');
  });

  it.each(['0640', '0604', '0660', '0644', '0602', '0610'])(
    'with mode %s is refused with the command that fixes it',
    async (mode) => {
      put('3141', Number.parseInt(mode, 8));

      expect(await askedOf()).toEqual({
        ok: false,
        reason: 'exposed',
        detail: expect.stringMatching(new RegExp(`mode ${mode}: run chmod 0600 local/TOKEN`)),
      });
    },
  );

  it('that is a symbolic link is refused', async () => {
    const real = put('3141');
    symlinkSync(real, join(folder, 'local', 'OTHER'));

    const answer = await new LocalSecrets({ folder, environment: {} }).get('local', 'OTHER');

    expect(answer).toMatchObject({ ok: false, reason: 'exposed', detail: expect.stringContaining('symbolic link') });
  });

  it('in a folder that others can write is refused', async () => {
    put('3141');
    chmodSync(join(folder, 'local'), 0o777);

    expect(await askedOf()).toMatchObject({
      ok: false,
      reason: 'exposed',
      detail: expect.stringContaining('chmod go-w'),
    });
  });

  it('that Surf may not read is not a missing one', async () => {
    put('3141', 0o000);

    const answer = await askedOf();

    // The superuser reads every file.
    expect(answer.ok ? 'read' : answer.reason).toBe(process.geteuid?.() === 0 ? 'read' : 'exposed');
  });

  it('that is a folder is refused', async () => {
    mkdirSync(join(folder, 'local', 'TOKEN'));

    expect(await askedOf()).toMatchObject({
      ok: false,
      reason: 'exposed',
      detail: expect.stringContaining('is not a file'),
    });
  });

  it('that is too large is refused, and not read to its end', async () => {
    put('3'.repeat(100_000));

    expect(await askedOf()).toMatchObject({ ok: false, reason: 'invalid', detail: expect.stringContaining('16 KiB') });
  });

  it('of another place is not named with its path', async () => {
    expect(JSON.stringify([await askedOf(), await askedOf({}, 'anna')])).not.toContain(folder);
  });
});
