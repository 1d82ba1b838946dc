import { afterEach, describe, expect, it } from 'vitest';
import { TextThreads } from '#adapters/threads/text-threads.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const ENTRY = new URL('text-thread.ts', import.meta.url);
const BASE = 'http://a.test/' as CrawlUrl;
/**
 * A thread that never ends with a page that begins with `s`. V8 of Node 24 does not interrupt a
 * compiled loop that calls `startsWith`: such a thread outlives `terminate`.
 */
const STUCK = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ html }) => {
      while (html.charCodeAt(0) === 115) ;
      parentPort.postMessage({ markdown: html, text: 'main' });
    });
    parentPort.postMessage('ready');`)}`,
);
const page = (n: number): string => `<article><p>${`Words of page ${n}, and more of them. `.repeat(20)}</p></article>`;

describe('threads that take the text of pages', () => {
  let threads: TextThreads | undefined;
  afterEach(() => threads?.close());

  it('answer each page with its own text', async () => {
    threads = new TextThreads({ entry: ENTRY, threads: 2 });
    const of = threads;

    const texts = await Promise.all([1, 2, 3, 4, 5].map((n) => of.mainText(page(n), BASE)));

    for (const [i, { markdown, text }] of texts.entries()) {
      expect(text).toBe('main');
      expect(markdown).toContain(`Words of page ${i + 1},`);
    }
  });

  it('give up on a page that takes too long, which comes as plain text; the next one has a new thread', async () => {
    threads = new TextThreads({ entry: STUCK, threads: 1, pageMs: 500 });
    const of = threads;

    const [slow, next] = await Promise.all([of.mainText('slow <b>one', BASE), of.mainText('quick', BASE)]);

    expect([slow.text, slow.markdown.slice(0, 8)]).toEqual(['plain', 'slow one']);
    expect(next.markdown).toBe('quick');
  });

  it('leave no thread behind when they are closed while pages wait, which come as plain text', async () => {
    const of = new TextThreads({ entry: ENTRY, threads: 1 });
    const texts = Promise.all([1, 2, 3].map((n) => of.mainText(page(n), BASE)));

    await of.close();
    const late = await of.mainText(page(4), BASE);

    expect((await texts).map(({ text }) => text)).toEqual(['plain', 'plain', 'plain']);
    expect(late.text).toBe('plain');
    expect(process.getActiveResourcesInfo()).not.toContain('MessagePort');
  });
});
