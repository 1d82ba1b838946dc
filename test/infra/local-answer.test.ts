import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '#infra/config/surf-config.ts';
import { apiFault, localAnswer } from '#infra/local-answer.ts';
import { cdkEnvironment, localTarget } from '#infra/local-target.ts';
import { missingForLocalStack } from '#test/emulator/localstack.ts';

const DEPLOY_LOCAL = fileURLToPath(new URL('../../infra/deploy-local.ts', import.meta.url));

describe('npm run deploy:local', () => {
  it('names the addresses that the emulator serves', () => {
    const lines = localAnswer(
      { endpoint: 'http://127.0.0.1:4566', stage: 'main', region: 'us-east-1' },
      { ApiUrl: 'https://abc123.execute-api.us-east-1.amazonaws.com/main/' },
    );

    expect(lines.join('\n')).toContain('http://abc123.execute-api.localhost:4566/main/ ');
    expect(lines.join('\n')).toContain('http://127.0.0.1:4566/restapis/abc123/main/_user_request_/ ');
    expect(lines.join('\n')).toContain(
      'AWS_SECRET_ACCESS_KEY=test npm run --silent first-key -- --stage main --region us-east-1',
    );
  });

  it('deploys into the region of the configuration, which it bootstraps, and keeps an account of the user out', () => {
    const endpoint = 'http://127.0.0.1:4566';
    const there = localTarget(endpoint, parseConfig({ region: 'eu-west-1' }));
    const unset = localTarget(endpoint, parseConfig({}));
    const environment = cdkEnvironment(there);

    expect(there).toEqual({
      endpoint,
      stage: 'main',
      region: 'eu-west-1',
      environment: 'aws://000000000000/eu-west-1',
    });
    expect(unset.region).toBe('us-east-1');
    expect(environment).toEqual(expect.arrayContaining(['AWS_REGION=eu-west-1', `AWS_ENDPOINT_URL=${endpoint}`]));
    expect(environment.join(' ')).toContain('-u AWS_PROFILE -u AWS_SESSION_TOKEN -u AWS_DEFAULT_REGION');
  });

  it('says what a function answers that cannot start, and how to fix it', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(502).end('{"message": "No such built-in module: node:sqlite"}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;

    const fault = await apiFault(`http://127.0.0.1:${port}/`);
    server.close();

    expect(fault).toContain('502 {"message": "No such built-in module: node:sqlite"}');
    expect(fault).toContain('need Node 24');
  });

  it('says in one line that no emulator answers, and changes nothing', () => {
    const { status, stderr } = spawnSync(process.execPath, [DEPLOY_LOCAL, '--endpoint', 'http://127.0.0.1:1'], {
      encoding: 'utf8',
    });

    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      'no emulator answers at http://127.0.0.1:1: start one (docker compose --profile ministack up -d), or give its address with --endpoint',
    ]);
  });
});

describe('npm run test:localstack', () => {
  it('says in one line what is missing', () => {
    const missing = missingForLocalStack({});

    expect(missing).toMatch(
      /^(?:Docker with compose is missing|no Docker daemon answers|LOCALSTACK_AUTH_TOKEN is not set.*)$/,
    );
  });
});
