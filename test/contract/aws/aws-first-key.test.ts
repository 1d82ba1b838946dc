import type { LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { keyHash } from '#core/identity/api-key.ts';
import { makeFirstKey, removeFirstKey } from '#infra/commands/first-key-row.ts';
import { Deployment } from '#test/emulator/deployment.ts';
import { PYTHON } from '#test/emulator/ministack.ts';
import { whenPresent } from '#test/when-present.ts';

whenPresent(PYTHON, () => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await Deployment.create(inject('emulator'));
  });
  afterAll(() => deployment.remove());

  it('the first key is made once, replaced and taken back; its row has the digest alone', async () => {
    const { direct, names } = deployment;
    const Environment = { Variables: { SURF_WORKFLOWS_TABLE: names.workflows } };
    const lambda = { send: async () => ({ Environment }) } as unknown as LambdaClient;
    const clients = { lambda, dynamo: direct.dynamo };
    const { firstKeyHash } = deployment.ports();
    const make = async (isReplaced: boolean) => {
      const made = await makeFirstKey(clients, { prefix: 'surf-main', isReplaced });
      return { ...made, stored: await firstKeyHash() };
    };

    const none = await firstKeyHash();
    const [first, second, third] = [await make(false), await make(false), await make(true)];
    await removeFirstKey(clients, 'surf-main');

    expect([none, await firstKeyHash()]).toEqual([null, null]);
    expect(first).toEqual({ key: expect.stringMatching(/^surf_[\w-]{40}$/), stored: hashOf(first) });
    expect(second).toEqual({ since: expect.any(Date), stored: hashOf(first) });
    expect(third.stored).toBe(hashOf(third));
    expect(third.stored).not.toBe(first.stored);
  });
});

const hashOf = (made: object): string => keyHash('key' in made ? String(made.key) : '');
