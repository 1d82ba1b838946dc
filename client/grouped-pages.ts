import { setTimeout } from 'node:timers/promises';
import type { ApiServer } from '#adapters/api/api-server.ts';
import type { GroupBy } from '#core/audit/group-by.ts';
import type { GroupedAddress } from '#core/audit/grouped-address.ts';
import { codeOf } from '#core/error.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/** Pause between two requests while a deployment makes the groups, in ms. */
const PAUSE_MS = 3_000;

interface GroupRequest {
  readonly id: ExecutionId;
  readonly query: { readonly by: GroupBy; readonly threshold?: number; readonly against?: ExecutionId };
  /** @default 3,000 ms */
  readonly pauseMs?: number;
}

/** The addresses of all groups. @throws SurfError of the server */
export async function* apiGroups(
  server: ApiServer,
  request: GroupRequest,
): AsyncGenerator<GroupedAddress, void, undefined> {
  for (const text of (await linesOf(server, request)).split('\n')) {
    if (text === '') continue;
    const { type, ...line } = JSON.parse(text) as GroupedAddress & { readonly type: string };
    if (type === 'page') yield line;
  }
}

/** All lines, when the server has them. */
async function linesOf(server: ApiServer, { id, query, pauseMs = PAUSE_MS }: GroupRequest): Promise<string> {
  for (;;) {
    try {
      const params = { path: { id }, query };
      const asked = server.client.GET('/v1/executions/{id}/duplicates', { params, parseAs: 'text' });
      return (await server.answer(asked)) as unknown as string;
    } catch (error) {
      if (codeOf(error) !== 'DUPLICATES_RUNNING') throw error;
      await setTimeout(pauseMs);
    }
  }
}
