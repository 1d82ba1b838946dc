import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { answered, type SurfClient } from '#api/client/client.ts';
import type { Preview, Problem } from '#api/client/schema.ts';
import { problemOf } from '../problem.ts';
import { useSession } from '../session.tsx';
import { asDefinition, DEMO_ADDRESS, type Draft, isLocal, isPrivate, withScheme } from '../start-crawl.ts';
import { Button } from '../ui/button.tsx';
import { Check, TextArea, TextField } from '../ui/field.tsx';
import { Loading, ProblemNotice } from '../ui/notice.tsx';
import { PageHead, Panel } from '../ui/panel.tsx';
import { PreviewResult } from './preview-result.tsx';

interface Trial {
  readonly address: string;
  /** One line a field: `price: .price`. */
  readonly fields: string;
  readonly own: boolean;
}

/** How long typing rests before a selector is tried. */
const REST_MS = 700;

const trialOf = (address: string): Trial => ({
  address,
  fields: '',
  own: isLocal() && isPrivate(withScheme(address)),
});

/** `price: .price` a line, as the selection policy's fields. */
function selectionOf(fields: string): Draft | null {
  const lines = fields.split('\n').map((line) => /^\s*([^:\s]+)\s*:\s*(.+?)\s*$/.exec(line));
  const named = lines.flatMap((match) =>
    match === null ? [] : [[match[1] ?? '', { selector: match[2] ?? '' }] as const],
  );
  return named.length === 0 ? null : { fields: Object.fromEntries(named) };
}

async function preview(client: SurfClient, { address, fields, own }: Trial): Promise<Preview> {
  const selection = selectionOf(fields);
  const body = {
    url: withScheme(address),
    ...(selection !== null && { workflow: asDefinition({ selection }) }),
    ...(own && { settings: { allowPrivateNetwork: true, connectTo: [] } }),
  };
  return answered(await client.POST('/v1/preview', { body })) as Preview; // openapi-fetch drops fields that are null
}

interface Shown {
  readonly result: Preview | null;
  readonly problem: Problem | null;
  readonly busy: boolean;
}

/** What a crawl would make of one address: fetched now, kept nowhere; with the values of selectors while they are typed. @param url to try at once */
export function TryIt({ url }: { readonly url: string | null }): ReactNode {
  const { client } = useSession();
  const [trial, setTrial] = useState<Trial>(() => trialOf(url ?? ''));
  const [{ result, problem, busy }, setShown] = useState<Shown>({ result: null, problem: null, busy: false });
  const turn = useRef(0);
  const look = async (wanted: Trial): Promise<void> => {
    turn.current += 1;
    const mine = turn.current;
    setShown((before) => ({ ...before, busy: true }));
    const shown = await preview(client, wanted).then(
      (value) => ({ result: value, problem: null }),
      (error: unknown) => ({ result: null, problem: problemOf(error) }),
    );
    if (turn.current === mine) setShown({ ...shown, busy: false });
  };
  const tried = result !== null || problem !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address that was brought along is tried once
  useEffect(() => {
    if (url !== null && url !== '') void look(trial);
  }, [url]);
  useRetry(trial.fields, tried, () => void look(trial));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void look(trial);
  };
  return (
    <>
      <PageHead title="Try it" lead="One address, asked for now under all rules of a crawl. Nothing is kept." />
      <Panel title="What to try">
        <form className="form" onSubmit={submit}>
          <TrialFields trial={trial} onChange={setTrial} />
          <div className="actions">
            <Button type="submit" kind="primary" busy={busy} disabled={trial.address.trim() === ''}>
              Try it
            </Button>
          </div>
        </form>
      </Panel>
      {busy && !tried && <Loading />}
      {problem !== null && <ProblemNotice problem={problem} />}
      {result !== null && <PreviewResult preview={result} />}
    </>
  );
}

/** Tries again when the selectors rest, once something was tried. */
function useRetry(fields: string, tried: boolean, look: () => void): void {
  const latest = useRef({ fields, look });
  useEffect(() => {
    const before = latest.current.fields;
    latest.current = { fields, look };
    if (!tried || before === fields) return;
    const timer = window.setTimeout(() => latest.current.look(), REST_MS);
    return () => window.clearTimeout(timer);
  });
}

function TrialFields({
  trial,
  onChange,
}: {
  readonly trial: Trial;
  readonly onChange: (trial: Trial) => void;
}): ReactNode {
  const { address, fields, own } = trial;
  const goTo = (text: string): void =>
    onChange({ ...trial, address: text, own: isLocal() && isPrivate(withScheme(text)) });
  return (
    <>
      <TextField
        label="Address"
        value={address}
        placeholder="https://example.org/"
        onChange={(event) => goTo(event.target.value)}
      />
      {isLocal() && (
        <div className="suggestion">
          <Button onClick={() => goTo(DEMO_ADDRESS)}>Use the demo shop</Button>
        </div>
      )}
      {isPrivate(withScheme(address)) && (
        <Check
          label="Allow addresses of my own network"
          checked={own}
          onChange={(checked) => onChange({ ...trial, own: checked })}
        />
      )}
      <TextArea
        label="Values to take"
        rows={3}
        value={fields}
        placeholder={'heading: h1\nprice: .price'}
        onChange={(event) => onChange({ ...trial, fields: event.target.value })}
        help="A name, a colon and a CSS selector; one a line. They are tried while you type. A workflow’s selection can do more."
      />
    </>
  );
}
