import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProfileFile } from '#core/identity/profile.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { errorOf } from '#test/e2e/process/cli-bench.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type ProcessEnd, SurfProcess } from '#test/e2e/process/surf-process.ts';
import { OpenIdProvider, signingKey } from '#test/identity/open-id-provider.ts';

const SURF = fileURLToPath(new URL('../../../cli/surf.mjs', import.meta.url));
const MINUTE = 60_000;

describe('surf login', () => {
  const folder = temporaryFolder();
  const environment = { XDG_CONFIG_HOME: join(folder, 'config') };
  const file = join(folder, 'config', 'surf', 'profiles.json');
  let provider: OpenIdProvider;
  let server: SurfProcess;
  let api = '';
  const run = (...args: string[]) => surfHere([...args, '--json'], environment);
  const profiles = () => ProfileFile.parse(JSON.parse(readFileSync(file, 'utf8'))).profiles;

  beforeAll(async () => {
    provider = await OpenIdProvider.start(await signingKey('first'));
    const roles = join(folder, 'roles.yaml');
    writeFileSync(roles, 'standard:\n  pages: 5\n  pagesPerDay: 100\n  usdPerMonth: 2\n  storedBytes: 5000000\n');
    server = new SurfProcess([
      ...['serve', '--port', '0', '--json', '--data', join(folder, 'data')],
      ...['--issuer', provider.issuer, '--client-id', 'surf', '--administrator', 'anna', '--roles', roles],
    ]);
    api = (JSON.parse(await server.prints()) as { address: string }).address.replace(/\/$/, '');
  }, MINUTE);
  afterAll(async () => {
    await server?.kill();
    await provider?.stop();
    removeFolder(folder);
  });

  /** Signs `login` in by the address that the process shows. */
  async function signIn(login: string, ...args: string[]): Promise<ProcessEnd> {
    const process = new SurfProcess(['login', '--api', api, '--json', ...args], environment);
    expect(await process.says('&state=')).toBe(true);
    const [address = ''] = /^http.*$/m.exec(process.stderr) ?? [];
    const back = await provider.browse(address, login);
    const elsewhere = new URL(back);
    elsewhere.searchParams.set('state', 'of another');
    expect((await fetch(elsewhere)).status).toBe(404);
    expect((await fetch(back)).status).toBe(200);
    return await process.ended;
  }

  it('without it a server with sign-in lets nobody in', async () => {
    const end = await run('ls', '--api', api);

    expect([end.code, errorOf(end).code]).toEqual([1, 'SIGN_IN_REQUIRED']);
    expect(errorOf(end).remedy).toContain('surf login --api');
  });

  it('signs in by browser with PKCE, on loopback, and keeps what only its owner can read (S15)', async () => {
    const end = await signIn('anna');
    const [name = '', profile] = Object.entries(profiles())[0] ?? [];

    expect(end.code).toBe(0);
    expect(JSON.parse(end.stdout)).toEqual({ api, profile: name, user: 'anna', role: 'administrator', quotas: [] });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(profile).toMatchObject({ api, signIn: { issuer: provider.issuer, refreshToken: expect.any(String) } });
    expect(`${end.stdout}${end.stderr}`).not.toContain(profile?.signIn?.idToken);
    expect((await run('ls', '--api', api)).code).toBe(0);
    expect((await run('ls', '--profile', name)).code).toBe(0);
    expect((await surfHere(['ls'], { ...environment, SURF_API: api })).code).toBe(0);
  });

  it('renews a token that has ended, and keeps the new one', async () => {
    const [[name = '', profile] = []] = Object.entries(profiles());
    const signIn = profile?.signIn;
    if (profile === undefined || signIn === undefined) throw new Error('nobody is signed in');
    writeFileSync(
      file,
      JSON.stringify({ v: 1, profiles: { [name]: { ...profile, signIn: { ...signIn, expiresAt: 1 } } } }),
    );

    const end = await run('ls', '--api', api);

    expect([end.code, end.stderr]).toEqual([0, '']);
    expect(profiles()[name]?.signIn?.expiresAt).toBeGreaterThan(Date.now());
  });

  it('takes an API key from stdin, tries it, and keeps it under a name', async () => {
    const [profile] = Object.values(profiles());
    const made = await fetch(`${api}/v1/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${profile?.signIn?.idToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'cli', role: 'standard' }),
    });
    const { key } = (await made.json()) as { key: string };

    const wrong = await withInput(
      ['login', '--api', api, '--key-stdin', '--profile', 'wrong', '--json'],
      'surf_none\n',
    );
    const right = await withInput(['login', '--api', api, '--key-stdin', '--profile', 'by-key', '--json'], `${key}\n`);
    const byProfile = await run('ls', '--profile', 'by-key');
    const byVariable = await surfHere(['ls', '--api', api], { ...environment, XDG_CONFIG_HOME: folder, SURF_KEY: key });

    expect([wrong.code, errorOf(wrong).code]).toEqual([1, 'SIGN_IN_INVALID']);
    expect(JSON.parse(right.stdout)).toMatchObject({ api, profile: 'by-key', user: 'anna', role: 'standard' });
    expect(JSON.parse(right.stdout).quotas).toMatchObject([{ quota: 'pagesPerDay', most: 100, used: 0 }, {}, {}]);
    expect(`${right.stdout}${right.stderr}`).not.toContain(key);
    expect(Object.keys(profiles())).not.toContain('wrong');
    expect(profiles()['by-key']).toEqual({ api, key });
    expect([byProfile.code, byVariable.code]).toEqual([0, 0]);
  });

  it('a role has the limits that the server was given for it (S16)', async () => {
    const crawl = ['crawl', 'http://a.example/', '--profile', 'by-key', '--pages'];
    const more = await run(...crawl, '6');

    expect([more.code, errorOf(more).code]).toEqual([2, 'ROLE_LIMIT']);
    expect(errorOf(more).message).toContain('pages');
  });

  it('the quotas of a role, and what is used of them, are in doctor and at login (S27)', async () => {
    const { key } = profiles()['by-key'] ?? {};
    const signedIn = await withInput(['login', '--api', api, '--key-stdin', '--profile', 'by-key'], `${key}\n`);
    const doctor = await surfHere(['doctor', '--profile', 'by-key'], environment);

    const lines = [
      /pages a day: 0 of 100 used, 100 left until \d{4}-\d\d-\d\d UTC$/m,
      /cost a month: 0\.0+ USD of 2\.00 USD used, 2\.00 USD left until \d{4}-\d\d-01 UTC$/m,
      /stored: 0 B of 5\.0 MB used, 5\.0 MB left$/m,
    ];
    for (const line of lines) {
      expect(signedIn.stdout).toMatch(line);
      expect(doctor.stdout).toMatch(line);
    }
  });

  it('logout forgets it', async () => {
    const byName = await run('logout', '--profile', 'by-key');
    const byAddress = await run('logout', '--api', api);
    const again = await run('logout', '--api', api);

    expect([byName.code, byAddress.code, again.code]).toEqual([0, 0, 2]);
    expect(profiles()).toEqual({});
    expect(errorOf(await run('ls', '--profile', 'by-key')).code).toBe('COMMAND_USAGE');
  });

  it('asks nobody where there is no terminal, and sends keys nowhere where they could be read', async () => {
    const silent = await run('login', '--api', api, '--key');
    const plain = await withInput(['login', '--api', 'http://example.org', '--key-stdin', '--json'], 'surf_key');

    expect([silent.code, errorOf(silent).remedy]).toEqual([2, expect.stringContaining('--key-stdin')]);
    expect([plain.code, errorOf(plain).message]).toEqual([2, expect.stringContaining('neither https')]);
  });

  it('says so when the file of profiles is none, and when nobody answers', async () => {
    const home = join(folder, 'broken');
    mkdirSync(dirname(join(home, 'surf', 'profiles.json')), { recursive: true });
    writeFileSync(join(home, 'surf', 'profiles.json'), '{"v": 2}');
    const broken = await surfHere(['ls', '--api', api, '--json'], { XDG_CONFIG_HOME: home });
    const nobody = await run('ls', '--api', 'http://127.0.0.1:1');
    const other = await run('ls', '--api', provider.issuer);

    expect([broken.code, errorOf(broken).code]).toEqual([1, 'PROFILE_UNREADABLE']);
    expect([nobody.code, errorOf(nobody).code]).toEqual([1, 'SERVER_UNREACHABLE']);
    expect([other.code, errorOf(other).code]).toEqual([1, 'SERVER_FAILED']);
  });

  /** Runs `surf …` with something on stdin. */
  async function withInput(args: readonly string[], input: string): Promise<ProcessEnd> {
    const child = spawn(process.execPath, [SURF, ...args], { env: { ...process.env, ...environment } });
    child.stdin.end(input);
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [stdout, stderr, code] = await Promise.all([buffer(child.stdout), buffer(child.stderr), ended]);
    return { code, stdout: stdout.toString(), stderr: stderr.toString() };
  }
});
