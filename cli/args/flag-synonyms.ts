/**
 * Surf's names for flags of other crawlers and clients (Scrapy, Crawlee, wget, curl, browsertrix);
 * a value after the name is part of it.
 */
const SYNONYMS: Readonly<Record<string, string>> = {
  limit: 'pages',
  'page-limit': 'pages',
  'max-pages': 'pages',
  'max-page-number': 'pages',
  'max-requests': 'pages',
  'max-requests-per-crawl': 'pages',
  'max-depth': 'depth',
  'max-crawl-depth': 'depth',
  level: 'depth',
  levels: 'depth',
  wait: 'delay',
  w: 'delay',
  l: 'depth',
  d: 'depth',
  rps: 'requests-per-minute',
  'download-delay': 'delay',
  'rate-limit': 'delay',
  rate: 'requests-per-minute',
  'limit-rate': 'bytes-per-second',
  concurrency: 'parallelism',
  'max-concurrency': 'parallelism',
  threads: 'parallelism',
  workers: 'parallelism',
  output: 'out',
  'output-file': 'out',
  'output-document': 'out',
  file: 'out',
  to: 'out',
  overwrite: 'force',
  force: 'yes',
  y: 'yes',
  agent: 'user-agent',
  U: 'user-agent',
  ua: 'user-agent',
  headers: 'header',
  H: 'header',
  cookie: "header 'Cookie: {secretRef: NAME}'",
  b: "header 'Cookie: {secretRef: NAME}'",
  u: "header 'Authorization: {secretRef: NAME}'",
  auth: "header 'Authorization: {secretRef: NAME}'",
  login: "header 'Cookie: {secretRef: NAME}'",
  user: "header 'Authorization: {secretRef: NAME}'",
  autothrottle: 'delay-factor',
  timeout: 'timeout-seconds',
  T: 'timeout-seconds',
  x: 'proxy',
  t: 'format',
  f: 'format',
  p: 'port',
  retries: 'attempts',
  retry: 'attempts',
  tries: 'attempts',
  'max-redirects': 'redirects',
  budget: 'budget-usd',
  'max-cost': 'budget-usd',
  'time-limit': 'seconds',
  'max-time': 'seconds',
  'size-limit': 'total-bytes',
  'max-bytes': 'total-bytes',
  'max-size': 'page-bytes',
  quota: 'total-bytes',
  Q: 'total-bytes',
  'ignore-robots': 'robots ignore',
  'no-robots': 'robots ignore',
  'include-subdomains': 'scope domain',
  'span-hosts': 'scope any',
  'same-domain': 'scope domain',
  'no-parent': 'scope path',
  np: 'scope path',
  subdomains: 'scope domain',
  'allow-subdomains': 'scope domain',
  sitemap: 'sitemaps auto',
  selector: 'select',
  field: 'select',
  fields: 'select',
  extract: 'select',
  css: 'select NAME=SELECTOR',
  R: 'exclude',
  accept: 'include',
  allow: 'include',
  match: 'include',
  'include-paths': 'include',
  'exclude-paths': 'exclude',
  reject: 'exclude',
  deny: 'exclude',
  ignore: 'exclude',
  dir: 'data',
  folder: 'data',
  server: 'api',
  url: 'api',
  quietly: 'quiet',
  silent: 'quiet',
  localhost: 'allow-private-network',
  private: 'allow-private-network',
};

const NO_SCRIPTS = 'Surf runs no JavaScript: it takes pages as the server sends them';
const LIST = 'surf urls.txt --depth 0 crawls the addresses of a list';
const MIRROR = 'surf export last --format mirror -o FOLDER writes the pages as files';
const FOLLOWS = 'Surf follows the links of a site by itself; --depth N bounds it';
const RESUME = 'surf resume last continues the newest crawl';
const EVENTS = 'surf status last and surf events last tell what a crawl did, surf explain last URL why';
const HOSTS = "--scope any --include 'https://HOST/*' crawls this host too; repeat --include for others";
const CERTIFICATES = 'Surf checks every certificate; NODE_EXTRA_CA_CERTS names a file with more that it trusts';
const ONLY_GET = "Surf sends GET and HEAD only; --header 'Cookie: {secretRef: NAME}' carries a sign-in of yours";
const RESOURCES = '--resources true takes images, styles and scripts of the pages, too';
const UNCHANGED = 'surf run FILE --base ID requests again only what has changed; surf ls has the ids';
const FIELDS = 'each scalar field of a workflow has a flag: surf crawl --help lists them';
const RESULTS =
  'surf export last -o FILE writes the pages, surf audit last --format csv -o FILE the issues of the site';
