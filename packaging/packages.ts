import type { BundleContents } from './bundle.ts';

/** A package that `npm run pack` makes. */
export interface PackageRecipe {
  readonly name: string;
  readonly description: string;
  /** Where its bundle is, relative to its top. */
  readonly bundle: string;
  readonly contents: BundleContents;
  /** Module that `import` gives, and the name of its bundle. */
  readonly library: { readonly in: string; readonly out: string };
  /** Files and folders of the repository that it has unchanged. */
  readonly files: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  /** Folder for the functions of a deployment, which CDK takes from there. @default none */
  readonly functions?: string;
  /** Packages that npm installs with it, in versions from the locked one on. @default none */
  readonly dependencies?: readonly string[];
  /** Packages that its user imports, too; npm installs them as well. @default none */
  readonly peers?: readonly string[];
}

const TEXT_THREAD = { in: 'adapters/threads/text-thread.ts', out: 'text-thread' };
const LIBRARY = { in: 'library/index.ts', out: 'library' };
const CLIENT = { in: 'client/index.ts', out: 'client' };
const CONSTRUCT = { in: 'infra/packaged/surf-crawler.ts', out: 'surf-crawler' };

/** What messages and help send their readers to. */
const NAMED_BY_MESSAGES = [
  ...['README.md', 'design.md', 'requirements.md', 'semantics.md'].map((page) => `docs/${page}`),
  ...['adr', 'explanation', 'how-to', 'reference', 'tutorial'].map((folder) => `docs/${folder}`),
  ...['crawler.conf', 'docs.yaml', 'news.json', 'shop.yaml'].map((file) => `examples/${file}`),
];

/** Packages for one machine. */
export const RECIPES: readonly PackageRecipe[] = [
  {
    name: 'surf-crawler',
    description: 'A polite web crawler with an exact account of every URL: command, console and library.',
    bundle: 'cli/dist',
    contents: {
      entries: [{ in: 'cli/main.ts', out: 'main' }, LIBRARY],
      threads: [
        { in: 'compose/worker-thread.ts', out: 'worker-thread' },
        { in: 'cli/serve/threads/api-thread.ts', out: 'api-thread' },
        { in: 'cli/serve/threads/comparison-thread.ts', out: 'comparison-thread' },
        { in: 'adapters/threads/extraction-thread.ts', out: 'extraction-thread' },
        { in: 'adapters/threads/plugins/plugin-thread.ts', out: 'plugin-thread' },
        TEXT_THREAD,
      ],
    },
    library: LIBRARY,
    files: ['cli/surf.mjs', 'cli/malloc.mjs', 'web/dist', ...NAMED_BY_MESSAGES],
    bin: { surf: 'cli/surf.mjs' },
  },
  {
    name: '@surf-crawler/client',
    description: 'Typed client of a Surf server: crawl, wait, pages, records.',
    bundle: 'dist',
    contents: { entries: [CLIENT], threads: [TEXT_THREAD] },
    library: CLIENT,
    files: [],
  },
];

/** The deployment, whose types need the CDK (`npm run setup:deploy`). */
export const AWS_RECIPE: PackageRecipe = {
  name: '@surf-crawler/aws',
  description: 'Surf in your AWS account: a CDK construct, and the command that deploys it.',
  bundle: 'dist',
  contents: {
    entries: [CONSTRUCT, { in: 'infra/packaged/app.ts', out: 'app' }, { in: 'infra/packaged/main.ts', out: 'main' }],
    threads: [],
    external: ['aws-cdk-lib', 'constructs', 'aws-cdk'],
  },
  library: CONSTRUCT,
  files: ['surf.config.example.json'],
  bin: { 'surf-aws': 'dist/main.mjs' },
  functions: 'functions',
  dependencies: ['aws-cdk'],
  peers: ['aws-cdk-lib', 'constructs'],
};
