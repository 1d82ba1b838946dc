import { type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { ActionRequest, Execution, Problem } from '#api/client/schema.ts';
import { isLive, statusSentence, statusTone } from '../meaning.ts';
import { problemOf } from '../problem.ts';
import { go, Link } from '../router.tsx';
import { useSession } from '../session.tsx';
import { Foreign } from '../ui/address.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { PageHead } from '../ui/panel.tsx';
import { ContinueForm } from './continue-form.tsx';

type Asking = 'delete' | 'continue' | null;

interface HeadProps {
  readonly execution: Execution;
  readonly onChanged: () => void;
}

/** Name, status, and what can be done about it now. */
export function ExecutionHead({ execution, onChanged }: HeadProps): ReactNode {
  const { client } = useSession();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<Asking>(null);
  const params = { path: { id: execution.execution } };
  const perform = async (action: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await action();
      onChanged();
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
    setAsking(null);
  };
  const act = (body: ActionRequest): Promise<void> =>
    perform(async () => answered(await client.POST('/v1/executions/{id}/actions', { params, body })));
  const remove = (): Promise<void> =>
    perform(async () => {
      answered(await client.DELETE('/v1/executions/{id}', { params }));
      go('executions');
    });
  return (
    <>
      <PageHead
        title={<Foreign text={execution.name} most={160} />}
        lead={<Lead execution={execution} />}
        actions={<Actions execution={execution} busy={busy} onAct={(body) => void act(body)} onAsk={setAsking} />}
      />
      {problem !== null && <ProblemNotice problem={problem} />}
      {asking === 'continue' && (
        <ContinueForm
          execution={execution}
          busy={busy}
          onCancel={() => setAsking(null)}
          onContinue={(limits) => void act({ action: 'continue', limits })}
        />
      )}
      {asking === 'delete' && (
        <Confirm
          title="Delete this execution?"
          action="Delete for good"
          busy={busy}
          onCancel={() => setAsking(null)}
          onConfirm={() => void remove()}
        >
          <p>Its pages, records, events and files are removed. Nothing brings them back.</p>
        </Confirm>
      )}
    </>
  );
}

function Lead({ execution }: { readonly execution: Execution }): ReactNode {
  const { status, reason, desired, workflow } = execution;
  const asked =
    isLive(status) && desired !== 'run' ? ` It was asked to ${desired}, and finishes what is on its way.` : '';
  return (
    <span className="row">
      <span role="status">
        <Badge tone={statusTone(status)}>{status}</Badge>
      </span>
      <span>
        {reason !== null && `${reason}. `}
        {statusSentence(status)}
        {asked}
      </span>
      <Link to={`workflows/${workflow.id}`}>Workflow, version {workflow.version}</Link>
    </span>
  );
}

interface ActionsProps {
  readonly execution: Execution;
  readonly busy: boolean;
  readonly onAct: (body: ActionRequest) => void;
  readonly onAsk: (asking: Asking) => void;
}

function Actions({ execution: { status, desired }, busy, onAct, onAsk }: ActionsProps): ReactNode {
  const live = isLive(status) && status !== 'deleting';
  const ended = status === 'succeeded' || status === 'limited' || status === 'stopped' || status === 'failed';
  return (
    <>
      {live && (
        <Button icon="pause" disabled={busy || desired !== 'run'} onClick={() => onAct({ action: 'pause' })}>
          Pause
        </Button>
      )}
      {(status === 'paused' || (status === 'queued' && desired !== 'run')) && (
        <Button kind="primary" icon="play" disabled={busy} onClick={() => onAct({ action: 'resume' })}>
          Resume
        </Button>
      )}
      {(live || status === 'paused') && (
        <Button icon="stop" disabled={busy || desired === 'stop'} onClick={() => onAct({ action: 'stop' })}>
          Stop
        </Button>
      )}
      {(status === 'limited' || status === 'stopped') && (
        <Button kind="primary" icon="play" disabled={busy} onClick={() => onAsk('continue')}>
          Continue
        </Button>
      )}
      {ended && (
        <Button kind="danger" disabled={busy} onClick={() => onAsk('delete')}>
          Delete
        </Button>
      )}
    </>
  );
}
