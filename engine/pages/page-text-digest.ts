import { sha256Hex } from '#core/bytes/digest.ts';
import type { MainTexts } from '#core/content/main-texts.ts';
import { pageText } from '#core/content/markdown/markdown-page.ts';
import { digestOfText } from '#core/content/text-digest.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import {
  type ArchivedPage,
  type ArchivedPagePorts,
  findArchived,
  isUnreadable,
  readArchived,
} from '#engine/pages/archived-page.ts';

/**
 * The digest that tells versions of a page apart: of its main text, or of its body if it is not
 * HTML.
 */
export async function pageTextDigest({ body, contentType, answer }: ArchivedPage, texts: MainTexts): Promise<string> {
  const found = pageText(body, contentType, answer.url);
  if (found?.type !== 'html') return sha256Hex(body);
  return digestOfText((await texts.mainText(found.html, found.base)).markdown);
}

/** The text digest of a page of an execution. @returns null: its body cannot be read */
export async function archivedTextDigest(
  ports: ArchivedPagePorts,
  { id, key, texts }: { readonly id: ExecutionId; readonly key: UrlKey; readonly texts: MainTexts },
): Promise<string | null> {
  try {
    return await pageTextDigest(await readArchived(ports, await findArchived(ports, id, key)), texts);
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}
