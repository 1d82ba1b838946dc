import type { ExecutionId } from '#core/model/ids.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { PageLinks } from '#engine/archive-reader/page-links.ts';
import { type ArchivedPagePorts, findArchived, isUnreadable, readArchived } from '#engine/pages/archived-page.ts';

/** The distinct addresses that an archived page links to. @returns null: its body cannot be read */
export async function archivedLinks(
  ports: ArchivedPagePorts,
  { id, key, links }: { readonly id: ExecutionId; readonly key: UrlKey; readonly links: PageLinks },
): Promise<ReadonlySet<string> | null> {
  try {
    const task = await findArchived(ports, id, key);
    const { answer, body } = await readArchived(ports, task);
    return new Set(links.read(task.row, answer, body).links.map(({ to }) => to));
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}
