import { describe, expect, it } from 'vitest';
import { isBlockedAddress, isBlockedPort } from '#core/fetch/address/address.ts';

const closed = (ip: string) => isBlockedAddress(ip, { allowPrivateNetwork: false });
const open = (ip: string) => isBlockedAddress(ip, { allowPrivateNetwork: true });

describe('isBlockedAddress (N8)', () => {
  it.each([
    ['10.1.2.3', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['::1', 'loopback'],
    ['[::1]', 'loopback'],
    ['fd12::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['::ffff:7f00:1', 'loopback'],
    ['::7f00:1', 'loopback'],
    ['2002:7f00:1::', 'loopback'],
    ['64:ff9b::192.168.1.1', 'private'],
    ['64:ff9b:1:a00:0:100::', 'private'],
    ['::ffff:0:10.0.0.1', 'private'],
    ['2001:0:0808:0808::f5ff:fffe', 'private'],
  ])('closes %s, and allowPrivateNetwork opens it (%s)', (ip, range) => {
    expect(closed(ip)).toEqual({ blocked: true, range });
    expect(open(ip)).toEqual({ blocked: false, range });
  });

  it.each([
    ['169.254.169.254', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['::ffff:169.254.169.254', 'metadata'],
    ['64:ff9b::100.100.100.200', 'metadata'],
    ['169.254.1.1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['100.64.0.1', 'cgnat'],
    ['0.0.0.0', 'unspecified'],
    ['::', 'unspecified'],
    ['224.0.0.1', 'multicast'],
    ['ff02::1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['240.0.0.1', 'reserved'],
    ['203.0.113.9', 'documentation'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['198.19.0.1', 'benchmarking'],
    ['100::1', 'reserved'],
    ['fec0::1', 'reserved'],
    ['64:ff9b:1:808:808::10.0.0.1', 'reserved'],
    ['2001::4242', 'unspecified'],
    ['1.2.3', 'invalid'],
    ['::g', 'invalid'],
    ['1.2.3.04', 'invalid'],
    ['', 'invalid'],
  ])('closes %s even with allowPrivateNetwork (%s)', (ip, range) => {
    expect(closed(ip)).toEqual({ blocked: true, range });
    expect(open(ip)).toEqual({ blocked: true, range });
  });

  it.each([
    '8.8.8.8',
    '9.255.255.255',
    '172.32.0.0',
    '169.253.255.255',
    '2606:2800:220:1:248:1893:25c8:1946',
    '[2606:2800:220:1:248:1893:25c8:1946]',
    '2002:808:808::',
    '64:ff9b::8.8.8.8',
    'example.org',
  ])('lets %s pass', (ip) => expect(closed(ip)).toEqual({ blocked: false, range: null }));
});

it('blocks the ports of other protocols and no web port', () => {
  expect([22, 25, 6379, 10080, 6000].map(isBlockedPort)).toEqual([true, true, false, true, true]);
  expect([80, 443, 8000, 8080, 8443].some(isBlockedPort)).toBe(false);
});
