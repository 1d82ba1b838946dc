import type { Mutation } from '#test/mutate/mutation.ts';

const ADDRESS = 'core/fetch/address.test.ts';
const GUARD = 'adapters/http/address-guard.test.ts';
const VISIT = 'engine/crawl-unit/page-visit.test.ts';

/** N8: which addresses may be asked, and what is never told to whom. */
export const network: readonly Mutation[] = [
  {
    rule: 'private addresses are refused',
    broken: '10.0.0.0/8 is public',
    file: 'core/fetch/address.ts',
    find: "  [[10], 8, 'private'],\n",
    replace: '',
    tests: [ADDRESS],
  },
  {
    rule: 'IPv4 inside IPv6 is judged as IPv4',
    broken: 'v4-mapped addresses are not unwrapped',
    file: 'core/fetch/address.ts',
    find: '  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96, TAIL], // v4-mapped\n',
    replace: '',
    tests: [ADDRESS, GUARD],
  },
  {
    rule: '--allow-private-network never opens metadata addresses',
    broken: 'it does',
    file: 'core/fetch/address.ts',
    find: "new Set(['private', 'loopback'])",
    replace: "new Set(['private', 'loopback', 'metadata'])",
    tests: [GUARD],
  },
  {
    rule: 'literal addresses are judged at admission',
    broken: 'they become tasks',
    file: 'core/scope/url-judge.ts',
    find: "return blocked ? skip('blocked-address', range ?? undefined) : null;",
    replace: "return blocked && range === '' ? skip('blocked-address', range) : null;",
    tests: ['core/scope/url-judge.test.ts'],
  },
  {
    rule: 'a name is refused if any of its addresses is',
    broken: 'the first address decides',
    file: 'adapters/http/address-guard.ts',
    find: 'for (const address of found) {',
    replace: 'for (const address of found.slice(0, 1)) {',
    tests: [GUARD],
  },
  {
    rule: 'addresses are checked in each connect (DNS rebinding)',
    broken: 'a name that was public once is trusted',
    file: 'adapters/http/address-guard.ts',
    find: '  async #checkedAddresses(name: string): Promise<readonly Address[]> {\n',
    replace: `  readonly #trusted = new Map<string, Promise<readonly Address[]>>();
  #checkedAddresses(name: string): Promise<readonly Address[]> {
    const known = this.#trusted.get(name) ?? this.#checkedOnce(name);
    this.#trusted.set(name, known);
    return known;
  }
  async #checkedOnce(name: string): Promise<readonly Address[]> {
`,
    tests: [GUARD],
  },
  {
    rule: 'the address that was checked is the one that is asked',
    broken: 'the socket looks the name up once more',
    file: 'adapters/http/address-guard.ts',
    find: '...STRICT_TLS, lookup: this.#lookup }',
    replace: '...STRICT_TLS }',
    tests: [GUARD],
  },
  {
    rule: 'ports of other protocols are not asked',
    broken: 'they are',
    file: 'core/fetch/address.ts',
    find: 'return BAD_PORTS.has(port);',
    replace: 'return BAD_PORTS.has(-port - 1);',
    tests: ['core/scope/url-judge.test.ts'],
  },
  {
    rule: 'a secret header goes to the seeds’ origins only',
    broken: 'it goes to every origin',
    file: 'core/fetch/request-headers.ts',
    find: 'if (secret === undefined || !of.seedOrigins.has(of.origin)) return null;',
    replace: 'if (secret === undefined) return null;',
    tests: [VISIT],
  },
  {
    rule: 'certificates are checked whatever the environment says',
    broken: 'NODE_TLS_REJECT_UNAUTHORIZED=0 opens them',
    file: 'adapters/http/address-guard.ts',
    find: '  rejectUnauthorized: true,',
    replace: '',
    tests: ['adapters/http/http2.test.ts'],
  },
  {
    rule: 'a secret header is not in the archive',
    broken: 'it is',
    file: 'engine/crawl-unit/chunk-writer.ts',
    find: 'requestHead: redactSecrets(answer.requestHead, secrets)',
    replace: 'requestHead: answer.requestHead',
    tests: [VISIT],
  },
  {
    rule: 'user and password of an address are never sent',
    broken: 'they stay in the address',
    file: 'core/url/crawl-url.ts',
    find: "if (url.username !== '') url.username = '';",
    replace: '',
    tests: ['core/url/canonical-url.test.ts', 'core/url/resolve-url.test.ts'],
  },
  {
    rule: 'a body of another type is not read',
    broken: 'it is',
    file: 'engine/crawl-unit/page-requests.ts',
    find: "? 'read' : 'leave'),",
    replace: "? 'read' : 'read'),",
    tests: [VISIT],
  },
  {
    rule: 'what a page says cannot move the cursor of a terminal',
    broken: 'it is shown as it is',
    file: 'cli/printable.ts',
    find: 'export const printable = (text: string): string => text.replace(UNPRINTABLE, escaped);',
    replace: 'export const printable = (text: string): string => text;',
    tests: ['cli/printable.test.ts'],
  },
  {
    rule: 'a Location above 8,192 characters leads nowhere',
    broken: 'its target is kept',
    file: 'engine/crawl-unit/page-visit.ts',
    find: 'if (url === null || url.length > MAX_URL_LENGTH) {',
    replace: 'if (url === null) {',
    tests: ['engine/crawl-unit/page-visit.test.ts'],
  },
  {
    rule: 'a sitemap’s Location above 8,192 characters leads nowhere',
    broken: 'its target is kept',
    file: 'engine/crawl-unit/sitemap-visit.ts',
    find: 'const isLong = url !== null && url.length > MAX_URL_LENGTH;',
    replace: 'const isLong = false as boolean;',
    tests: ['engine/crawl-unit/sitemap-visit.test.ts'],
  },
  {
    rule: 'code in Markdown has a fence that the code has not',
    broken: 'it has fewer backticks',
    file: 'core/export/markdown-code.ts',
    find: 'Math.max(most, run.length + 1), least));',
    replace: 'Math.max(most, run.length - 1), least));',
    tests: ['core/export/markdown-code.test.ts'],
  },
  {
    rule: 'code spans in Markdown do not touch',
    broken: 'they do',
    file: 'core/export/markdown-code.ts',
    find: '.replaceAll(CLOSE + OPEN,',
    replace: '.replaceAll(CLOSE + CLOSE,',
    tests: ['core/export/markdown-code.test.ts'],
  },
  {
    rule: 'no text of a page stands for code in Markdown',
    broken: 'the mark of code is taken from the page',
    file: 'core/export/markdown-code.ts',
    find: "text.replace(MARKS, '').replace(CONTROLS, '');",
    replace: "text.replace(CONTROLS, '');",
    tests: ['core/export/markdown-code.test.ts'],
  },
];
