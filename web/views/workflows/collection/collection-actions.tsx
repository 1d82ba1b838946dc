import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import type { CollectionLife } from '#api/client/schema.ts';
import { navigate } from '../../../browser/router.tsx';
import { useMutation } from '../../../query/use-mutation.ts';
import { useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { startExecution } from '../../../workflow/start-crawl.ts';
import { buttonBeside, RunUnderWay, runUnderWay } from './run-under-way.tsx';

interface ActionsProps {
  readonly workflow: string;
  /** The newest execution: the next one may crawl private networks if this one may. */
  readonly newest: string;
  readonly life: CollectionLife;
}

/** Starts the next run of a collection by hand: for the pages that are due, or for all. */
export function CollectionActions({ workflow, newest, life }: ActionsProps): ReactNode {
  const { client } = useSession();
  const { busy, problem, mutate } = useMutation();
  const underWay = runUnderWay(life);
  const run = (full: boolean): void =>
    void mutate(async () => {
      const before = answered(await client.GET('/v1/executions/{id}', { params: { path: { id: newest } } }));
      const allowPrivateNetwork = before.exemptions.includes('allowPrivateNetwork');
      const { execution } = await startExecution(client, { workflow, allowPrivateNetwork, full });
      navigate(`executions/${execution}`);
    });
  return (
    <Panel title="Run by hand">
      <p>
        “Crawl everything once” also requests the pages that are not due, and no budget holds. The run after it is as
        usual.
      </p>
      <div className="actions">
        <Button kind="primary" icon="play" busy={busy} {...buttonBeside(underWay)} onClick={() => run(false)}>
          Run now
        </Button>
        <Button icon="again" busy={busy} {...buttonBeside(underWay)} onClick={() => run(true)}>
          Crawl everything once
        </Button>
      </div>
      {underWay !== null && <RunUnderWay run={underWay} />}
      {problem !== null && <ProblemNotice problem={problem} />}
    </Panel>
  );
}
