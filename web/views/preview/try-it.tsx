import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { PreviewRequest } from '#api/client/schema.ts';
import { isLocal, useConfig } from '../../query/use-config.ts';
import { useDebounced, usePreview } from '../../query/use-preview.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx';
import { EmptyState, Loading, ProblemNotice } from '../../ui/notice.tsx';
import { PageHead, Panel } from '../../ui/panel.tsx';
import { SELECTION_EXAMPLE, SELECTION_HELP, selectionOf } from '../../workflow/selection-lines.ts';
import { isPrivateUrl, withScheme } from '../../workflow/start-crawl.ts';
import { PreviewLinks, PreviewVerdict } from './preview-result.tsx';

interface PreviewInput {
  readonly address: string;
  /** One field per line: `price: .price`. */
  readonly fields: string;
  /** Null until the user chooses: the default depends on the server. */
  readonly allowPrivate: boolean | null;
}

function requestOf({ address, fields }: PreviewInput, allowPrivate: boolean): PreviewRequest {
  const selection = selectionOf(fields);
  return {
    url: withScheme(address),
    ...(selection !== null && { workflow: { selection } }),
    ...(allowPrivate && { settings: { allowPrivateNetwork: true, connectTo: [] } }),
  };
}

/**
 * Previews one URL without storing it; runs again while selectors are edited.
 *
 * @param url previewed at once
 */
export function TryIt({ url }: { readonly url: string | null }): ReactNode {
  const { value: config, loading } = useConfig();
  const [input, setInput] = useState<PreviewInput>({ address: url ?? '', fields: '', allowPrivate: null });
  const { result, problem, busy, tried, preview } = usePreview();
  const allowPrivate = isPrivateUrl(withScheme(input.address)) && (input.allowPrivate ?? isLocal(config));
  const runPreview = (): void => preview(() => requestOf(input, allowPrivate));
  const hasInitialUrl = url !== null && url !== '' && config !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: previews the initial URL once; each render creates another `runPreview`
  useEffect(() => {
    if (hasInitialUrl) runPreview();
  }, [url, hasInitialUrl]);
  useDebounced(input.fields, tried || busy, runPreview);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    runPreview();
  };
  return (
    <>
      <PageHead title="Try it" lead="Previews one URL under the rules of a crawl. Surf stores nothing." />
      <div className="columns">
        <Panel title="Preview">
          <form className="form" onSubmit={submit}>
            <InputFields
              input={input}
              allowPrivate={loading ? null : allowPrivate}
              demo={config?.demo ?? null}
              onChange={setInput}
            />
            <div className="actions">
              <Button type="submit" kind="primary" busy={busy} disabled={input.address.trim() === ''}>
                Try it
              </Button>
            </div>
          </form>
        </Panel>
        <Panel title="Result">
          {!tried && !busy && <EmptyState title="Enter a URL to see its result." />}
          {!tried && busy && <Loading />}
          {problem !== null && <ProblemNotice problem={problem} />}
          {result !== null && <PreviewVerdict preview={result} />}
        </Panel>
      </div>
      {result !== null && <PreviewLinks preview={result} />}
    </>
  );
}

interface InputFieldsProps {
  readonly input: PreviewInput;
  /** Null while the server's configuration loads: the checkbox is hidden. */
  readonly allowPrivate: boolean | null;
  readonly demo: string | null;
  readonly onChange: (input: PreviewInput) => void;
}

function InputFields({ input, allowPrivate, demo, onChange }: InputFieldsProps): ReactNode {
  const { address, fields } = input;
  const setUrl = (text: string): void => onChange({ ...input, address: text });
  return (
    <>
      <TextField
        label="URL"
        value={address}
        placeholder="https://example.org/"
        onChange={(event) => setUrl(event.target.value)}
      />
      {demo !== null && (
        <div className="suggestion">
          <Button onClick={() => setUrl(demo)}>Use the demo shop</Button>
        </div>
      )}
      {allowPrivate !== null && isPrivateUrl(withScheme(address)) && (
        <Checkbox
          label="Allow URLs in my private network"
          checked={allowPrivate}
          onChange={(checked) => onChange({ ...input, allowPrivate: checked })}
        />
      )}
      <TextArea
        label="Values to extract"
        rows={4}
        value={fields}
        placeholder={SELECTION_EXAMPLE}
        onChange={(event) => onChange({ ...input, fields: event.target.value })}
        help={`${SELECTION_HELP} The result updates while you type. The selection of a workflow can do more.`}
      />
    </>
  );
}
