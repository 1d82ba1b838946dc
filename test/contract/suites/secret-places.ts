import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateSecretCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { inject } from 'vitest';
import { secretId } from '#adapters/aws/environment/secret-id.env.ts';
import { LocalSecrets } from '#adapters/embedded/files/local-secrets.ts';
import { meteredSecrets } from '#adapters/metering/metered-secrets.ts';
import { Meter } from '#core/cost/meter.ts';
import { ownerName } from '#core/secrets/owner-name.ts';
import type { Secrets } from '#core/secrets/secrets.ts';
import type { CreateFixture } from '#test/contract/fixture.ts';
import type { SecretPlace } from '#test/contract/suites/secrets.ts';
import { Deployment } from '#test/emulator/deployment.ts';
import { MemorySecrets } from '#test/fakes/memory/memory-secrets.ts';

/** Files of a folder, as `--secrets` has them. @param wrap what the port is wrapped in */
export const inFolder =
  (wrap: (secrets: Secrets) => Secrets = (secrets) => secrets): CreateFixture<SecretPlace> =>
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'surf-secrets-'));
    const put = async (owner: string, name: string, text: string): Promise<void> => {
      const own = join(folder, ownerName(owner));
      mkdirSync(own, { recursive: true, mode: 0o700 });
      writeFileSync(join(own, name), text, { mode: 0o600 });
      chmodSync(join(own, name), 0o600);
    };
    const environment = { SURF_SECRET_TOKEN: '' };
    const rival = (): SecretPlace => ({ secrets: wrap(new LocalSecrets({ folder, environment })), put });
    return { port: rival(), rival, cleanup: async () => rmSync(folder, { recursive: true, force: true }) };
  };

export const meteredInFolder = (): CreateFixture<SecretPlace> =>
  inFolder((secrets) => meteredSecrets(secrets, new Meter()));

export const inMemory: CreateFixture<SecretPlace> = async () => {
  const secrets = new MemorySecrets();
  const put = async (owner: string, name: string, text: string): Promise<void> => {
    secrets.texts.set(`${owner}/${name}`, text);
  };
  const port = { secrets, put };
  return { port, rival: () => port, cleanup: async () => undefined };
};

/** Secrets Manager of the emulator. */
export const inSecretsManager: CreateFixture<SecretPlace> = async () => {
  const deployment = await Deployment.create(inject('emulator'));
  const { secrets: client } = deployment.clients;
  const put = async (owner: string, name: string, text: string): Promise<void> => {
    const id = secretId(deployment.names.bucket, ownerName(owner), name);
    try {
      await client.send(new CreateSecretCommand({ Name: id, SecretString: text }));
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ResourceExistsException') throw error;
      await client.send(new PutSecretValueCommand({ SecretId: id, SecretString: text }));
    }
  };
  const rival = (): SecretPlace => ({ secrets: deployment.ports().secrets, put });
  return { port: rival(), rival, cleanup: () => deployment.remove() };
};
