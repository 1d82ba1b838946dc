import { type ReactNode, useEffect } from 'react';
import { answered, type SurfClient } from '#api/client/client.ts';
import type { Execution } from '#api/client/schema.ts';
import { Link } from '../../../browser/router.tsx';
import { useQuery } from '../../../query/use-query.ts';
import { formatCount } from '../../../text/format.ts';
import { hasEnded } from '../../../text/labels.ts';
import { QueryView } from '../../../ui/query-view.tsx';
import { countsOfOutcomes, StackedBar, totalOf, withLive } from '../../../ui/stacked-bar.tsx';

const POLL_MS = 1_000;
/** Longest wait for an ended check to merge its answers, in ms. */
const MERGE_MS = 60_000;

interface UnderWayProps {
  /** Id of the check. */
  readonly id: string;
  readonly onEnd: () => void;
}

interface Look {
  readonly execution: Execution;
  /** True once its answers are in the register, or will never be. */
  readonly isOver: boolean;
}

/** The progress of a check until its answers are in the register. */
export function CheckUnderWay({ id, onEnd }: UnderWayProps): ReactNode {
  const result = useQuery((client) => lookAt(client, id), {
    key: `check ${id}`,
    pollMs: ({ isOver }) => (isOver ? null : POLL_MS),
  });
  const isOver = result.value?.isOver === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each render creates another `onEnd`; the effect calls it once, when the check ends
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver]);
  return <QueryView result={result}>{({ execution }) => <Progress execution={execution} />}</QueryView>;
}

async function lookAt(client: SurfClient, id: string): Promise<Look> {
  const params = { path: { id } };
  const execution = answered(await client.GET('/v1/executions/{id}', { params }));
  const { status, endedAt } = execution;
  if (!hasEnded(status)) return { execution, isOver: false };
  const events = answered(await client.GET('/v1/executions/{id}/events', { params }));
  const isLate = endedAt !== null && Date.now() - Date.parse(endedAt) > MERGE_MS;
  return { execution, isOver: isLate || status === 'paused' || events.items.some(({ type }) => type === 'finished') };
}

function Progress({ execution }: { readonly execution: Execution }): ReactNode {
  const { counts, live, status } = execution;
  const parts = withLive(countsOfOutcomes(counts), live);
  const all = totalOf(parts);
  return (
    <>
      <p role="status">
        <Link to={`executions/${execution.execution}`}>A check</Link> is {status}: {formatCount(all - parts.pending)} of{' '}
        {formatCount(all)} addresses are done. The answers are in the list when it has ended.
      </p>
      <StackedBar parts={parts} />
    </>
  );
}
