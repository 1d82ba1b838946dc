import { describe, expect, it } from 'vitest';
import { asText } from '#api/http/gateway-text.ts';

const answer = (type: string, bytes: Buffer) => ({
  statusCode: 200,
  multiValueHeaders: { 'content-type': [type] },
  body: bytes.toString('base64'),
  isBase64Encoded: true,
});

describe('an answer of the function behind API Gateway', () => {
  it.each(['application/json', 'application/problem+json', 'text/html; charset=utf-8', 'text/csv;charset="UTF-8"'])(
    'is text when it is %s',
    (type) => {
      expect(asText(answer(type, Buffer.from('{"name":"Größe"}')))).toMatchObject({
        body: '{"name":"Größe"}',
        isBase64Encoded: false,
      });
    },
  );

  it.each([
    ['of another type', answer('application/octet-stream', Buffer.from('{}'))],
    ['of another charset', answer('text/html; charset=iso-8859-1', Buffer.from('ok'))],
    ['that is not the UTF-8 that it claims to be', answer('text/html; charset=utf-8', Buffer.from([0x61, 0xff]))],
    ['too large to be escaped', answer('application/json', Buffer.alloc(900_000, '"'))],
  ])('keeps its bytes in base64: %s', (_, given) => {
    expect(asText(given)).toBe(given);
  });

  it('keeps compressed bytes in base64', () => {
    const given = { ...answer('application/json', Buffer.from('{}')), headers: { 'Content-Encoding': 'gzip' } };

    expect(asText(given)).toBe(given);
  });
});
