import { textDigest } from '#core/content/text-digest.ts';
import { SurfError } from '#core/error.ts';
import { decodeText } from '#core/extraction/encoding/charset.ts';
import type { ArchivedFacts } from '#core/facts/archived-facts.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { answerFacts } from '#engine/archive-reader/page-facts.ts';
import { PageLinks } from '#engine/archive-reader/page-links.ts';
import {
  type ArchivedPage,
  type ArchivedPagePorts,
  type ArchivedTask,
  fetchedAt,
  findArchived,
  readArchived,
} from '#engine/pages/archived-page.ts';

/**
 * Reads the facts of one page from the archive, without a request, in time linear in its length.
 * @throws SurfError as findArchived and readArchived; FIELD_INVALID for what is not an HTML page
 */
export async function archivedFacts(
  ports: ArchivedPagePorts,
  { id, key }: { readonly id: ExecutionId; readonly key: UrlKey },
): Promise<ArchivedFacts> {
  const task = await findArchived(ports, id, key);
  return await factsOfPage(ports, { id, task, page: await readArchived(ports, task) });
}

/** @throws SurfError EXECUTION_NOT_FOUND; FIELD_INVALID for what is not an HTML page */
export async function factsOfPage(
  ports: Pick<ArchivedPagePorts, 'catalog' | 'archive'>,
  { id, task, page }: { readonly id: ExecutionId; readonly task: ArchivedTask; readonly page: ArchivedPage },
): Promise<ArchivedFacts> {
  const execution = await ports.catalog.execution(id);
  const { definition } = await ports.catalog.workflow(execution.workflowId, execution.workflowVersion);
  const links = await PageLinks.open(ports, execution, definition);
  const { row } = task;
  const facts = answerFacts(row, page, links);
  if (facts === null) throw noPage(page);
  return {
    url: row.url,
    status: row.status,
    fetchedAt: fetchedAt(row),
    ...facts,
    textDigest: textDigest(decodeText(page.body, page.charset), page.answer.url),
  };
}

const noPage = ({ contentType }: ArchivedPage): SurfError =>
  new SurfError('FIELD_INVALID', `part: only HTML pages have facts, and this page is ${contentType?.slice(0, 100)}`, {
    remedy: 'request part=headers or part=body',
  });
