import { afterEach, expect, it } from 'vitest';
import { SurfError } from '#core/error.ts';
import { USUAL_ROLES } from '#core/identity/roles/role-limits.ts';
import { openIdentityBench } from '#test/api/accounts/identity-bench.ts';
import { openApiBench } from '#test/api/api-bench.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const bench of opened.splice(0)) await bench.close();
});

const full = async (): Promise<number> => {
  throw new SurfError('DISK_FULL', 'the disk is full');
};

it('a full disk, which takes no count, stops no reader without limits', async () => {
  const api = openApiBench();
  opened.push(api);
  api.ports.accounts.countRequest = full;

  const { status } = await api.send('GET', '/v1/executions');

  expect(status).toBe(200);
});

it('a caller with a rate is refused when nothing can be counted', async () => {
  const api = openIdentityBench({ roles: USUAL_ROLES });
  opened.push(api);
  api.ports.accounts.countRequest = full;

  const { status, body } = await api.send('anna', 'GET /v1/executions');

  expect([status, body.code]).toEqual([503, 'DISK_FULL']);
});
