import { type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { ActionRequest, Execution } from '#api/client/schema.ts';
import { Link, navigate } from '../../browser/router.tsx';
import { useMutation } from '../../query/use-mutation.ts';
import { useSession } from '../../session/session.tsx';
import { formatDateTime, formatDuration } from '../../text/format.ts';
import { hasEnded, isLive, isResumable, statusLabel, statusSentence } from '../../text/labels.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/panel.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { startExecution } from '../../workflow/start-crawl.ts';
import { DeadSeeds, DeadSitemaps } from './dead-seeds.tsx';
import { RecrawlForm } from './recrawl-form.tsx';
import { ResumeForm } from './resume-form.tsx';
import { UnmatchedPatterns } from './unmatched-patterns.tsx';

type OpenForm = 'delete' | 'resume' | 'again' | null;

interface HeadProps {
  readonly execution: Execution;
  readonly onChanged: () => void;
}

/** Name and status of an execution, and the actions that its status allows. */
export function ExecutionHead({ execution, onChanged }: HeadProps): ReactNode {
  const { client } = useSession();
  const { busy, problem, mutate } = useMutation();
  const [openForm, setOpenForm] = useState<OpenForm>(null);
  const params = { path: { id: execution.execution } };
  const mutateAndRefresh = async (action: () => Promise<unknown>): Promise<void> => {
    await mutate(async () => {
      await action();
      onChanged();
    });
    setOpenForm(null);
  };
  const sendAction = (body: ActionRequest): void =>
    void mutateAndRefresh(async () => answered(await client.POST('/v1/executions/{id}/actions', { params, body })));
  const remove = (): void =>
    void mutateAndRefresh(async () => answered(await client.DELETE('/v1/executions/{id}', { params })));
  const recrawl = (onlyChanged: boolean): void =>
    void mutate(async () => {
      const { execution: next } = await startExecution(client, {
        workflow: execution.workflow.id,
        allowPrivateNetwork: execution.exemptions.includes('allowPrivateNetwork'),
        ...(onlyChanged ? { base: execution.execution } : { full: true }),
      });
      navigate(`executions/${next}`);
    });
  const cancel = (): void => setOpenForm(null);
  return (
    <>
      <PageHead
        title={<UntrustedText text={execution.name} maxLength={160} />}
        lead={<Lead execution={execution} />}
        actions={<Actions execution={execution} busy={busy} onAction={sendAction} onOpenForm={setOpenForm} />}
      />
      <DeadSeeds execution={execution} />
      <DeadSitemaps execution={execution} />
      <UnmatchedPatterns execution={execution} />
      {problem !== null && <ProblemNotice problem={problem} />}
      {openForm === 'resume' && (
        <ResumeForm
          execution={execution}
          busy={busy}
          onCancel={cancel}
          onResume={(limits) => sendAction({ action: 'resume', limits })}
        />
      )}
      {openForm === 'again' && <RecrawlForm execution={execution} busy={busy} onStart={recrawl} onCancel={cancel} />}
      {openForm === 'delete' && (
        <Confirm
          title="Delete this execution?"
          action="Delete permanently"
          busy={busy}
          onCancel={cancel}
          onConfirm={remove}
        >
          <p>This removes its pages, records, events and files. It cannot be undone.</p>
        </Confirm>
      )}
    </>
  );
}

const EXEMPTIONS = { ignoreRobots: 'ignores robots.txt', allowPrivateNetwork: 'may crawl private networks' } as const;

function Lead({ execution }: { readonly execution: Execution }): ReactNode {
  const { status, driver, cause, desired, workflow, startedAt, exemptions, base } = execution;
  const { label, tone } = statusLabel(execution);
  const pendingAction =
    isLive(status) && driver !== 'gone' && desired !== 'run'
      ? ` Surf will ${desired} it after the requests in flight.`
      : '';
  return (
    <>
      <div className="row">
        <span role="status">
          <Badge tone={tone}>{label}</Badge>
        </span>
        <span>
          <StatusSentence execution={execution} />
          {(status === 'paused' || isResumable(execution)) && cause !== null && ` Cause: ${cause}.`}
          {pendingAction}
        </span>
      </div>
      <div className="row fine">
        {startedAt !== null && <span>Started {formatDateTime(startedAt)}</span>}
        {driver === 'gone' && execution.silentSince !== null && (
          <span>last seen {formatDateTime(execution.silentSince)}</span>
        )}
        {hasEnded(status) && <span>took {formatDuration(execution.seconds)}</span>}
        <Expiry execution={execution} />
        {exemptions.map((name) => (
          <span key={name}>{EXEMPTIONS[name]}</span>
        ))}
        {base !== null && (
          <span>
            requests <Link to={`executions/${base}`}>pages of an earlier execution</Link> only if they have changed
          </span>
        )}
        <Link to={`workflows/${workflow.id}`}>Workflow, version {workflow.version}</Link>
      </div>
    </>
  );
}

function Expiry({ execution: { expiresAt, keptFor } }: { readonly execution: Execution }): ReactNode {
  if (expiresAt === null) return null;
  if (keptFor === null) return <span>Surf deletes it {formatDateTime(expiresAt)}</span>;
  return (
    <span>
      expired {formatDateTime(expiresAt)}, kept for <Link to={`executions/${keptFor}`}>an execution based on it</Link>
    </span>
  );
}

/** The state in words; for a wait also its cause and its remedy. */
function StatusSentence({ execution }: { readonly execution: Execution }): ReactNode {
  const { waiting, driver } = execution;
  if (waiting === null || driver === 'gone') return statusSentence(execution);
  return (
    <span className="breakable">
      Waiting for <UntrustedText text={waiting.cause} maxLength={300} />.{' '}
      {waiting.remedy !== null && `${waiting.remedy}.`}
    </span>
  );
}

interface ActionsProps {
  readonly execution: Execution;
  readonly busy: boolean;
  readonly onAction: (body: ActionRequest) => void;
  readonly onOpenForm: (openForm: OpenForm) => void;
}

function Actions({ execution, busy, onAction, onOpenForm }: ActionsProps): ReactNode {
  const { status, driver, desired } = execution;
  const live = isLive(status) && status !== 'deleting';
  const isGone = driver === 'gone';
  return (
    <>
      {live && !isGone && (
        <Button icon="pause" disabled={busy || desired !== 'run'} onClick={() => onAction({ action: 'pause' })}>
          Pause
        </Button>
      )}
      {(isGone || status === 'paused' || (status === 'queued' && desired !== 'run')) && (
        <Button kind="primary" icon="play" disabled={busy} onClick={() => onAction({ action: 'resume' })}>
          Resume
        </Button>
      )}
      {(live || status === 'paused') && (
        <Button
          icon="stop"
          disabled={busy || (desired === 'stop' && !isGone)}
          onClick={() => onAction({ action: 'stop' })}
        >
          Stop
        </Button>
      )}
      {hasEnded(status) && (
        <>
          <Button kind="danger" disabled={busy} onClick={() => onOpenForm('delete')}>
            Delete
          </Button>
          <Button icon="again" disabled={busy} onClick={() => onOpenForm('again')}>
            Crawl again
          </Button>
        </>
      )}
      {isResumable(execution) && (
        <Button kind="primary" icon="play" disabled={busy} onClick={() => onOpenForm('resume')}>
          Resume…
        </Button>
      )}
    </>
  );
}
