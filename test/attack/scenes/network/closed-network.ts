import type { Attack, Scene, Servers } from '#test/attack/attack.ts';
import type { DnsAnswer } from '#test/http/dns-server.ts';

const BLOCKED = 'skipped(blocked-address)';
const PUBLIC = '93.184.216.34';

/** Seeds that lead inside; the URL standard rewrites some of them. */
const literals = (id: string, sends: string, ...hosts: string[]): Attack => {
  const seeds = ({ victim }: Servers): string[] => hosts.map((host, n) => `http://${host}:${victim}/${id}${n}`);
  return {
    id,
    sends,
    must: BLOCKED,
    seeds,
    expect: (servers) => Object.fromEntries(seeds(servers).map((seed) => [new URL(seed).href, BLOCKED])),
  };
};

/** A name of the attacker's zone that has these addresses. */
const named = (id: string, sends: string): Attack => ({
  id,
  sends,
  must: BLOCKED,
  seeds: ({ victim }) => [`http://${id}.attack.test:${victim}/`],
  expect: ({ victim }) => ({ [`http://${id}.attack.test:${victim}/`]: BLOCKED }),
});

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'name-inside': ['127.0.0.1'],
  'name-private': ['10.1.2.3'],
  'name-mixed': [PUBLIC, '127.0.0.1'],
  'name-mixed-family': [PUBLIC, '::1'],
  'name-mapped': ['::ffff:7f00:1'],
  'name-metadata': ['169.254.169.254'],
};

const names = (name: string): DnsAnswer | null | undefined => {
  const addresses = ADDRESSES[name.replace(/\.attack\.test$/, '')];
  return addresses === undefined ? undefined : { addresses, ttlSeconds: 0 };
};

/**
 * The default: nothing but public addresses. A server on loopback stands for all that is inside; it
 * must hear nothing.
 */
export const closedNetwork: Scene = {
  name: 'closed network',
  quick: true,
  args: [],
  allowPrivateNetwork: false,
  names,
  environment: ({ victim }) => {
    const proxy = `http://127.0.0.1:${victim}/`;
    return { HTTP_PROXY: proxy, http_proxy: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NODE_USE_ENV_PROXY: '1' };
  },
  attacks: [
    literals('loopback', 'a link to a loopback address', '127.0.0.1', '127.9.9.9', '[::1]'),
    literals(
      'ipv4-spellings',
      'the same in decimal, octal, hexadecimal, short, fullwidth, with a dot behind',
      '2130706433',
      '0177.0.0.1',
      '0x7f.1',
      '127.1',
      '１２７。０。０。１',
      '%31%32%37.0.0.1',
      '127.0.0.1.',
    ),
    literals(
      'ipv6-forms',
      'IPv4 inside IPv6: mapped, compatible, NAT64, 6to4, Teredo',
      '[::ffff:127.0.0.1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[64:ff9b:1:7f00:0:100::]',
      '[2002:7f00:1::]',
      '[2001:0:7f00:1::]',
      '[::ffff:0:127.0.0.1]',
    ),
    literals('unspecified', 'the unspecified address, which is this machine', '0.0.0.0', '0', '[::]'),
    literals('private-ranges', 'private ranges', '10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '[fd00::1]'),
    literals(
      'metadata',
      'addresses where clouds hand out credentials',
      '169.254.169.254',
      '[fd00:ec2::254]',
      '168.63.129.16',
      '100.100.100.200',
      '[fe80::1]',
    ),
    literals('multicast', 'multicast, broadcast and reserved addresses', '224.0.0.1', '255.255.255.255', '[ff02::1]'),
    literals('localhost', 'names of this machine', 'localhost', 'LOCALHOST', 'localhost.', 'app.localhost'),
    named('name-inside', 'a name that resolves to loopback'),
    named('name-private', 'a name that resolves to a private address'),
    named('name-mixed', 'a name with a public and a loopback address'),
    named('name-mixed-family', 'a name with a public IPv4 and a loopback IPv6 address'),
    named('name-mapped', 'a name that resolves to a mapped loopback address'),
    named('name-metadata', 'a name that resolves to the metadata address'),
    {
      id: 'bad-port',
      sends: 'ports of other protocols (SMTP, IRC, X11)',
      must: BLOCKED,
      seeds: () => [25, 6667, 6000].map((port) => `http://${PUBLIC}:${port}/`),
      expect: () => Object.fromEntries([25, 6667, 6000].map((port) => [`http://${PUBLIC}:${port}/`, BLOCKED])),
    },
    {
      id: 'proxy-variables',
      sends: 'proxy variables in the environment that lead inside',
      must: 'the proxy hears nothing',
      seeds: () => [],
      notDeployed: 'the environment of a function belongs to the deployment',
    },
  ],
};
