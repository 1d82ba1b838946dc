import { lazy, type ReactNode, Suspense } from 'react';
import { answered } from '#api/client/client.ts';
import type { Execution } from '#api/client/schema.ts';
import { Link } from '../../browser/router.tsx';
import { useQuery } from '../../query/use-query.ts';
import { isLive } from '../../text/labels.ts';
import { EmptyState, Loading, NoView } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { ExternalLinks } from '../workflows/collection/external-links.tsx';
import { ExecutionHead } from './execution-head.tsx';
import { Explain } from './explain/explain.tsx';
import { Duplicates } from './issues/duplicates.tsx';
import { Issues } from './issues/issues.tsx';
import { ExecutionOverview } from './overview/execution-overview.tsx';
import { PageOfUrl } from './pages/page-of-url.tsx';
import { PageViewer } from './pages/page-viewer.tsx';
import { Changes } from './results/changes.tsx';
import { Difference } from './results/difference.tsx';
import { Files } from './results/files.tsx';
import { Records } from './results/records.tsx';
import { Tasks } from './results/tasks.tsx';
import { Search } from './search/search.tsx';

const Picture = lazy(async () => ({ default: (await import('./results/picture.tsx')).Picture }));

const POLL_MS = 2_000;
const PAUSED_MS = 10_000;

interface ExecutionPageProps {
  readonly id: string;
  /** `tasks`, `explain`, …; empty for the overview. */
  readonly tab: string;
  readonly pageKey: string;
  readonly query: URLSearchParams;
}

const TABS = [
  ['', 'Overview'],
  ['tasks', 'Tasks'],
  ['explain', 'Explain'],
  ['records', 'Records'],
  ['changes', 'Changes'],
  ['search', 'Search'],
  ['issues', 'Issues'],
  ['external', 'External links'],
  ['picture', 'Picture'],
  ['files', 'Downloads'],
] as const;

/** Tab that is highlighted for views without one. */
const TAB_OF_PART: Readonly<Record<string, string>> = { pages: 'records', difference: 'changes', duplicates: 'issues' };

/** One execution with its tabs, polled every two seconds while it runs. */
export function ExecutionPage({ id, tab, pageKey, query }: ExecutionPageProps): ReactNode {
  const result = useQuery(
    async (client) => answered(await client.GET('/v1/executions/{id}', { params: { path: { id } } })),
    {
      key: `execution ${id}`,
      pollMs: ({ status }) => (isLive(status) ? POLL_MS : status === 'paused' ? PAUSED_MS : null),
    },
  );
  const at = (tab: string): string => `executions/${id}${tab === '' ? '' : `/${tab}`}`;
  if (result.value === null) {
    return (
      <>
        <PageHead title="Execution" />
        <QueryView result={result} rows={8}>
          {() => <Loading />}
        </QueryView>
      </>
    );
  }
  const gone = result.problem?.code === 'EXECUTION_NOT_FOUND';
  if (gone || result.value.status === 'deleting') return <Deleting execution={result.value} gone={gone} />;
  return (
    <QueryView result={result}>
      {(execution) => (
        <>
          <ExecutionHead execution={execution} onChanged={result.refetch} />
          <Tabs
            label="Views of this execution"
            current={at(TAB_OF_PART[tab] ?? tab)}
            items={TABS.map(([tab, words]) => [at(tab), words] as const)}
          />
          <Suspense fallback={<Loading rows={8} />}>
            <TabContent execution={execution} tab={tab} pageKey={pageKey} query={query} />
          </Suspense>
        </>
      )}
    </QueryView>
  );
}

/** Shown until the server answers EXECUTION_NOT_FOUND. */
function Deleting({ execution, gone }: { readonly execution: Execution; readonly gone: boolean }): ReactNode {
  return (
    <>
      <PageHead title={<UntrustedText text={execution.name} maxLength={160} />} />
      <div role="status">
        <EmptyState
          title={gone ? 'The execution and its data are deleted.' : 'Surf is deleting the execution and its data.'}
        >
          <Link to="executions">All executions</Link>
        </EmptyState>
      </div>
    </>
  );
}

function TabContent({
  execution,
  tab,
  pageKey,
  query,
}: Omit<ExecutionPageProps, 'id'> & { readonly execution: Execution }): ReactNode {
  const id = execution.execution;
  if (tab === 'tasks') return <Tasks id={id} query={query} live={isLive(execution.status)} />;
  if (tab === 'explain') return <Explain key={query.get('url') ?? ''} id={id} url={query.get('url')} />;
  if (tab === 'records') {
    const { pages, recordFaults, workflow } = execution;
    const live = isLive(execution.status);
    return <Records id={id} workflow={workflow.id} stored={pages} faults={recordFaults.length} live={live} />;
  }
  if (tab === 'pages') return <ArchivedPage id={id} pageKey={pageKey} query={query} />;
  if (tab === 'changes')
    return <Changes execution={execution} since={query.get('since')} links={query.get('links') === 'true'} />;
  if (tab === 'difference') return <Difference id={id} query={query} />;
  if (tab === 'search') return <Search key={query.toString()} id={id} query={query} />;
  if (tab === 'issues') return <Issues execution={execution} query={query} />;
  if (tab === 'duplicates') return <Duplicates execution={execution} query={query} />;
  if (tab === 'external') return <ExternalLinks id={id} />;
  if (tab === 'picture') return <Picture id={id} />;
  if (tab === 'files') return <Files id={id} />;
  return tab === '' ? <ExecutionOverview execution={execution} /> : <NoView />;
}

/** An archived page, named by its key or its URL. */
function ArchivedPage({ id, pageKey, query }: Omit<ExecutionPageProps, 'tab'>): ReactNode {
  const [url, part, mode] = [query.get('url'), query.get('part') ?? 'text', query.get('mode') ?? 'main'];
  if (pageKey !== '') return <PageViewer id={id} pageKey={pageKey} part={part} mode={mode} />;
  return url === null ? <NoView /> : <PageOfUrl key={url} id={id} url={url} part={part} mode={mode} />;
}
