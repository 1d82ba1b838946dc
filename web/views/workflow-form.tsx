import { type ReactNode, useState } from 'react';
import { answered, type SurfClient } from '#api/client/client.ts';
import type { Problem } from '#api/client/schema.ts';
import { go } from '../router.tsx';
import { problemOf, useSession } from '../session.tsx';
import { asDefinition, type Draft, isPrivate, startExecution } from '../start-crawl.ts';
import { Foreign } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { Check, TextArea } from '../ui/field.tsx';
import { Hint, ProblemNotice } from '../ui/notice.tsx';
import { PageHead, Panel } from '../ui/panel.tsx';
import { draftOf, type FieldGroup, textsOf } from '../workflow-schema.ts';
import { WorkflowFields } from './workflow-fields.tsx';

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
export function WorkflowForm({ groups, saved, first, onSaved }: FormProps): ReactNode {
  const { client } = useSession();
  const [texts, setTexts] = useState(() => textsOf(groups, first));
  const [json, setJson] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [own, setOwn] = useState(true);
  const current = (): Draft => (json === null ? draftOf(groups, texts) : parsed(json));
  const perform = async (action: (draft: Draft) => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    setSaid(null);
    try {
      await action(current());
    } catch (error) {
      setProblem(error instanceof SyntaxError ? unreadable(error) : problemOf(error));
    }
    setBusy(false);
  };
  const keep = (): Promise<void> =>
    perform(async (draft) => {
      const after = await save(client, saved, draft);
      if (saved === null) return go(`workflows/${after.id}`, 'replace');
      setSaid(`Saved as version ${after.version}.`);
      onSaved();
    });
  const run = (): Promise<void> =>
    perform(async (draft) => {
      const { id, version } = await save(client, saved, draft);
      const { execution } = await startExecution(client, {
        workflow: id,
        version,
        allowPrivateNetwork: own && hasPrivate(draft),
      });
      go(`executions/${execution}`);
    });
  const toggle = (): void => {
    if (json === null) setJson(JSON.stringify(draftOf(groups, texts), null, 2));
    else
      void perform(async (draft) => {
        setTexts(textsOf(groups, draft));
        setJson(null);
      });
  };
  const seeds = texts.seeds ?? '';
  return (
    <>
      <FormHead
        saved={saved}
        busy={busy}
        asJson={json !== null}
        onToggle={toggle}
        onSave={() => void keep()}
        onRun={() => void run()}
      />
      {said !== null && (
        <div role="status">
          <Hint>{said}</Hint>
        </div>
      )}
      {problem !== null && <ProblemNotice problem={problem} />}
      {seeds.split('\n').some(isPrivate) && (
        <Check
          label="Allow addresses of my own network when it runs"
          checked={own}
          onChange={setOwn}
          help="Belongs to a run, not to the workflow. A deployment wants a right for it."
        />
      )}
      {json === null ? (
        <WorkflowFields
          groups={groups}
          texts={texts}
          problem={problem}
          onChange={(path, text) => setTexts((before) => ({ ...before, [path]: text }))}
        />
      ) : (
        <Panel title="JSON">
          <TextArea
            label="Definition"
            rows={28}
            value={json}
            onChange={(event) => setJson(event.target.value)}
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
  readonly onToggle: () => void;
  readonly onSave: () => void;
  readonly onRun: () => void;
}

function FormHead({ saved, busy, asJson, onToggle, onSave, onRun }: HeadProps): ReactNode {
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
