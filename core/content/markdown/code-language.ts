import { type ContentElement, type ContentNode, HOLDS, textOf } from '#core/content/tree/content-tree.ts';
import { contentTree } from '#core/content/tree/tree-reader.ts';

/** Class names by which sites tell the language of a code block, on it or around it. */
const LANGUAGE =
  /(?:^|\s)(?:language|lang|highlight-source|highlight|mw-highlight-lang|brush:?|sourceCode)[- ](?!(?:language|lang|highlight)-)(\S+)/i;
/** Words in that place that name no language. */
const NO_LANGUAGE = /^(?:default|text|none|plain|plaintext|notranslate|source|code|block|wrapper|container|numbers?)$/i;
/** Names that a class can have by itself. */
const KNOWN = new RegExp(
  `(?:^|\\s)(${[
    ...[
      'bash',
      'c',
      'cpp',
      'csharp',
      'css',
      'diff',
      'dockerfile',
      'elixir',
      'erlang',
      'go',
      'graphql',
      'haskell',
      'html',
      'java',
    ],
    ...['javascript', 'js', 'json', 'jsx', 'kotlin', 'lua', 'php', 'powershell', 'py', 'python', 'ruby', 'rust'],
    ...['scala', 'shell', 'sql', 'swift', 'toml', 'ts', 'tsx', 'typescript', 'xml', 'yaml', 'zsh'],
  ].join('|')})(?=\\s|$)`,
  'i',
);

/**
 * Language of a code block: from its code element, from itself, or from the two elements around it.
 */
export function languageOf(pre: ContentElement, around: readonly ContentElement[]): string | undefined {
  const first = firstIn(pre);
  const inner = first?.name === 'pre' ? firstIn(first) : undefined; // mdBook nests them
  const code = pre.children.find((child) => typeof child !== 'string' && child.name === 'code'); // behind a button
  const places = [first, inner, code, pre, ...around].filter((element) => typeof element === 'object');
  for (const { attributes } of places) {
    const name = given(attributes) || (LANGUAGE.exec(attributes.class ?? '')?.[1] ?? '');
    if (name !== '' && !NO_LANGUAGE.test(name)) return plainName(name);
  }
  const own = [pre, ...places.filter(({ name }) => name === 'code')];
  return own
    .map(({ attributes }) => KNOWN.exec(attributes.class ?? '')?.[1]?.toLowerCase())
    .find((name) => name !== undefined);
}

function firstIn({ children }: ContentElement): ContentElement | undefined {
  const first = children.find((child) => typeof child !== 'string' || child.trim() !== '');
  return typeof first === 'string' ? undefined : first;
}

/** The attribute that names a language: of Hugo and Jekyll, Shiki, Mintlify, Confluence. */
const given = (attributes: ContentElement['attributes']): string =>
  attributes['data-lang'] ??
  attributes['data-language'] ??
  attributes.language ??
  /brush:\s{0,9}([\w+#-]+)/.exec(attributes['data-syntaxhighlighter-params'] ?? attributes.class ?? '')?.[1] ??
  '';

/** Without the prefix of Jupyter, whose Python has a name of its shell. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^hl-/, '')
    .replace(/^ipython\d?$/, 'python');

/** Elements of code that begin a line: rows, and lines of Expressive Code. */
const LINES = /^(?:tr|div|p|li)$/;

/** All text of a code block, without empty lines at either end. */
function linesOf(pre: ContentElement): string {
  if ((pre.holds & HOLDS.block) === 0) return withoutEdges(textOf(pre));
  const parts: string[] = [];
  const endLine = (): void => {
    if (parts.at(-1)?.endsWith('\n') === false) parts.push('\n');
  };
  const add = (node: ContentNode): void => {
    if (typeof node === 'string') {
      if (node !== '') parts.push(node);
      return;
    }
    if (node.name === 'br') parts.push('\n');
    const isLine = LINES.test(node.name);
    if (isLine) endLine();
    node.children.forEach(add);
    if (isLine) endLine();
  };
  add(pre);
  return withoutEdges(parts.join(''));
}

const withoutEdges = (text: string): string => text.replace(/^(?:[ \t\r]*\n)+/, '').trimEnd();

const TERMYNAL = /(?:^|\s)termy(?:nal)?(?:\s|$)/;

/**
 * The text of a code block. In one of Termynal it is HTML, whose tags are colours: a script of the
 * page would show it.
 */
export function codeText(pre: ContentElement, around: readonly ContentElement[]): string {
  const text = linesOf(pre);
  const isHtml = around.some(({ attributes }) => TERMYNAL.test(attributes.class ?? ''));
  return isHtml ? textOf(contentTree(text)) : text;
}

/** A listing of Doxygen: an element a line, and no `pre`. */
export const isFragment = ({ name, attributes }: ContentElement): boolean =>
  name === 'div' && /(?:^|\s)fragment(?:\s|$)/.test(attributes.class ?? '');

/** Lines of such a listing. */
export const fragmentText = ({ children }: ContentElement): string =>
  children
    .filter((child) => typeof child !== 'string')
    .map((line) => textOf(line).replace(/\n$/, ''))
    .join('\n');
