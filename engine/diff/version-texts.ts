import type { MainTexts } from '#core/content/main-texts.ts';
import type { PageVersion } from '#core/diff/url-version.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import type { KeyRules } from '#core/url/key-rules.ts';
import type { ArchivedPagePorts } from '#engine/pages/archived-page.ts';
import { archivedTextDigest } from '#engine/pages/page-text-digest.ts';

/** Where the archived pages of an execution are. */
export interface TextSide {
  readonly id: ExecutionId;
  readonly keyRules: KeyRules;
  /** Asked when the first page is read. */
  readonly ports: () => Promise<ArchivedPagePorts>;
}

export interface VersionTextsParts {
  readonly before: TextSide;
  readonly after: TextSide;
  readonly texts: MainTexts;
  /** Pages that are read; of further ones nothing is known. @default all */
  readonly most?: number;
}

/**
 * Compares the main texts of two versions of a page by their archived bodies, where the crawls made
 * no digests.
 */
export class VersionTexts {
  readonly #parts: VersionTextsParts;
  #read = 0;

  constructor(parts: VersionTextsParts) {
    this.#parts = parts;
  }

  /** @returns null: a body cannot be had */
  async areSame(before: PageVersion, after: PageVersion): Promise<boolean | null> {
    const { most = Number.POSITIVE_INFINITY } = this.#parts;
    if (this.#read >= most) return null;
    this.#read += 1;
    const [old, now] = await Promise.all([
      this.#digest(before, this.#parts.before),
      this.#digest(after, this.#parts.after),
    ]);
    return old === null || now === null ? null : old === now;
  }

  async #digest({ url }: PageVersion, { id, keyRules, ports }: TextSide): Promise<string | null> {
    const parsed = parseCrawlUrl(url);
    if (parsed === null) return null;
    return await archivedTextDigest(await ports(), { id, key: urlKey(parsed, keyRules), texts: this.#parts.texts });
  }
}
