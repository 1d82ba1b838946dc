import { type Cheerio, type CheerioAPI, type CheerioOptions, load } from 'cheerio';
import { parse as parseAsBrowsers } from 'parse5';
import { MAX_DEPTH, MAX_NODES, MAX_TAGS, TooComplex } from '#core/selection/records/too-complex.ts';
import type { Selection } from '#core/selection/selection.ts';

export type MarkupKind = 'html' | 'xml';
type TreeAdapter = NonNullable<CheerioOptions['treeAdapter']>;
type Node = ReturnType<TreeAdapter['getFirstChild']>;

/**
 * Our parse5, not the older one that cheerio brings and whose types it has: that one takes a tenth
 * more CPU, and `</title>` within SVG ends elements that it does not end in browsers.
 */
const parseHtml = parseAsBrowsers as unknown as (text: string, options: { treeAdapter: TreeAdapter }) => Document;

const XML: CheerioOptions = { xml: true };
const FAST: CheerioOptions = { xml: { xmlMode: false } };

/** The tree of one page. */
export interface MarkupTree {
  readonly $: CheerioAPI;
  /** The document. `$.root()` is another. */
  readonly root: Cheerio<Document>;
}
type Document = ReturnType<TreeAdapter['createDocument']>;

/** Builds the trees of pages, one after the other, with a limit on their nodes and depth. */
export class MarkupTrees {
  readonly #dom: Selection['dom'];
  readonly #adapter: TreeAdapter;
  readonly #browser = load('');
  readonly #fast = load('', FAST);
  readonly #xml = load('', XML);
  #nodes = 0;
  #depth = 0;

  constructor(dom: Selection['dom']) {
    this.#dom = dom;
    this.#adapter = this.#countingAdapter();
  }

  /** @throws TooComplex */
  build(text: string, kind: MarkupKind): MarkupTree {
    if (kind === 'html' && this.#dom === 'browser') {
      this.#nodes = 0;
      this.#depth = 0;
      return { $: this.#browser, root: this.#browser(parseHtml(text, { treeAdapter: this.#adapter })) };
    }
    if (countTags(text) > MAX_TAGS) throw tooManyNodes();
    const tree = parseWith(kind === 'xml' ? this.#xml : this.#fast, text);
    measure(tree.root[0]);
    return tree;
  }

  /**
   * The adapter that cheerio uses, with two additions: it counts nodes, so that a hostile page ends
   * while it is parsed; and the content of a template is not part of the page, as in a browser: no
   * selector finds anything in it.
   */
  #countingAdapter(): TreeAdapter {
    const base = load('')._options.treeAdapter;
    if (base === undefined) throw new Error('this version of cheerio does not show its tree adapter');
    const templates = new WeakMap<object, ReturnType<TreeAdapter['createDocumentFragment']>>();
    return {
      ...base,
      createElement: (name, namespace, attributes) => {
        this.#count();
        return base.createElement(name, namespace, attributes);
      },
      createCommentNode: (text) => {
        this.#count();
        return base.createCommentNode(text);
      },
      onItemPush: () => {
        this.#depth += 1;
        if (this.#depth > MAX_DEPTH) throw tooDeep();
      },
      onItemPop: () => {
        this.#depth -= 1;
      },
      setTemplateContent: (template, content) => {
        templates.set(template, content);
        base.appendChild(template, base.createDocumentFragment());
      },
      getTemplateContent: (template) => templates.get(template) ?? base.getTemplateContent(template),
      insertText: (parent, text) => {
        const last = parent.children.at(-1);
        if (last === undefined || !base.isTextNode(last)) this.#count();
        base.insertText(parent, text);
      },
      insertTextBefore: (parent, text, reference) => {
        this.#count();
        base.insertTextBefore(parent, text, reference);
      },
    };
  }

  #count(): void {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) throw tooManyNodes();
  }
}

/**
 * Does what `load` does, without the class that `load` makes for each page: classes are in the old
 * generation and hold on to their page, so that a whole page would outlive every collection of
 * young objects, which then take half of the CPU.
 */
function parseWith($: CheerioAPI, text: string): MarkupTree {
  return { $, root: $($.root()._parse(text, $._options, true, null)) };
}

const tooManyNodes = (): TooComplex => new TooComplex('its tree has more than 200,000 nodes');
const tooDeep = (): TooComplex => new TooComplex('its elements are nested more than 512 deep');

function countTags(text: string): number {
  let tags = 0;
  for (let at = text.indexOf('<'); at >= 0 && tags <= MAX_TAGS; at = text.indexOf('<', at + 1)) tags += 1;
  return tags;
}

/** Walks a tree that is built already. @throws TooComplex */
function measure(root: Node | undefined): void {
  let nodes = -1;
  let depth = 0;
  for (let node: Node | undefined = root; node != null; ) {
    nodes += 1;
    if (nodes > MAX_NODES) throw tooManyNodes();
    if ('children' in node && node.children.length > 0) {
      depth += 1;
      if (depth > MAX_DEPTH + 1) throw tooDeep();
      node = node.children[0];
      continue;
    }
    while (node != null && node !== root && node.next === null) {
      node = node.parent ?? undefined;
      depth -= 1;
    }
    node = node === root || node == null ? undefined : (node.next ?? undefined);
  }
}
