import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '#cli/doctor/finding.ts';
import { ROOT } from '#test/architecture/source-files.ts';
import { NO_CHECKS } from '#test/infra/no-checks.ts';
import { type Resource, type StackTemplate, synthesize } from '#test/infra/template.ts';
import { packSome } from '../../packaging/pack.ts';
import { AWS_RECIPE } from '../../packaging/packages.ts';

const run = promisify(execFile);

/** Settings as examples/own-cdk-app.ts has them. */
const CONFIG = { stage: 'shop', maxWorkers: 20, alarms: { usdPerDay: 5 } };
const APP = readFileSync(join(ROOT, 'examples/own-cdk-app.ts'), 'utf8');

/** Stands for the CDK: prints its arguments. The real one synthesizes, and deploys nothing. */
const CDK = `
const words = process.argv.slice(2);
console.log(words.join(' '));
const cdk = ${JSON.stringify(join(ROOT, 'node_modules/aws-cdk/bin/cdk'))};
if (words[0] === 'synth')
  require('node:child_process').execFileSync(process.execPath, [cdk, ...words], { stdio: ['ignore', 2, 2] });
`;

/** As a user has it: unpacked in an empty folder, with the CDK beside it. */
describe('the package @surf-crawler/aws', () => {
  let folder: string;
  let installed: string;
  let aws: Server;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'surf-aws-'));
    const [packed] = await packSome([AWS_RECIPE], join(folder, 'packed'));
    installed = join(folder, 'node_modules/@surf-crawler/aws');
    await mkdir(installed, { recursive: true });
    await run('tar', ['-xzf', packed?.tarball ?? '', '-C', installed, '--strip-components=1']);
    for (const name of ['aws-cdk-lib', 'constructs', 'zod'])
      await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    await mkdir(join(folder, 'node_modules/aws-cdk/bin'), { recursive: true });
    await writeFile(join(folder, 'node_modules/aws-cdk/package.json'), '{"name": "aws-cdk"}');
    await writeFile(join(folder, 'node_modules/aws-cdk/bin/cdk'), CDK);
    await writeFile(join(folder, 'package.json'), '{"type": "module"}');
    // A new account: ten Lambdas at once, and nothing else.
    aws = createServer(({ url = '' }, response) => {
      const isThere = url.includes('/account-settings');
      response.writeHead(isThere ? 200 : 404, { 'x-amzn-errortype': 'ResourceNotFoundException' });
      response.end(
        isThere ? '{"AccountLimit": {"ConcurrentExecutions": 10}}' : '{"__type": "ResourceNotFoundException"}',
      );
    });
    await new Promise<void>((resolve) => aws.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    aws?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const node = async (words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> =>
    (await run(process.execPath, words, { cwd: folder, env: { PATH: process.env.PATH, ...NO_CHECKS, ...more } }))
      .stdout;
  const inAccount = (): Record<string, string> => ({
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(aws.address() as AddressInfo).port}`,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const templateIn = async (path: string): Promise<StackTemplate> =>
    JSON.parse(await readFile(join(folder, path), 'utf8')) as StackTemplate;

  it('gives examples/own-cdk-app.ts the resources of the stack of a checkout', async () => {
    await writeFile(join(folder, 'app.ts'), APP);
    await node(['app.ts'], { CDK_OUTDIR: join(folder, 'own') });

    const own = await templateIn('own/Crawling.template.json');
    const { template } = synthesize({ config: CONFIG });
    expect(Object.keys(own.Outputs).filter((name) => /^(?:Console|ReaderArn)$/.test(name))).toHaveLength(2);
    expect(renamed(own, template)).toEqual(withoutCode(template.Resources));
  });

  it('has the functions and the console that CDK uploads as they are', async () => {
    const { files } = JSON.parse(await readFile(join(folder, 'own/Crawling.assets.json'), 'utf8')) as Assets;
    const sources = Object.values(files).flatMap(({ source }) => (source.packaging === 'zip' ? [source.path] : []));
    const listed = await Promise.all(sources.map((path) => readFile(join(folder, 'own', path, 'index.js'), 'utf8')));
    const page = await readFile(join(installed, 'functions/api/console/index.html'), 'utf8');

    expect(listed).toHaveLength(9);
    expect(page).toContain('<!doctype html>');
  });

  it('can be required by an app in CommonJS', async () => {
    expect(await node(['-p', 'typeof require("@surf-crawler/aws").SurfCrawler'])).toBe('function\n');
  });

  it('refuses a wrong setting of an app, with the field and what is allowed', async () => {
    const wrong = APP.replace("stage: 'shop'", "stage: 'Shop', tabels: {}");
    await writeFile(join(folder, 'wrong.ts'), wrong);

    await expect(node(['wrong.ts'], { CDK_OUTDIR: join(folder, 'wrong') })).rejects.toThrow(
      /what Crawling\/Surf was given is not valid:\n {2}stage: "Shop"; allowed: a lower-case.*\n {2}tabels: unknown field; did you mean tables\?/,
    );
  });

  it('has types for an app in TypeScript', async () => {
    await writeFile(join(folder, 'typed.ts'), APP);
    await writeFile(join(folder, 'faulty.ts'), APP.replace("stage: 'shop'", 'stage: 1'));
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
    const faults = await run(process.execPath, [compiler, ...flags, 'typed.ts', 'faulty.ts'], { cwd: folder }).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );

    expect(faults.match(/^\S+\.ts/gm)).toEqual(['faulty.ts']);
    expect(faults).toContain("Type 'number' is not assignable to type 'string'");
  });

  it('is what surf deploy starts', async () => {
    const words = ['deploy', '--yes', '--revert-drift', '--region', 'eu-west-1', '--stage', 'Wrong'];
    const failed = await run(process.execPath, [join(ROOT, 'cli/main.ts'), ...words], { cwd: folder }).catch(
      (error: { code: number; stderr: string }) => error,
    );

    expect(failed).toMatchObject({ code: 1 });
    expect(failed.stderr).toContain('stage: "Wrong"; allowed: a lower-case letter');
  });

  it('asks the account for surf doctor, which has no SDK of AWS', async () => {
    const words = [join(ROOT, 'cli/main.ts'), 'doctor', '--json', '--data', join(folder, 'data')];
    const { stdout } = await run(process.execPath, words, {
      cwd: folder,
      env: { ...process.env, ...inAccount() },
    }).catch(
      (error: { stdout: string }) => error, // where another check fails
    );
    const findings = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Finding);

    expect(await node([join(installed, 'dist/main.mjs'), 'account'], inAccount())).toBe(
      '{"region":"eu-west-1","concurrent":10,"workers":7}\n',
    );
    expect(findings.filter(({ check }) => /^aws$|quota/.test(check))).toEqual([
      expect.objectContaining({ state: 'ok', says: 'credentials hold in eu-west-1' }),
      expect.objectContaining({ state: 'warn', mend: expect.stringContaining('set "maxWorkers": 7 ') }),
    ]);
  });

  it('is what surf deploy asks for where it is missing', async () => {
    const failed = await run(process.execPath, [join(ROOT, 'cli/main.ts'), 'deploy'], { cwd: tmpdir() }).catch(
      (error: { code: number; stderr: string }) => error,
    );

    expect(failed).toMatchObject({ code: 2 });
    expect(failed.stderr).toContain('npm install @surf-crawler/aws');
  });

  it('deploys an account’s first stack with the settings of the folder (S17, U3)', async () => {
    await writeFile(join(folder, 'surf.config.json'), '{"stage": "first"}');
    const out = await node([join(installed, 'dist/main.mjs'), 'deploy', '--yes', '--revert-drift'], inAccount());

    const [room, synth, deploy, key] = out.trim().split('\n');
    expect(room).toContain('an execution gets 7 workers at once instead of 100 (maxWorkers)');
    expect(synth).toMatch(/^synth -q -a ".*" ".*app\.mjs" {2}-c workers=7 -o \S+$/);
    expect(deploy).toMatch(/^deploy --require-approval never --revert-drift -a \S+$/);
    expect(key).toContain('npx surf-aws first-key makes the first API key');
  });
});

interface Assets {
  readonly files: Readonly<Record<string, { readonly source: { readonly path: string; readonly packaging: string } }>>;
}

/** What `SurfCrawler` has, with the logical ids of a stack that has the same in the same order. */
function renamed(own: StackTemplate, other: StackTemplate): Record<string, Resource> {
  const ids = Object.keys(other.Resources);
  const surf = Object.entries(own.Resources).filter(([id]) => id.startsWith('Surf'));
  const text = surf.reduce(
    (all, [id], n) => all.replaceAll(new RegExp(`\\b${id}\\b`, 'g'), ids[n] ?? id),
    JSON.stringify(Object.fromEntries(surf)),
  );
  return withoutCode(JSON.parse(text) as Record<string, Resource>);
}

/** Without code, which the other template lacks, and places in the app, which differ. */
function withoutCode(resources: Readonly<Record<string, Resource>>): Record<string, Resource> {
  const entries = Object.entries(resources).map(
    ([id, { Metadata: _, ...resource }]: [string, Resource & { Metadata?: unknown }]) => {
      const { Code: _code, ...Properties } = resource.Properties ?? {};
      return [id, { ...resource, Properties }] as const;
    },
  );
  return Object.fromEntries(entries);
}
