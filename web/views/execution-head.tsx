import { type ReactNode, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { ActionRequest, Execution } from '#api/client/schema.ts';
import { useDoing } from '../doing.ts';
import { hasEnded, isLive, shownAs, statusSentence } from '../meaning.ts';
import { at, seconds } from '../quantity.ts';
import { go, Link } from '../router.tsx';
import { useSession } from '../session.tsx';
import { startExecution } from '../start-crawl.ts';
import { Foreign } from '../ui/address.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { PageHead } from '../ui/panel.tsx';
import { DeadSeeds } from './dead-seeds.tsx';
import { RecrawlForm } from './recrawl-form.tsx';
import { ResumeForm } from './resume-form.tsx';
import { UnmatchedPatterns } from './unmatched-patterns.tsx';

type Asking = 'delete' | 'resume' | 'again' | null;

interface HeadProps {
  readonly execution: Execution;
  readonly onChanged: () => void;
}

/** Name, status, and what can be done about it now. */
export function ExecutionHead({ execution, onChanged }: HeadProps): ReactNode {
  const { client } = useSession();
  const { busy, problem, perform } = useDoing();
  const [asking, setAsking] = useState<Asking>(null);
  const params = { path: { id: execution.execution } };
  const settle = async (action: () => Promise<unknown>): Promise<void> => {
    await perform(async () => {
      await action();
      onChanged();
    });
    setAsking(null);
  };
  const act = (body: ActionRequest): void =>
    void settle(async () => answered(await client.POST('/v1/executions/{id}/actions', { params, body })));
  const remove = (): void => void settle(async () => answered(await client.DELETE('/v1/executions/{id}', { params })));
  const again = (onlyChanged: boolean): void =>
    void perform(async () => {
      const { execution: next } = await startExecution(client, {
        workflow: execution.workflow.id,
        allowPrivateNetwork: execution.exemptions.includes('allowPrivateNetwork'),
        ...(onlyChanged && { base: execution.execution }),
      });
      go(`executions/${next}`);
    });
  const cancel = (): void => setAsking(null);
  return (
    <>
      <PageHead
        title={<Foreign text={execution.name} most={160} />}
        lead={<Lead execution={execution} />}
        actions={<Actions execution={execution} busy={busy} onAct={act} onAsk={setAsking} />}
      />
      <DeadSeeds execution={execution} />
      <UnmatchedPatterns execution={execution} />
      {problem !== null && <ProblemNotice problem={problem} />}
      {asking === 'resume' && (
        <ResumeForm
          execution={execution}
          busy={busy}
          onCancel={cancel}
          onResume={(limits) => act({ action: 'resume', limits })}
        />
      )}
      {asking === 'again' && <RecrawlForm busy={busy} onStart={again} onCancel={cancel} />}
      {asking === 'delete' && (
        <Confirm
          title="Delete this execution?"
          action="Delete for good"
          busy={busy}
          onCancel={cancel}
          onConfirm={remove}
        >
          <p>Its pages, records, events and files are removed. Nothing brings them back.</p>
        </Confirm>
      )}
    </>
  );
}

const EXEMPTIONS = { ignoreRobots: 'ignores robots.txt', allowPrivateNetwork: 'may crawl private networks' } as const;

function Lead({ execution }: { readonly execution: Execution }): ReactNode {
  const { status, driver, reason, cause, desired, workflow, startedAt, exemptions, base } = execution;
  const { word, tone } = shownAs(execution);
  const asked =
    isLive(status) && driver !== 'gone' && desired !== 'run'
      ? ` It was asked to ${desired}, and finishes what is on its way.`
      : '';
  return (
    <>
      <div className="row">
        <span role="status">
          <Badge tone={tone}>{word}</Badge>
        </span>
        <span>
          {reason !== null && `${reason}. `}
          {status === 'paused' && cause !== null && `${cause}. `}
          {statusSentence(execution)}
          {asked}
        </span>
      </div>
      <div className="row fine">
        {startedAt !== null && <span>Started {at(startedAt)}</span>}
        {driver === 'gone' && execution.silentSince !== null && <span>last seen {at(execution.silentSince)}</span>}
        {hasEnded(status) && <span>took {seconds(execution.seconds)}</span>}
        {exemptions.map((name) => (
          <span key={name}>{EXEMPTIONS[name]}</span>
        ))}
        {base !== null && (
          <span>
            asks for <Link to={`executions/${base}`}>earlier pages</Link> only if they have changed
          </span>
        )}
        <Link to={`workflows/${workflow.id}`}>Workflow, version {workflow.version}</Link>
      </div>
    </>
  );
}

interface ActionsProps {
  readonly execution: Execution;
  readonly busy: boolean;
  readonly onAct: (body: ActionRequest) => void;
  readonly onAsk: (asking: Asking) => void;
}

function Actions({ execution: { status, driver, desired }, busy, onAct, onAsk }: ActionsProps): ReactNode {
  const live = isLive(status) && status !== 'deleting';
  const isGone = driver === 'gone';
  return (
    <>
      {live && !isGone && (
        <Button icon="pause" disabled={busy || desired !== 'run'} onClick={() => onAct({ action: 'pause' })}>
          Pause
        </Button>
      )}
      {(isGone || status === 'paused' || (status === 'queued' && desired !== 'run')) && (
        <Button kind="primary" icon="play" disabled={busy} onClick={() => onAct({ action: 'resume' })}>
          Resume
        </Button>
      )}
      {(live || status === 'paused') && (
        <Button
          icon="stop"
          disabled={busy || (desired === 'stop' && !isGone)}
          onClick={() => onAct({ action: 'stop' })}
        >
          Stop
        </Button>
      )}
      {hasEnded(status) && (
        <>
          <Button kind="danger" disabled={busy} onClick={() => onAsk('delete')}>
            Delete
          </Button>
          <Button icon="again" disabled={busy} onClick={() => onAsk('again')}>
            Crawl again
          </Button>
        </>
      )}
      {(status === 'limited' || status === 'stopped') && (
        <Button kind="primary" icon="play" disabled={busy} onClick={() => onAsk('resume')}>
          Resume…
        </Button>
      )}
    </>
  );
}
