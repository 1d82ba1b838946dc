import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { type AuditedPage, type AuditedUrl, auditedPage, type Named, type Source } from '#core/audit/audited-url.ts';
import { codeOf } from '#core/error.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import { decodeText } from '#core/extraction/encoding/charset.ts';
import { languageLinks, linkHeader } from '#core/extraction/links/header-hints.ts';
import { instantTarget } from '#core/extraction/links/refresh.ts';
import { upgradesInsecure } from '#core/facts/content-policy.ts';
import { readFacts } from '#core/facts/read-facts.ts';
import { headersOf } from '#core/fetch/headers/response-headers.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { parseSitemap } from '#core/sitemap/parse-sitemap.ts';
import { Canonicalizer } from '#core/url/canonical-url.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { type ArchivedAnswer, decodedBody } from '#engine/archive-reader/chunk-responses.ts';
import type { BodyPorts } from '#engine/archive-reader/export-ports.ts';
import { withWarc } from '#engine/archive-reader/kept-warc.ts';
import { PageLinks, type RereadPage } from '#engine/archive-reader/page-links.ts';
import { type SettledBatch, type SettledTask, settledTasks } from '#engine/archive-reader/settled-tasks.ts';
import { SitemapAddresses } from '#engine/list-tasks/sitemap-addresses.ts';

/** One URL with the addresses that it names; a sitemap names addresses and is none itself. */
export interface NamingUrl {
  /** Null: a sitemap. */
  readonly audited: AuditedUrl | null;
  /** Address of the page or sitemap. */
  readonly url: string;
  readonly names: readonly NamedUrl[];
}

/** Options for reading URLs. */
export interface ReadingOptions {
  /**
   * Read what exact copies of a page name, too: many are one page at another address. @default
   * false
   */
  readonly readsCopies?: boolean;
}

/** Entries of a sitemap that are in memory with their language versions. */
const ENTRIES = 1_000;

/** An address that a page or sitemap names, and how. */
export interface NamedUrl {
  readonly key: string;
  readonly url: string;
  readonly source: Source;
}

/**
 * Every URL that was requested, in the order of the crawl, with what it names. Reads each archived
 * page once; one chunk, and the rows of its wave, are in memory at a time.
 * @throws SurfError EXECUTION_NOT_FOUND; OUTPUT_NOT_KEPT without WARC; OBJECT_CORRUPT
 */
export async function* auditedUrls(
  ports: BodyPorts,
  id: ExecutionId,
  { readsCopies = false }: ReadingOptions = {},
): AsyncGenerator<NamingUrl> {
  const { row, workflow } = await withWarc(ports, id);
  const reader = new UrlReader(ports, {
    links: await PageLinks.open(ports, row, workflow),
    keys: new Canonicalizer(workflow.key),
    readsCopies,
  });
  const sitemaps = new SitemapAddresses(ports.archive, row);
  for await (const batch of settledTasks(ports, row, () => true)) {
    for (const [i, task] of batch.tasks.entries()) {
      if (task !== null) {
        yield await reader.task(task, batch);
        continue;
      }
      const line = batch.lines[i];
      const url = line === undefined || line.outcome.type !== 'stored' ? null : await sitemaps.get(line.key);
      if (line !== undefined && url !== null) yield* reader.sitemap(url, line, batch);
    }
  }
}

/** Reads what one URL says. */
class UrlReader {
  readonly #ports: BodyPorts;
  readonly #links: PageLinks;
  readonly #keys: Canonicalizer;
  readonly #readsCopies: boolean;

  constructor(
    ports: BodyPorts,
    {
      links,
      keys,
      readsCopies,
    }: { readonly links: PageLinks; readonly keys: Canonicalizer; readonly readsCopies: boolean },
  ) {
    this.#ports = ports;
    this.#links = links;
    this.#keys = keys;
    this.#readsCopies = readsCopies;
  }

