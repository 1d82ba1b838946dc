import { hasClass } from '#core/content/generators/class-names.ts';
import { codeText, fragmentText, isFragment, languageOf } from '#core/content/markdown/code-language.ts';
import { Footnotes } from '#core/content/markdown/footnotes.ts';
import type { CodeParts } from '#core/content/markdown/markdown-code.ts';
import { inlineMarkdown, type MarkdownContext, oneLine, texOf } from '#core/content/markdown/markdown-inline.ts';
import { markdownTable } from '#core/content/markdown/markdown-table.ts';
import { escapedStarts } from '#core/content/markdown/markdown-text.ts';
import {
  type ContentElement,
  type ContentNode,
  elementOf,
  elementsBelow,
  HOLDS,
  isInline,
  namesOf,
} from '#core/content/tree/content-tree.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Deeper lists and quotes have no marks: each level copies the lines below it. */
const MOST_NESTED = 16;
/** Words of a class that make an admonition, and the alert of GitHub that says the same. */
const ADMONITION =
  /(?:^|[\s-])(?:admonition(?:-?block)?|callout|alert|markdown-alert|hint|starlight-aside|custom-block|information-macro(?!-body)|awsdocs-note(?!-))(?=[\s_-]|$)|^\s*(?:note|tip|warning|caution|important)\s*$/i;
const ALERTS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[\s-])(?:tip|hint|success|seealso)(?=[\s-]|$)|callout_okay/i, 'TIP'],
  [/(?:^|[\s-])(?:important|attention)(?=[\s-]|$)/i, 'IMPORTANT'],
  [/(?:^|[\s-])warning(?=[\s-]|$)|callout_warn/i, 'WARNING'],
  [/(?:^|[\s-])(?:caution|danger|error)(?=[\s-]|$)|callout_error/i, 'CAUTION'],
  [/(?:^|[\s-])(?:note|info|information)(?=[\s-]|$)|callout_info/i, 'NOTE'],
];

const TITLE = /(?:^|[\s-])(?:title|heading|header)(?=[\s_-]|$)/i;
/** The summary of details with more is not a label. */
const MOST_LABEL_WORDS = 30;

/**
 * A tree as Markdown: CommonMark 0.31 with the tables, task lists, alerts, footnotes and maths of
 * GitHub, and the definition lists of PHP Markdown Extra. Code is in `codes`, to be placed.
 *
 * @param base address that relative links start from
 */
export function blockMarkdown(
  root: ContentElement,
  { base, codes }: { readonly base: CrawlUrl; readonly codes: CodeParts },
): string {
  const notes = new Footnotes(root);
  const titles = elementsBelow(root, ({ name }) => name === 'h1');
  const writer = new BlockWriter({ base, codes, notes: notes.numbers }, notes, titles);
  return writer.blocks(root, []).join('\n\n');
}

class BlockWriter {
  readonly #context: MarkdownContext;
  readonly #notes: Footnotes;
  /** The h1 of the page, if it has one alone: a link in it leads to the page itself. */
  readonly #title: ContentElement | undefined;
  #nested = 0;

  constructor(context: MarkdownContext, notes: Footnotes, titles: readonly ContentElement[]) {
    this.#context = context;
    this.#notes = notes;
    this.#title = titles.length === 1 ? titles[0] : undefined;
  }

