import { execFile } from 'node:child_process';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { MiniStack } from '#test/emulator/ministack.ts';
import { NO_CHECKS } from '#test/infra/no-checks.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** For a machine that does much else. */
const PATIENCE_MS = 15 * 60_000;

const { GOGC, NODE_COMPILE_CACHE } = process.env;
/** What changes no byte of the stack. */
const FASTER = { ...NO_CHECKS, ...(GOGC && { GOGC }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };

/** As a user's shell has it: with a profile and keys of an account, which must not be used. */
const environmentOf = (home: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: home,
  CDK_DISABLE_CLI_TELEMETRY: 'true',
  CI: '1',
  ...FASTER,
  AWS_PROFILE: 'none-of-this-name',
  AWS_ACCESS_KEY_ID: 'AKIAOFANACCOUNT',
  AWS_SECRET_ACCESS_KEY: 'secret',
});

/** As a browser asks, which takes every name below `localhost` for this machine. */
function textOf({ endpoint, host, path }: { endpoint: string; host: string; path: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    get(`${endpoint}${path}`, { headers: { host, accept: 'text/html' } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
    }).on('error', reject);
  });
}

describe('npm run deploy:local', () => {
  let emulator: MiniStack;
  const home = temporaryFolder(); // the command line keeps notes there
  beforeAll(async () => {
    emulator = await MiniStack.start();
  }, PATIENCE_MS);
  afterAll(async () => {
    await emulator?.stop();
    removeFolder(home);
  }, PATIENCE_MS);

  it(
    'deploys into an emulator without TLS, and says where its API really answers',
    async () => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [`${ROOT}infra/deploy-local.ts`, '--endpoint', emulator.endpoint, '--stage', 'here'],
        { cwd: ROOT, env: environmentOf(home), maxBuffer: 2 ** 24 },
      );

      const [, api = ''] = /^API +(\S+)/m.exec(stdout) ?? [];
      expect(stdout).toMatch(
        /^first key +AWS_ENDPOINT_URL=http:\/\/127\.0\.0\.1:\d+ .* -- --stage here --region us-east-1$/m,
      );
      expect(api.startsWith(`${emulator.endpoint}/restapis/`)).toBe(true);
      const [health, closed] = await Promise.all([fetch(`${api}health`), fetch(`${api}v1/executions/x00000000`)]);
      expect([health.status, closed.status]).toEqual([200, 401]);
      const [, host = '', path = ''] = /^console +http:\/\/([^/]+)(\/\S*)/m.exec(stdout) ?? [];
      expect(await textOf({ endpoint: emulator.endpoint, host, path })).toContain('<base href="/here/"');
    },
    PATIENCE_MS,
  );
});
