import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { blockMarkdown } from '#core/content/markdown/markdown-blocks.ts';
import { CodeParts } from '#core/content/markdown/markdown-code.ts';
import type { ContentElement } from '#core/content/tree/content-tree.ts';
import { contentTree } from '#core/content/tree/tree-reader.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/**
 * `node bench/content/commonmark.ts FOLDER`: the examples of CommonMark 0.31.2 from HTML to
 * Markdown and back by the reference implementation. In FOLDER was run
 * `npm install commonmark-spec@0.31.2 commonmark@0.31.2`. Prints the examples that differ.
 */
interface Example {
  readonly number: number;
  readonly section: string;
  readonly html: string;
}
interface CommonMark {
  readonly Parser: new () => { parse(markdown: string): unknown };
  readonly HtmlRenderer: new () => { render(document: unknown): string };
}

const BASE = 'http://page.example/' as CrawlUrl;
const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em' };

function markdownOf(html: string): string {
  const codes = new CodeParts();
  return codes.placed(blockMarkdown(contentTree(html), { base: BASE, codes }));
}

/** HTML without what Markdown of Surf has not by design: white space, titles, other schemes. */
const normal = (html: string): string =>
  shown(contentTree(html), false)
    .replace(/ *\n[ \n]*/g, '\n')
    .replace(/\s?(<\/?(?:li|ul|ol|blockquote|h\d|pre|hr|div|table|tr|td)[^>]*>)\s?/g, '$1')
    .trim();

function shown(element: ContentElement, isPre: boolean): string {
  return element.children
    .map((child) => {
      if (typeof child === 'string') return isPre ? child : child.replace(/\s+/g, ' ');
      const name = SAME[child.name] ?? child.name;
      const { href, src, alt = '', start, class: classes } = child.attributes;
      const content = shown(child, isPre || name === 'pre');
      if (name === 'a') return webAddress(href) && content.trim() ? `<a ${webAddress(href)}>${content}</a>` : content;
      if (name === 'img') return webAddress(src) ? `<img ${webAddress(src)} ${alt.trim()}>` : alt;
      if (name === 'p') return `\n${content.trim()}\n`;
      const kept = [name === 'code' ? classes : undefined, name === 'ol' ? start : undefined];
      const tag = [name, ...kept.filter((value) => value !== undefined)].join(' ');
      return `<${tag}>${isPre || name === 'pre' ? content.replace(/\n$/, '') : content.trim()}</${name}>`;
    })
    .join('');
}

function webAddress(text: string | undefined): string {
  if (!text || !URL.canParse(text, BASE)) return '';
  const { protocol, href } = new URL(text, BASE);
  return /^https?:$/.test(protocol) ? href.replace(/%[0-9A-F]{2}|[[\]()\\`|]/g, '') : '';
}

function main([folder]: readonly string[]): void {
  if (folder === undefined) throw new Error('give the folder with commonmark-spec and commonmark');
  const load = createRequire(resolve(folder, 'package.json'));
  const { tests } = load('commonmark-spec') as { readonly tests: readonly Example[] };
  const { Parser, HtmlRenderer } = load('commonmark') as CommonMark;
  const differ = tests.filter(
    ({ html }) => normal(new HtmlRenderer().render(new Parser().parse(markdownOf(html)))) !== normal(html),
  );
  for (const section of new Set(differ.map((example) => example.section))) {
    const numbers = differ.filter((example) => example.section === section).map(({ number }) => number);
    process.stdout.write(`${section}: ${numbers.join(' ')}\n`);
  }
  process.stdout.write(`${tests.length - differ.length} of ${tests.length} are the same\n`);
}

if (import.meta.main) main(process.argv.slice(2));
