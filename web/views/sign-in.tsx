import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { Config } from '#api/client/schema.ts';
import { useConfig } from '../config.ts';
import { renewing } from '../credentials.ts';
import { completeSignIn, leaveToSignIn, type Provider } from '../open-id.ts';
import { go, hrefOf } from '../router.tsx';
import { useSession } from '../session.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Hint, Loading } from '../ui/notice.tsx';
import { PageHead, Panel } from '../ui/panel.tsx';
import { Resource } from '../ui/resource.tsx';

/** Where the sign-in service sends the browser back to. */
const redirectUri = (): string => new URL(hrefOf('signed-in'), window.location.origin).href;

/** The deployment's sign-in service; null: it has none. */
const providerOf = ({ issuer, clientId }: Config): Provider | null =>
  issuer === null || clientId === null ? null : { issuer, clientId };

/** The view that was asked for comes right after it. */
export function SignIn({ place }: { readonly place: string }): ReactNode {
  const { credentials } = useSession();
  const answer = useConfig();
  return (
    <>
      <PageHead title="Sign in" lead="This deployment answers only to people it knows." />
      {credentials !== null && (
        <Hint tone="warn">
          {credentials.kind === 'key'
            ? 'The key was refused: mistyped, expired or revoked.'
            : 'Your sign-in has expired.'}
        </Hint>
      )}
      <Resource answer={answer} rows={2}>
        {(config) => <Ways provider={providerOf(config)} place={place} />}
      </Resource>
    </>
  );
}

function Ways({ provider, place }: { readonly provider: Provider | null; readonly place: string }): ReactNode {
  return (
    <div className="columns">
      {provider !== null && <ProviderPanel provider={provider} place={place} />}
      <Panel title={provider === null ? 'API key' : 'Or with an API key'}>
        <KeyForm />
      </Panel>
    </div>
  );
}

function ProviderPanel({ provider, place }: { readonly provider: Provider; readonly place: string }): ReactNode {
  const [fault, setFault] = useState<string | null>(null);
  const leave = (): void => {
    setFault(null);
    leaveToSignIn(provider, redirectUri(), place).catch((error: Error) => setFault(error.message));
  };
  return (
    <Panel title="Your account">
      <p>
        You sign in at <span className="strong breakable">{new URL(provider.issuer).host}</span> and come back here.
      </p>
      {fault !== null && <Hint tone="warn">It cannot be reached: {fault}</Hint>}
      <div className="actions">
        <Button kind="primary" onClick={leave}>
          Sign in
        </Button>
      </div>
    </Panel>
  );
}

/** Back from the sign-in service: its code becomes tokens, and the view that was wanted comes. */
export function SignedIn({ query }: { readonly query: URLSearchParams }): ReactNode {
  const { signIn } = useSession();
  const answer = useConfig();
  const [fault, setFault] = useState<string | null>(null);
  const provider = answer.value === null ? null : providerOf(answer.value);
  const issuer = provider?.issuer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is good for one exchange, and `provider` is another object with each render: only when its issuer is known first
  useEffect(() => {
    if (provider === null) return;
    completeSignIn(provider, query).then(
      ({ tokens, place }) => {
        signIn(renewing(provider, tokens));
        go(place, 'replace');
      },
      (error: Error) => setFault(error.message),
    );
  }, [issuer]);
  return (
    <>
      <PageHead title="Signing in" />
      <Resource answer={answer} rows={2}>
        {() =>
          fault === null ? (
            <Loading rows={2} />
          ) : (
            <Hint tone="warn">
              <p className="breakable">It did not work: {fault}.</p>
              <Button onClick={() => go('', 'replace')}>Begin again</Button>
            </Hint>
          )
        }
      </Resource>
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
        help="Kept in the memory of this page only; a reload forgets it. Whoever deployed Surf finds the first key in the deployment’s secrets."
      />
      <div className="actions">
        <Button type="submit" disabled={key.trim() === ''}>
          Use this key
        </Button>
      </div>
    </form>
  );
}
