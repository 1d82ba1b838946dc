import { describe, expect, it } from 'vitest';
import { pageHead } from '#core/content/head/page-head.ts';
import { mainText } from '#core/content/main-text.ts';
import { markdownPage } from '#core/content/markdown/markdown-page.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

const URL = 'http://a.test/dir/' as CrawlUrl;
const headOf = (html: string) => pageHead(html, URL);

describe('the head of a page', () => {
  it('has description, language, canonical address and dates', () => {
    const head = headOf(
      `<html lang="de-AT"><head><meta name="Description" content=" What\n it is "><link rel="canonical" href="../b">
       <meta property="article:published_time" content="2026-10-01T10:00:00+02:00">
       <meta property="article:modified_time" content="2026-11-02"></head></html>`,
    );

    expect(head).toEqual({
      description: 'What it is',
      language: 'de-AT',
      canonical: 'http://a.test/b',
      published: '2026-10-01T10:00:00+02:00',
      modified: '2026-11-02',
    });
  });

  it('has no field for what the page says otherwise than a date, a language or an address can be', () => {
    const head = headOf(
      `<html lang="<x>"><meta property="article:published_time" content="yesterday"><link rel="canonical" href="javascript:1">
       <meta name="description" content=" ">`,
    );

    expect(head).toEqual({});
  });

  it('takes the date of a time element, and the first of several values', () => {
    expect(
      headOf('<time itemprop="datePublished" datetime="2026-01-02">x</time><meta name="dc.date" content="2020-01-01">'),
    ).toEqual({
      published: '2026-01-02',
    });
  });

  it('cannot end the front matter', () => {
    const html = `<meta name="description" content="a&#10;---&#10;text: &lt;script>"><p>Body`;
    const page = { url: 'http://a.test/', title: null, fetchedAt: null };

    expect(markdownPage(page, mainText(html, URL), JSON.stringify)).toBe(
      '---\nurl: "http://a.test/"\ntitle: ""\ndescription: "a --- text: \\u003cscript>"\nfetchedAt: null\ntext: "whole"\n---\n\nBody\n',
    );
  });
});
