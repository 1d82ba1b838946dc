import { type ReactNode, useState } from 'react';
import { answered, type SurfClient } from '#api/client/client.ts';
import type { Problem } from '#api/client/schema.ts';
import { useDoing } from '../doing.ts';
import { problemOf } from '../problem.ts';
import { go } from '../router.tsx';
import { useSession } from '../session.tsx';
import { asDefinition, type Draft, isPrivate, startExecution } from '../start-crawl.ts';
import { Foreign } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { Check, TextArea } from '../ui/field.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { PageHead, Panel } from '../ui/panel.tsx';
import { draftOf, type FieldGroup, textsOf } from '../workflow-schema.ts';
import { WorkflowFields } from './workflow-fields.tsx';
import { WorkflowTrial } from './workflow-trial.tsx';

/** The saved version that a form changes. */
export interface SavedWorkflow {
  readonly id: string;
  readonly version: number;
  readonly name: string;
}

interface FormProps {
  readonly groups: readonly FieldGroup[];
  readonly saved: SavedWorkflow | null;
  readonly first: Draft;
  readonly onSaved: () => void;
}

async function save(client: SurfClient, saved: SavedWorkflow | null, draft: Draft): Promise<SavedWorkflow> {
  const body = asDefinition(draft);
  if (saved === null) return answered(await client.POST('/v1/workflows', { body }));
  const params = { path: { id: saved.id }, header: { 'if-match': `"${saved.version}"` } };
  return answered(await client.PUT('/v1/workflows/{id}', { params, body }));
}

/** Form and JSON of one definition: whichever was edited last is the truth. */
interface Editing {
  readonly texts: Readonly<Record<string, string>>;
  readonly setText: (path: string, text: string) => void;
  /** Null: the form is shown. */
  readonly json: string | null;
  readonly setJson: (json: string) => void;
  /** @throws SyntaxError */
  readonly draft: () => Draft;
  /** From form to JSON, and back. @throws SyntaxError */
  readonly toggle: () => void;
}

function useEditing(groups: readonly FieldGroup[], first: Draft): Editing {
  const [texts, setTexts] = useState(() => textsOf(groups, first));
  const [json, setJson] = useState<string | null>(null);
  const draft = (): Draft => (json === null ? draftOf(groups, texts) : parsed(json));
  const toggle = (): void => {
    if (json === null) setJson(JSON.stringify(draft(), null, 2));
    else {
      setTexts(textsOf(groups, draft()));
      setJson(null);
    }
  };
  const setText = (path: string, text: string): void => setTexts((before) => ({ ...before, [path]: text }));
  return { texts, setText, json, setJson, draft, toggle };
}

interface Saving {
  readonly keep: (draft: Draft) => Promise<void>;
  readonly run: (draft: Draft, own: boolean) => Promise<void>;
}

function useSaving({ saved, onSaved }: Pick<FormProps, 'saved' | 'onSaved'>): Saving {
  const { client } = useSession();
  const keep = async (draft: Draft): Promise<void> => {
    const after = await save(client, saved, draft);
    if (saved === null) go(`workflows/${after.id}`, 'replace');
    else onSaved();
  };
  const run = async (draft: Draft, own: boolean): Promise<void> => {
    const { id, version } = await save(client, saved, draft);
    const allowPrivateNetwork = own && hasPrivate(draft);
    const { execution } = await startExecution(client, { workflow: id, version, allowPrivateNetwork });
    go(`executions/${execution}`);
  };
  return { keep, run };
}

/** One definition, as a form or as JSON, to be tried, saved and run. */
export function WorkflowForm({ groups, saved, first, onSaved }: FormProps): ReactNode {
  const editing = useEditing(groups, first);
  const { keep, run } = useSaving({ saved, onSaved });
  const { problem, busy, perform } = useDoing(explained);
  const [own, setOwn] = useState(true);
  const [trying, setTrying] = useState(false);
  const { texts, json, draft } = editing;
  return (
    <>
      <FormHead
        saved={saved}
        busy={busy}
        asJson={json !== null}
        trying={trying}
        onToggle={() => void perform(editing.toggle)}
        onTry={() => setTrying(!trying)}
        onSave={() => void perform(() => keep(draft()))}
        onRun={() => void perform(() => run(draft(), own))}
      />
      {problem !== null && <ProblemNotice problem={problem} />}
      {(texts.seeds ?? '').split('\n').some(isPrivate) && (
        <Check
          label="Allow addresses of my own network when it runs"
          checked={own}
          onChange={setOwn}
          help="Belongs to a run, not to the workflow. A deployment wants a right for it."
        />
      )}
      {trying && (
        <WorkflowTrial
          draft={draft}
          edition={json ?? JSON.stringify(texts)}
          firstAddress={(texts.seeds ?? '').split('\n')[0] ?? ''}
          own={own}
          explain={explained}
        />
      )}
      {json === null ? (
        <WorkflowFields groups={groups} texts={texts} problem={problem} onChange={editing.setText} />
      ) : (
        <Panel title="JSON">
          <TextArea
            label="Definition"
            rows={28}
            value={json}
            onChange={(event) => editing.setJson(event.target.value)}
            help="The body of the API’s request, and a file for surf run."
          />
        </Panel>
      )}
    </>
  );
}

const hasPrivate = ({ seeds }: Draft): boolean =>
  Array.isArray(seeds) && seeds.some((seed) => typeof seed === 'string' && isPrivate(seed));

/** @throws SyntaxError */
function parsed(json: string): Draft {
  const value: unknown = JSON.parse(json);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Draft;
  throw new SyntaxError('a workflow is an object');
}

const explained = (error: unknown): Problem => (error instanceof SyntaxError ? unreadable(error) : problemOf(error));

const unreadable = (error: SyntaxError): Problem => ({
  type: 'about:blank',
  title: `This is no JSON: ${error.message}`,
  status: 0,
  code: 'REQUEST_INVALID',
  remedy: 'Look at the place that the message names.',
  requestId: '',
});

interface HeadProps {
  readonly saved: SavedWorkflow | null;
  readonly busy: boolean;
  readonly asJson: boolean;
  readonly trying: boolean;
  readonly onToggle: () => void;
  readonly onTry: () => void;
  readonly onSave: () => void;
  readonly onRun: () => void;
}

function FormHead({ saved, busy, asJson, trying, onToggle, onTry, onSave, onRun }: HeadProps): ReactNode {
  return (
    <PageHead
      title={saved === null ? 'New workflow' : <Foreign text={saved.name} most={120} />}
      lead={
        saved === null
          ? 'Only seeds are needed; every other field has a default.'
          : `Version ${saved.version}. A change makes the next one; executions keep theirs.`
      }
      actions={
        <>
          <Button icon="try" onClick={onTry} aria-pressed={trying}>
            Try it
          </Button>
          <Button onClick={onToggle} disabled={busy} aria-pressed={asJson}>
            {asJson ? 'Form' : 'JSON'}
          </Button>
          <Button onClick={onSave} busy={busy}>
            Save
          </Button>
          <Button kind="primary" icon="play" onClick={onRun} busy={busy}>
            Save and run
          </Button>
        </>
      }
    />
  );
}
