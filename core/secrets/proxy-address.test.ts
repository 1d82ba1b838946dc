import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseProxy } from '#core/secrets/proxy-address.ts';

describe('parseProxy', () => {
  it.each([
    ['http://proxy.example:3128', 'http:', 'proxy.example', 3128],
    ['https://proxy.example:8443/', 'https:', 'proxy.example', 8443],
    ['http://proxy.example', 'http:', 'proxy.example', 80],
    ['https://proxy.example', 'https:', 'proxy.example', 443],
    ['http://[2001:db8::1]:3128', 'http:', '[2001:db8::1]', 3128],
  ])('reads %s', (text, protocol, hostname, port) => {
    const authorization = null;

    expect(parseProxy(text)).toEqual({ protocol, hostname, port, authorization, name: `${hostname}:${port}` });
  });

  it('reads user and password, percent-encoded, and shows neither', () => {
    const proxy = parseProxy('http://me:p%40ss%3Aw%C3%B6rd@proxy.example:3128', 'of the secret UPSTREAM');
    if (typeof proxy === 'string') throw new Error(proxy);

    expect(proxy.authorization?.reveal()).toBe(`Basic ${Buffer.from('me:p@ss:wörd').toString('base64')}`);
    expect(proxy.name).toBe('of the secret UPSTREAM');
    expect(JSON.stringify(proxy) + inspect(proxy) + String(proxy.authorization)).not.toMatch(/ss:w|bWU6|p%40/);
  });

  it.each([
    ['proxy.example:3128', 'scheme'],
    ['proxy', 'url'],
    ['', 'url'],
    ['socks5://proxy.example:1080', 'scheme'],
    ['http://proxy.example:3128/path', 'path'],
    ['http://proxy.example:3128/?a=b', 'path'],
    ['http://a%3Ab:c@proxy.example:3128', 'credentials'],
    ['http://me:%00@proxy.example:3128', 'credentials'],
    ['http://me:%0d%0aX-Y:z@proxy.example:3128', 'credentials'],
    ['http://me:%ff@proxy.example:3128', 'credentials'],
  ])('refuses %j: %s', (text, fault) => expect(parseProxy(text)).toBe(fault));
});
