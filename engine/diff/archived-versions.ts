import type { MainTexts } from '#core/content/main-texts.ts';
import { isOfThisExtractor } from '#core/content/text-digest.ts';
import { type LinkDifference, linkDifference } from '#core/diff/link-difference.ts';
import type { OtherVersion, PageVersion, SideName } from '#core/diff/url-version.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import type { KeyRules } from '#core/url/key-rules.ts';
import { UrlKey } from '#core/url/url-key.ts';
import { isPage } from '#engine/archive-reader/exported-pages.ts';
import { PageLinks } from '#engine/archive-reader/page-links.ts';
import { fieldsOf } from '#engine/diff/known-version.ts';
import { settledDraft } from '#engine/list-tasks/task-view.ts';
import { archivedLinks } from '#engine/pages/archived-links.ts';
import type { ArchivedPagePorts } from '#engine/pages/archived-page.ts';
import { KeptPages } from '#engine/pages/kept-pages.ts';
import { pageRecord } from '#engine/pages/page-record.ts';
import { archivedTextDigest } from '#engine/pages/page-text-digest.ts';

/** Source of an execution's archived pages. */
export interface ArchivedVersionSide {
  readonly id: ExecutionId;
  readonly keyRules: KeyRules;
  /** Asked when the first page is read. */
  readonly ports: () => Promise<ArchivedPagePorts>;
}

export interface ArchivedVersionsParts {
  readonly before: ArchivedVersionSide;
  readonly after: ArchivedVersionSide;
  readonly texts: MainTexts;
  /**
   * Pages that are read, and kept answers that are looked up; of further ones nothing is known.
   * @default all
   */
  readonly most?: number;
}

/** Reads archived pages for facts that the rows and lists of two executions lack. */
export class ArchivedVersions {
  readonly #parts: ArchivedVersionsParts;
  readonly #kept = new Map<ArchivedVersionSide, Promise<KeptPages>>();
  readonly #links = new Map<ArchivedVersionSide, Promise<PageLinks>>();
  #read = 0;
  #unread = 0;
  #answers = 0;
  #asked: string | null = null;

  constructor(parts: ArchivedVersionsParts) {
    this.#parts = parts;
  }

  /** Pages that were not read, as `most` others were. */
  get unread(): number {
    return this.#unread;
  }

  /**
   * Compares the main texts of two versions by their bodies, where the crawls made no digests.
   * @returns null: a body cannot be read
   */
  async areSame(before: PageVersion, after: PageVersion): Promise<boolean | null> {
    if (this.#isSpent(after.url)) return null;
    const [old, now] = await Promise.all([
      this.#digest(before, this.#parts.before),
      this.#digest(after, this.#parts.after),
    ]);
    return old === null || now === null ? null : old === now;
  }

  /**
   * Compares the addresses that two versions link to.
   * @returns null: a body cannot be read
   */
  async links(before: PageVersion, after: PageVersion): Promise<LinkDifference | null> {
    if (this.#isSpent(after.url)) return null;
    const [old, now] = await Promise.all([
      this.#linked(before, this.#parts.before),
      this.#linked(after, this.#parts.after),
    ]);
    return old === null || now === null ? null : linkDifference(old, now);
  }

  /**
   * Adds the title and the extracted values to those that a tick kept: it knows digests alone. They
   * are in the archive of the tick that fetched the page. A version is as before where that tick is
   * deleted.
   */
  async withFacts(before: PageVersion, after: PageVersion): Promise<[PageVersion, PageVersion]> {
    if ((before.kept !== true && after.kept !== true) || this.#isSpent(after.url)) return [before, after];
    return await Promise.all([this.#facts(before, this.#parts.before), this.#facts(after, this.#parts.after)]);
  }

  /** Adds the title and values to a kept page that only one execution has. */
  async withOwnFacts(version: PageVersion, side: SideName): Promise<PageVersion> {
    if (version.kept !== true || this.#isSpent(version.url)) return version;
    return await this.#facts(version, this.#parts[side]);
  }

  /**
   * The digest of a page's main text, by today's extractor.
   * @returns null: its body cannot be read
   */
  async textOf(version: PageVersion, side: SideName): Promise<string | null> {
    if (version.text !== null && isOfThisExtractor(version.text)) return version.text;
    return this.#isSpent(version.url) ? null : await this.#digest(version, this.#parts[side]);
  }

  /**
   * Adds to a kept URL that is not a page the answer that an earlier tick got: status and reason,
   * or the target of a redirect. A version is as before where that tick is deleted.
   */
  async withAnswer(version: OtherVersion, side: SideName): Promise<OtherVersion> {
    const { most = Number.POSITIVE_INFINITY, [side]: of } = this.#parts;
    const key = version.kept === true ? keyOf(version.url, of.keyRules) : null;
    if (key === null || this.#answers === most) return version;
    this.#answers += 1;
    const kept = await this.#keptBy(of);
    if (version.to !== undefined) {
      const { key: target } = version.to;
      return { ...version, to: { key: target, url: await kept.address(UrlKey.parse(target)) } };
    }
    const { kept: _, ...known } = version;
    const row = await kept.lastRow(key);
    if (row === null || isPage(row.outcome)) return version; // clocks differ: it is of an earlier request
    const { reason, status } = settledDraft(row);
    return { ...known, reason, status };
  }

  async #facts(version: PageVersion, side: ArchivedVersionSide): Promise<PageVersion> {
    const key = version.kept === true ? keyOf(version.url, side.keyRules) : null;
    const row = key === null ? null : await (await this.#keptBy(side)).row(key);
    if (row === null) return version;
    const { kept: _, ...known } = version;
    return { ...known, title: row.title, fields: fieldsOf(await pageRecord((await side.ports()).archive, row)) };
  }

  #keptBy(side: ArchivedVersionSide): Promise<KeptPages> {
    const kept = this.#kept.get(side) ?? keptPages(side);
    this.#kept.set(side, kept);
    return kept;
  }

  /** Several questions about one page count as one. */
  #isSpent(url: string): boolean {
    const { most = Number.POSITIVE_INFINITY } = this.#parts;
    const isNew = this.#asked !== url;
    this.#asked = url;
    if (isNew && this.#read === most) this.#unread += 1;
    else if (isNew) this.#read += 1;
    return this.#unread > 0;
  }

  async #digest({ url }: PageVersion, { id, keyRules, ports }: ArchivedVersionSide): Promise<string | null> {
    const key = keyOf(url, keyRules);
    return key === null ? null : await archivedTextDigest(await ports(), { id, key, texts: this.#parts.texts });
  }

  async #linked({ url }: PageVersion, side: ArchivedVersionSide): Promise<ReadonlySet<string> | null> {
    const key = keyOf(url, side.keyRules);
    if (key === null) return null;
    const links = this.#links.get(side) ?? pageLinks(side);
    this.#links.set(side, links);
    return await archivedLinks(await side.ports(), { id: side.id, key, links: await links });
  }
}

async function keptPages({ id, ports }: ArchivedVersionSide): Promise<KeptPages> {
  const read = await ports();
  return new KeptPages(read, await read.catalog.execution(id));
}

async function pageLinks({ id, ports }: ArchivedVersionSide): Promise<PageLinks> {
  const { catalog, archive } = await ports();
  const row = await catalog.execution(id);
  const { definition } = await catalog.workflow(row.workflowId, row.workflowVersion);
  return await PageLinks.open({ catalog, archive }, row, definition);
}

function keyOf(url: string, rules: KeyRules): UrlKey | null {
  const parsed = parseCrawlUrl(url);
  return parsed === null ? null : urlKey(parsed, rules);
}