/** Flags of other crawlers for which Surf has none: what takes their place. */
const INSTEAD: Readonly<Record<string, string>> = {
  'dry-run': 'surf estimate URL… predicts pages, time and cost without a crawl',
  resume: RESUME,
  continue: RESUME,
  c: RESUME,
  r: FOLLOWS,
  recursive: FOLLOWS,
  L: 'Surf follows redirects by itself; --redirects N bounds them',
  i: LIST,
  'input-file': LIST,
  m: MIRROR,
  mirror: MIRROR,
  P: MIRROR,
  'directory-prefix': MIRROR,
  'warc-file': 'surf URL… -o crawl.warc.gz writes the answers as WARC',
  domains: HOSTS,
  'allowed-domains': HOSTS,
  D: HOSTS,
  k: CERTIFICATES,
  insecure: CERTIFICATES,
  'no-check-certificate': CERTIFICATES,
  v: EVENTS,
  verbose: EVENTS,
  debug: EVENTS,
  'log-level': EVENTS,
  spider: 'surf audit last lists the broken links of the newest crawl',
  xpath: '--select NAME=SELECTOR takes a value by its CSS selector; Surf has no XPath',
  'only-main-content': '-o FILE.md has the main text of each page; surf export --mode full has the whole page',
  'random-wait': '--delay SECONDS spaces the requests to a host, by the same time always',
  O: '-o FILE --force replaces a file that is there',
  A: 'of curl it is --user-agent NAME, of wget --include PATTERN',
  e: "of wget's -e robots=off it is --robots ignore",
  p: RESOURCES,
  'page-requisites': RESOURCES,
  nc: UNCHANGED,
  'no-clobber': UNCHANGED,
  N: UNCHANGED,
  timestamping: UNCHANGED,
  a: FIELDS,
  s: FIELDS,
  set: FIELDS,
  crawl: 'surf URL crawls a site, surf audit last lists its issues',
  'output-folder': RESULTS,
  'export-tabs': RESULTS,
  'bulk-export': RESULTS,
  'save-report': RESULTS,
  'save-crawl': 'Surf keeps every crawl in its data folder: surf ls lists them',
  method: ONLY_GET,
  form: ONLY_GET,
  js: NO_SCRIPTS,
  javascript: NO_SCRIPTS,
  render: NO_SCRIPTS,
  headless: NO_SCRIPTS,
  screenshot: NO_SCRIPTS,
  screenshots: NO_SCRIPTS,
};

/** What takes the place of a flag that other crawlers have. */
export const remedyBySynonym = (name: string): string | undefined => {
  const key = namedIn(INSTEAD, name);
  return key === undefined ? undefined : INSTEAD[key];
};

/** The flag that another crawler's name means, if the command has it. */
export function flagBySynonym(name: string, known: readonly string[]): string | undefined {
  const key = namedIn(SYNONYMS, name);
  const synonym = key === undefined ? undefined : SYNONYMS[key];
  return synonym !== undefined && known.includes(synonym.split(' ', 1)[0] ?? '') ? synonym : undefined;
}

/** The key of a name. Letter case counts for one letter: `-u` and `-U` of wget differ. */
function namedIn(table: Readonly<Record<string, string>>, name: string): string | undefined {
  const dashed = name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase(); // Crawlee's maxRequestsPerCrawl
  const keys = name.length === 1 ? [name] : [name, name.toLowerCase(), dashed];
  return keys.find((key) => Object.hasOwn(table, key));
}
