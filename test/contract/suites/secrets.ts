import { describe, expect, it } from 'vitest';
import type { SecretAnswer, Secrets } from '#core/secrets/secrets.ts';
import { type CreateFixture, fixtures } from '#test/contract/fixture.ts';

/** A place of secrets that a test may fill; adapters only read. */
export interface SecretPlace {
  readonly secrets: Secrets;
  put(owner: string, name: string, text: string): Promise<void>;
}

/** Owners whose names are alike, or are paths. */
const OWNERS = [
  'anna',
  'Anna',
  'anna/TOKEN',
  '..',
  '.',
  'a/../anna',
  'auth0|5f',
  '=61nna',
  'ärger',
  'anna\\..\\x',
  '%2e',
];

/** What `Secrets` promises. */
export function secretsContract(name: string, create: CreateFixture<SecretPlace>): void {
  describe(`${name} as Secrets`, () => {
    const place = fixtures(create);

    it('finds a secret by its owner and name', async () => {
      const { port } = await place();
      await port.put('anna', 'TOKEN', 'Bearer 3141');

      expect(said(await port.secrets.get('anna', 'TOKEN'))).toBe('Bearer 3141');
    });

    it('gives each owner their own secrets only, for any characters in the names', async () => {
      const { port } = await place();
      for (const owner of OWNERS) await port.put(owner, 'TOKEN', `of ${Buffer.from(owner).toString('hex')}`);

      const found = await Promise.all(OWNERS.map((owner) => port.secrets.get(owner, 'TOKEN')));
      const others = await Promise.all(
        ['ann', 'annaa', 'ANNA', ' anna', 'local'].map((owner) => port.secrets.get(owner, 'TOKEN')),
      );

      expect(found.map(said)).toEqual(OWNERS.map((owner) => `of ${Buffer.from(owner).toString('hex')}`));
      expect(others.map(said)).toEqual(others.map(() => 'missing'));
    });

    it('says that no secret has another name, and what to do', async () => {
      const { port } = await place();
      await port.put('anna', 'TOKEN', 'x');

      const answer = await port.secrets.get('anna', 'TOKEN_2');

      expect(answer).toMatchObject({ ok: false, reason: 'missing', detail: expect.stringContaining('TOKEN_2') });
    });

    it('reads origins that a secret is bound to', async () => {
      const { port } = await place();
      await port.put(
        'anna',
        'BOUND',
        '{"value": "3141", "origins": ["https://a.example", "https://b.example:8443/x"]}',
      );

      const answer = await port.secrets.get('anna', 'BOUND');

      expect(answer.ok && [answer.secret.reveal(), answer.secret.origins]).toEqual([
        '3141',
        ['https://a.example', 'https://b.example:8443'],
      ]);
    });

    it.each(['3141\nX-Other: 1', '{"value": 3141}', '{3141', `3141${'x'.repeat(5_000)}`, '3141 漢'])(
      'says of $0 that it is not a value, and nothing of its text',
      async (text) => {
        const { port } = await place();
        await port.put('anna', 'BROKEN', text);

        const answer = await port.secrets.get('anna', 'BROKEN');

        expect(answer).toMatchObject({ ok: false, reason: 'invalid' });
        expect(JSON.stringify(answer)).not.toContain('3141');
      },
    );

    it('shows nothing of a secret in JSON', async () => {
      const { port } = await place();
      await port.put('anna', 'TOKEN', 'Bearer 3141');

      expect(JSON.stringify(await port.secrets.get('anna', 'TOKEN'))).not.toContain('3141');
    });

    it('sees a changed secret with its next instance at the latest', async () => {
      const fixture = await place();
      await fixture.port.put('anna', 'TOKEN', 'old');
      await fixture.port.secrets.get('anna', 'TOKEN');
      await fixture.port.put('anna', 'TOKEN', 'new');

      expect(said(await fixture.rival().secrets.get('anna', 'TOKEN'))).toBe('new');
    });
  });
}

const said = (answer: SecretAnswer): string => (answer.ok ? answer.secret.reveal() : answer.reason);
