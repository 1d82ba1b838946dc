import type { MainTexts } from '#core/content/main-texts.ts';
import type { PageDifference } from '#core/diff/page-difference.ts';
import { textDifference } from '#core/diff/text-difference.ts';
import { codeOf, SurfError } from '#core/error.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import {
  type ArchivedPagePorts,
  documentOf,
  fetchedAt,
  findArchived,
  mainTextOf,
  readArchived,
} from '#engine/pages/archived-page.ts';

export interface DifferenceRequest {
  readonly before: ExecutionId;
  readonly after: ExecutionId;
  readonly url: string;
}

/**
 * Compares the main texts of a page in two executions, word by word. Takes a few reads, and bounded
 * time and memory for any page.
 *
 * @param texts reads PDFs, in a thread
 * @throws SurfError REQUEST_INVALID, EXECUTION_NOT_FOUND; OBJECT_NOT_FOUND where an execution has
 * no archived answer of the URL; OUTPUT_NOT_KEPT; FIELD_INVALID if the page has no text
 */
export async function pageDifference(
  ports: ArchivedPagePorts,
  { before, after, url }: DifferenceRequest,
  texts: () => MainTexts,
): Promise<PageDifference> {
  const parsed = parseCrawlUrl(url);
  if (parsed === null) {
    throw new SurfError('REQUEST_INVALID', `${JSON.stringify(url.slice(0, 200))} is not an http(s) address`, {
      remedy: 'name the whole address of a page, with its scheme',
    });
  }
  const old = await versionIn(ports, { id: before, url, parsed, texts });
  const now = await versionIn(ports, { id: after, url, parsed, texts });
  return { url, before: old.version, after: now.version, ...textDifference(old.text, now.text) };
}

interface VersionRequest {
  readonly id: ExecutionId;
  readonly url: string;
  readonly parsed: CrawlUrl;
  readonly texts: () => MainTexts;
}

async function versionIn(
  ports: ArchivedPagePorts,
  { id, url, parsed, texts }: VersionRequest,
): Promise<{ readonly version: PageDifference['before']; readonly text: string }> {
  const execution = await ports.catalog.execution(id);
  const { definition } = await ports.catalog.workflow(execution.workflowId, execution.workflowVersion);
  const key = urlKey(parsed, definition.key);
  const task = await findArchived(ports, id, key).catch((error: unknown) => {
    throw codeOf(error) === 'OBJECT_NOT_FOUND' ? notArchived(id, url) : error;
  });
  const page = await readArchived(ports, task);
  const text = mainTextOf(page, await documentOf(page, texts));
  if (text === null) {
    throw new SurfError('FIELD_INVALID', `url: execution ${id} has no text of it, but ${page.contentType ?? 'bytes'}`, {
      remedy: 'surf diff --by bytes says whether its bytes differ',
    });
  }
  return {
    version: { execution: id, key, title: task.row.title, fetchedAt: fetchedAt(task.row) },
    text: text.markdown,
  };
}

const notArchived = (id: ExecutionId, url: string): SurfError =>
  new SurfError('OBJECT_NOT_FOUND', `execution ${id} has no archived answer of ${url}`, {
    remedy: 'compare two executions that have one; surf history URL lists them',
  });
