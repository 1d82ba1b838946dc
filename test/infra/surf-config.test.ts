import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../infra/load-config.ts';
import { parseConfig, SurfConfig, userAgentOf } from '../../infra/surf-config.ts';
import { configTable } from './config-table.ts';

const EXAMPLE = new URL('../../surf.config.example.json', import.meta.url);
const DOC = new URL('../../docs/deploy.md', import.meta.url);

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

  it('is described in docs/deploy.md as it is', () => {
    const doc = readFileSync(DOC, 'utf8');

    for (const line of configTable(SurfConfig)) expect(doc).toContain(line);
  });

  it.each([
    [{ stagee: 'x' }, /stagee/],
    [{ stage: 'Main' }, /stage: a lower-case letter/],
    [{ stage: 'a'.repeat(17) }, /stage/],
    [{ api: { rate: 0 } }, /api\.rate/],
    [{ region: 'Frankfurt' }, /region: a region like/],
    [{ contact: 'me' }, /contact: an e-mail address or a URL/],
    [{ contact: 'a@b\nX: y' }, /contact/],
    [{ worker: { seconds: 900 } }, /worker\.seconds/],
  ])('refuses %o and says where', (value, fault) => {
    expect(() => parseConfig(value)).toThrow(fault);
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
    expect(() => loadConfig({ config })).toThrow(/is no JSON/);
    rmSync(folder, { recursive: true });
  });
});
