import { isDocument } from '#core/content/document-text.ts';
import type { MainTexts } from '#core/content/main-texts.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { PageWatch } from '#core/notify/subscription.ts';
import type { Extractor } from '#core/selection/extractor.ts';
import { Selection } from '#core/selection/selection.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import type { KeyRules } from '#core/url/key-rules.ts';
import {
  type ArchivedPage,
  type ArchivedPagePorts,
  findArchived,
  readArchived,
  textOf,
} from '#engine/pages/archived-page.ts';
import { pageTextDigest } from '#engine/pages/page-text-digest.ts';

/** Tools that read pages where a hostile one harms nobody. */
export interface PageVersionTools {
  /** Opens the texts of one comparison, which closes them. */
  readonly texts: () => MainTexts;
  /** Extractor of a policy; it lives as long as the process. */
  readonly extractor: (selection: Selection) => Extractor;
}

/** An execution, and the rules by which its addresses are one page. */
export interface VersionSide {
  readonly id: ExecutionId;
  readonly keyRules: KeyRules;
}

/** Change of a page between two executions; null if nothing watched changed. */
export type PageChange = 'changed' | 'appeared' | 'vanished' | null;

/**
 * Compares the archived answers of one page in two executions by what a subscription watches: a
 * word, the text of some elements, or the main text.
 */
export class PageVersions {
  readonly #ports: ArchivedPagePorts;
  readonly #texts: MainTexts;
  readonly #extractor: Extractor | null;
  readonly #word: string | null;

  constructor(ports: ArchivedPagePorts, tools: PageVersionTools, { selector, word }: PageWatch) {
    this.#ports = ports;
    this.#texts = tools.texts();
    const fields = selector === null ? null : { text: { selector, all: true } };
    this.#extractor = fields === null ? null : tools.extractor(Selection.parse({ fields }));
    this.#word = word === null ? null : word.toLowerCase();
  }

  /** @throws SurfError OUTPUT_NOT_KEPT, OBJECT_NOT_FOUND, OBJECT_CORRUPT */
  async compare(url: string, before: VersionSide, after: VersionSide): Promise<PageChange> {
    const [old, now] = [await this.#watched(url, before), await this.#watched(url, after)];
    if (old === null || now === null) return null;
    if (this.#word === null) return old === now ? null : 'changed';
    const [had, has] = [old.toLowerCase().includes(this.#word), now.toLowerCase().includes(this.#word)];
    if (had === has) return null;
    return has ? 'appeared' : 'vanished';
  }

  /** The words of a PDF, whose lines end anywhere. */
  async #document({ body }: ArchivedPage): Promise<string | null> {
    const { text, markdown } = await this.#texts.documentText(body);
    return text === 'none' ? null : unescaped(markdown).replace(/\s+/g, ' ');
  }

  async close(): Promise<void> {
    await this.#texts.close();
  }

  /** The text that counts; null: nobody can tell it, so that no word vanishes with it. */
  async #watched(url: string, { id, keyRules }: VersionSide): Promise<string | null> {
    const parsed = parseCrawlUrl(url);
    if (parsed === null) return '';
    const page = await readArchived(this.#ports, await findArchived(this.#ports, id, urlKey(parsed, keyRules)));
    if (this.#extractor !== null) return await elementsOf(this.#extractor, url, page);
    if (this.#word !== null)
      return isDocument(page.body, page.contentType) ? await this.#document(page) : (textOf(page) ?? '');
    return await pageTextDigest(page, this.#texts);
  }
}

/** Markdown of a PDF has its characters, some behind a backslash. */
const unescaped = (markdown: string): string => markdown.replace(/\\([\\`*_[\]<#>+~-])/g, '$1');

async function elementsOf(extractor: Extractor, url: string, page: ArchivedPage): Promise<string> {
  const { contentType, charset, body, answer } = page;
  const line = await extractor.extract({ url, address: answer.url, contentType, charset, body });
  const { record } = JSON.parse(line) as { record: Record<string, unknown> };
  return JSON.stringify(record.text ?? null);
}
