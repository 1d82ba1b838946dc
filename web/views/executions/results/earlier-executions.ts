import { answered } from '#api/client/client.ts';
import type { Execution, ExecutionItem } from '#api/client/schema.ts';
import { type QueryResult, useQuery } from '../../../query/use-query.ts';
import { formatDateTime } from '../../../text/format.ts';

/** Number of executions searched for earlier ones. */
const LISTED = 100;

/** Earlier executions of the same name, newest first. */
export const useEarlierExecutions = (execution: Execution): QueryResult<readonly ExecutionItem[]> =>
  useQuery(
    async (client) => {
      const { items } = answered(await client.GET('/v1/executions', { params: { query: { limit: LISTED } } }));
      return items.filter(
        ({ execution: id, name, createdAt }) =>
          id !== execution.execution && name === execution.name && createdAt < execution.createdAt,
      );
    },
    { key: `earlier ${execution.execution}` },
  );

/** Options of a choice by date. An execution that is chosen and not listed is named by its id. */
export function earlierOptions(
  items: readonly ExecutionItem[],
  chosen: string | null,
): readonly (readonly [id: string, words: string])[] {
  const listed = items.map(({ execution, createdAt }) => [execution, formatDateTime(createdAt)] as const);
  return chosen === null || listed.some(([id]) => id === chosen) ? listed : [[chosen, chosen], ...listed];
}
