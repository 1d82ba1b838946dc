import { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { S3Downloads } from '#adapters/aws/s3/s3-downloads.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token' };
const name = { fileName: 'a b".warc.gz', mediaType: 'application/gzip' };

const downloads = (options: object) =>
  new S3Downloads({
    client: new S3Client({ region: 'eu-central-1', credentials, ...options }),
    bucket: 'surf-archive',
    clock: { now: () => NOW },
  });

describe('S3Downloads', () => {
  it('links to the one object at S3, for 15 minutes, as a file to be saved', async () => {
    const { url, expiresAt } = await downloads({}).link('executions/x1/chunks/000001/a.warc.gz', name);

    const link = new URL(url);
    expect(link.origin).toBe('https://surf-archive.s3.eu-central-1.amazonaws.com');
    expect(link.pathname).toBe('/executions/x1/chunks/000001/a.warc.gz');
    expect(expiresAt).toBe(NOW + 900_000);
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      'X-Amz-Expires': '900',
      'X-Amz-Date': '20261121T120000Z',
      'X-Amz-Security-Token': 'token',
      'response-content-type': 'application/gzip',
      'response-content-disposition': 'attachment; filename="a_b_.warc.gz"',
    });
    expect(link.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('links to an emulator by path', async () => {
    const { url } = await downloads({ endpoint: 'http://127.0.0.1:4566', forcePathStyle: true }).link('a/b.gz', name);

    expect(url.startsWith('http://127.0.0.1:4566/surf-archive/a/b.gz?')).toBe(true);
  });

  it('promises no more than its own credentials last', async () => {
    const short = { ...credentials, expiration: new Date(NOW + 60_000) };

    const { url, expiresAt } = await downloads({ credentials: async () => short }).link('a/b.gz', name);

    expect(expiresAt).toBe(NOW + 60_000);
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60');
  });

  it('links to nothing that is not an object', async () => {
    await expect(downloads({}).link('../x', name)).rejects.toMatchObject({ code: 'FIELD_INVALID' });
  });
});
