import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import { useAnswer } from '../answer.ts';
import { API_ADDRESS } from '../router.tsx';
import { useSession } from '../session.tsx';
import { isLocal } from '../start-crawl.ts';
import { useTheme } from '../theme.ts';
import { Button } from '../ui/button.tsx';
import { PageHead, Panel } from '../ui/panel.tsx';
import { Resource } from '../ui/resource.tsx';
import { KeyForm } from './sign-in.tsx';

/** Who asks, how it looks, which server answers. */
export function Settings(): ReactNode {
  return (
    <>
      <PageHead title="Settings" />
      <div className="columns">
        <Access />
        <Appearance />
        <Server />
      </div>
    </>
  );
}

function Access(): ReactNode {
  const { apiKey, signOut } = useSession();
  if (apiKey !== null) {
    return (
      <Panel title="Access">
        <p>Requests carry an API key, which is kept in the memory of this page only.</p>
        <div className="actions">
          <Button onClick={signOut}>Forget the key</Button>
        </div>
      </Panel>
    );
  }
  return (
    <Panel title="Access">
      {isLocal() && (
        <p>A server on your own machine needs no key: only this machine reaches it. A deployment takes one here.</p>
      )}
      <KeyForm />
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
  const answer = useAnswer(async (client) => answered(await client.GET('/health')), { key: 'health' });
  return (
    <Panel title="Server">
      <Resource answer={answer} rows={2}>
        {({ version }) => (
          <dl className="facts">
            <dt>Surf</dt>
            <dd>{version}</dd>
            <dt>Address</dt>
            <dd className="address">{API_ADDRESS}/v1</dd>
            <dt>Description</dt>
            <dd>
              <a href={`${API_ADDRESS}/openapi.json`}>OpenAPI</a>
            </dd>
          </dl>
        )}
      </Resource>
    </Panel>
  );
}
