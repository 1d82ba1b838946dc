import type { ReactNode } from 'react';
import type { Me } from '#api/client/schema.ts';
import { API_URL, hrefOf } from '../../browser/router.tsx';
import { useTheme } from '../../browser/theme.ts';
import { useConfig } from '../../query/use-config.ts';
import type { QueryResult } from '../../query/use-query.ts';
import { signOutAddress } from '../../session/open-id.ts';
import { useSession } from '../../session/session.tsx';
import { formatCount } from '../../text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { KeyForm } from '../sign-in/sign-in.tsx';

/** The signed-in user and their rights, the theme, and the server. */
export function AccountPanels({ me }: { readonly me: QueryResult<Me> }): ReactNode {
  return (
    <div className="columns">
      <Panel title="You">
        <QueryView result={me}>{(known) => <You me={known} />}</QueryView>
      </Panel>
      <div className="stack">
        <Appearance />
        <Server />
        <Access />
      </div>
    </div>
  );
}

const LIMIT_WORDS = [
  ['executionsAtOnce', 'Executions at once'],
  ['pages', 'Pages of an execution'],
  ['depth', 'Depth'],
  ['parallelism', 'Workers at once'],
  ['budgetUsd', 'Budget in USD'],
] as const;

function You({ me: { user, email, role, rights, limits } }: { readonly me: Me }): ReactNode {
  const may = [
    rights.ignoreRobots && 'ignore robots.txt',
    rights.allowPrivateNetwork && 'crawl private networks',
  ].filter((right) => right !== false);
  return (
    <dl className="facts">
      <dt>User</dt>
      <dd>
        <UntrustedText text={email ?? user} />
      </dd>
      <dt>Role</dt>
      <dd>{role}</dd>
      <dt>May also</dt>
      <dd>{may.length === 0 ? '–' : may.join(', ')}</dd>
      {LIMIT_WORDS.map(([name, words]) => (
        <div key={name} className="header-line">
          <dt>{words}</dt>
          <dd>{limits === null || limits[name] === null ? 'no limit' : formatCount(limits[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Sign out, or sign in with an API key. */
function Access(): ReactNode {
  const { credentials, signOut } = useSession();
  if (credentials === null) {
    return (
      <Panel title="API key">
        <p className="fine">
          A server on your own machine requires no key, because nobody else reaches it. With a key you act as its owner.
        </p>
        <KeyForm />
      </Panel>
    );
  }
  const leave = async (): Promise<void> => {
    const back = new URL(hrefOf(''), window.location.origin).href;
    const address =
      credentials.kind === 'token'
        ? await signOutAddress(credentials.provider, credentials.tokens(), back).catch(() => null)
        : null;
    signOut();
    if (address !== null) window.location.assign(address);
  };
  return (
    <Panel title="Signed in">
      <p className="fine">
        {credentials.kind === 'key'
          ? 'You use an API key. The console keeps it in memory only.'
          : 'You use your account. The console keeps the token in memory only.'}
      </p>
      <div className="actions">
        <Button onClick={() => void leave()}>{credentials.kind === 'key' ? 'Forget the key' : 'Sign out'}</Button>
      </div>
    </Panel>
  );
}

function Appearance(): ReactNode {
  const { dark, toggle } = useTheme();
  return (
    <Panel title="Appearance">
      <p>The console follows your system until you choose. Now it is {dark ? 'dark' : 'light'}.</p>
      <div className="actions">
        <Button icon={dark ? 'sun' : 'moon'} onClick={toggle}>
          Switch to {dark ? 'light' : 'dark'}
        </Button>
      </div>
    </Panel>
  );
}

function Server(): ReactNode {
  return (
    <Panel title="Server">
      <QueryView result={useConfig()} rows={2}>
        {({ version, stage }) => (
          <dl className="facts">
            <dt>Surf</dt>
            <dd>
              {version}, stage {stage}
            </dd>
            <dt>API</dt>
            <dd>
              <span className="address">{API_URL}/v1</span>
            </dd>
          </dl>
        )}
      </QueryView>
    </Panel>
  );
}
