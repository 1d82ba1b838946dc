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
  agent: 'user-agent',
  ua: 'user-agent',
  headers: 'header',
  cookie: "header 'Cookie: {secretRef: NAME}'",
  auth: "header 'Authorization: {secretRef: NAME}'",
  login: "header 'Cookie: {secretRef: NAME}'",
  user: "header 'Authorization: {secretRef: NAME}'",
  autothrottle: 'delay-factor',
  timeout: 'timeout-seconds',
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
  'ignore-robots': 'robots ignore',
  'no-robots': 'robots ignore',
  'include-subdomains': 'scope domain',
  'span-hosts': 'scope any',
  'same-domain': 'scope domain',
  'no-parent': 'scope path',
  'allow-subdomains': 'scope domain',
  sitemap: 'sitemaps auto',
  selector: 'select',
  field: 'select',
  fields: 'select',
  extract: 'select',
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
const ONLY_GET = "Surf sends GET and HEAD only; --header 'Cookie: {secretRef: NAME}' carries a sign-in of yours";
/** Flags of other crawlers for which Surf has none: what takes their place. */
const INSTEAD: Readonly<Record<string, string>> = {
  'dry-run': 'surf estimate URL… predicts pages, time and cost without a crawl',
  resume: 'surf resume last continues the newest crawl',
  O: '-o FILE --force replaces a file that is there',
  method: ONLY_GET,
  form: ONLY_GET,
  js: NO_SCRIPTS,
  javascript: NO_SCRIPTS,
  render: NO_SCRIPTS,
  headless: NO_SCRIPTS,
};

/** What takes the place of a flag that other crawlers have. */
export const remedyBySynonym = (name: string): string | undefined => {
  const key = Object.hasOwn(INSTEAD, name) ? name : name.toLowerCase();
  return Object.hasOwn(INSTEAD, key) ? INSTEAD[key] : undefined;
};

/** The flag that another crawler's name means, if the command has it. */
export function flagBySynonym(name: string, known: readonly string[]): string | undefined {
  const meant = SYNONYMS[name.toLowerCase()];
  return meant !== undefined && known.includes(meant.split(' ', 1)[0] ?? '') ? meant : undefined;
}
