import { failureKey } from '#core/archive/reports/build-failure.ts';
import { codeOf } from '#core/error.ts';
import { buildChanges } from '#engine/diff/built-changes.ts';
import { changesNameOf } from '#engine/diff/requested-changes.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import type { ListTasksPorts } from '#engine/list-tasks/list-tasks.ts';
import { buildPageNews, pageNewsNameOf } from '#engine/notify/pages/built-page-news.ts';
import type { PageNewsSource, PageNewsTools } from '#engine/notify/pages/page-news.ts';

import { failureOf, recordFailure } from '#engine/requested/requested-build.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { ComparisonTicket } from './comparison-ticket.ts';

export interface ComparisonRunParts {
  readonly source: PageNewsSource & ListTasksPorts;
  readonly tools: ExportTools & PageNewsTools;
  readonly telemetry: Telemetry;
}

/** Compares two executions, or writes down why not. */
export async function comparisonRun(parts: ComparisonRunParts, ticket: ComparisonTicket): Promise<void> {
  const { source, tools, telemetry } = parts;
  const { type, before, after } = ticket;
  try {
    if (ticket.type === 'changes') await buildChanges(source, tools, ticket);
    else await buildPageNews(source, tools, ticket);
    telemetry.line('executions compared', { type, before, after });
  } catch (error) {
    telemetry.problem('executions not compared', { type, before, after, code: codeOf(error) ?? null }, error);
    const key = failureKey(await nameOf(source, ticket), ticket.build);
    const failure = failureOf(error, { at: source.clock.now(), unavailable: 'COMPARISON_UNAVAILABLE' });
    await recordFailure(source, { id: after, key, failure });
  }
}

/** @throws SurfError EXECUTION_NOT_FOUND: nobody is told that a deleted one is not compared */
const nameOf = ({ catalog }: ComparisonRunParts['source'], ticket: ComparisonTicket): Promise<string> =>
  ticket.type === 'changes' ? changesNameOf(catalog, ticket) : pageNewsNameOf(catalog, ticket);
