import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { LinkLine } from '#core/archive/chunk/chunk-lines.ts';
import type { CrawlTableRow } from '#core/export/tables/crawl-table-row.ts';
import { linesOf } from '#test/e2e/process/cli-bench.ts';
import { zipEntries } from '#test/export/zip-entries.ts';

const PAGES = 61;

/**
 * What the steps have exported of a whole crawl of the small site, against what the site answers.
 */
export class ExportedFiles {
  readonly #folder: string;
  readonly #seed: string;

  constructor(folder: string, seed: string) {
    this.#folder = folder;
    this.#seed = seed;
  }

  async expectAll(): Promise<void> {
    const bodies = await this.#expectRows();
    await this.#expectArchives();
    await this.#expectBodies(bodies);
    await this.#expectTexts(bodies);
    await this.#expectLinks();
  }

  #text(file: string): Promise<string> {
    return readFile(join(this.#folder, file), 'utf8');
  }

  async #lines<T>(file: string): Promise<T[]> {
    return linesOf<T>({ stdout: await this.#text(file) });
  }

  /** @returns what the site answers, by address */
  async #expectRows(): Promise<Map<string, Buffer>> {
    const pages = await this.#lines<{ url: string; title: string }>('pages.jsonl');
    const bodies = new Map<string, Buffer>();
    for (const { url } of pages) bodies.set(url, Buffer.from(await (await fetch(url)).arrayBuffer()));

    expect([pages.length, bodies.size]).toEqual([PAGES, PAGES]);
    expect(pages[1]?.title).toBe('\u001b[31mred\u0007');
    expect((await this.#text('pages.csv')).trimEnd().split('\r\n')).toHaveLength(PAGES + 1);
    expect((await readFile(join(this.#folder, 'pages.parquet'))).subarray(0, 4).toString()).toBe('PAR1');
    return bodies;
  }

  /**
   * A package has the files and the index of the folder of WARC files, and one file is as long as
   * they together.
   */
  async #expectArchives(): Promise<void> {
    const index = (await this.#text('parts/index.cdxj')).trimEnd().split('\n');
    const names = (await readdir(join(this.#folder, 'parts'))).filter((name) => name.endsWith('.warc.gz')).sort();
    const files = await Promise.all(names.map((name) => readFile(join(this.#folder, 'parts', name))));
    const wacz = zipEntries(await readFile(join(this.#folder, 'all.wacz')));

    expect(index).toEqual([...index].sort());
    expect(index.filter((line) => line.includes('"status":"404"'))).toHaveLength(2);
    const archived = [...wacz.keys()].filter((name) => name.startsWith('archive/')).sort();
    expect(archived).toEqual(names.map((name) => `archive/${name}`));
    expect(archived.map((name) => wacz.get(name)?.equals(files[archived.indexOf(name)] ?? Buffer.of()))).toEqual(
      archived.map(() => true),
    );
    const whole = await stat(join(this.#folder, 'all.warc.gz'));
    expect(whole.size).toBe(files.reduce((sum, { length }) => sum + length, 0));
    const packed = gunzipSync(wacz.get('indexes/index.cdx.gz') ?? '').toString();
    expect(packed.trimEnd().split('\n')).toEqual(index);
    expect(linesOf({ stdout: String(wacz.get('pages/pages.jsonl')) })).toHaveLength(PAGES + 1);
  }

  async #expectBodies(bodies: ReadonlyMap<string, Buffer>): Promise<void> {
    const mirror = await this.#lines<{ url: string; path: string }>('mirror/index.jsonl');
    const table = await this.#lines<CrawlTableRow>('table.jsonl');

    const mirrored = this.#withCopy(bodies);
    expect(mirror.map(({ url }) => url).sort()).toEqual([...mirrored.keys()].sort());
    for (const { url, path } of mirror) {
      expect(await readFile(join(this.#folder, 'mirror', path))).toEqual(mirrored.get(url));
    }
    const again = await this.#lines<{ url: string; path: string }>('again/index.jsonl');
    expect(again.map(({ url }) => url).sort()).toEqual(['', '1', '2', '3'].map((path) => `${this.#seed}${path}`));
    for (const { url, path } of again) {
      expect(await readFile(join(this.#folder, 'again', path))).toEqual(bodies.get(url));
    }
    const pages = table.filter(({ page }) => page !== null);
    expect(pages).toHaveLength(PAGES);
    for (const { url, page } of pages) expect(Buffer.from(page ?? '', 'base64')).toEqual(bodies.get(url));
    const others = table.filter(({ page }) => page === null).map(({ url, responseCode }) => [url, responseCode]);
    expect(others).toHaveLength(3);
    expect(others).toContainEqual([`${this.#seed}gone`, 404]);
    expect(others).toContainEqual([`${this.#seed}moved`, 301]);
  }

  /** Pages and exact copies: `/60` and `/copy` are one body, and only one of them is a page. */
  #withCopy(bodies: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
    const twins = [`${this.#seed}60`, `${this.#seed}copy`];
    const body = twins.map((url) => bodies.get(url)).find((found) => found !== undefined) ?? Buffer.of();
    return new Map([...bodies, ...twins.map((url) => [url, body] as const)]);
  }

  async #expectTexts(bodies: ReadonlyMap<string, Buffer>): Promise<void> {
    const md5 = (url: string): string => createHash('md5').update(url).digest('hex');
    const index = (await this.#text('index.txt')).split('\n').filter((line) => /^[0-9a-f]/.test(line));
    const there = await readdir(join(this.#folder, 'text'), { recursive: true, withFileTypes: true });
    const files = there.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    const urlsIn = (text: string): string[] => [...text.matchAll(/^url: "(.*)"$/gm)].map(([, url = '']) => url);

    expect(index.map((line) => line.slice(0, 32)).sort()).toEqual([...this.#withCopy(bodies).keys()].map(md5).sort());
    expect(texts.flatMap(urlsIn).sort()).toEqual([...bodies.keys()].sort());
    expect(urlsIn(await this.#text('all.md')).sort()).toEqual([...bodies.keys()].sort());
    const values = await this.#lines<{ url: string; record: { title: string } }>('values.jsonl');
    const titles = values.map(({ url, record }) => bodies.get(url)?.includes(`<title>${record.title}</title>`));
    expect(titles).toEqual(Array(PAGES).fill(true));
  }

  async #expectLinks(): Promise<void> {
    const links = await this.#lines<LinkLine>('links.jsonl');
    const targets = await this.#lines<{ to: string; from: string; text: string }>('targets.jsonl');
    const shortened = links.map(({ to, from, text }) => ({ to, from, text }));

    expect(shortened).toContainEqual({ to: `${this.#seed}16`, from: `${this.#seed}5`, text: 'to 16' });
    expect(new Set(targets.map((line) => JSON.stringify(line)))).toEqual(
      new Set(shortened.map((line) => JSON.stringify(line))),
    );
  }
}
