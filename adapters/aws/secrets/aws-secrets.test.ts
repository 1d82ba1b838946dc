import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { AwsCalls } from '#adapters/aws/calls/aws-calls.ts';
import { type AwsClients, awsClients } from '#adapters/aws/calls/aws-clients.ts';
import { CallLedger } from '#adapters/aws/calls/call-ledger.ts';
import { AwsSecrets } from '#adapters/aws/secrets/aws-secrets.ts';
import { Meter } from '#core/cost/meter.ts';
import { VirtualClock } from '#test/fakes/virtual-clock.ts';

let server: Server;
let clients: AwsClients;
afterEach(async () => {
  clients.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Secrets Manager with these answers, the last one again and again. */
async function secretsOver(...answers: readonly (readonly [status: number, body: object])[]) {
  const asked: unknown[] = [];
  server = createServer(async (request, response) => {
    const body = await request.toArray();
    asked.push(JSON.parse(Buffer.concat(body).toString()));
    const [status, answer] = answers[Math.min(asked.length, answers.length) - 1] ?? [500, {}];
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  clients = awsClients({ region: 'us-east-1', endpoint, credentials: { accessKeyId: 'a', secretAccessKey: 'b' } });
  const meter = new Meter();
  const calls = new AwsCalls({
    clock: new VirtualClock(),
    random: () => 'r',
    jitter: () => 0,
    ledger: new CallLedger(meter),
  });
  return { secrets: new AwsSecrets({ client: clients.secrets, calls, stage: 'main' }), meter, asked };
}

const fault = (type: string): readonly [number, object] => [400, { __type: type, message: 'about Bearer 3141' }];

describe('secrets of AWS Secrets Manager', () => {
  it('are read by stage, owner and name, each once', async () => {
    const { secrets, meter, asked } = await secretsOver([200, { SecretString: 'Bearer 3141' }]);

    const answers = await Promise.all([secrets.get('Anna/x', 'TOKEN'), secrets.get('Anna/x', 'TOKEN')]);
    const third = await secrets.get('Anna/x', 'TOKEN');

    expect([...answers, third].map((answer) => answer.ok && answer.secret.reveal())).toEqual(
      Array(3).fill('Bearer 3141'),
    );
    expect(asked).toEqual([{ SecretId: 'surf/main/=41nna=2fx/TOKEN' }]);
    expect(meter.total().secretReads).toBe(1);
  });

  it.each([
    ['ResourceNotFoundException', 'missing', 'store it in AWS Secrets Manager as surf/main/anna/TOKEN'],
    ['InvalidRequestException', 'missing', 'is to be deleted'],
    ['DecryptionFailure', 'invalid', 'aws/secretsmanager'],
    ['AccessDeniedException', 'invalid', 'aws/secretsmanager'],
  ])('that answer %s are %s', async (type, reason, detail) => {
    const { secrets } = await secretsOver(fault(type));

    const answer = await secrets.get('anna', 'TOKEN');

    expect(answer).toEqual({ ok: false, reason, detail: expect.stringContaining(detail) });
    expect(JSON.stringify(answer)).not.toContain('3141');
  });

  it('that are binary are refused', async () => {
    const { secrets } = await secretsOver([200, { SecretBinary: 'MzE0MQ==' }]);

    expect(await secrets.get('anna', 'TOKEN')).toMatchObject({ ok: false, reason: 'invalid' });
  });

  it('are requested again after a passing fault, and every attempt is metered', async () => {
    const { secrets, meter } = await secretsOver(
      fault('ThrottlingException'),
      [500, { __type: 'InternalServiceError' }],
      [200, { SecretString: 'x' }],
    );

    expect(await secrets.get('anna', 'TOKEN')).toMatchObject({ ok: true });
    expect(meter.total().secretReads).toBe(3);
  });

  it('tell an outage as one, and ask again with the next call', async () => {
    const { secrets } = await secretsOver(...Array(8).fill(fault('ThrottlingException')), [200, { SecretString: 'x' }]);

    await expect(secrets.get('anna', 'TOKEN')).rejects.toMatchObject({ code: 'STORE_THROTTLED', retryable: true });
    expect(await secrets.get('anna', 'TOKEN')).toMatchObject({ ok: true });
  });
});
