import { type AgentName, agentName, isEveryAgent, speaksTo } from '#core/robots/product-token.ts';

export interface RobotsRule {
  readonly allow: boolean;
  /** The value as written, one character an octet. */
  readonly pattern: string;
  /** 1-based. */
  readonly line: number;
}

/** Groups of a robots.txt that apply to one agent, merged (RFC 9309 §2.2.1). */
export interface RobotsGroup {
  readonly rules: readonly RobotsRule[];
  readonly crawlDelaySeconds: number | null;
  /** Values of Sitemap lines, which belong to no group, as written. */
  readonly sitemaps: readonly string[];
}

type Field = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap';

/** Spellings of each field; the misspellings are those that Google's parser knows. */
const FIELDS: Readonly<Record<string, Field>> = {
  'user-agent': 'user-agent',
  useragent: 'user-agent',
  'user agent': 'user-agent',
  allow: 'allow',
  disallow: 'disallow',
  dissallow: 'disallow',
  dissalow: 'disallow',
  disalow: 'disallow',
  diasllow: 'disallow',
  disallaw: 'disallow',
  'crawl-delay': 'crawl-delay',
  sitemap: 'sitemap',
  'site-map': 'sitemap',
};

/** Longer lines are cut, where Google's parser cuts them (8 × 2,083): no URL is that long. */
const MAX_LINE = 16_664;
const MAX_SITEMAPS = 1_000;

/**
 * Parses line by line and collects the lines for `agent`: all groups that name it, or, where none
 * does (not even an empty one), all groups for `*`.
 *
 * Only a rule closes a group's list of agents: Sitemap, Crawl-delay and unknown lines can be
 * anywhere. Rules before the first User-agent line are nobody's. A Crawl-delay counts for the
 * agents named since the last one; the first stays.
 *
 * @param text see `robotsText`
 */
export function parseGroups(text: string, agent: AgentName): RobotsGroup {
  const own = new Collector();
  const everybody = new Collector();
  const sitemaps: string[] = [];
  let inRules = false;
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const record = parseLine(raw);
    if (record === null) continue;
    const { field, value } = record;
    if (field === 'sitemap') {
      if (sitemaps.length < MAX_SITEMAPS) sitemaps.push(value);
    } else if (field === 'user-agent') {
      if (inRules) for (const group of [own, everybody]) group.listening = false;
      inRules = false;
      if (isEveryAgent(value)) everybody.open();
      else if (speaksTo(agentName(value), agent)) own.open();
    } else if (field === 'crawl-delay') {
      for (const group of [own, everybody]) group.delay(value);
    } else {
      inRules = true;
      for (const group of [own, everybody]) group.rule({ allow: field === 'allow', pattern: value, line: index + 1 });
    }
  }
  const { rules, crawlDelaySeconds } = own.found ? own : everybody;
  return { rules, crawlDelaySeconds, sitemaps };
}

class Collector {
  /** Was the agent named at all? */
  found = false;
  /** Is it one of the agents that the next lines speak to? */
  listening = false;
  readonly rules: RobotsRule[] = [];
  crawlDelaySeconds: number | null = null;

  open(): void {
    this.found = true;
    this.listening = true;
  }

  rule(rule: RobotsRule): void {
    if (this.listening && rule.pattern !== '') this.rules.push(rule);
  }

  delay(value: string): void {
    if (this.listening && this.crawlDelaySeconds === null && /^(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/.test(value)) {
      this.crawlDelaySeconds = Number(value);
    }
  }
}

/**
 * `field: value # comment`; the colon can be missing between exactly two words, as in Google's
 * parser.
 */
function parseLine(raw: string): { readonly field: Field; readonly value: string } | null {
  if (raw === '') return null;
  const line = raw.length > MAX_LINE ? raw.slice(0, MAX_LINE) : raw;
  const hash = line.indexOf('#');
  const text = hash < 0 ? line : line.slice(0, hash);
  const colon = text.indexOf(':');
  if (colon >= 0) return recordOf(text.slice(0, colon), text.slice(colon + 1));
  const words = /^\s*(\S+)[ \t]+(\S+)\s*$/.exec(text);
  return words === null ? null : recordOf(words[1] ?? '', words[2] ?? '');
}

function recordOf(name: string, value: string): { readonly field: Field; readonly value: string } | null {
  const key = clean(name).toLowerCase();
  const field = Object.hasOwn(FIELDS, key) ? FIELDS[key] : undefined;
  return field === undefined ? null : { field, value: clean(value) };
}

/** ASCII white space and NUL at the ends. */
function clean(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  return text.slice(start, end);
}
