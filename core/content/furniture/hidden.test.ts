import { describe, expect, it } from 'vitest';
import { pageContent } from '#core/content/content-root.ts';
import { textOf } from '#core/content/tree/content-tree.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const PROSE = `<p>${'Sentences about the subject of this page, which have many words. '.repeat(20)}</p>`;
const TEASER = 'What the other page is about, in one sentence of more than twelve words, so that it is prose.';

const textOfPage = (body: string): string =>
  textOf(pageContent(`<html><body><h1>Head</h1>${PROSE}${body}</body></html>`, 'http://a.test/' as CrawlUrl).root);

describe('hidden elements', () => {
  it('go where they have little of the page', () => {
    expect(
      textOfPage('<div hidden>Gone</div><p style="display: none">Gone</p><p style="visibility:hidden">Gone</p>'),
    ).not.toContain('Gone');
  });

  it('stay where they have much text, which a script shows later', () => {
    expect(textOfPage(`<div hidden>${PROSE}Kept</div>`)).toContain('Kept');
  });

  it('go with as much text when all of it is in links: teasers of other pages', () => {
    const teasers = `<a href="/other"><p>Gone. ${TEASER.repeat(10)}</p></a>`.repeat(3);

    expect(textOfPage(`<div hidden id="S:3">${teasers}</div>`)).not.toContain('Gone');
  });

  it('stay as links that are only not read aloud, as the title beside them leads to the same page', () => {
    const card = `<h2><a href="/one">News</a></h2><p><a href="/one" aria-hidden="true">Kept. ${TEASER}</a></p>`;

    expect(textOfPage(`<div>${card}</div>`)).toContain('Kept');
  });

  it('go as links without words, and as links that are not shown at all', () => {
    const links = '<a href="#t" aria-hidden="true">¶</a><a href="/x" aria-hidden="true" style="display:none">Gone</a>';

    expect(textOfPage(`<p>${links}</p>`)).not.toMatch(/Gone|¶/);
  });

  it('go as other elements that are not read aloud', () => {
    expect(textOfPage('<p aria-hidden="true">Gone</p>')).not.toContain('Gone');
  });

  it('stay as tabs that are not shown, with links alone, too', () => {
    expect(textOfPage('<div role="tabpanel" hidden><a href="/k">Kept</a></div>')).toContain('Kept');
  });
});
