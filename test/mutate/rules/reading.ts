import type { Mutation } from '#test/mutate/mutation.ts';

const FOLDER = 'core/content/furniture';
const ELSEWHERE = 'core/content/elsewhere';
const ROOT = 'core/content/content-root.test.ts';

/** What is the main text of a page. */
export const reading: readonly Mutation[] = [
  {
    rule: 'a page without a declared encoding is UTF-8 where its bytes are',
    broken: 'it is windows-1252',
    file: 'core/extraction/encoding/charset.ts',
    find: " || isUtf8(body) ? 'utf-8'",
    replace: " ? 'utf-8'",
    tests: ['core/extraction/encoding/charset.test.ts'],
  },
  {
    rule: 'comments are measured against the text of a page without its furniture',
    broken: 'a notice about cookies counts, so a short thread loses its posts',
    file: `${FOLDER}/furniture.ts`,
    find: '  measure(body);\n  removeComments(body, kinds);',
    replace: '  removeComments(body, kinds);',
    tests: [`${FOLDER}/comments.test.ts`],
  },
  {
    rule: 'comments with 40 % of the text are a thread',
    broken: 'they are never',
    file: `${FOLDER}/comments.ts`,
    find: 'Math.max(1, body.prose) * MOST_SHARE) return;',
    replace: 'Math.max(1, body.prose) * 1000) return;',
    tests: [`${FOLDER}/comments.test.ts`],
  },
  {
    rule: 'a dialog or a footer is no text, also on a page of few sentences',
    broken: 'one with half of the sentences is',
    file: `${FOLDER}/furniture.ts`,
    find: '  if (isFrame(element)) return element.words < words * SHARE.frame;\n',
    replace: '',
    tests: [ROOT],
  },
  {
    rule: 'a link that is only not read aloud is text',
    broken: 'it is hidden',
    file: `${FOLDER}/hidden.ts`,
    find: ' && !isShownLink(element)',
    replace: '',
    tests: [`${FOLDER}/hidden.test.ts`],
  },
  {
    rule: 'hidden teasers of other pages are no text',
    broken: 'they are taken for text that a script shows later',
    file: `${FOLDER}/hidden.ts`,
    find: ' || linkWords >= words * TEASERS',
    replace: '',
    tests: [`${FOLDER}/hidden.test.ts`],
  },
  {
    rule: 'labels above the title of a page are no text',
    broken: 'they stay',
    file: `${FOLDER}/above-title.ts`,
    find: 'index >= at || !isLabel(node)',
    replace: 'index >= 0 || !isLabel(node)',
    tests: [`${FOLDER}/above-title.test.ts`],
  },
  {
    rule: 'sentences and sections above the title of a page are text',
    broken: 'all above it is removed',
    file: `${FOLDER}/above-title.ts`,
    find: '(node.prose === 0 && !isSection(node))',
    replace: 'node.words > 0',
    tests: [`${FOLDER}/above-title.test.ts`],
  },
  {
    rule: 'an h1 with 30 % of the words above it is no title',
    broken: 'it is always',
    file: `${FOLDER}/above-title.ts`,
    find: ' || words > root.words * MOST_SHARE',
    replace: '',
    tests: [`${FOLDER}/above-title.test.ts`],
  },
  {
    rule: 'links to other pages below words that say so are no text',
    broken: 'they need a heading',
    file: `${FOLDER}/furniture.ts`,
    find: '(holds & HOLDS.h1) === 0 && isLinkBox(element)) return true;',
    replace: '(holds & HOLDS.h1) === 0 && isLinkBox(element)) return false;',
    tests: [`${ELSEWHERE}/link-boxes.test.ts`],
  },
  {
    rule: 'words that say so above text are text',
    broken: 'a box without links goes, too',
    file: `${ELSEWHERE}/link-boxes.ts`,
    find: '  element.linkWords >= element.words * LEAST.linked &&\n',
    replace: '',
    tests: [`${ELSEWHERE}/link-boxes.test.ts`],
  },
];
