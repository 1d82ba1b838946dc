import { describe, expect, it } from 'vitest';
import type { DeadSeed } from '#core/frontier/dead-seeds.ts';
import { seedRemedy } from '#core/frontier/seed-remedy.ts';
import { workflowFields } from '#core/workflow/fields/workflow-fields.ts';
import { flagOf } from '#core/workflow/fields/workflow-flags.ts';

const REASONS: readonly (readonly [DeadSeed['reason'], detail: string])[] = [
  ...(['scheme', 'url-too-long', 'excluded', 'outside-scope', 'not-included', 'robots'] as const).map(
    (reason) => [reason, ''] as const,
  ),
  ...(['too-large', 'timeout', 'reset', 'robots-unreachable'] as const).map((reason) => [reason, ''] as const),
  ['robots-unreachable', 'its robots.txt answers 500'],
  ['content-type', 'application/pdf'],
  ['http-4xx', '403'],
  ['http-4xx', '429'],
];

describe('the remedy of a seed without a page', () => {
  it.each(REASONS)('names fields and flags that exist: %s %s', (reason, detail) => {
    const fields = workflowFields();
    const paths = fields.map(({ path }) => path.join('.'));
    const flags = fields.map((field) => `--${flagOf(field)}`);

    const remedy = seedRemedy({ reason, detail }) ?? '';

    const named = remedy.match(/\b[a-z]+\.[a-z][A-Za-z]+/g) ?? [];
    const given = remedy.match(/--[a-z-]+/g) ?? [];
    expect(named.length).toBeGreaterThan(0);
    expect(given.length).toBeGreaterThan(0);
    expect(paths).toEqual(expect.arrayContaining(named));
    expect(flags).toEqual(expect.arrayContaining(given));
  });

  it.each([
    ['404', /^check the address/],
    ['410', /^check the address/],
    ['401', /--header/],
    ['407', /--header/],
    ['429', /--delay/],
    ['418', null],
    ['', null],
  ])('depends on the status that the server answered: %s', (detail, remedy) => {
    const found = seedRemedy({ reason: 'http-4xx', detail });

    if (remedy === null) expect(found).toBeNull();
    else expect(found).toMatch(remedy);
  });

  it.each([
    ['the name no.example has no address', /^check the spelling/],
    ['no name server tells the address of example.org', /^check the network/],
    ['', /^check the spelling/],
  ])('names the network or the spelling, by the answer of the name servers: %s', (detail, remedy) => {
    expect(seedRemedy({ reason: 'dns', detail })).toMatch(remedy);
  });

  it.each([
    ['application/pdf; charset=utf-8', 'application/pdf'],
    ["application/x'; rm -rf ~", 'application/x'],
    ['; rm -rf ~', 'TYPE'],
    ['', 'TYPE'],
  ])('copies nothing of a content type but a media type, because users paste it: %j', (detail, type) => {
    expect(seedRemedy({ reason: 'content-type', detail })).toContain(`--accept-types 'text/*' --accept-types ${type})`);
  });

  it('permits private networks where that opens the seed, and knows nothing for credentials of a cloud', () => {
    expect(seedRemedy({ reason: 'blocked-address', detail: 'loopback' })).toContain('allowPrivateNetwork');
    expect(seedRemedy({ reason: 'blocked-address', detail: 'metadata' })).toBeNull();
    expect(seedRemedy({ reason: 'internal', detail: '' })).toBeNull();
  });
});
