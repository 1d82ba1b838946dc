import { describe, expect, it } from 'vitest';
import { GivenFlags } from '#cli/args/flag.ts';
import { serverAddress } from '#cli/args/server-address.ts';
import { serverFlag, serverOption } from '#cli/args/server-option.ts';

const flagsOf = (given: Readonly<Record<string, string>>) =>
  new GivenFlags(Object.entries(given).map(([flag, value]) => ({ flag, value })));
const API = 'https://surf.example.org/main';

describe('which server a call names', () => {
  it.each([
    [{}, {}, null],
    [{}, { SURF_API: '' }, null],
    [{ data: 'd' }, { SURF_API: API }, null],
    [{}, { SURF_API: API }, { by: 'SURF_API', value: API, key: undefined }],
    [{}, { SURF_API: API, SURF_KEY: 'k' }, { by: 'SURF_API', value: API, key: 'k' }],
    [{ api: 'u' }, { SURF_API: API, SURF_KEY: 'k' }, { by: '--api', value: 'u', key: 'k' }],
    [{ api: 'u' }, { SURF_KEY: '' }, { by: '--api', value: 'u', key: undefined }],
    [{ profile: 'p' }, { SURF_API: API, SURF_KEY: 'k' }, { by: '--profile', value: 'p', key: undefined }],
  ] as const)('flags $0 with $1: $2', (flags, environment, named) => {
    expect(serverOption(flagsOf(flags), environment)).toEqual(named);
  });

  it.each([
    [{}, null],
    [{ data: 'd' }, null],
    [{ api: API }, `--api ${API}`],
    [{ profile: 'p' }, '--profile p'],
  ] as const)('says the flag for other commands: %j, %s', (flags, flag) => {
    expect(serverFlag(flagsOf(flags))).toBe(flag);
  });

  it.each([
    { api: 'u', data: 'd' },
    { api: 'u', profile: 'p' },
    { profile: 'p', data: 'd' },
  ])('refuses two places: %j', (flags) => {
    expect(() => serverOption(flagsOf(flags), {})).toThrow('name two places');
  });
});

describe('the address of a server', () => {
  it.each([
    ['https://surf.example.org', 'https://surf.example.org'],
    ['https://surf.example.org/main/', API],
    ['HTTPS://Surf.example.org:443/main', API],
    ['http://127.0.0.1:8000/', 'http://127.0.0.1:8000'],
    ['http://localhost:8000', 'http://localhost:8000'],
    ['http://[::1]:8000/', 'http://[::1]:8000'],
  ])('%s is %s', (text, address) => {
    expect(serverAddress(text)).toBe(address);
  });

  it.each([
    ['surf.example.org', 'is not an address'],
    ['', 'is not an address'],
    ['http://surf.example.org', 'others could read keys'],
    ['http://127.0.0.1.example.org', 'others could read keys'],
    ['ftp://127.0.0.1/', 'others could read keys'],
    ['https://surf.example.org/?a=b', 'a user, a query or a fragment'],
    ['https://surf.example.org/#v1', 'a user, a query or a fragment'],
    ['https://anna:hush@surf.example.org/', 'a user, a query or a fragment'],
  ])('%s is refused: %s', (text, why) => {
    expect(() => serverAddress(text)).toThrow(why);
    expect(() => serverAddress(text)).not.toThrow('hush');
  });
});
