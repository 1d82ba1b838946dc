import type { SourceFile } from '#test/architecture/source-files.ts';
import { codeOf } from '#test/architecture/source-text.ts';

/** A phrase that plain technical English avoids, and what to write. */
export interface Phrase {
  readonly pattern: RegExp;
  readonly write: string;
}

/**
 * Issue 19, step 9: nominal, inverted or translated forms. Add a row when a review finds another.
 */
export const PHRASES: readonly Phrase[] = [
  { pattern: /\bany more\b/gi, write: 'no longer' },
  { pattern: /\bof (?:its|their|one's|his|your|our) own\b/gi, write: 'separate, private, its' },
  { pattern: /\b(?:is|are|was|were|be|been) asked (?:for|again|after)\b/gi, write: 'Surf requests …' },
  { pattern: /\bwh(?:o|ich|at)ever\b/gi, write: 'any client that …' },
  {
    pattern: /\b(?:stands?|lies?|stood|lay) (?:in|on|beside|there|behind|before|near|below|above|at|between)\b/gi,
    write: 'is in',
  },
  { pattern: /\bin place of\b/gi, write: 'instead of' },
  { pattern: /\b(?:can|could|cannot|to) be had\b/gi, write: 'be read, be fetched, is free' },
  { pattern: /\b(?:host|address|server)s? (?:is|are|was|were|may be|must not be) asked\b/gi, write: 'gets a request' },
  { pattern: /\bwho asks\b/gi, write: 'the caller' },
  { pattern: /\b(?:is|are|was|were|be|been) told\b/gi, write: 'Surf reports, sends, shows …' },
  { pattern: /\btakes? (?:it|them) up\b|\btaken up\b/gi, write: 'continues, admits' },
  { pattern: /\bis none of\b/gi, write: 'is not one of' },
  { pattern: /\bat work\b/gi, write: 'running' },
  { pattern: /\b(?:says|stands|has|asks) not (?:the|which|here|what)\b/gi, write: 'does not say, does not have' },
  { pattern: /\banew\b/gi, write: 'again, new' },
  { pattern: /\bwants\b|\bwant (?:an?|the|to|no|its|more)\b/gi, write: 'needs, requires' },
  { pattern: /\bstands?(?=[,.;:]| (?:when|where|beside|against|around|as|one)\b)/gi, write: 'is, is in, is final' },
  { pattern: /\b(?:may|can|cannot) (?:not )?stand\b/gi, write: 'is allowed, is not allowed' },
  { pattern: /\b(?:put|puts|putting) off\b/gi, write: 'delays, postpones' },
  { pattern: /\b(?:gives?|gave|given|giving) back\b/gi, write: 'returns, releases' },
  { pattern: /\bas (?:it|they) came\b/gi, write: 'unchanged' },
  { pattern: /\bgo(?:es)? on\b/gi, write: 'continues' },
  { pattern: /\bcrawls? on\b/gi, write: 'continues the crawl' },
  { pattern: /\bcome(?:s)? to (?:an|its|their) end\b/gi, write: 'ends' },
  { pattern: /\b(?:what|it) became of\b/gi, write: 'the outcome of' },
  {
    pattern:
      /(?:^|[.:(|] ?|\* )(?:What|Who|Where) (?:is|was|are|were) (?!it\b|this\b|that\b|the\b|a\b)[^?|]{0,60}(?=[|.,])/g,
    write: 'name the thing',
  },
  {
    pattern:
      /(?<!here )\b(?:is|are|was|were) no (?!choice\b|harm\b|larger\b|later\b|less\b|longer\b|more\b|other\b|smaller\b|sooner\b|stronger\b|worse\b)\w+/g,
    write: 'is not a …',
  },
  { pattern: /(?:^|\* |\| ?)The same (?:of|for|as|with|in)\b/g, write: 'repeat the noun' },
];

/** Widest comment, and widest line of Markdown outside of tables and code, in characters. */
export const MAX_COLUMNS = 100;

/** Written by scripts or by people as records of a day; they keep the words of that day. */
const JOURNALS = /^reports\/|^docs\/(?:adr\/|(?:explanation\/performance|requirements)\.md)/;
const LINTER = /^test\/architecture\/prose/;

/** Has this file prose that the linter reads? */
export const isLinted = (path: string): boolean =>
  /\.(?:md|tsx?|mjs)$/.test(path) && !JOURNALS.test(path) && !LINTER.test(path);

/** Comments and strings of a TypeScript file, or a whole page, with wrapped lines joined. */
export function proseOf({ path, text }: SourceFile): string {
  const prose = path.endsWith('.md') ? text : notCode(text);
  return prose.replaceAll(/[ \t]*\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, ' ');
}

/** Characters of code become bars, so that two strings never read as one sentence. */
function notCode(text: string): string {
  const code = codeOf(text, { keepStrings: false });
  const isCode = (at: number): boolean => code[at] === text[at];
  const runs: string[] = [];
  for (let from = 0, to = 0; from < text.length; from = to) {
    while (to < text.length && isCode(to) === isCode(from)) to++;
    const run = text.slice(from, to);
    runs.push(isCode(from) ? run.replaceAll(/\S/g, '|') : run);
  }
  return runs.join('');
}

/** Every avoided phrase in a file, as `path: phrase → what to write`. */
export function phrasesIn(file: SourceFile): string[] {
  const prose = proseOf(file);
  return PHRASES.flatMap(({ pattern, write }) =>
    [...prose.matchAll(pattern)].map((match) => `${file.path}: “${match[0].trim()}” → ${write}`),
  );
}

/**
 * Lines of prose that are too wide, as `path:line`: comments that have their line to themselves,
 * and lines of a page. Tables, code and lines that are one link cannot be wrapped.
 */
export function wideLinesIn({ path, text }: SourceFile): string[] {
  if (!path.endsWith('.md')) return wideCommentsIn({ path, text });
  let inCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (line.trimStart().startsWith('```')) inCode = !inCode;
    const fixed = inCode || line.startsWith('|') || /^\S*\]\(\S+\)\S*$/.test(line.trim());
    return !fixed && line.length > MAX_COLUMNS ? [`${path}:${index + 1}`] : [];
  });
}

/** Lines of comments. A URL, and a suppressed rule with its reason, have to stay on one line. */
const COMMENT = /^\s*(?:\/\*|\*|\/\/)(?!.*(?:biome-ignore|https?:))/;

const wideCommentsIn = ({ path, text }: SourceFile): string[] =>
  text
    .split('\n')
    .flatMap((line, index) => (line.length > MAX_COLUMNS && COMMENT.test(line) ? [`${path}:${index + 1}`] : []));
