import { type DefaultTreeAdapterTypes as Parse5, parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { type MarkupKind, MarkupTrees } from '#core/selection/compiled/markup-tree.ts';
import { TooComplex } from '#core/selection/records/too-complex.ts';
import { amount } from '#test/campaign.ts';
import { mutatedPage, seededRandom } from '#test/fuzz/page-mutator.ts';

/** As much of a node of our trees as its outline needs. */
interface Node {
  readonly type: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly Node[];
}

const built = (dom: 'browser' | 'fast', text: string, kind: MarkupKind = 'html'): Node =>
  new MarkupTrees(dom).build(text, kind).root[0] as unknown as Node;

/** Elements with namespace and attributes, texts and comments, a line each, indented. */
function outline(node: Node, indent = ''): string {
  const children = (node.children ?? []).map((child) => outline(child, `${indent} `)).join('');
  if (node.type === 'root') return children;
  if (node.type === 'text' || node.type === 'comment') return `${indent}${node.type} ${JSON.stringify(node.data)}\n`;
  if (node.attribs === undefined) return `${indent}doctype\n`;
  return `${indent}${node.namespace} ${node.name} ${JSON.stringify({ ...node.attribs })}\n${children}`;
}

/**
 * The outline of parse5's own tree. A template's content is not part of it, and a browser's
 * selectors do not look for prefixes of attributes.
 */
function outlineOfParse5(node: Parse5.Node, indent = ''): string {
  const children = 'childNodes' in node ? node.childNodes.map((child) => outlineOfParse5(child, `${indent} `)) : [];
  if ('value' in node) return `${indent}text ${JSON.stringify(node.value)}\n`;
  if ('data' in node) return `${indent}comment ${JSON.stringify(node.data)}\n`;
  if ('publicId' in node) return `${indent}doctype\n`;
  if (!('attrs' in node)) return children.join('');
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  return `${indent}${node.namespaceURI} ${node.tagName} ${JSON.stringify(attributes)}\n${children.join('')}`;
}

describe('the tree of a page', () => {
  it('is the one that parse5 builds by itself, for any faulty page', () => {
    for (let seed = 0; seed < amount({ gate: 200, campaign: 1_000 }); seed += 1) {
      const page = mutatedPage(seededRandom(seed));

      expect(outline(built('browser', page)), `seed ${seed}: ${page}`).toBe(outlineOfParse5(parse(page)));
    }
  });

  it.each(['browser', 'fast'] as const)('of too many nodes, or too deep, is not built: %s', (dom) => {
    expect(() => built(dom, '<b></b>'.repeat(210_000))).toThrow(TooComplex);
    expect(() => built(dom, '<div>'.repeat(600))).toThrow(TooComplex);
    expect(outline(built(dom, '<div>'.repeat(500)))).toContain('div {}');
  });
});
