import type { SourceFile } from '#test/architecture/source-files.ts';
import { codeOf } from '#test/architecture/source-text.ts';

/** What a module of a layer may name in an import. */
interface ImportRule {
  /** Paths that it holds for: the first rule that matches counts. */
  readonly files: RegExp;
  /** Specifiers, with relative ones written as `#layer/…`. */
  readonly may: RegExp;
}

/**
 * design.md §10. `core/bytes` may have node's hashes and codecs (ADR 0001); unit tests may have
 * vitest and fast-check besides.
 */
const RULES: readonly ImportRule[] = [
  { files: /^core\/bytes\//, may: /^(?:#core\/|node:(?:crypto|zlib)$)/ },
  /** Pure makers of formats, and of text from pages. */
  {
    files: /^core\/export\//,
    may: /^(?:#core\/|(?:client-zip|hyparquet-writer)$)/,
  },
  { files: /^core\/content\//, may: /^(?:#core\/|entities\/)/ },
  /** Times of cron expressions. */
  { files: /^core\/schedule\//, may: /^(?:#core\/|(?:croner|zod)$)/ },
  /** Parses what sites set. */
  { files: /^core\/fetch\/cookies\//, may: /^(?:#core\/|tough-cookie$)/ },
  {
    files: /^core\//,
    may: /^(?:#core\/|(?:cheerio|diff|htmlparser2|parse5|robots-parser|re2js|tldts|yaml|json-p3|zod)$|cheerio\/|entities\/)/,
  },
  { files: /^engine\//, may: /^#(?:core|engine)\// },
  { files: /^adapters\/embedded\/embedded-runner\./, may: /^(?:#core\/|#engine\/|#adapters\/embedded\/|node:)/ },
  { files: /^adapters\/embedded\//, may: /^(?:#core\/|#adapters\/embedded\/|node:)/ },
  { files: /^adapters\/smtp\//, may: /^(?:#core\/|#adapters\/smtp\/|node:|nodemailer(?:\/|$))/ },
  { files: /^adapters\/http\//, may: /^(?:#core\/|#adapters\/http\/|node:|undici$)/ },
  { files: /^adapters\/metering\//, may: /^#(?:core|adapters\/metering)\// },
  { files: /^adapters\/scratch\//, may: /^(?:#core\/|#adapters\/scratch\/|#engine\/external-sort\/|node:)/ },
  /** Stems and stop words. */
  {
    files: /^adapters\/search\/languages\//,
    may: /^(?:#core\/|#adapters\/search\/languages\/|@orama\/(?:stemmers|stopwords)\/)/,
  },
  { files: /^adapters\/search\//, may: /^(?:#core\/|#adapters\/search\/|node:)/ },
  { files: /^adapters\/threads\//, may: /^(?:#core\/|#adapters\/threads\/|node:|unpdf\/pdfjs$)/ },
  { files: /^adapters\/aws\//, may: /^(?:#core\/|#adapters\/aws\/|node:|@aws-sdk\/|@smithy\/)/ },
  /** Tokens and their keys: nowhere else. */
  { files: /^adapters\/identity\//, may: /^(?:#core\/|#adapters\/identity\/|node:|jose$)/ },
  /** A server of Surf, through the typed client of its API. */
  { files: /^adapters\/api\//, may: /^(?:#core\/|#adapters\/api\/|#api\/client\/|node:)/ },
  { files: /^api\/(?:client-types\/)?write-/, may: /^(?:#api\/|node:)/ },
  { files: /^api\/client\//, may: /^(?:#api\/client\/|openapi-fetch$)/ },
  { files: /^api\//, may: /^(?:#(?:core|engine|api)\/|hono$|hono\/|@hono\/)/ },
  {
    files: /^lambdas\//,
    may: /^(?:#(?:core|engine|adapters|api|lambdas)\/|node:|@aws-lambda-powertools\/|hono\/aws-lambda$|zod$)/,
  },
  { files: /^cli\/serve\/local-server\./, may: /^(?:#(?:core|engine|api|cli)\/|node:|@hono\/node-server$)/ },
  /** Makes the packages of a release; what it bundles it only names. */
  {
    files: /^packaging\//,
    may: /^(?:#packaging\/|#infra\/(?:commands\/tools|constructs\/functions\/function-bundle)\.ts$|node:|esbuild$|typescript\/package\.json$)/,
  },
  /** The composition root of a data folder: the command and the library share it. */
  { files: /^compose\//, may: /^(?:#(?:core|engine|adapters|compose)\/|node:)/ },
  { files: /^library\//, may: /^(?:#(?:core|engine|adapters|compose|library)\/|node:)/ },
  /** A program that talks to a server: the typed client of the API, and pure code. */
  { files: /^client\//, may: /^(?:#(?:core|client)\/|#adapters\/(?:api|threads)\/|#api\/client\/|node:)/ },
  { files: /^cli\//, may: /^(?:#(?:core|engine|adapters|api|cli|compose)\/|node:)/ },
  /** Programs of users: the packages by their names, nothing inside of them. */
  { files: /^examples\/own-cdk-app\./, may: /^(?:@surf-crawler\/aws$|aws-cdk-lib)/ },
  { files: /^examples\//, may: /^(?:surf-crawler$|@surf-crawler\/client$|node:)/ },
  /**
   * Made-up sites for `npm run demo` and `npm start`; the web server behind them is that of the
   * tests.
   */
  { files: /^demo\/demo\.test\./, may: /^#(?:core|demo)\// },
  { files: /^demo\//, may: /^(?:#demo\/|#test\/site\/(?:exchange|random|site|words)\.ts$|node:)/ },
  {
    files: /^infra\/(?:commands\/|packaged\/main\.)/,
    may: /^(?:#infra\/|node:|@aws-sdk\/|#(?:adapters\/aws|lambdas)\/.+\.env\.ts$)/,
  },
  {
    files: /^infra\//,
    may: /^(?:#infra\/|node:|aws-cdk-lib|(?:constructs|cdk-nag|esbuild|zod)$|#(?:adapters\/aws|lambdas)\/.+\.env\.ts$)/,
  },
  /**
   * The console knows the API's client, the tables of reasons and of issue kinds, nothing else of
   * Surf; what starts and builds it is Node's.
   */
  { files: /^web\/(?:start|build|fresh-build)\./, may: /^(?:node:|vite$|@vitejs\/plugin-react$)/ },
  {
    files: /^web\//,
    may: /^(?:#web\/|#api\/client\/|#core\/model\/reason-table\.ts$|#core\/audit\/issue-kinds\.ts$|react$|react\/|react-dom\/)/,
  },
  { files: /^(?:test|bench)\//, may: /./ },
];

const IN_TESTS = /^(?:vitest|fast-check|htmlparser2|parse5|#test\/|node:)/;

/**
 * Static and dynamic imports, re-exports; one capture, the specifier. Declarations begin a line:
 * the formatter sees to it.
 */
const IMPORTS = [
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"\n]+)['"]/gm,
  /^\s*import\s*['"]([^'"\n]+)['"]/gm,
  /\bimport\(\s*['"]([^'"\n]+)['"]/g,
  /\bimport\.meta\.resolve\(\s*['"]([^'"\n]+)['"]/g,
  /\brequire\(\s*['"]([^'"\n]+)['"]/g,
];
/** A thread is started with it: nothing of it is in this one. */
const THREAD = /\bnew URL\(\s*['"](\.[^'"\n]+\.ts)['"]\s*,\s*import\.meta\.url/g;

/** Specifiers of all imports of a file, and of the threads that it starts, as written. */
export const importsOf = (text: string): string[] => specifiersOf(text, [...IMPORTS, THREAD]);

/** The same without threads. */
export const loadedBy = (text: string): string[] => specifiersOf(text, IMPORTS);

function specifiersOf(text: string, patterns: readonly RegExp[]): string[] {
  const code = codeOf(text, { keepStrings: true });
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ''));
}

/** `./x.ts` in `core/url/y.ts` is `#core/url/x.ts`; everything else stays as it is. */
export function absoluteSpecifier(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return `#${new URL(specifier, `file:///${from}`).pathname.slice(1)}`;
}

/** Loads the module that an operator names. */
const LOADERS: ReadonlySet<string> = new Set(['adapters/threads/plugins/plugin-thread.ts']);

/** A sentence for every import that its layer may not have; names file and target. */
export function importProblems(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const rule = RULES.find(({ files: pattern }) => pattern.test(path));
    if (rule === undefined) return [`${path} is in a folder without import rule`];
    const code = codeOf(text, { keepStrings: true });
    const computed = [...code.matchAll(/\b(?:import|require)\(\s*(?!['"])/g)].map(
      () => `${path} imports a computed path`,
    );
    const refused = importsOf(text)
      .map((specifier) => absoluteSpecifier(path, specifier))
      .filter((specifier) => !rule.may.test(specifier) && !(path.endsWith('.test.ts') && IN_TESTS.test(specifier)))
      .map((specifier) => `${path} imports ${specifier}`);
    return path.startsWith('test/') || LOADERS.has(path) ? refused : [...refused, ...computed];
  });
}

/** Files that are imported, directly or not, from `entries`, and the packages that they name. */
export function reach(
  files: readonly SourceFile[],
  entries: readonly string[],
): { files: Set<string>; packages: Set<string> } {
  const byPath = new Map(files.map((file) => [file.path, file.text]));
  const found = new Set<string>();
  const packages = new Set<string>();
  const queue = [...entries];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const text = byPath.get(path);
    if (found.has(path) || text === undefined) continue;
    found.add(path);
    for (const specifier of importsOf(text)) {
      const target = absoluteSpecifier(path, specifier);
      if (target.startsWith('#')) queue.push(target.slice(1));
      else if (!target.startsWith('node:')) packages.add(packageOf(target));
    }
  }
  return { files: found, packages };
}

/** `@scope/name/part` is of the package `@scope/name`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
