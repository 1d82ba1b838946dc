import type { SourceFile } from '#test/architecture/source-files.ts';
import { isTest } from '#test/architecture/source-files.ts';

/** A phrase that a native speaker would not write, and what to write instead. */
interface ProseRule {
  readonly phrase: RegExp;
  readonly instead: string;
}

/** Phrases of the private dialect that the project grew up with. Add one when you meet it twice. */
export const PROSE_RULES: readonly ProseRule[] = [
  { phrase: /\bany more\b/gi, instead: 'no longer' },
  { phrase: /\bof (?:its|their|his|our|one[’']s) own\b/gi, instead: 'its own …' },
  { phrase: /\basked for\b/gi, instead: 'requested' },
  { phrase: /\bwhoever\b/gi, instead: 'name the actor' },
  { phrase: /\bin place of\b/gi, instead: 'instead of' },
  { phrase: /\banew\b/gi, instead: 'again' },
  { phrase: /\bwants\b/gi, instead: 'needs, or name the actor' },
  { phrase: /\bstands?\b/gi, instead: 'is' },
  { phrase: /\bput(?:s|ting)? off\b/gi, instead: 'defer' },
  { phrase: /\bg(?:ive|ives|iven|iving) back\b/gi, instead: 'return, release' },
  { phrase: /\blies? beside\b/gi, instead: 'is beside' },
  { phrase: /\bas (?:it|they) came\b/gi, instead: 'as received, unchanged' },
  { phrase: /\bgo(?:es|ing)? on\b/gi, instead: 'continue' },
  { phrase: /\bmay not\b/gi, instead: 'cannot, must not' },
];

/** What is read of a file: a Markdown file whole but for code, of a source its comments and texts. */
export const isProse = ({ path }: SourceFile): boolean =>
  /\.(?:md|tsx?)$/.test(path) && !isTest(path) && !/^(?:bench|reports|examples)\//.test(path) && !GENERATED.test(path);

/** Made from schemas and tables, whose texts are counted where they are written. */
const GENERATED = /^(?:api\/client\/|docs\/(?:requirements|cli|errors|workflow|mutations|attack-suite|grants)\.md$)/;

/** Each use of a phrase, as `path:line: “phrase”: write …`. */
export function proseProblems({ path, text }: SourceFile): string[] {
  const prose = path.endsWith('.md') ? withoutCode(text) : text;
  return prose
    .split('\n')
    .flatMap((line, i) =>
      PROSE_RULES.flatMap(({ phrase, instead }) =>
        [...line.matchAll(phrase)].map(([found]) => `${path}:${i + 1}: “${found}”: write ${instead}`),
      ),
    );
}

/** Code keeps its place, as blanks. */
const withoutCode = (text: string): string =>
  text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replaceAll(/[^\n]/g, ' '));

/** The top-level folder of a file; `docs/adr` by itself, because decisions are not rewritten. */
export const folderOf = (path: string): string =>
  path.startsWith('docs/adr/') ? 'docs/adr' : path.includes('/') ? path.slice(0, path.indexOf('/')) : '.';
