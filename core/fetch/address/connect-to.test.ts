import { describe, expect, it } from 'vitest';
import { codeOf } from '#core/error.ts';
import { findConnectTo, parseConnectTo } from '#core/fetch/address/connect-to.ts';

describe('parseConnectTo', () => {
  it.each([
    ['example.org:443:127.0.0.1:8443', { host: 'example.org', port: 443, toHost: '127.0.0.1', toPort: 8443 }],
    ['::127.0.0.1:8080', { host: null, port: null, toHost: '127.0.0.1', toPort: 8080 }],
    ['[::1]:80:[2606:2800::1]:81', { host: '[::1]', port: 80, toHost: '[2606:2800::1]', toPort: 81 }],
    ['Example.ORG::x:', { host: 'example.org', port: null, toHost: 'x', toPort: null }],
    [':80::8080', { host: null, port: 80, toHost: null, toPort: 8080 }],
  ])('reads %s', (text, expected) => expect(parseConnectTo(text)).toEqual(expected));

  it.each([
    '',
    'a',
    'a:1',
    'a:1:b',
    'a:1:b:2:c',
    'a:x:b:2',
    'a:1:b:99999',
    'a:1:b:0',
    '::::',
    ':::',
    '::1:80:x:1',
    'a/b:1:c:2',
    'a b:1:c:2',
  ])('refuses %j', (text) => {
    let code: unknown;
    try {
      parseConnectTo(text);
    } catch (error) {
      code = codeOf(error);
    }

    expect(code).toBe('CONNECT_TO_INVALID');
  });
});

describe('findConnectTo', () => {
  const rules = ['a.org:80:127.0.0.1:8080', 'a.org::127.0.0.2:', ':443::8443'].map(parseConnectTo);

  it('takes the first rule that matches, and keeps what a rule leaves open', () => {
    expect(findConnectTo(rules, 'a.org', 80)).toEqual({ host: '127.0.0.1', port: 8080 });
    expect(findConnectTo(rules, 'a.org', 443)).toEqual({ host: '127.0.0.2', port: 443 });
    expect(findConnectTo(rules, 'b.org', 443)).toEqual({ host: 'b.org', port: 8443 });
    expect(findConnectTo(rules, 'b.org', 80)).toBeNull();
  });
});
