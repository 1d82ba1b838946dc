import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../infra/config/load-config.ts';
import { parseConfig, SurfConfig, userAgentOf } from '../../infra/config/surf-config.ts';
import { configTable } from './config-table.ts';

const EXAMPLE = new URL('../../surf.config.example.json', import.meta.url);
const FIRST_KEY = fileURLToPath(new URL('../../infra/first-key.ts', import.meta.url));
const DOC = new URL('../../docs/how-to/deploy.md', import.meta.url);

describe('surf.config.json', () => {
  it('may be empty: all has a default', () => {
    expect(parseConfig({})).toMatchObject({ stage: 'main', api: { rate: 5, burst: 20 }, maxWorkers: 100 });
  });

  it('has an example that shows every field with its default', () => {
    const example = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as Record<string, unknown>;
    const { $schema: _, contact, ...rest } = example;

    expect({ ...parseConfig({}), ...rest, contact: null }).toEqual({ ...parseConfig({}), contact: null });
    expect(Object.keys({ ...rest, contact }).sort()).toEqual(Object.keys(parseConfig({})).sort());
  });

  it('is described in docs/how-to/deploy.md as it is', () => {
    const doc = readFileSync(DOC, 'utf8');

    for (const line of configTable(SurfConfig)) expect(doc).toContain(line);
  });

  it.each([
    [{ stagee: 'x' }, /stagee/],
    [{ stage: 'Main' }, /stage: .*; allowed: a lower-case letter/],
    [{ stage: 'a'.repeat(17) }, /stage/],
    [{ api: { rate: 0 } }, /api\.rate/],
    [{ region: 'Frankfurt' }, /region: .*; allowed: a region like/],
    [{ contact: 'me' }, /contact: .*; allowed: an e-mail address or a URL/],
    [{ contact: 'a@b\nX: y' }, /contact/],
    [{ worker: { seconds: 900 } }, /worker\.seconds/],
  ])('refuses $0 and says where', (value, fault) => {
    expect(() => parseConfig(value)).toThrow(fault);
  });

  it.each([
    [{ stagee: 'x' }, 'stagee: unknown field; did you mean stage? allowed: '],
    [{ zzzzzzzzzz: 1 }, 'zzzzzzzzzz: unknown field; allowed: $schema, stage, '],
    [{ tables: { taks: null } }, 'tables.taks: unknown field; did you mean tables.tasks? allowed: mode, writeCeiling'],
    [{ limits: { standard: { page: 1 } } }, 'limits.standard.page: unknown field; did you mean limits.standard.pages?'],
    [
      { tables: { tasks: { red: 5, write: 5 } } },
      'tables.tasks.red: unknown field; did you mean tables.tasks.read? allowed: read, write',
    ],
    [
      { tables: { tasks: { read: 5 } } },
      'tables.tasks: {"read":5}; allowed: "on-demand", an object with read, write or null',
    ],
    [{ tables: { hosts: 'cheap' } }, 'tables.hosts: "cheap"; allowed: "on-demand", an object with read, write or null'],
    [{ tables: { mode: 'cheap' } }, 'tables.mode: "cheap"; allowed: "on-demand" or "provisioned"'],
    [{ calls: { timeoutSeconds: 0 } }, 'calls.timeoutSeconds: 0; allowed: a number from 1 to 60'],
    [{ calls: { transferTimeoutSeconds: '9' } }, 'calls.transferTimeoutSeconds: "9"; allowed: a number from 1 to 300'],
    [{ metrics: 'off' }, 'metrics: "off"; allowed: true or false'],
    [{ maxWorkers: 1.5 }, 'maxWorkers: 1.5; allowed: a whole number from 1 to 1000'],
    [{ retentionDays: 0 }, 'retentionDays: 0; allowed: a whole number from 1 to 3650 or null'],
    [{ logRetentionDays: 8 }, 'logRetentionDays: 8; allowed: 1, 7, 14, 30, 90 or 365'],
    [{ logLevel: 'LOUD' }, 'logLevel: "LOUD"; allowed: "DEBUG", "INFO", "WARN" or "ERROR"'],
    [{ stage: 'Main' }, 'stage: "Main"; allowed: a lower-case letter, then up to 15 of a–z, 0–9 and -'],
    [{ stage: 7 }, 'stage: 7; allowed: a text'],
    [{ alarms: { email: 'me' } }, 'alarms.email: "me"; allowed: '],
    [{ crawl: { connectTo: [7] } }, 'crawl.connectTo.0: 7; allowed: a text of 1 to 100 characters'],
    [{ tags: { team: 7 } }, 'tags.team: 7; allowed: a text of 0 to 200 characters'],
    [{ api: null }, 'api: null; allowed: an object with rate, burst'],
    [[], '(top): []; allowed: an object with $schema, stage, '],
    [{ identity: { issuer: 'https://a.example' } }, 'identity: an issuer needs an audience or a clientId'],
  ])('of $0 says $1', (value, words) => {
    expect(() => parseConfig(value)).toThrow(words);
  });

  it('names all faults, each on its line, and the file that was read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'surf-config-'));
    const config = join(folder, 'mine.json');
    writeFileSync(config, JSON.stringify({ metrics: 0, maxWorkers: 0 }));

    expect(() => loadConfig({ config })).toThrow(
      `${config} is not valid:\n  metrics: 0; allowed: true or false\n  maxWorkers: 0; allowed: a whole number from 1 to 1000\n`,
    );
    rmSync(folder, { recursive: true });
  });

  it('names the contact in the user agent, unless another is given', () => {
    expect(userAgentOf({ userAgent: null, contact: null })).toBe('surf-crawler/0.1');
    expect(userAgentOf({ userAgent: null, contact: 'me@example.org' })).toBe('surf-crawler/0.1 (+me@example.org)');
    expect(userAgentOf({ userAgent: 'mine/1', contact: 'me@example.org' })).toBe('mine/1');
  });

  it('is read from the file that -c config names; stage, region and map of the command line win', () => {
    const folder = mkdtempSync(join(tmpdir(), 'surf-config-'));
    const config = join(folder, 'c.json');
    writeFileSync(config, JSON.stringify({ stage: 'a', crawl: { allowPrivateNetwork: true } }));

    expect(loadConfig({ config, stage: 'b', region: 'eu-west-1', map: 'inline' })).toMatchObject({
      stage: 'b',
      region: 'eu-west-1',
      crawl: { allowPrivateNetwork: true, map: 'inline' },
    });
    expect(() => loadConfig({ config: join(folder, 'none.json') })).toThrow(/there is no file/);
    writeFileSync(config, '{');
    expect(() => loadConfig({ config })).toThrow(/is not JSON/);
    rmSync(folder, { recursive: true });
  });

  it('that is invalid is one message of the command, without a stack', () => {
    const folder = mkdtempSync(join(tmpdir(), 'surf-config-'));
    const config = join(folder, 'c.json');
    writeFileSync(config, '{"alarms": {"usdPerDay": 0.001}}');
    const { status, stderr } = spawnSync(process.execPath, [FIRST_KEY, '--config', config], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });

    expect([status, stderr.split('\n')]).toEqual([
      1,
      [
        `error: ${config} is not valid:`,
        '  alarms.usdPerDay: 0.001; allowed: a number from 0.01',
        'surf.config.example.json shows every field',
        '',
      ],
    ]);
  });
});
