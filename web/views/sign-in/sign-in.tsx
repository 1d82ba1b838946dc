import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { Config } from '#api/client/schema.ts';
import { hrefOf, navigate } from '../../browser/router.tsx';
import { useConfig } from '../../query/use-config.ts';
import { renewingCredentials } from '../../session/credentials.ts';
import { completeSignIn, type Provider, redirectToSignIn } from '../../session/open-id.ts';
import { useSession } from '../../session/session.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Hint, Loading } from '../../ui/notice.tsx';
import { PageHead, Panel } from '../../ui/panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';

/** The redirect URI that the identity provider knows. */
const redirectUri = (): string => new URL(hrefOf('signed-in'), window.location.origin).href;

/** The deployment's identity provider, or null. */
const providerOf = ({ issuer, clientId }: Config): Provider | null =>
  issuer === null || clientId === null ? null : { issuer, clientId };

/** Asks the user to sign in, then shows the requested view. @param returnTo path of that view */
export function SignIn({ returnTo }: { readonly returnTo: string }): ReactNode {
  const { credentials } = useSession();
  const result = useConfig();
  return (
    <>
      <PageHead title="Sign in" lead="This deployment requires a sign-in." />
      {credentials !== null && (
        <Hint tone="warn">
          {credentials.kind === 'key'
            ? 'The key was rejected: mistyped, expired or revoked.'
            : 'Your sign-in has expired.'}
        </Hint>
      )}
      <QueryView result={result} rows={2}>
        {(config) => <SignInOptions provider={providerOf(config)} returnTo={returnTo} />}
      </QueryView>
    </>
  );
}

function SignInOptions({
  provider,
  returnTo,
}: {
  readonly provider: Provider | null;
  readonly returnTo: string;
}): ReactNode {
  return (
    <div className="columns">
      {provider !== null && <ProviderPanel provider={provider} returnTo={returnTo} />}
      <Panel title={provider === null ? 'API key' : 'Or with an API key'}>
        <KeyForm />
      </Panel>
    </div>
  );
}

function ProviderPanel({ provider, returnTo }: { readonly provider: Provider; readonly returnTo: string }): ReactNode {
  const [fault, setFault] = useState<string | null>(null);
  const leave = (): void => {
    setFault(null);
    redirectToSignIn(provider, redirectUri(), returnTo).catch((error: Error) => setFault(error.message));
  };
  return (
    <Panel title="Your account">
      <p>
        You sign in at <span className="strong breakable">{new URL(provider.issuer).host}</span> and come back here.
      </p>
      {fault !== null && <Hint tone="warn">The identity provider cannot be reached: {fault}</Hint>}
      <div className="actions">
        <Button kind="primary" onClick={leave}>
          Sign in
        </Button>
      </div>
    </Panel>
  );
}

/** The redirect target: exchanges the code for tokens and opens the requested view. */
export function SignedIn({ query }: { readonly query: URLSearchParams }): ReactNode {
  const { signIn } = useSession();
  const result = useConfig();
  const [fault, setFault] = useState<string | null>(null);
  const provider = result.value === null ? null : providerOf(result.value);
  const issuer = provider?.issuer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code allows one exchange, and each render creates another `provider`
  useEffect(() => {
    if (provider === null) return;
    completeSignIn(provider, query).then(
      ({ tokens, returnTo }) => {
        signIn(renewingCredentials(provider, tokens));
        navigate(returnTo, 'replace');
      },
      (error: Error) => setFault(error.message),
    );
  }, [issuer]);
  return (
    <>
      <PageHead title="Signing in" />
      <QueryView result={result} rows={2}>
        {() =>
          fault === null ? (
            <Loading rows={2} />
          ) : (
            <Hint tone="warn">
              <p className="breakable">The sign-in failed: {fault}.</p>
              <Button onClick={() => navigate('', 'replace')}>Start again</Button>
            </Hint>
          )
        }
      </QueryView>
    </>
  );
}

export function KeyForm(): ReactNode {
  const { signIn } = useSession();
  const [key, setKey] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn({ kind: 'key', key: key.trim() });
    setKey('');
  };
  return (
    <form className="form" onSubmit={submit}>
      <TextField
        label="API key"
        type="password"
        value={key}
        onChange={(event) => setKey(event.target.value)}
        help="The console keeps it in memory: a reload drops it. The operator of the deployment makes the first key."
      />
      <div className="actions">
        <Button type="submit" disabled={key.trim() === ''}>
          Use this key
        </Button>
      </div>
    </form>
  );
}
