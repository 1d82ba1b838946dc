import type { ExecutionId } from '#core/model/ids.ts';
import { MOST_TOPIC_PAGES, PageTopics, type Topics, type TopicsRequest } from '#core/topics/page-topics.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { openIndex, type SearchTools } from '#engine/search/search-execution.ts';

/** The topics of an execution, and the pages that Surf read for them. */
export interface TopicsAnswer extends Topics {
  /** Pages of the index, and how many of them the topics are made from. */
  readonly indexed: number;
  readonly read: number;
  /** False: the execution has more pages than an index. */
  readonly complete: boolean;
}

/**
 * Groups the pages of an ended execution by their words, from its index for searches, which it
 * builds where there is none.
 *
 * @throws SurfError as `searchExecution`
 */
export async function executionTopics(
  source: ExportSource,
  tools: SearchTools,
  { id, ...request }: TopicsRequest & { readonly id: ExecutionId },
): Promise<TopicsAnswer> {
  const index = await openIndex(source, tools, id);
  try {
    const pages = new PageTopics();
    let read = 0;
    for (const page of index.documents(MOST_TOPIC_PAGES)) {
      pages.add(page);
      read += 1;
    }
    const { indexed, complete } = index;
    return { indexed, read, complete, ...pages.group(request) };
  } finally {
    index.close();
  }
}
