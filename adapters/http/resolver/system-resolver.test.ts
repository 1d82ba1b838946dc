import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createSystemResolver } from '#adapters/http/resolver/system-resolver.ts';
import { type DnsAnswer, startDnsServer } from '#test/http/dns-server.ts';

const NO_FILES = fileURLToPath(new URL('../../../test/http/no-files-resolve.ts', import.meta.url));
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/**
 * A resolver that asks our own DNS server, a hosts file, and a system look-up that notes what it is
 * asked.
 */
async function open(answer: (name: string) => DnsAnswer | 'fails' | null, hosts = '', isKnown = true) {
  const server = await startDnsServer(answer);
  const folder = mkdtempSync(join(tmpdir(), 'surf-hosts-'));
  const hostsFile = join(folder, 'hosts');
  writeFileSync(hostsFile, hosts);
  closers.push(
    () => server.close(),
    () => rmSync(folder, { recursive: true }),
  );
  const lookedUp: string[] = [];
  const lookUp = (name: string): Promise<string[]> => {
    lookedUp.push(name);
    const unknown = Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
    return isKnown ? Promise.resolve(['192.0.2.99']) : Promise.reject(unknown);
  };
  return { server, lookedUp, resolve: createSystemResolver({ servers: [server.address], hostsFile, lookUp }) };
}

describe('the system resolver (I3)', () => {
  it('asks DNS for both families, IPv4 first, and gives the shortest TTL', async () => {
    const { resolve, server, lookedUp } = await open(() => ({
      addresses: ['2001:db8::1', '192.0.2.1', '192.0.2.2'],
      ttlSeconds: 77,
    }));

    const resolved = await resolve('Shop.Test.');

    expect([...resolved.addresses].sort()).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
    expect(resolved.addresses.at(-1)).toBe('2001:db8::1');
    expect(resolved.ttlSeconds).toBe(77);
    expect([...server.asked].sort()).toEqual(['shop.test A', 'shop.test AAAA']);
    expect(lookedUp).toEqual([]);
  });

  it('leaves names of this machine to the system, for 60 s, and asks no server about them', async () => {
    const { resolve, server, lookedUp } = await open(
      () => null,
      '127.0.0.1 localhost # me\n10.0.0.7\tDev.Example.org dev\n',
    );
    const names = ['localhost', 'app.localhost', 'printer', 'printer.local', 'dev.example.org'];

    for (const name of names) {
      expect(await resolve(name)).toEqual({ addresses: ['192.0.2.99'], ttlSeconds: 60 });
    }
    expect(lookedUp).toEqual(names);
    expect(server.asked).toEqual([]);
  });

  it('asks the system about names that DNS does not know', async () => {
    const { resolve, lookedUp } = await open(() => null);

    expect(await resolve('other.test')).toEqual({ addresses: ['192.0.2.99'], ttlSeconds: 60 });
    expect(lookedUp).toEqual(['other.test']);
  });

  it('says EAI_AGAIN where no name server tells, also if the system says that there is no such name', async () => {
    const silent = await open(() => 'fails', '', false);
    const knowing = await open(() => null, '', false);
    const closed = await startDnsServer(() => null);
    await closed.close();
    const lookUp = () => Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }));
    const resolve = createSystemResolver({ servers: [closed.address], lookUp });

    await expect(silent.resolve('a.test')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    await expect(resolve('a.test')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    await expect(knowing.resolve('a.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it.skipIf(process.platform === 'win32')(
    'says EMFILE without a descriptor, as nothing is known of the name then',
    () => {
      const shell = ['-c', 'ulimit -n 60; exec "$@"', 'sh', process.execPath, NO_FILES];

      const { stdout, stderr } = spawnSync('/bin/sh', shell, { encoding: 'utf8' });

      expect([JSON.parse(stdout || '[]'), stderr]).toEqual([['EMFILE', 'EMFILE', 'EMFILE', 'EMFILE'], '']);
    },
  );
});
