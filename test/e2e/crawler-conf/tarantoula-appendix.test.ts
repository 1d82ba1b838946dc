import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { type ProcessEnd, SurfProcess } from '#test/e2e/process/surf-process.ts';
import type { Exchange } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';

/** The configuration file of the assignment's appendix, letter by letter. */
const APPENDIX = fileURLToPath(new URL('tarantoula-appendix.conf', import.meta.url));

const HTML = 'text/html; charset=utf-8';
const links = (...hrefs: string[]): string => hrefs.map((href) => `<a href="${href}">to ${href}</a>`).join('\n');
const COPIED = '<title>copied</title>one text, two addresses';

/** What the hosts serve, by host and path. */
const WEB: Readonly<Record<string, readonly [type: string, body: string]>> = {
  'www.csd.uoc.gr/': [
    HTML,
    `<title>CSD</title>${links('/a.html', '/copy.HTM', '/paper.pdf', '/old.DOC', '/notes.txt', '/x.tmp', '/x.tmp.htm')}
${links('/image.png', '/folder/', '/page.php?id=1', 'http://lab.csd.uoc.gr/l.jsp', 'http://www.uoc.gr/out.html')}`,
  ],
  'www.csd.uoc.gr/a.html': [HTML, COPIED],
  'www.csd.uoc.gr/copy.HTM': [HTML, COPIED],
  'www.csd.uoc.gr/paper.pdf': ['application/pdf', '%PDF-1.4 a paper'],
  'www.csd.uoc.gr/old.DOC': ['application/msword', '\u00d0\u00cf a document'],
  'www.csd.uoc.gr/notes.txt': ['text/plain', 'notes'],
  'lab.csd.uoc.gr/l.jsp': [HTML, '<title>Lab</title>'],
  'www.ics.forth.gr/': [HTML, `<title>ICS</title>${links('/b.asp', '/unknown.pdf')}`],
  'www.ics.forth.gr/b.asp': [HTML, '<title>B</title>'],
  'www.ics.forth.gr/unknown.pdf': ['application/octet-stream', '%PDF-1.5 of no type'],
  'el.wikipedia.gr/': [HTML, '<title>Wiki</title>no links'],
};
/**
 * Linked, and not to be requested: on no accept-list, on the Reject-list, or outside of the scope.
 */
const REFUSED = ['/x.tmp', '/x.tmp.htm', '/image.png', '/folder/', '/page.php?id=1', '/out.html'];

const asked: string[] = [];

function serve(exchange: Exchange): void {
  const address = `${exchange.headers.host}${exchange.path}`;
  asked.push(address);
  const found = WEB[address];
  if (found === undefined) exchange.send(404, {}, '');
  else exchange.send(200, { 'content-type': found[0] }, found[1]);
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

describe('surf run with the appendix of the assignment, letter by letter (T1–T8)', () => {
  const folder = temporaryFolder();
  const repository = join(folder, 'testbedCSDICS');
  let site: Site;
  let end: ProcessEnd;
  let lines: string[] = [];

  beforeAll(async () => {
    site = await startSite({ handler: serve });
    const to = new URL(site.origin(0)).host;
    const quick = ['--allow-private-network', '--delay', '0', '--once', '--connect-to', `:80:${to}`];
    end = await new SurfProcess(['run', APPENDIX, ...quick, '--json'], {}, { folder }).ended;
    const index = join(repository, 'index.txt');
    lines = existsSync(index) ? readFileSync(index, 'utf8').trimEnd().split('\n') : [];
  });
  afterAll(async () => {
    await site.close();
    removeFolder(folder);
  });

  it('crawls the hosts of the scope, and asks for nothing that the lists refuse', () => {
    const pages = asked.filter((address) => !address.endsWith('/robots.txt'));

    expect([end.code, end.stderr]).toEqual([0, '']);
    expect(JSON.parse(end.stdout)).toMatchObject({ status: 'succeeded', counts: { stored: 10, duplicate: 1 } });
    expect(pages.sort()).toEqual(Object.keys(WEB).sort());
    expect(asked.filter((address) => REFUSED.some((path) => address.endsWith(path)))).toEqual([]);
  });

  it('stores every document at <repository>/<host>/<path>: PDF, DOC and an exact copy, too', () => {
    const files = readdirSync(repository, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.parentPath !== repository)
      .map((entry) => join(entry.parentPath, entry.name).slice(repository.length + 1));

    const expected = Object.keys(WEB).map((address) => address.replace(/\/$/, '/index.html'));
    expect(files.sort()).toEqual(expected.sort());
    for (const [address, [, body]] of Object.entries(WEB)) {
      expect(readFileSync(join(repository, address.replace(/\/$/, '/index.html')), 'utf8')).toBe(body);
    }
  });

  it('writes a line for each of them that begins with the MD5 of the URL, then its accepted links', () => {
    const pages = lines.filter((line) => !line.startsWith('\t')).map((line) => line.split(' '));

    expect(pages.map(([, url]) => url).sort()).toEqual(
      Object.keys(WEB)
        .map((address) => `http://${address}`)
        .sort(),
    );
    for (const [key, normalized = '', original] of pages)
      expect([key, normalized]).toEqual([md5(normalized), original]);
    const lineOf = (path: string): string | undefined =>
      lines.find((line) => !line.startsWith('\t') && line.includes(`${path} `));
    expect(lineOf('/copy.HTM')).toContain(' "copied" utf-8 html - ');
    expect(lineOf('/paper.pdf')).toMatch(/ "" \S+ pdf - /);
    expect(lineOf('/old.DOC')).toMatch(/ "" \S+ msword - /);
    const at = lines.findIndex((line) => line.includes(' http://www.ics.forth.gr/ '));
    expect(lines.slice(at + 1, at + 3)).toEqual([
      '\t@http://www.ics.forth.gr/b.asp "to /b.asp"',
      '\t@http://www.ics.forth.gr/unknown.pdf "to /unknown.pdf"',
    ]);
  });

  it('writes its log into the file of the appendix', () => {
    expect(readFileSync(join(folder, 'log'), 'utf8')).toContain(' of 3 starting points\n');
  });
});
