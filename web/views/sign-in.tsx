import { type FormEvent, type ReactNode, useState } from 'react';
import { useSession } from '../session.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Hint } from '../ui/notice.tsx';
import { PageHead, Panel } from '../ui/panel.tsx';

/** Takes an API key. The view that was asked for comes right after it. */
export function SignIn(): ReactNode {
  const { apiKey } = useSession();
  return (
    <>
      <PageHead title="Sign in" lead="This deployment wants to know who asks." />
      <Panel title="API key">
        {apiKey !== null && <Hint tone="warn">The key was refused. It may be mistyped, expired or revoked.</Hint>}
        <KeyForm />
      </Panel>
    </>
  );
}

export function KeyForm(): ReactNode {
  const { signIn } = useSession();
  const [key, setKey] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn(key.trim());
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
        <Button type="submit" kind="primary" disabled={key.trim() === ''}>
          Sign in
        </Button>
      </div>
    </form>
  );
}
