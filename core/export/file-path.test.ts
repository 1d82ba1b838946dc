import { describe, expect, it } from 'vitest';
import { filePath, isBelow, markedPath } from '#core/export/file-path.ts';

const pathOf = (url: string): string => filePath(url).path;

describe('the file of an address (T5, I4)', () => {
  it.each([
    ['http://a.test/', 'a.test/index.html'],
    ['http://a.test/dir/', 'a.test/dir/index.html'],
    ['http://a.test/dir/page.html', 'a.test/dir/page.html'],
    ['https://a.test:8443/x', 'a.test_8443/x'],
    ['http://a.test/%C3%A9t%C3%A9/a%20b', 'a.test/%C3%A9t%C3%A9/a%20b'],
    ['http://a.test/page.php?id=3&x=/../y', 'a.test/page.php%3Fid=3&x=%2F..%2Fy'],
    ['http://a.test/?q=1', 'a.test/index.html%3Fq=1'],
    ['http://a.test//double//slash', 'a.test/%/double/%/slash'],
    ['http://[::1]:8080/x', '[%3A%3A1]_8080/x'],
    ['http://a.test/~user/', 'a.test/~user/index.html'],
    ['http://a.test/@user', 'a.test/@user'],
  ])('%s is %s', (url, path) => {
    expect(pathOf(url)).toBe(path);
  });

  it.each([
    ['http://a.test/nul', 'a.test/%6Eul'],
    ['http://a.test/CON.txt', 'a.test/%43ON.txt'],
    ['http://a.test/com1.tar.gz', 'a.test/%63om1.tar.gz'],
    ['http://a.test/aux/x', 'a.test/%61ux/x'],
    ['http://a.test/context', 'a.test/context'],
    ['http://index.jsonl/x', '%69ndex.jsonl/x'],
    ['http://a.test/name.', 'a.test/name%2E'],
    ['http://a.test/.../x', 'a.test/..%2E/x'],
    ['http://a.test/a%00b', 'a.test/a%00b'],
    ['http://a.test/a:b*c|d"e<f>', 'a.test/a%3Ab%2Ac%7Cd%22e%3Cf%3E'],
    ['http://a.test/%2e%2e/%2e%2e/etc/passwd', 'a.test/etc/passwd'],
    ['http://a.test/..%2f..%2fetc%2fpasswd', 'a.test/..%2f..%2fetc%2fpasswd'],
    ['http://a.test/..%5c..%5cwindows', 'a.test/..%5c..%5cwindows'],
    ['http://a.test/a\\..\\b', 'a.test/b'],
  ])('%s cannot hurt: %s', (url, path) => {
    expect(pathOf(new URL(url).href)).toBe(path);
  });

  it('is short enough for every file system, keeps its extension, and differs where the address does', () => {
    const long = (end: string): string => pathOf(`http://a.test/${'x'.repeat(500)}${end}.html`);
    const deep = (end: string): string => pathOf(`http://a.test/${'d/'.repeat(300)}${end}.html`);

    expect(long('a').split('/')[1]?.length).toBe(120);
    expect(long('a')).toMatch(/^a\.test\/x+~[0-9a-f]{20}\.html$/);
    expect(deep('a')).toMatch(/^a\.test\/~\/[0-9a-f]{20}\.html$/);
    expect(new Set([long('a'), long('b'), deep('a'), deep('b')]).size).toBe(4);
  });

  it('compares as file systems do that know no letter case, and what is in a folder follows the file of its name', () => {
    const file = filePath('http://a.test/A');
    const below = filePath('http://a.test/a/b');
    const beside = filePath('http://a.test/a-b');

    expect(filePath('http://a.test/a').order).toBe(file.order);
    expect([isBelow(below, file), isBelow(beside, file)]).toEqual([true, false]);
    expect([beside.order, below.order, file.order].sort()).toEqual([file.order, below.order, beside.order]);
  });

  it('gets a mark that no address can contain', () => {
    const url = 'http://a.test/Page.html';
    const marked = markedPath(filePath(url), url).path;

    expect(marked).toMatch(/^a\.test\/Page~[0-9a-f]{20}\.html$/);
    expect(pathOf(`http://${marked}`)).not.toBe(marked);
    expect(markedPath(filePath('http://a.test/.htaccess'), url).path).toMatch(/^a\.test\/\.htaccess~[0-9a-f]{20}$/);
  });

  it('takes an extension', () => {
    expect(filePath('http://a.test/', '.md').path).toBe('a.test/index.html.md');
    expect(filePath(`http://a.test/${'x'.repeat(500)}.html`, '.md').path.length).toBe(127);
  });
});
