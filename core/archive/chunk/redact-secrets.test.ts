import { describe, expect, it } from 'vitest';
import { redactSecrets } from '#core/archive/chunk/redact-secrets.ts';

const head = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const REQUEST = 'GET /cookie: HTTP/1.1\r\nHost: example.org\r\nCooKie: id=1; b=2\r\nx-token: abc\r\n\r\n';

describe('redactSecrets', () => {
  it('takes out the values of secret headers, in any letter case, and nothing else', () => {
    const redacted = redactSecrets(head(REQUEST), new Set(['cookie', 'x-token']));

    expect(Buffer.from(redacted).toString('latin1')).toBe(
      'GET /cookie: HTTP/1.1\r\nHost: example.org\r\nCooKie: [secret]\r\nx-token: [secret]\r\n\r\n',
    );
  });

  it('gives the very same bytes when there is no secret', () => {
    const bytes = head(REQUEST);

    expect(redactSecrets(bytes, new Set())).toBe(bytes);
    expect(redactSecrets(bytes, new Set(['authorization']))).toBe(bytes);
  });
});
