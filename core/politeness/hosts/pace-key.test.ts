import { describe, expect, it } from 'vitest';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import { domainLease, domainOf, domainOfLease, paceKeys } from '#core/politeness/hosts/pace-key.ts';

describe('the domain that shares a delay (G11)', () => {
  it.each([
    ['example.com', 'example.com'],
    ['www.example.com', 'example.com'],
    ['a.b.example.co.uk', 'example.co.uk'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['me.github.io', 'me.github.io'],
    ['co.uk', null],
    ['intranet', null],
    ['203.0.113.7', null],
    ['203.0.113.7:8080', null],
    ['[2001:db8::1]', null],
    ['[::1]:8080', null],
    ['localhost:8080', null],
    ['a.localhost:8080', null],
  ])('of %s is %s', (host, domain) => {
    expect(domainOf(host as HostKey)).toBe(domain);
  });

  it('names the queue; a host without a domain has its own, and so has each host by default', () => {
    const hosts = ['a.example.com', 'b.example.com', '203.0.113.7', 'a.example.com'];

    expect(hosts.map(paceKeys('domain'))).toEqual(['example.com', 'example.com', '203.0.113.7', 'example.com']);
    expect(hosts.map(paceKeys('host'))).toEqual(hosts);
    expect(hosts.map(paceKeys(undefined))).toEqual(hosts);
  });

  it('has a lease that no host has', () => {
    expect(domainLease('example.com')).toBe('domain/example.com');
    expect(domainOfLease(domainLease('example.com'))).toBe('example.com');
    expect(domainOfLease('example.com' as HostKey)).toBeNull();
  });
});
