import { Component, lazy, type ReactNode, Suspense } from 'react';
import { type ConsoleLocation, useLocation } from '../browser/router.tsx';
import { isLocal, useConfig } from '../query/use-config.ts';
import { useSession } from '../session/session.tsx';
import { EmptyState, Loading, NoView } from '../ui/notice.tsx';
import { PageHead } from '../ui/panel.tsx';
import { Executions } from '../views/executions/executions.tsx';
import { Home } from '../views/home/home.tsx';
import { NewCrawl } from '../views/home/new-crawl.tsx';
import { SignedIn, SignIn } from '../views/sign-in/sign-in.tsx';
import { Workflows } from '../views/workflows/workflows.tsx';
import { Shell } from './shell.tsx';

/** These views are loaded when they are opened. */
const ExecutionPage = lazy(async () => ({
  default: (await import('../views/executions/execution-page.tsx')).ExecutionPage,
}));
const WorkflowEditor = lazy(async () => ({
  default: (await import('../views/workflows/workflow-editor.tsx')).WorkflowEditor,
}));
const CollectionPage = lazy(async () => ({
  default: (await import('../views/workflows/collection/collection-page.tsx')).CollectionPage,
}));
const Settings = lazy(async () => ({ default: (await import('../views/settings/settings.tsx')).Settings }));
const TryIt = lazy(async () => ({ default: (await import('../views/preview/try-it.tsx')).TryIt }));

export function Console(): ReactNode {
  const location = useLocation();
  const { credentials, refused } = useSession();
  const config = useConfig().value;
  const query = location.query.toString();
  const returnTo = query === '' ? location.path : `${location.path}?${query}`;
  // Ask for the sign-in first: the redirect would lose a form that the user has filled in.
  const isUnknown = credentials === null && config !== null && !isLocal(config);
  return (
    <Shell>
      <ErrorBoundary key={location.path.split('/', 2).join('/')}>
        <Suspense fallback={<Loading />}>
          {(refused || isUnknown) && location.path !== 'signed-in' ? (
            <SignIn returnTo={returnTo} />
          ) : (
            <Route location={location} />
          )}
        </Suspense>
      </ErrorBoundary>
    </Shell>
  );
}

function Route({ location }: { readonly location: ConsoleLocation }): ReactNode {
  const [first = '', id, part, key] = location.path.split('/').map(decoded);
  if (first === '') return <Home />;
  if (first === 'new') return <NewCrawl />;
  if (first === 'workflows' && id !== undefined && part === 'collection') return <CollectionPage key={id} id={id} />;
  if (first === 'workflows' && part !== undefined) return <NotFound />;
  if (first === 'workflows')
    return id === undefined ? <Workflows /> : <WorkflowEditor key={id} id={id === 'new' ? null : id} />;
  if (first === 'executions') {
    if (id === undefined) return <Executions />;
    return <ExecutionPage key={id} id={id} tab={part ?? ''} pageKey={key ?? ''} query={location.query} />;
  }
  if (first === 'try') return <TryIt url={location.query.get('url')} />;
  if (first === 'settings') return <Settings part={id ?? ''} query={location.query} />;
  if (first === 'signed-in') return <SignedIn query={location.query} />;
  return <NotFound />;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function NotFound(): ReactNode {
  return (
    <>
      <PageHead title="Page not found" />
      <NoView />
    </>
  );
}

/** Keeps the rest of the console usable when a view throws. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <>
        <PageHead title="This view crashed" />
        <EmptyState title="This is a bug in the console. Your crawl is not affected.">
          <a href={window.location.href}>Reload</a>
        </EmptyState>
      </>
    );
  }
}
