import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import type { Me } from '#api/client/schema.ts';
import { useAnswer } from '../answer.ts';
import { signOutAddress } from '../open-id.ts';
import { count } from '../quantity.ts';
import { API_ADDRESS, hrefOf } from '../router.tsx';
import { useSession } from '../session.tsx';
import { useTheme } from '../theme.ts';
import { Foreign } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { PageHead, Panel } from '../ui/panel.tsx';
import { Resource } from '../ui/resource.tsx';
import { BlocklistPanel } from './blocklist-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { KeyForm } from './sign-in.tsx';
import { UsersPanel } from './users-panel.tsx';

/** Who asks, with which keys; for administrators who else may, and what nobody asks for. */
export function Settings(): ReactNode {
  const me = useAnswer(async (client) => answered(await client.GET('/v1/me')), { key: 'me' });
  return (
    <>
      <PageHead title="Settings" />
      <div className="columns">
        <Panel title="You">
          <Resource answer={me}>{(known) => <You me={known} />}</Resource>
        </Panel>
        <div className="stack">
          <Appearance />
          <Server />
        </div>
      </div>
      <KeysPanel />
      {me.value?.role === 'administrator' && (
        <>
          <UsersPanel />
          <BlocklistPanel />
        </>
      )}
    </>
  );
}

const LIMIT_WORDS = [
  ['executionsAtOnce', 'Executions at once'],
  ['pages', 'Pages of an execution'],
  ['depth', 'Links deep'],
  ['parallelism', 'Workers at once'],
  ['budgetUsd', 'Budget in USD'],
] as const;

function You({ me: { user, email, role, rights, limits } }: { readonly me: Me }): ReactNode {
  const may = [rights.ignoreRobots && 'ignore robots.txt', rights.privateNetwork && 'crawl private networks'].filter(
    (right) => right !== false,
  );
  return (
    <>
      <dl className="facts">
        <dt>User</dt>
        <dd>
          <Foreign text={email ?? user} />
        </dd>
        <dt>Role</dt>
        <dd>{role}</dd>
        <dt>May also</dt>
        <dd>{may.length === 0 ? '–' : may.join(', ')}</dd>
        {LIMIT_WORDS.map(([name, words]) => (
          <div key={name} className="header-line">
            <dt>{words}</dt>
            <dd>{limits === null || limits[name] === null ? 'no limit' : count(limits[name])}</dd>
          </div>
        ))}
      </dl>
      <Access />
    </>
  );
}

function Access(): ReactNode {
  const { credentials, signOut } = useSession();
  if (credentials === null) {
    return (
      <>
        <p className="fine">
          A server on your own machine needs no key: nobody else reaches it. A deployment takes one here.
        </p>
        <KeyForm />
      </>
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
    <div className="actions">
      <Button onClick={() => void leave()}>{credentials.kind === 'key' ? 'Forget the key' : 'Sign out'}</Button>
    </div>
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
  const answer = useAnswer(async (client) => answered(await client.GET('/config.json')), { key: 'config' });
  return (
    <Panel title="Server">
      <Resource answer={answer} rows={2}>
        {({ version, stage }) => (
          <dl className="facts">
            <dt>Surf</dt>
            <dd>
              {version}, stage {stage}
            </dd>
            <dt>API</dt>
            <dd>
              <span className="address">{API_ADDRESS}/v1</span>
            </dd>
          </dl>
        )}
      </Resource>
    </Panel>
  );
}
