import { lazy, type ReactNode, Suspense } from 'react';
import { answered } from '#api/client/client.ts';
import type { Execution } from '#api/client/schema.ts';
import { useAnswer } from '../answer.ts';
import { isLive } from '../meaning.ts';
import { Link } from '../router.tsx';
import { Foreign } from '../ui/address.tsx';
import { Empty, Loading } from '../ui/notice.tsx';
import { PageHead } from '../ui/panel.tsx';
import { Resource } from '../ui/resource.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { ExecutionHead } from './execution-head.tsx';
import { ExecutionOverview } from './execution-overview.tsx';
import { Explain } from './explain.tsx';
import { Files } from './files.tsx';
import { PageViewer } from './page-viewer.tsx';
import { Records } from './records.tsx';
import { Tasks } from './tasks.tsx';

const Picture = lazy(async () => ({ default: (await import('./picture.tsx')).Picture }));

const POLL_MS = 2_000;
const PAUSED_MS = 10_000;

interface PlaceProps {
  readonly id: string;
  /** `tasks`, `explain`, … or nothing: the overview. */
  readonly part: string;
  readonly pageKey: string;
  readonly query: URLSearchParams;
}

const PARTS = [
  ['', 'Overview'],
  ['tasks', 'Tasks'],
  ['explain', 'Explain'],
  ['records', 'Records'],
  ['picture', 'Picture'],
  ['files', 'Downloads'],
] as const;

/** One execution: what is asked every two seconds while it lives, and its views. */
export function ExecutionPlace({ id, part, pageKey, query }: PlaceProps): ReactNode {
  const answer = useAnswer(
    async (client) => answered(await client.GET('/v1/executions/{id}', { params: { path: { id } } })),
    {
      key: `execution ${id}`,
      pollMs: ({ status }) => (isLive(status) ? POLL_MS : status === 'paused' ? PAUSED_MS : null),
    },
  );
  const at = (place: string): string => `executions/${id}${place === '' ? '' : `/${place}`}`;
  if (answer.value === null) {
    return (
      <>
        <PageHead title="Execution" />
        <Resource answer={answer} rows={8}>
          {() => <Loading />}
        </Resource>
      </>
    );
  }
  const gone = answer.problem?.code === 'EXECUTION_NOT_FOUND';
  if (gone || answer.value.status === 'deleting') return <Deleting execution={answer.value} gone={gone} />;
  return (
    <Resource answer={answer}>
      {(execution) => (
        <>
          <ExecutionHead execution={execution} onChanged={answer.again} />
          <Tabs
            label="Views of this execution"
            current={at(part === 'pages' ? 'records' : part)}
            items={PARTS.map(([place, words]) => [at(place), words] as const)}
          />
          <Suspense fallback={<Loading rows={8} />}>
            <Part execution={execution} part={part} pageKey={pageKey} query={query} />
          </Suspense>
        </>
      )}
    </Resource>
  );
}

/** Asked about until the server knows it no more. */
function Deleting({ execution, gone }: { readonly execution: Execution; readonly gone: boolean }): ReactNode {
  return (
    <>
      <PageHead title={<Foreign text={execution.name} most={160} />} />
      <div role="status">
        <Empty
          title={gone ? 'It is deleted, with everything it kept.' : 'It is being deleted, with everything it kept.'}
        >
          <Link to="executions">All executions</Link>
        </Empty>
      </div>
    </>
  );
}

function Part({
  execution,
  part,
  pageKey,
  query,
}: Omit<PlaceProps, 'id'> & { readonly execution: Execution }): ReactNode {
  const id = execution.execution;
  if (part === 'tasks') return <Tasks id={id} query={query} live={isLive(execution.status)} />;
  if (part === 'explain') return <Explain key={query.get('url') ?? ''} id={id} url={query.get('url')} />;
  if (part === 'records') {
    const { pages, recordFaults, workflow } = execution;
    const live = isLive(execution.status);
    return <Records id={id} workflow={workflow.id} stored={pages} faults={recordFaults.length} live={live} />;
  }
  if (part === 'pages') return <PageViewer id={id} pageKey={pageKey} part={query.get('part') ?? 'text'} />;
  if (part === 'picture') return <Picture id={id} />;
  if (part === 'files') return <Files id={id} />;
  return <ExecutionOverview execution={execution} />;
}
