import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { PreviewRequest } from '#api/client/schema.ts';
import { isLocal, useConfig } from '../config.ts';
import { usePreview, useRest } from '../preview.ts';
import { SELECTION_EXAMPLE, SELECTION_HELP, selectionOf } from '../selection-lines.ts';
import { isPrivate, withScheme } from '../start-crawl.ts';
import { Button } from '../ui/button.tsx';
import { Check, TextArea, TextField } from '../ui/field.tsx';
import { Empty, Loading, ProblemNotice } from '../ui/notice.tsx';
import { PageHead, Panel } from '../ui/panel.tsx';
import { PreviewLinks, PreviewVerdict } from './preview-result.tsx';

interface Trial {
  readonly address: string;
  /** One line a field: `price: .price`. */
  readonly fields: string;
  /** Null: not chosen, so as the server allows. */
  readonly own: boolean | null;
}

function requestOf({ address, fields }: Trial, own: boolean): PreviewRequest {
  const selection = selectionOf(fields);
  return {
    url: withScheme(address),
    ...(selection !== null && { workflow: { selection } }),
    ...(own && { settings: { allowPrivateNetwork: true, connectTo: [] } }),
  };
}

/** What a crawl would make of one address: fetched now, kept nowhere; with the values of selectors while they are typed. @param url to try at once */
export function TryIt({ url }: { readonly url: string | null }): ReactNode {
  const { value: config, loading } = useConfig();
  const [trial, setTrial] = useState<Trial>({ address: url ?? '', fields: '', own: null });
  const { result, problem, busy, tried, look } = usePreview();
  const own = isPrivate(withScheme(trial.address)) && (trial.own ?? isLocal(config));
  const lookNow = (): void => look(() => requestOf(trial, own));
  const brought = url !== null && url !== '' && config !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address that was brought along is tried once; with `lookNow`, another function each render, it would be asked for without end
  useEffect(() => {
    if (brought) lookNow();
  }, [url, brought]);
  useRest(trial.fields, tried || busy, lookNow);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    lookNow();
  };
  return (
    <>
      <PageHead title="Try it" lead="One address, asked for now under all rules of a crawl. Nothing is kept." />
      <div className="columns">
        <Panel title="What to try">
          <form className="form" onSubmit={submit}>
            <TrialFields trial={trial} own={loading ? null : own} demo={config?.demo ?? null} onChange={setTrial} />
            <div className="actions">
              <Button type="submit" kind="primary" busy={busy} disabled={trial.address.trim() === ''}>
                Try it
              </Button>
            </div>
          </form>
        </Panel>
        <Panel title="What a crawl would make of it">
          {!tried && !busy && <Empty title="You see it here as soon as you try an address." />}
          {!tried && busy && <Loading />}
          {problem !== null && <ProblemNotice problem={problem} />}
          {result !== null && <PreviewVerdict preview={result} />}
        </Panel>
      </div>
      {result !== null && <PreviewLinks preview={result} />}
    </>
  );
}

interface TrialFieldsProps {
  readonly trial: Trial;
  /** Null: not known yet; what is not known cannot be changed. */
  readonly own: boolean | null;
  readonly demo: string | null;
  readonly onChange: (trial: Trial) => void;
}

function TrialFields({ trial, own, demo, onChange }: TrialFieldsProps): ReactNode {
  const { address, fields } = trial;
  const goTo = (text: string): void => onChange({ ...trial, address: text });
  return (
    <>
      <TextField
        label="Address"
        value={address}
        placeholder="https://example.org/"
        onChange={(event) => goTo(event.target.value)}
      />
      {demo !== null && (
        <div className="suggestion">
          <Button onClick={() => goTo(demo)}>Use the demo shop</Button>
        </div>
      )}
      {own !== null && isPrivate(withScheme(address)) && (
        <Check
          label="Allow addresses of my own network"
          checked={own}
          onChange={(checked) => onChange({ ...trial, own: checked })}
        />
      )}
      <TextArea
        label="Values to take"
        rows={4}
        value={fields}
        placeholder={SELECTION_EXAMPLE}
        onChange={(event) => onChange({ ...trial, fields: event.target.value })}
        help={`${SELECTION_HELP} They are tried while you type. The selection of a workflow can do more.`}
      />
    </>
  );
}
