import { describe, expect, it } from 'vitest';
import { sha1Hex } from '#core/bytes/digest.ts';
import { crawlTableRow, withPort } from '#core/export/tables/crawl-table-row.ts';

const PAGE = {
  url: 'http://a.test/x',
  responseCode: 200,
  contentType: 'text/html',
  length: 4,
  canonicalURL: null,
  head: false,
  page: Buffer.from([0, 255, 10, 34]),
};

describe('a row of the crawl table (H7)', () => {
  it.each([
    ['http://a.test/x', 'http://a.test:80/x'],
    ['https://a.test/', 'https://a.test:443/'],
    ['http://a.test:8080/?u=http://b/', 'http://a.test:8080/?u=http://b/'],
    ['http://[::1]/', 'http://[::1]:80/'],
    ['http://[::1]:81/', 'http://[::1]:81/'],
  ])('%s with its port is %s', (url, written) => {
    expect(withPort(url)).toBe(written);
  });

  it('has the hash of its URL as key, and the very bytes of the page', () => {
    const row = crawlTableRow(PAGE, { explicitPorts: true });

    const { head: _, ...told } = PAGE;
    expect(row).toEqual({ ...told, key: sha1Hex('http://a.test:80/x'), url: 'http://a.test:80/x', page: 'AP8KIg==' });
  });

  it.each([301, 404, 405])('tells type and length of an answer %i to a HEAD', (responseCode) => {
    const row = crawlTableRow({ ...PAGE, responseCode, head: true, page: null }, { explicitPorts: false });

    expect(row).toMatchObject({ responseCode, contentType: 'text/html', length: 4, page: null });
  });

  it('without HEAD tells type and length of answers 200 only, and of a copy where the page is (H8)', () => {
    const moved = crawlTableRow({ ...PAGE, responseCode: 301, page: null }, { explicitPorts: false });
    const copy = crawlTableRow({ ...PAGE, canonicalURL: 'http://a.test/y', page: null }, { explicitPorts: true });

    expect(moved).toMatchObject({ responseCode: 301, contentType: null, length: null, page: null });
    expect(copy).toMatchObject({ canonicalURL: 'http://a.test:80/y', length: 4, page: null });
  });
});
