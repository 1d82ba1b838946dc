import type { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { AwsCalls } from '#adapters/aws/calls/aws-calls.ts';
import { CallLedger } from '#adapters/aws/calls/call-ledger.ts';
import { S3Archive } from '#adapters/aws/s3/s3-archive.ts';
import { Meter } from '#core/cost/meter.ts';

interface Sent {
  readonly name: string;
  readonly input: { readonly Delete?: { readonly Objects: readonly { readonly Key: string }[] } };
}

/** A client that gives these answers, in order, and then the last one for ever. */
function bench(answers: readonly object[]) {
  const sent: Sent[] = [];
  const send = async (command: { readonly input: Sent['input'] }): Promise<object> => {
    sent.push({ name: command.constructor.name, input: command.input });
    const answer = answers[Math.min(sent.length, answers.length) - 1] ?? {};
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };
  const calls = new AwsCalls({ clock, random: () => 'me', jitter: () => 0, ledger: new CallLedger(new Meter()) });
  const client = { send } as unknown as S3Client;
  return { sent, archive: new S3Archive({ client, calls, bucket: 'b', transferTimeoutMs: 1 }) };
}

const body = (text: string, ContentLength: number): object => ({
  ContentLength,
  Body: { transformToByteArray: async () => Buffer.from(text) },
});
const named = (name: string): Error => Object.assign(new Error(name), { name });

describe('S3Archive', () => {
  it('deletes a thousand keys a request, and again those of a request that says of some that they stay', async () => {
    const { archive, sent } = bench([{ Errors: [{ Key: 'k/3', Code: 'InternalError', Message: 'try again' }] }, {}]);

    await archive.delete(Array.from({ length: 1_001 }, (_, n) => `k/${n}`));

    expect(sent.map(({ input }) => input.Delete?.Objects.length)).toEqual([1_000, 1_000, 1]);
  });

  it('says which key cannot be deleted when it is for good', async () => {
    const { archive } = bench([{ Errors: [{ Key: 'k/3', Code: 'AccessDenied', Message: 'no' }] }]);

    await expect(archive.delete(['k/3'])).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      retryable: false,
      message: expect.stringContaining('k/3'),
    });
  });

  it('reads a body again that broke off', async () => {
    const { archive, sent } = bench([body('who', 5), body('whole', 5)]);

    expect(Buffer.from(await archive.get('a')).toString()).toBe('whole');
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['me', 'created'],
    ['somebody', 'exists'],
  ] as const)('says of a key that is taken, by an object that %s wrote: %s', async (writer, answer) => {
    const { archive, sent } = bench([named('PreconditionFailed'), { Metadata: { writer } }]);

    expect(await archive.put('a', [])).toBe(answer);
    expect(sent.map(({ name }) => name)).toEqual(['PutObjectCommand', 'HeadObjectCommand']);
  });

  it('says of a key that was taken and is deleted since: exists', async () => {
    const { archive } = bench([named('PreconditionFailed'), named('NotFound')]);

    expect(await archive.put('a', [])).toBe('exists');
  });

  it('says nothing of a key that is taken when it cannot be seen by whom', async () => {
    const { archive } = bench([named('PreconditionFailed'), named('SlowDown')]);

    await expect(archive.put('a', [])).rejects.toMatchObject({ code: 'STORE_THROTTLED', retryable: true });
  });
});
