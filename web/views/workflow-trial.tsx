import { type FormEvent, type ReactNode, useState } from 'react';
import type { Problem } from '#api/client/schema.ts';
import { usePreview, useRest } from '../preview.ts';
import { type Draft, isPrivate, withScheme } from '../start-crawl.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { PreviewLinks, PreviewVerdict } from './preview-result.tsx';

interface TrialProps {
  /** What the editor says now. @throws SyntaxError */
  readonly draft: () => Draft;
  /** Another text whenever the draft is another one: it is tried again then. */
  readonly edition: string;
  readonly firstAddress: string;
  readonly own: boolean;
  readonly explain: (error: unknown) => Problem;
}

/** One address under the rules of the workflow as it stands in the editor, saved or not. */
export function WorkflowTrial({ draft, edition, firstAddress, own, explain }: TrialProps): ReactNode {
  const [address, setAddress] = useState(firstAddress);
  const { result, problem, busy, tried, look } = usePreview(explain);
  const lookNow = (): void => {
    const url = withScheme(address);
    const settings = own && isPrivate(url) ? { settings: { allowPrivateNetwork: true, connectTo: [] } } : {};
    look(() => ({ url, workflow: draft(), ...settings }));
  };
  useRest(edition, tried || busy, lookNow);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    lookNow();
  };
  return (
    <>
      <Panel title="Try it">
        <p className="fine">
          Under the rules as they stand below, saved or not, and again whenever you change them. Nothing is kept.
        </p>
        <form className="filters" onSubmit={submit}>
          <div className="grow">
            <TextField
              label="Address to try"
              value={address}
              placeholder="https://example.org/"
              onChange={(event) => setAddress(event.target.value)}
            />
          </div>
          <Button type="submit" busy={busy} disabled={address.trim() === ''}>
            Try it
          </Button>
        </form>
        {problem !== null && <ProblemNotice problem={problem} />}
        {result !== null && <PreviewVerdict preview={result} />}
      </Panel>
      {result !== null && <PreviewLinks preview={result} />}
    </>
  );
}
