import { describe, expect, it } from 'vitest';
import { botWallOf } from '#core/fetch/bot-wall.ts';

type Headers = readonly (readonly [string, string])[];

const look = (status: number, headers: Headers, body = ''): string | null => {
  const wall = botWallOf({ status, statusText: '', headers }, Buffer.from(body));
  return wall === null ? null : `${wall.service}: ${wall.sign}`;
};

const CLOUDFLARE = '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title><meta name="robots"';
const AKAMAI =
  '<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\nReference&#32;&#35;18&#46;5ff01060\n</BODY>';
const IMPERVA_SCRIPT = '<script type="text/javascript" src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e"></script>';
const IMPERVA =
  '<html><head><META NAME="robots" CONTENT="noindex,nofollow"></head><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&incident_id=49-1">Request unsuccessful. Incapsula incident ID: 49-1</iframe></html>';

describe('a bot wall', () => {
  it.each<[string, number, Headers, string, string]>([
    ['Cloudflare by header', 403, [['CF-Mitigated', 'challenge']], '', 'Cloudflare: cf-mitigated: challenge'],
    ['Cloudflare with 200', 200, [['cf-mitigated', 'challenge']], '', 'Cloudflare: cf-mitigated: challenge'],
    [
      'Cloudflare by title',
      503,
      [['Server', 'cloudflare']],
      CLOUDFLARE,
      'Cloudflare: server: cloudflare, <title>Just a moment...</title>',
    ],
    ['AWS WAF challenge', 202, [['x-amzn-waf-action', 'challenge']], '', 'AWS WAF: x-amzn-waf-action: challenge'],
    ['AWS WAF captcha', 405, [['x-amzn-waf-action', 'captcha']], '', 'AWS WAF: x-amzn-waf-action: captcha'],
    ['DataDome by header', 403, [['X-DataDome', 'protected']], '', 'DataDome: x-datadome: protected'],
    [
      'DataDome by script',
      403,
      [],
      '<script src="https://ct.captcha-delivery.com/c.js"></script>',
      'DataDome: captcha-delivery.com',
    ],
    ['PerimeterX', 403, [], '<div id="px-captcha"></div>', 'PerimeterX: px-captcha'],
    ['Kasada', 429, [['x-kpsdk-ct', '0a']], '', 'Kasada: x-kpsdk-ct: 0a'],
    ['Imperva with 200', 200, [], IMPERVA, 'Imperva: _Incapsula_Resource, incident_id='],
    ['Imperva with 403', 403, [], IMPERVA, 'Imperva: _Incapsula_Resource, incident_id='],
    ['Akamai', 403, [['Server', 'AkamaiGHost']], AKAMAI, 'Akamai: <TITLE>Access Denied</TITLE>, Reference&#32;&#35;'],
  ])('of %s is known', (_, status, headers, body, expected) => {
    expect(look(status, headers, body)).toBe(expected);
  });

  it.each<[string, number, Headers, string]>([
    ['a page that Cloudflare delivers', 200, [['server', 'cloudflare']], CLOUDFLARE],
    ['a 403 of an origin behind Cloudflare', 403, [['server', 'cloudflare']], '<title>Forbidden</title>'],
    ['a page that DataDome let through', 200, [['x-datadome', 'protected']], 'hello'],
    ['a page that Imperva let through', 200, [], `<html>${IMPERVA_SCRIPT}<p>hello</html>`],
    ['a long article about Imperva', 200, [], `${IMPERVA}${'x'.repeat(8_192)}`],
    ['a page about captchas', 200, [], 'px-captcha captcha-delivery.com <title>Access Denied</title> Reference #1'],
    ['a plain 403', 403, [['server', 'nginx']], '<title>403 Forbidden</title>'],
    ['a rate limit', 429, [['server', 'cloudflare']], 'error code: 1015'],
    ['another action of AWS WAF', 403, [['x-amzn-waf-action', 'count']], ''],
  ])('is not %s', (_, status, headers, body) => {
    expect(look(status, headers, body)).toBeNull();
  });

  it('is looked for in the first 32 KiB', () => {
    expect(look(403, [], `${' '.repeat(32_000)}px-captcha`)).toBe('PerimeterX: px-captcha');
    expect(look(403, [], `${' '.repeat(33_000)}px-captcha`)).toBeNull();
  });
});
