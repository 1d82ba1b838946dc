import { buildChanges } from '#engine/diff/built-changes.ts';
import { changesNameOf } from '#engine/diff/requested-changes.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import type { ListTasksPorts } from '#engine/list-tasks/list-tasks.ts';
import { buildPageNews, pageNewsNameOf } from '#engine/notify/pages/built-page-news.ts';
import type { PageNewsSource, PageNewsTools } from '#engine/notify/pages/page-news.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { ComparisonTicket } from './comparison-ticket.ts';
import { doRequested } from './requested-work.ts';

export interface ComparisonRunParts {
  readonly source: PageNewsSource & ListTasksPorts;
  readonly tools: ExportTools & PageNewsTools;
  readonly telemetry: Telemetry;
}

/** Compares two executions, or records the failure. */
export function comparisonRun(
  { source, tools, telemetry }: ComparisonRunParts,
  ticket: ComparisonTicket,
): Promise<void> {
  const { type, before, after } = ticket;
  const { build, name } = comparisonOf(source, tools, ticket);
  const fields = { type, before, after };
  return doRequested(
    { source, telemetry },
    {
      id: after,
      attempt: ticket.build,
      unavailable: 'COMPARISON_UNAVAILABLE',
      build,
      name,
      log: { built: 'executions compared', not: 'executions not compared', fields },
    },
  );
}

const comparisonOf = (
  source: ComparisonRunParts['source'],
  tools: ComparisonRunParts['tools'],
  ticket: ComparisonTicket,
) =>
  ticket.type === 'changes'
    ? { build: () => buildChanges(source, tools, ticket), name: () => changesNameOf(source.catalog, ticket) }
    : { build: () => buildPageNews(source, tools, ticket), name: () => pageNewsNameOf(source.catalog, ticket) };
