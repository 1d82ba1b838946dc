import { describe, expect, it } from 'vitest';
import { parseRobots } from '#core/robots/robots-rules.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { HANGS } from '#test/hang.ts';

const AGENT = 'surf-crawler/0.1';
const octets = (text: string): Uint8Array => new TextEncoder().encode(text);
const rulesOf = (text: string, agent = AGENT) => parseRobots(octets(text), agent, 'https://e.org/robots.txt');
const at = (path: string) => `https://e.org${path}` as CrawlUrl;
const allowed = (text: string, path: string, agent = AGENT) => rulesOf(text, agent).verdict(at(path)).allowed;

describe('the verdict (H2, N6)', () => {
  it('names line and text of the longest rule', () => {
    const rules = rulesOf('# hello\nUser-agent: *\n\nDisallow: /a # why\nAllow: /a/b\n');

    expect(rules.verdict(at('/a/x'))).toEqual({ allowed: false, line: 4, pattern: '/a' });
    expect(rules.verdict(at('/a/b/c'))).toEqual({ allowed: true, line: 5, pattern: '/a/b' });
    expect(rules.verdict(at('/'))).toEqual({ allowed: true, line: null, pattern: null });
  });

  it('lets Allow win where two rules are as long', () => {
    expect(allowed('User-agent: *\nDisallow: /page\nAllow: /page', '/page')).toBe(true);
  });

  it.each([
    ['/*.pdf$', '/x/y.pdf', false],
    ['/*.pdf$', '/x/y.pdf?q', true],
    ['/fish*.php', '/fishheads/catfish.php?id', false],
    ['/a$b', '/a$b', false],
    ['/a%24', '/a$', false],
    ['/file-%2A.html', '/file-*.html', false],
    ['/file-%2A.html', '/file-x.html', true],
    ['/a%2Fb', '/a/b', true],
    ['/%7ejoe', '/~joe/', false],
    ['/foo/%62%61%7A', '/foo/baz', false],
    ['/caf%c3%a9', '/caf%C3%A9', false],
    ['/café', '/caf%C3%A9', false],
    ["/it's", "/it's", false],
    ["/q?a='x'", '/q?a=%27x%27', false],
    ['/path?', '/path?', false],
    ['/path?', '/path', true],
    ['/q?u=/../x', '/q?u=/../x', false],
    ['/a b', '/a%20b', false],
    ['****/***.js', '/x.js', false],
    ['/.', '/.', false],
    ['/.', '/.git/config', false],
    ['/.', '/', true],
    ['/a/../b', '/b', true],
  ])('Disallow: %s, asked for %s, allows: %s', (pattern, path, expected) => {
    expect(allowed(`User-agent: *\nDisallow: ${pattern}`, path)).toBe(expected);
  });

  it('matches octets of files that are not UTF-8', () => {
    const body = Uint8Array.from([...octets('User-agent: *\nDisallow: /caf'), 0xe9]);

    expect(parseRobots(body, AGENT, 'https://e.org/robots.txt').verdict(at('/caf%E9')).allowed).toBe(false);
  });

  it('is that of the first rule that matches where first match is wanted (H2)', () => {
    const file = 'User-agent: *\nDisallow: /a # why\nAllow: /a/b\nAllow: /\nDisallow: /c\nDisallow:\n';
    const first = rulesOf(file).matching('first');

    expect(first.verdict(at('/a/b'))).toEqual({ allowed: false, line: 2, pattern: '/a' });
    expect(first.verdict(at('/c'))).toEqual({ allowed: true, line: 4, pattern: '/' });
    expect(rulesOf(file).matching('longest').verdict(at('/a/b'))).toEqual({ allowed: true, line: 3, pattern: '/a/b' });
    expect(rulesOf('User-agent: *\nDisallow: /').matching('first').verdict(at('/robots.txt')).allowed).toBe(true);
  });

  it('of merged groups takes the first in the order of the file', () => {
    const file =
      'User-agent: surf-crawler\nAllow: /x\n\nUser-agent: *\nDisallow: /\n\nUser-agent: surf-crawler\nDisallow: /x/y\n';

    expect(rulesOf(file).matching('first').verdict(at('/x/y'))).toMatchObject({ allowed: true, line: 2 });
    expect(rulesOf(file).verdict(at('/x/y'))).toMatchObject({ allowed: false, line: 8 });
  });

  it('always allows /robots.txt itself', () => {
    expect(allowed('User-agent: *\nDisallow: /', '/robots.txt')).toBe(true);
  });

  it('decides a large group as it decides a small one', () => {
    const many = Array.from({ length: 500 }, (_, index) => `Disallow: /d${index}/`).join('\n');
    const rules = rulesOf(`User-agent: *\n${many}\nAllow: /d7/ok\nDisallow: /*.zip`);

    expect(rules.verdict(at('/d7/x'))).toEqual({ allowed: false, line: 9, pattern: '/d7/' });
    expect(rules.verdict(at('/d7/ok'))).toEqual({ allowed: true, line: 502, pattern: '/d7/ok' });
    expect(rules.verdict(at('/x.zip'))).toEqual({ allowed: false, line: 503, pattern: '/*.zip' });
    expect(rules.verdict(at('/free')).line).toBeNull();
  });
});