  /** @param around the elements around it, the nearest first: two of them count */
  blocks(element: ContentElement, around: readonly ContentElement[]): string[] {
    const blocks: string[] = [];
    const line: ContentNode[] = [];
    const flush = (): void => {
      const text = escapedStarts(inlineMarkdown(line.splice(0), this.#context));
      if (text.trim() !== '') blocks.push(text);
    };
    for (const child of element.children) {
      if (typeof child === 'string' || (isInline(child) && !isDisplayMaths(child))) {
        line.push(child);
        continue;
      }
      flush();
      const outer = [element, ...around.slice(0, 1)];
      if (child.name === 'pre' && blocks.at(-1)?.toLowerCase() === languageOf(child, outer)) blocks.pop();
      for (const block of this.#block(child, outer)) blocks.push(block);
    }
    flush();
    return blocks;
  }

  #block(element: ContentElement, around: readonly ContentElement[]): readonly string[] {
    const { name } = element;
    if (/^h[1-6]$/.test(name)) return this.#heading(element);
    if (name === 'hr') return ['* * *'];
    if (name === 'pre') return this.#code(codeText(element, around), languageOf(element, around));
    if (isFragment(element)) return this.#code(fragmentText(element), undefined);
    if (name === 'script' || name === 'math') return this.#code(texOf(element), 'math');
    if (name === 'table') {
      const { codes } = this.#context;
      const table = markdownTable(element, (cell) => codes.inCell(oneLine(cell.children, this.#context)));
      return table === null ? this.blocks(element, around) : [...this.#caption(element), table];
    }
    const note = this.#notes.numberOf(element);
    if (note !== undefined) return this.#item(element, `[^${note}]: `, 4);
    if (name === 'ul' || name === 'ol') return this.#list(element);
    if (name === 'dl') return this.#definitions(element);
    if (name === 'summary') return this.#bold(element);
    if (name === 'a' && 'href' in element.attributes) return this.blocks(withLinkedLine(element), around);
    const alert = alertOf(element);
    if (name === 'blockquote' && alert === undefined) return this.#quote(this.#within(element));
    return alert === undefined ? this.blocks(element, around) : this.#alert(element, alert);
  }

  #heading(element: ContentElement): readonly string[] {
    const isTitle = element === this.#title;
    const text = oneLine(element.children.flatMap(isTitle ? withoutLink : withoutOwnLink), this.#context);
    if (text === '') return this.blocks({ ...element, name: 'div' }, []);
    return [`${'#'.repeat(Number(element.name[1]))} ${text.replace(/#+$/, '\\$&')}`];
  }

  /** The caption of a table as a paragraph: GFM has no captions. */
  #caption(table: ContentElement): readonly string[] {
    const caption = table.children.find((child) => typeof child !== 'string' && child.name === 'caption');
    return caption === undefined || typeof caption === 'string' ? [] : this.blocks(caption, []);
  }

  /** The label of the content below it. */
  #bold(element: ContentElement): readonly string[] {
    if ((element.holds & (HOLDS.heading | HOLDS.pre)) !== 0 || element.words > MOST_LABEL_WORDS)
      return this.blocks(element, []);
    const strong = { ...elementOf('strong', {}), children: element.children };
    return this.blocks({ ...elementOf('div', {}), children: [strong] }, []);
  }

  /** Alone in its block: `CodeParts` fences it. */
  #code(text: string, language: string | undefined): readonly string[] {
    const code = this.#context.codes.block(text, language).trim();
    return code === '' ? [] : [code];
  }

  #list(list: ContentElement): readonly string[] {
    const isOrdered = list.name === 'ol';
    if (!isOrdered && (list.holds & HOLDS.heading) !== 0) return this.blocks({ ...list, name: 'div' }, []);
    let number = Math.max(0, Math.min(999_999, Number.parseInt(list.attributes.start ?? '1', 10) || 0));
    const items: string[] = [];
    let isLoose = false;
    for (const child of list.children) {
      if (typeof child === 'string') continue;
      const note = this.#notes.numberOf(child);
      const isList = child.name === 'ul' || child.name === 'ol';
      const mark = isOrdered ? `${number}. ` : '- ';
      const done = note === undefined && !isList ? mark + taskMark(child) : '';
      const wrapped = isList ? { ...child, name: 'li', children: [child] } : child;
      const [item] = this.#item(
        wrapped,
        note === undefined ? done || mark : `[^${note}]: `,
        note === undefined ? mark.length : 4,
      );
      if (item === undefined) continue;
      items.push(item);
      number += 1;
      isLoose ||= item.includes('\n\n') || note !== undefined;
    }
    return items.length === 0 ? [] : [items.join(isLoose ? '\n\n' : '\n')];
  }

  /** Blocks behind a mark, the others under the first. */
  #item(element: ContentElement, mark: string, indent: number): readonly string[] {
    const blocks = this.#within(element);
    if (blocks.length === 0) return [];
    if (this.#nested >= MOST_NESTED) return [blocks.join('\n\n')];
    const isTight = blocks.length === 2 && /^(?:- |\d+\. )/.test(blocks[1] ?? '');
    const text = blocks.join(isTight ? '\n' : '\n\n').replace(/\n(?=[^\n])/g, `\n${' '.repeat(indent)}`);
    return [mark + text];
  }

  #definitions(list: ContentElement): readonly string[] {
    const parts = list.children.flatMap((child) =>
      typeof child === 'string' ? [] : child.name === 'div' ? child.children : [child],
    );
    const elements = parts.filter((child) => typeof child !== 'string');
    if (elements.some(({ name }) => name !== 'dt' && name !== 'dd')) return this.blocks({ ...list, name: 'div' }, []);
    const groups: string[] = [];
    let terms: string[] = [];
    let isDefined = false;
    for (const element of elements) {
      if (element.name === 'dt') {
        const term = oneLine(element.children, this.#context);
        if (term !== '') terms.push(escapedStarts(term));
        continue;
      }
      const blocks = this.#within(element);
      const isSimple = blocks.length === 1 && !/\n|^(?:\||\ufdd0\d+\ufdd1$)/.test(blocks[0] ?? '');
      if (isSimple && terms.length > 0) groups.push(`${terms.join('\n')}\n: ${blocks[0]}`);
      else if (isSimple && isDefined) groups.push(`${groups.pop()}\n: ${blocks[0]}`);
      else groups.push(...terms, ...blocks);
      isDefined = isSimple && (terms.length > 0 || isDefined);
      terms = [];
    }
    return [...groups, ...terms];
  }

  #quote(blocks: readonly string[]): readonly string[] {
    if (blocks.length === 0 || this.#nested >= MOST_NESTED) return blocks;
    return [blocks.join('\n\n').replace(/^/gm, '> ').replace(/^> $/gm, '>')];
  }

  #alert(element: ContentElement, alert: string): readonly string[] {
    const blocks = this.#within(element);
    const [title = ''] = blocks;
    const isKind = title.replace(/[\s:*#]+/g, '').toUpperCase() === alert;
    const rest = isKind ? blocks.slice(1) : [...titled(element, title), ...blocks.slice(1)];
    return rest.length === 0 ? [] : this.#quote([`[!${alert}]\n${rest.join('\n\n')}`]);
  }

  /** The blocks of an element one level further in. */
  #within(element: ContentElement): string[] {
    this.#nested += 1;
    try {
      return this.blocks(element, []);
    } finally {
      this.#nested -= 1;
    }
  }
}

/** The title of an admonition in bold, unless it is text like any other. */
function titled({ children }: ContentElement, title: string): readonly string[] {
  const first = children.find((child) => typeof child !== 'string' || child.trim() !== '');
  const isTitle = typeof first === 'object' && TITLE.test(namesOf(first)) && !/[\n*#\ufdd0[\\]/.test(title);
  return title === '' ? [] : [isTitle ? `**${title}**` : title];
}

/** A heading of mdBook or Starlight is a link to itself. */
const withoutOwnLink = (node: ContentNode): readonly ContentNode[] =>
  typeof node !== 'string' && node.name === 'a' && node.attributes.href?.startsWith('#') === true
    ? node.children
    : [node];

const withoutLink = (node: ContentNode): readonly ContentNode[] =>
  typeof node !== 'string' && node.name === 'a' ? node.children : [node];

/** A link around blocks, as a card is: their heading, or else the first line, is the link. */
function withLinkedLine(link: ContentElement): ContentElement {
  const card = { ...link, name: 'div' };
  const [heading] = elementsBelow(link, ({ name, words }) => /^h[1-6]$/.test(name) && words > 0);
  const inLink = (children: ContentNode[]): ContentNode[] => [{ ...elementOf('a', link.attributes), children }];
  if (heading !== undefined) heading.children = inLink(heading.children);
  else linkFirst(card, inLink);
  return card;
}

/** @returns a line of text was found */
function linkFirst(element: ContentElement, inLink: (children: ContentNode[]) => ContentNode[]): boolean {
  for (const [at, child] of element.children.entries()) {
    if (typeof child === 'string' ? child.trim() === '' : child.words === 0) continue;
    if (typeof child !== 'string' && !isInline(child)) {
      if (child.name !== 'pre' && linkFirst(child, inLink)) return true;
      continue;
    }
    const after = element.children.slice(at);
    const next = after.findIndex((node) => typeof node !== 'string' && !isInline(node));
    const line = next < 0 ? after : after.slice(0, next);
    element.children = element.children.toSpliced(at, line.length, ...inLink(line));
    return true;
  }
  return false;
}

const isDisplayMaths = (element: ContentElement): boolean =>
  (element.name === 'script' && /mode=display/i.test(element.attributes.type ?? '')) ||
  (element.name === 'math' && element.attributes.display === 'block' && texOf(element) !== '');

const ALERT_ELEMENTS = new Set(['div', 'aside', 'section', 'details', 'p', 'blockquote']);

function alertOf(element: ContentElement): string | undefined {
  if (!ALERT_ELEMENTS.has(element.name) || element.words === 0) return undefined;
  const names = `${namesOf(element)} ${element.attributes['data-callout-type'] ?? ''}`;
  if ((element.holds & HOLDS.root) !== 0 || !ADMONITION.test(names)) return undefined;
  return ALERTS.find(([kind]) => kind.test(names))?.[1] ?? (hasClass(element, 'admonition') ? 'NOTE' : undefined);
}

/** The box of an item of a task list. */
function taskMark(item: ContentElement): string {
  if ('data-inline-task-id' in item.attributes) return hasClass(item, 'checked') ? '[x] ' : '[ ] '; // Confluence
  for (const child of item.children) {
    if (typeof child === 'string') {
      if (child.trim() !== '') return '';
      continue;
    }
    if (child.name === 'input' && child.attributes.type === 'checkbox')
      return 'checked' in child.attributes ? '[x] ' : '[ ] ';
    return child.name === 'label' || child.name === 'p' ? taskMark(child) : '';
  }
  return '';
}
