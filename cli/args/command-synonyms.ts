const OTHERS = 'docs/tutorial/coming-from-another-crawler.md lists the names that other crawlers use';
const ONE_PAGE = 'surf URL --pages 1 -q -o - --format markdown writes the text of one page';

/** Commands of other crawlers (Scrapy, Firecrawl, wget), and what does the same here. */
export const COMMAND_SYNONYMS: Readonly<Record<string, string>> = {
  scrape: ONE_PAGE,
  fetch: ONE_PAGE,
  get: ONE_PAGE,
  view: ONE_PAGE,
  map: 'surf URL -o urls.csv --columns url,title writes the addresses of a site',
  parse: 'surf extract ID --select NAME=SELECTOR takes values out of archived pages',
  runspider: OTHERS,
  startproject: OTHERS,
  genspider: OTHERS,
  create: OTHERS,
  shell: 'surf extract last --select NAME=SELECTOR tries a selector on archived pages',
  list: 'surf ls lists the executions',
  rm: 'surf delete ID deletes an execution',
  remove: 'surf delete ID deletes an execution',
  kill: 'surf stop ID ends an execution',
  cancel: 'surf stop ID ends an execution',
  show: 'surf status ID shows an execution',
  info: 'surf status ID shows an execution',
  log: 'surf events ID shows what happened to an execution',
  logs: 'surf events ID shows what happened to an execution',
  mirror: 'surf export ID --format mirror -o FOLDER writes the pages as files',
  cat: 'surf export ID --format markdown -o - prints the text of the pages',
  docs: 'docs/README.md has the documentation',
  batch: 'surf urls.txt --depth 0 crawls the addresses of a list',
};

/** Names the command of Surf that replaces another crawler's; undefined: Surf knows none. */
export const remedyByCommand = (name: string): string | undefined =>
  Object.hasOwn(COMMAND_SYNONYMS, name) ? COMMAND_SYNONYMS[name] : undefined;
