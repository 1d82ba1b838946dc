import { Component, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { isLocal, useConfig } from './config.ts';
import { Link, type Place, usePlace } from './router.tsx';
import { useSession } from './session.tsx';
import { Shell } from './shell.tsx';
import { Empty, Loading } from './ui/notice.tsx';
import { PageHead } from './ui/panel.tsx';
import { Executions } from './views/executions.tsx';
import { Home } from './views/home.tsx';
import { NewCrawl } from './views/new-crawl.tsx';
import { SignedIn, SignIn } from './views/sign-in.tsx';
import { Workflows } from './views/workflows.tsx';

/** Views that nobody needs for the first page come when they are opened. */
const ExecutionPlace = lazy(async () => ({ default: (await import('./views/execution-place.tsx')).ExecutionPlace }));
const WorkflowEditor = lazy(async () => ({ default: (await import('./views/workflow-editor.tsx')).WorkflowEditor }));
const Settings = lazy(async () => ({ default: (await import('./views/settings.tsx')).Settings }));
const TryIt = lazy(async () => ({ default: (await import('./views/try-it.tsx')).TryIt }));

export function Console(): ReactNode {
  const place = usePlace();
  const { credentials, refused } = useSession();
  const config = useConfig().value;
  const query = place.query.toString();
  const wanted = query === '' ? place.path : `${place.path}?${query}`;
  // Before anything is typed that the sign-in would lose.
  const isUnknown = credentials === null && config !== null && !isLocal(config);
  return (
    <Shell>
      <Safe key={place.path.split('/', 2).join('/')}>
        <Suspense fallback={<Loading />}>
          {(refused || isUnknown) && place.path !== 'signed-in' ? <SignIn place={wanted} /> : <View place={place} />}
        </Suspense>
      </Safe>
    </Shell>
  );
}

function View({ place }: { readonly place: Place }): ReactNode {
  const [first = '', id, part, key] = place.path.split('/').map(decoded);
  useTitle(first);
  if (first === '') return <Home />;
  if (first === 'new') return <NewCrawl />;
  if (first === 'workflows')
    return id === undefined ? <Workflows /> : <WorkflowEditor key={id} id={id === 'new' ? null : id} />;
  if (first === 'executions') {
    if (id === undefined) return <Executions />;
    return <ExecutionPlace key={id} id={id} part={part ?? ''} pageKey={key ?? ''} query={place.query} />;
  }
  if (first === 'try') return <TryIt url={place.query.get('url')} />;
  if (first === 'settings') return <Settings part={id ?? ''} query={place.query} />;
  if (first === 'signed-in') return <SignedIn query={place.query} />;
  return <Nowhere />;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const TITLES: Readonly<Record<string, string>> = {
  new: 'New crawl',
  workflows: 'Workflows',
  executions: 'Executions',
  try: 'Try it',
  settings: 'Settings',
};

function useTitle(first: string): void {
  useEffect(() => {
    const words = TITLES[first];
    document.title = words === undefined ? 'Surf' : `${words} · Surf`;
  }, [first]);
}

function Nowhere(): ReactNode {
  return (
    <>
      <PageHead title="Nothing is here" />
      <Empty title="The console has no view at this address.">
        <Link to="">Back to home</Link>
      </Empty>
    </>
  );
}

/** A view that breaks leaves the rest of the console usable. */
class Safe extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <>
        <PageHead title="This view broke" />
        <Empty title="That is a fault of the console, not of your crawl.">
          <a href={window.location.href}>Load it again</a>
        </Empty>
      </>
    );
  }
}