  async task({ row, line }: SettledTask, { responses }: SettledBatch): Promise<NamingUrl> {
    const { outcome, archived, url } = row;
    const bare = auditedUrl(row, line);
    if (outcome.type === 'redirected') {
      const to = line.target?.url ?? '';
      return { audited: bare, url, names: [{ key: outcome.to, url: to, source: sourceOf('redirect', row) }] };
    }
    const wasRead = line.outcome.type === 'stored' || line.outcome.type === 'notModified';
    if (!wasRead || archived === null) return { audited: bare, url, names: [] };
    const answer = await responses.read(archived);
    const body = decodedBody(answer, this.#ports.decodeBody);
    const reread = this.#links.read(row, answer, body);
    const links = this.#linksOf(row, reread);
    if (outcome.type === 'duplicate' && !this.#readsCopies) return { audited: bare, url, names: links };
    const page = reread.scan.isHtml ? this.#page(row, { answer, body, charset: reread.scan.charset }) : null;
    return { audited: { ...bare, page }, url, names: page === null ? links : [...links, ...namesOf(row, page)] };
  }

  /** A sitemap in parts: its addresses, each followed by its language versions. */
  async *sitemap(url: string, line: OutcomeLine, { chunk, responses }: SettledBatch): AsyncGenerator<NamingUrl> {
    const object = `${chunk.base}${CHUNK_SUFFIX.warc}`;
    const at = line.body ?? (line.warc === undefined ? null : { object, ...line.warc });
    const answer = at === null ? null : await responses.read(at);
    const entries = answer === null ? [] : entriesOf(answer, decodedBody(answer, this.#ports.decodeBody));
    for (let first = 0; first === 0 || first < entries.length; first += ENTRIES) {
      const names = entries.slice(first, first + ENTRIES).flatMap((entry) => this.#entry(entry, url));
      yield { audited: null, url, names };
    }
  }

  #entry({ loc, versions }: SitemapPage, sitemap: string): NamedUrl[] {
    const page = this.#named(loc);
    const named = versions.map(({ language, url }) => ({ ...this.#named(url), language }));
    const source = {
      ...sourceOf('sitemap', { url: sitemap, key: '' }),
      text: named.find(({ key }) => key === page.key)?.language ?? null,
      ...(named.length > 0 && { versions: named.map(({ key }) => key) }),
    };
    const others = new Map(named.filter(({ key }) => key !== page.key).map((version) => [version.key, version]));
    return [
      { ...page, source },
      ...[...others.values()].map(({ language, ...version }) => ({
        ...version,
        source: { ...sourceOf('alternate', page), text: language, sitemap },
      })),
    ];
  }

  #page(
    { key, url }: TaskRow,
    from: { readonly answer: ArchivedAnswer; readonly body: Uint8Array; readonly charset: string },
  ): AuditedPage {
    const read = readFacts(decodeText(from.body, from.charset));
    const [moves = ''] = headersOf(from.answer, 'refresh');
    const facts = { ...read, movesTo: read.movesTo ?? instantTarget(moves) };
    const address = from.answer.url;
    const base = (facts.base === null ? null : parseCrawlUrl(facts.base, address)) ?? address;
    const header = headersOf(from.answer, 'link').join(', ');
    const inHeader = linkHeader(header).filter(({ kind }) => kind === 'canonical');
    const resolve = (href: string): Named | null => {
      const found = parseCrawlUrl(href, base);
      return found === null ? null : this.#named(found);
    };
    const headerCanonicals = inHeader.map(({ href }) => parseCrawlUrl(href, address) ?? url);
    const headerAlternates = languageLinks(header).flatMap(({ language, href }) => {
      const absolute = parseCrawlUrl(href, address);
      return absolute === null ? [] : [{ language, href: absolute }];
    });
    const upgrades = upgradesInsecure(headersOf(from.answer, 'content-security-policy'));
    return auditedPage(facts, { resolve, key, headerCanonicals, headerAlternates, upgrades });
  }

  /** Distinct by target and text. */
  #linksOf(row: TaskRow, { links }: RereadPage): NamedUrl[] {
    const found = new Map<string, NamedUrl>();
    for (const { to, kind, text = '' } of links) {
      if (kind === 'canonical' || kind === 'alternate') continue;
      const same = `${to}\n${text}`;
      if (found.has(same)) continue;
      found.set(same, { ...this.#named(to as CrawlUrl), source: { ...sourceOf('link', row), text } });
    }
    return [...found.values()];
  }

  #named(url: CrawlUrl): Named {
    return { key: urlKeyOf(this.#keys.form(url)), url };
  }
}

const auditedUrl = ({ key, url, outcome, status, level, via, startedAt, endedAt }: TaskRow, line: OutcomeLine) => ({
  key,
  url,
  outcome,
  status,
  level,
  page: null,
  isSeed: via === null,
  answerMs: startedAt === null || endedAt === null ? null : endedAt - startedAt,
  noindex: line.noindex === true,
});

const namesOf = (row: TaskRow, { canonicals, alternates }: AuditedPage): NamedUrl[] => [
  ...canonicals.map((target) => ({ ...target, source: sourceOf('canonical', row) })),
  ...alternates.map(({ language, ...target }) => ({
    ...target,
    source: { ...sourceOf('alternate', row), text: language },
  })),
];

const sourceOf = (how: Source['how'], { url, key }: { readonly url: string; readonly key: string }): Source => ({
  how,
  from: url,
  fromKey: key,
  text: null,
});

interface SitemapPage {
  readonly loc: CrawlUrl;
  readonly versions: readonly { readonly language: string; readonly url: CrawlUrl }[];
}

/** Addresses of pages; an index names sitemaps, and has none. */
function entriesOf(answer: ArchivedAnswer, body: Uint8Array): SitemapPage[] {
  try {
    const file = { url: answer.url, contentType: null, body };
    const { isIndex, urls } = parseSitemap(file, { readsVersions: true });
    if (isIndex) return [];
    return urls.flatMap(({ loc: written, versions = [] }) => {
      const loc = parseCrawlUrl(written);
      const known = versions.flatMap(({ language, href }) => {
        const version = parseCrawlUrl(href);
        return version === null ? [] : [{ language, url: version }];
      });
      return loc === null ? [] : [{ loc, versions: known }];
    });
  } catch (error) {
    if (codeOf(error) === 'SITEMAP_INVALID' || codeOf(error) === 'SITEMAP_TOO_LARGE') return [];
    throw error;
  }
}
