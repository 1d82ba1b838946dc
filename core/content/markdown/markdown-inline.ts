import { codeText } from '#core/content/markdown/code-language.ts';
import { type CodeParts, codeSafe } from '#core/content/markdown/markdown-code.ts';
import { escapedText, inOneSpace, markdownTarget, marked } from '#core/content/markdown/markdown-text.ts';
import {
  type ContentElement,
  type ContentNode,
  edgeText,
  elementsBelow,
  HOLDS,
  isTex,
  textOf,
} from '#core/content/tree/content-tree.ts';
import { isPixel, shownImage } from '#core/content/tree/shown-image.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Settings that all parts of a document share. */
export interface MarkdownContext {
  /** Base address of relative links. */
  readonly base: CrawlUrl;
  readonly codes: CodeParts;
  /** Numbers of footnotes by the id of their element. */
  readonly notes: ReadonlyMap<string, number>;
}

/** Marks that are open: none is opened twice. */
interface Open {
  readonly marks: readonly string[];
  readonly link: boolean;
}

const NOTHING_OPEN: Open = { marks: [], link: false };

/** A hard line break until the line is put together: `codeSafe` removes it from the page's text. */
const BREAK = '\ufdd2';
const MARKS: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  em: '*',
  i: '*',
  del: '~~',
  s: '~~',
  strike: '~~',
};
const CODES = new Set(['code', 'kbd', 'samp', 'tt']);

/**
 * Elements and texts within a line as Markdown.
 * @returns lines without white space at either end; hard breaks are `\` and a line feed
 */
export function inlineMarkdown(nodes: readonly ContentNode[], context: MarkdownContext): string {
  return lineText(nodes, context).replaceAll(BREAK, '\\\n');
}

/** Markdown of the nodes without line breaks, for headings and cells. */
export const oneLine = (nodes: readonly ContentNode[], context: MarkdownContext): string =>
  lineText(nodes, context).replaceAll(BREAK, ' ');

function lineText(nodes: readonly ContentNode[], context: MarkdownContext): string {
  const text = inOneSpace(new InlineWriter(context).markdown(nodes, NOTHING_OPEN));
  const line = text.includes(BREAK) ? text.replace(/ ?\ufdd2[ \ufdd2]*/g, BREAK) : text;
  const end = isEdge(line.at(-1)) ? -1 : undefined;
  return isEdge(line[0]) ? line.slice(1, end) : line.slice(0, end);
}

const isEdge = (character: string | undefined): boolean => character === ' ' || character === BREAK;

class InlineWriter {
  readonly #context: MarkdownContext;

  constructor(context: MarkdownContext) {
    this.#context = context;
  }

  markdown(nodes: readonly ContentNode[], open: Open): string {
    // Joined once: asking a text that grows for its end copies it each time.
    const parts: string[] = [];
    for (const [at, node] of nodes.entries()) {
      const part = typeof node === 'string' ? escapedText(node) : this.#element(node, open);
      if (part === '') continue;
      // a link behind an exclamation mark would be an image, which readers load
      const before = parts.at(-1);
      if (isApart(nodes[at - 1], node)) parts.push(' ');
      if (part.startsWith('[') && before?.endsWith('!')) parts[parts.length - 1] = `${before.slice(0, -1)}\\!`;
      parts.push(part);
    }
    return parts.join('');
  }

  #element(element: ContentElement, open: Open): string {
    const { name, children } = element;
    if (CODES.has(name)) return this.#context.codes.span(textOf(element));
    const mark = MARKS[name];
    if (mark !== undefined) {
      if (open.marks.includes(mark)) return this.markdown(children, open);
      return marked(this.markdown(children, { ...open, marks: [...open.marks, mark] }), mark);
    }
    switch (name) {
      case 'br':
        return BREAK;
      case 'a':
        return this.#link(element, open);
      case 'img':
        return this.#image(element);
      case 'math':
      case 'script':
        return this.#maths(element);
      case 'annotation':
        return '';
      case 'q':
        return `“${this.markdown(children, open)}”`;
      case 'input':
        return '';
      case 'pre':
        return this.#codeLines(element);
      case 'sup':
        return isPower(children) ? `^${children[0]}` : this.markdown(children, open);
      default: {
        const content = this.markdown(children, open);
        return (element.holds & HOLDS.block) !== 0 || isBlockName(name) ? ` ${content} ` : content;
      }
    }
  }

  #link(element: ContentElement, open: Open): string {
    const href = element.attributes.href ?? '';
    const note = href.startsWith('#') ? this.#context.notes.get(href.slice(1)) : undefined;
    if (note !== undefined) return `[^${note}]`;
    const content = this.markdown(element.children, { ...open, link: true });
    const target = href === '' || open.link ? null : markdownTarget(href, this.#context.base);
    const text = content.replaceAll(BREAK, ' ').trim();
    if (target === null || text === '') return content;
    return `${/^\s/.test(content) ? ' ' : ''}[${text}](${target})${/\s$/.test(content) ? ' ' : ''}`;
  }

  #image({ attributes }: ContentElement): string {
    if (isPixel(attributes)) return '';
    const alt = codeSafe(attributes.alt ?? '')
      .replace(/\s+/g, ' ')
      .replace(/[\\`*_[\]<>&!]/g, '\\$&');
    const shown = shownImage(attributes);
    const target = shown === '' ? null : markdownTarget(shown, this.#context.base);
    return target === null ? alt : `![${alt}](${target})`;
  }

  /** A code block where no block can be: a span for each line. */
  #codeLines(pre: ContentElement): string {
    const lines = codeText(pre, []).split('\n');
    return ` ${lines.map((line) => this.#context.codes.span(line.trim())).join(' ')} `;
  }

  /** Maths in GitHub's form that Markdown leaves alone: a code span between dollars. */
  #maths(element: ContentElement): string {
    const tex = texOf(element);
    if (tex === '') return element.name === 'script' ? '' : escapedText(textOf(element));
    return `$${this.#context.codes.span(tex)}$`;
  }
}

/** A raised number, as that of 10^6. */
const isPower = ([text, ...others]: readonly ContentNode[]): boolean =>
  typeof text === 'string' && others.length === 0 && /^[-+\u2212]?\d{1,4}$/.test(text);

/** TeX of MathML or of a script for MathJax; empty when there is none. */
export function texOf(element: ContentElement): string {
  if (element.name === 'script') return textOf(element).trim();
  const [annotation] = elementsBelow(element, isTex);
  return (annotation === undefined ? (element.attributes.alttext ?? '') : textOf(annotation)).trim();
}

const TWO_LETTERS = /^[\p{L}\p{N}]{2}$/u;

/** An element whose text is a label. */
const isLabel = (node: ContentNode | undefined): node is ContentElement =>
  node !== undefined && typeof node !== 'string' && (node.name === 'span' || node.name === 'label');

/**
 * Labels side by side, where a word of two letters or more meets another: style sheets, which Surf
 * does not read, place them apart. Letters alone are an effect.
 */
const isApart = (before: ContentNode | undefined, node: ContentNode): boolean =>
  isLabel(before) &&
  isLabel(node) &&
  TWO_LETTERS.test(edgeText(before, -1).slice(-2)) &&
  TWO_LETTERS.test(edgeText(node, 1).slice(0, 2));

const BLOCK_NAMES = new Set([
  'p',
  'div',
  'li',
  'ul',
  'ol',
  'section',
  'article',
  'td',
  'th',
  'tr',
  'dd',
  'dt',
  'figure',
]);
const isBlockName = (name: string): boolean => BLOCK_NAMES.has(name);
