import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import type { Execution } from '#api/client/schema.ts';
import { useQuery } from '../../query/use-query.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { buttonBeside, RunUnderWay, runUnderWay } from '../workflows/collection/run-under-way.tsx';

const POLL_MS = 2_000;

interface RecrawlProps {
  readonly execution: Execution;
  readonly busy: boolean;
  readonly onStart: (onlyChanged: boolean) => void;
  readonly onCancel: () => void;
}

/** Runs the workflow again: only for changed pages, or for all. */
export function RecrawlForm({ execution, busy, onStart, onCancel }: RecrawlProps): ReactNode {
  const { id } = execution.workflow;
  const { value: underWay } = useQuery(
    async (client) => {
      const params = { path: { id }, query: { limit: 1 } };
      return runUnderWay(answered(await client.GET('/v1/workflows/{id}/collection', { params })));
    },
    { key: `under way ${id}`, pollMs: (run) => (run === null ? null : POLL_MS) },
  );
  return (
    <Panel title="Crawl again">
      <p>
        Surf starts a new execution of the newest version of the workflow and keeps this one. “Only changed pages”
        downloads a page only if it has changed; you can then delete this execution only after the new one. With a
        revisit policy, “All pages” also requests those that are not due.
      </p>
      <div className="actions">
        <Button kind="primary" icon="again" busy={busy} {...buttonBeside(underWay)} onClick={() => onStart(true)}>
          Only changed pages
        </Button>
        <Button busy={busy} {...buttonBeside(underWay)} onClick={() => onStart(false)}>
          All pages
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      {underWay !== null && <RunUnderWay run={underWay} />}
    </Panel>
  );
}