describe('groups', () => {
  it('prefers our own group, even an empty one, to *', () => {
    expect(allowed('User-agent: *\nDisallow: /\n\nUser-agent: Surf-Crawler', '/x')).toBe(true);
    expect(allowed('User-agent: surf-crawler/9 beta\nDisallow: /\nUser-agent: *\nDisallow:', '/x')).toBe(false);
    expect(allowed('User-agent: surf\nDisallow: /', '/x')).toBe(true);
  });

  it('merges the groups of one agent', () => {
    const text =
      'User-agent: surf-crawler\nDisallow: /a\nUser-agent: b\nDisallow: /b\nUser-agent: surf-crawler\nDisallow: /c';

    expect(['/a', '/b', '/c'].map((path) => allowed(text, path))).toEqual([false, true, false]);
  });

  it('is not closed by Sitemap, Crawl-delay or unknown lines', () => {
    const text = 'User-agent: surf-crawler\nCrawl-delay: 1\nSitemap: /s\nFoo: x\nUser-agent: *\nDisallow: /login';

    expect(allowed(text, '/login')).toBe(false);
    expect(allowed(text, '/login', 'other')).toBe(false);
  });

  it('ignores rules before any User-agent line, and reads CR, CRLF, marks and missing colons', () => {
    expect(allowed('Disallow: /a\nUser-agent: *\nDisallow: /b', '/a')).toBe(true);
    expect(allowed('\ufeffUser-agent: *\rDisallow: /b\r\nDisallow /c', '/b')).toBe(false);
    expect(allowed('\ufeffUser-agent: *\rDisallow: /b\r\nDisallow /c', '/c')).toBe(false);
  });

  it('tells agents with digits apart', () => {
    const text = 'User-agent: bot1\nDisallow: /a\nUser-agent: bot2\nDisallow: /b';

    expect([allowed(text, '/a', 'bot1/1.0'), allowed(text, '/b', 'bot1/1.0')]).toEqual([false, true]);
  });
});

describe('what else the file says', () => {
  it('reads the delay of the group as a float', () => {
    expect(rulesOf('User-agent: *\nCrawl-delay: 0.5').crawlDelaySeconds).toBe(0.5);
    expect(rulesOf('User-agent: *\nCrawl-delay: 1.2.1').crawlDelaySeconds).toBeNull();
    expect(rulesOf('User-agent: *\nCrawl-delay: -1').crawlDelaySeconds).toBeNull();
    expect(rulesOf('User-agent: *\nCrawl-delay: 9\nUser-agent: surf-crawler\nDisallow:').crawlDelaySeconds).toBeNull();
  });

  it('resolves sitemaps and names each once', () => {
    const { sitemaps } = rulesOf('Sitemap: /s.xml\nsitemap: https://e.org/s.xml\nSitemap: ftp://e.org/x\nSitemap:\n');

    expect(sitemaps).toEqual(['https://e.org/s.xml']);
  });
});

describe('hostile files (N8)', () => {
  it('parses the first 500 KiB, whole lines only', () => {
    const filler = '#'.repeat(500 * 1024 - 40);
    const text = `User-agent: *\nDisallow: /a\n${filler}\nDisallow: /bcdef\n`;

    expect(allowed(text, '/a')).toBe(false);
    expect(allowed(text, '/b')).toBe(true);
  });

  it('reads UTF-16, and a wrong UTF-16 mark before ASCII', () => {
    const text = 'User-agent: *\nDisallow: /a';
    const utf16 = Uint8Array.from([0xff, 0xfe, ...[...text].flatMap((character) => [character.charCodeAt(0), 0])]);
    const wrong = Uint8Array.from([0xff, 0xfe, ...octets(`\n${text}`)]);

    for (const body of [utf16, wrong]) {
      expect(parseRobots(body, AGENT, 'https://e.org/robots.txt').verdict(at('/a')).allowed).toBe(false);
    }
  });

  it('stays bounded with half a megabyte of wildcards, and forbids more rather than less', HANGS, () => {
    const rules = rulesOf(
      `User-agent: *\n${`Disallow: /x*${'a'.repeat(170)}*${'b'.repeat(20)}\n`.repeat(2)}${Array.from(
        { length: 2_400 },
        (_, index) => `Disallow: /x*${'a'.repeat(170)}*${index}`,
      ).join('\n')}`,
    );

    const verdict = rules.verdict(at(`/x${'a'.repeat(2_000)}`));

    expect(verdict.allowed).toBe(false);
  });

  it('survives NULs, long lines and random bytes', () => {
    expect(allowed(`User-agent: *\u0000\nDisallow: /a\u0000\n${'x'.repeat(100_000)}`, '/a')).toBe(false);
    const noise = Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 256);
    expect(parseRobots(noise, AGENT, 'nonsense').verdict(at('/')).allowed).toBe(true);
  });
});
