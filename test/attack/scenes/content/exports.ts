import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Attack, Scene } from '#test/attack/attack.ts';
import { HTML, notFound, reply } from '#test/attack/hostile/hostile-server.ts';
import type { SceneResult } from '#test/attack/scene-result.ts';

const SELECTION = fileURLToPath(new URL('exports-selection.yaml', import.meta.url));
const DANGEROUS = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** What a spreadsheet runs. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
/** Markup, or an address that runs: outside of code. */
const ACTIVE = /(?<!\\)<[a-z!?/]|(?<!\\)\]\((?!https?:)/i;

const PATHS = [
  '/..%2f..%2fescape.html',
  '/%2e%2e/%2e%2e/escape2.html',
  '/a/..;/b.html',
  '/C:%5Cescape.html',
  '/%5C%5Chost%5Cshare.html',
  '/nul%00.html',
  ...['con', 'CON.html', 'aux.txt', 'nul', 'com1.html', 'lpt9', 'prn.a.b', 'conin$'].map((name) => `/${name}`),
  ...['trailing.', 'trailing...', 'trailing%20', 'trailing ', '.hidden', '...', '~', '-rf', '$(id)', '%60id%60'].map(
    (name) => `/${name}`,
  ),
  `/${'n'.repeat(300)}.html`,
  `/${'m'.repeat(300)}.html`,
  `/${'d/'.repeat(40)}deep.html`,
  ...[
    '/Case.html',
    '/case.html',
    '/CASE.html',
    '/cASE.html?',
    '/index.html',
    '/INDEX.HTML',
    '/index.jsonl',
    '/dir',
    '/dir/',
    '/dir/index.html',
    '/dir/x',
    '/dir/x/y',
  ],
  '/caf%C3%A9.html',
  '/cafe%CC%81.html',
  '/%E2%80%AEfdp.exe',
  '/q?=cmd|calc',
  '/q?a=1&b=../../x',
  "/'quote'.html",
  '/semi;colon,comma.html',
];
const CELLS = [
  '=cmd|calc!A1',
  '+1+cmd',
  '-1+cmd',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u200b=1',
  '\uff1d1',
  '"=1',
  ',=1',
  '-5',
  '+3.2',
  "'=1",
];
const CODE = '&lt;img src=x onerror=alert(1)&gt;';
const MARKUP = [
  '<a href="javascript:alert(1)">js</a><a href="data:text/html,x">data</a><img src=x onerror=alert(1)><script>alert(1)</script>',
  '[x](javascript:alert(1)) &lt;script&gt;alert(1)&lt;/script&gt; ![y](javascript:alert(1))',
  `<pre><code>a\n   \`\`\`\n${CODE}</code></pre><p><code>a</code><code>\`${CODE}</code></p>`,
  '---\nurl: "http://forged/"\n---\n<pre>---\ntitle: forged\n---</pre>',
  `<img alt="\`" src="/y"><code>${CODE}</code> <img alt="a\\](javascript:alert(1))" src="/z">`,
];
const TITLES = [
  '=HYPERLINK(1)',
  '\u001b[2Jowned',
  '\u202eevil',
  '---\nurl: "x"\n---',
  '</title><script>',
  '@x',
  '"], "x": ["',
];

/** Body of a page, other than that of every other. */
function bodyOf(path: string): string {
  const n = PATHS.indexOf(path);
  const pick = (list: readonly string[]): string => list[Math.max(0, n) % list.length] ?? '';
  const cell = pick(CELLS)
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;');
  return `<title>${pick(TITLES)}</title><h1>${pick(CELLS)}</h1><p class=cell data-cell="${cell}">page ${n}</p>${pick(MARKUP)}`;
}

/** Where exports are written, with nothing beside that is not theirs. */
interface Exported {
  readonly root: string;
  readonly surf: SceneResult['surf'];
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !lstatSync(join(folder, name)).isDirectory(),
  );

/**
 * A file for each page, with its own bytes, inside of the folder, under a name that every file
 * system takes.
 */
function mirrorProblems(folder: string, stored: number): string[] {
  const files = filesBelow(folder).map((name) => name.split(sep).join('/'));
  const pages = files.filter((name) => name !== 'index.jsonl');
  const index = readFileSync(join(folder, 'index.jsonl'), 'utf8').trim().split('\n');
  const listed = index.map((line) => JSON.parse(line) as { url: string; path: string });
  return [
    ...(pages.length === stored && listed.length === stored ? [] : [`${pages.length} files of ${stored} pages`]),
    ...(new Set(files.map((name) => name.toLowerCase().normalize('NFC'))).size === files.length
      ? []
      : ['two names are one on some file system']),
    ...files
      .filter((name) => !name.split('/').every(isPortable))
      .map((name) => `a file is named ${JSON.stringify(name)}`),
    ...listed.filter(({ path }) => path.split('/').includes('..')).map(({ path }) => `${path} leads out`),
    ...listed.flatMap(({ url, path }) => {
      const asked = url.slice(url.indexOf('/', 8));
      const sent = asked === '/' ? null : JSON.stringify(asked);
      const body = readFileSync(join(folder, path), 'utf8');
      return sent === null || body.endsWith(`<!--${sent}-->`) ? [] : [`${url} has the body of another page`];
    }),
  ];
}

const isPortable = (name: string): boolean =>
  name.length <= 255 &&
  /^[ -~]+$/.test(name) &&
  !/[\\:*?"<>|]|[. ]$|^\.{1,2}$/.test(name) &&
  !/^(?:con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d)(?:\.|$)/i.test(name);

/** Cells of a CSV file (RFC 4180). */
function rowsOf(csv: string): string[][] {
  return csv
    .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^",]*)(?:,|$)/g)]
        .slice(0, -1)
        .map(([, cell = '']) => cell.replace(/^"|"$/g, '').replaceAll('""', '"')),
    );
}

const csvProblems = (csv: string): string[] =>
  rowsOf(csv)
    .flat()
    .filter((cell) => FORMULA.test(cell) && !/^[+-]?\d+(?:\.\d+)?$/.test(cell))
    .map((cell) => `a cell is ${JSON.stringify(cell.slice(0, 40))}`);

/**
 * A head of two lines where a file has one, and nothing that runs outside of code.
 * @param lines those of its head
 */
function markdownProblems(name: string, text: string, lines = 2): string[] {
  const fences = text.match(/^---$/gm)?.length ?? 0;
  const plain = text
    .replace(/^ {0,3}(`{3,})[^\n`]*\n[\s\S]*?\n {0,3}\1`*[ \t]*$/gm, '')
    .replace(/(?<![\\`])(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
  const found = ACTIVE.exec(plain);
  return [
    ...(fences === lines ? [] : [`${name} has ${fences} lines of a head`]),
    ...(found === null
      ? []
      : [`${name} has ${JSON.stringify(plain.slice(Math.max(0, found.index - 20), found.index + 40))}`]),
  ];
}

const FILES = [
  'warc',
  'wacz',
  'jsonl',
  'csv',
  'parquet',
  'markdown',
  'chunks',
  'llms',
  'llms-full',
  'near-duplicates',
  'links',
  'crawl-table',
  'index',
];
const FOLDERS = ['mirror', 'markdown', 'warc'];
const TEXTS = new Set([
  'jsonl',
  'markdown',
  'chunks',
  'llms',
  'llms-full',
  'near-duplicates',
  'links',
  'crawl-table',
  'index',
]);

async function exported({ root, surf }: Exported): Promise<string[]> {
  const problems: string[] = [];
  for (const [formats, name] of [
    [FILES, (format: string) => `${format}.out`],
    [FOLDERS, (format: string) => `${format}-folder`],
  ] as const) {
    for (const format of formats) {
      const out = join(root, name(format));
      const said = await surf('export', 'last', '--format', format, '--out', formats === FOLDERS ? `${out}/` : out);
      if (!existsSync(out)) problems.push(`${format}: ${said.slice(0, 200)}`);
      else if (formats === FILES && TEXTS.has(format) && DANGEROUS.test(readFileSync(out, 'utf8')))
        problems.push(`${format} has controls`);
    }
  }
  const beside = readdirSync(root).filter((name) => !/^[a-z-]+(?:\.out|-folder)$/.test(name));
  return [...problems, ...beside.map((name) => `${name} is next to the exports`)];
}

async function look({ surf, outcomes }: SceneResult): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'surf-exports-'));
  try {
    const problems = await exported({ root, surf });
    if (problems.length > 0) return problems;
    const stored = [...outcomes.values()].filter((outcome) => outcome === 'stored').length;
    const texts = join(root, 'markdown-folder');
    const markdown = filesBelow(texts).flatMap((name) =>
      markdownProblems(name, readFileSync(join(texts, name), 'utf8')),
    );
    for (const name of ['llms.out', 'llms-full.out'])
      markdown.push(...markdownProblems(name, readFileSync(join(root, name), 'utf8'), 0));
    const first = [...outcomes.keys()].find((url) => url.includes('escape')) ?? '';
    const commands = [['records', 'last'], ['tasks', 'last'], ['explain', 'last', first], ['ls'], ['status', 'last']];
    const said = await Promise.all(commands.map(async (words) => [words[0] ?? '', await surf(...words)] as const));
    return [
      ...mirrorProblems(join(root, 'mirror-folder'), stored),
      ...csvProblems(readFileSync(join(root, 'csv.out'), 'utf8')),
      ...markdown,
      ...(filesBelow(texts).length === stored ? [] : [`${filesBelow(texts).length} Markdown files of ${stored} pages`]),
      ...said.filter(([, text]) => DANGEROUS.test(text)).map(([name]) => `surf ${name} writes controls`),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const attack: Attack = {
  id: 'export-names',
  sends: `${PATHS.length} pages whose addresses, titles and values are paths, devices, case collisions, direction marks, formulas, escapes, markup and Markdown`,
  must: 'each export stays in its place, a file a page, with cells and Markdown that do nothing',
  serve: ({ path }, socket) => {
    if (path === '/robots.txt') notFound(socket);
    else if (path === '/') reply(socket, PATHS.map((each) => `<a href="${each}">x</a>`).join(''));
    else reply(socket, `${bodyOf(path)}<!--${JSON.stringify(path)}-->`, [HTML, 'ETag: "=cmd|calc"']);
  },
  expect: () => ({ '/': 'stored', '/..%2f..%2fescape.html': 'stored' }),
  look,
  figure: ({ outcomes }) => `${outcomes.size} pages, ${FILES.length + FOLDERS.length} exports`,
};

/** What leaves Surf again: names of files, cells of tables, Markdown, lines on a terminal. */
export const exportNames: Scene = {
  name: 'exports',
  quick: false,
  args: ['--links', 'full', '--selection', SELECTION],
  attacks: [attack],
};
