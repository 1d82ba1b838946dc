import { type FormEvent, type ReactNode, useState } from 'react';
import type { Problem } from '#api/client/schema.ts';
import { useDebounced, usePreview } from '../../query/use-preview.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Draft, isPrivateUrl, withScheme } from '../../workflow/start-crawl.ts';
import { PreviewLinks, PreviewVerdict } from '../preview/preview-result.tsx';

interface WorkflowPreviewProps {
  /** The current definition in the editor. @throws SyntaxError if the JSON is invalid */
  readonly draft: () => Draft;
  /** Changes whenever the draft changes; a change runs the preview again. */
  readonly edition: string;
  readonly firstUrl: string;
  readonly allowPrivate: boolean;
  readonly explain: (error: unknown) => Problem;
}

/** Previews one URL under the rules of the unsaved workflow. */
export function WorkflowPreview({ draft, edition, firstUrl, allowPrivate, explain }: WorkflowPreviewProps): ReactNode {
  const [address, setUrl] = useState(firstUrl);
  const { result, problem, busy, tried, preview } = usePreview(explain);
  const runPreview = (): void => {
    const url = withScheme(address);
    const settings =
      allowPrivate && isPrivateUrl(url) ? { settings: { allowPrivateNetwork: true, connectTo: [] } } : {};
    preview(() => ({ url, workflow: draft(), ...settings }));
  };
  useDebounced(edition, tried || busy, runPreview);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    runPreview();
  };
  return (
    <>
      <Panel title="Try it">
        <p className="fine">
          Previews a URL under the rules below, saved or not. The result updates when you change them. Surf stores
          nothing.
        </p>
        <form className="filters" onSubmit={submit}>
          <div className="grow">
            <TextField
              label="URL to try"
              value={address}
              placeholder="https://example.org/"
              onChange={(event) => setUrl(event.target.value)}
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
