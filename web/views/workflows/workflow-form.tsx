import { type ReactNode, useState } from 'react';
import { answered, type SurfClient } from '#api/client/client.ts';
import type { EstimateRequest, Problem } from '#api/client/schema.ts';
import { navigate } from '../../browser/router.tsx';
import { useEstimate } from '../../query/use-estimate.ts';
import { useMutation } from '../../query/use-mutation.ts';
import { toProblem } from '../../session/problem.ts';
import { useSession } from '../../session/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextArea } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { PageHead, Panel } from '../../ui/panel.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { type Draft, isPrivateUrl, startExecution, toDefinition } from '../../workflow/start-crawl.ts';
import { draftOf, type FieldGroup, textsOf } from '../../workflow/workflow-schema.ts';
import { EstimateResult } from '../preview/estimate-result.tsx';
import { WorkflowFields } from './workflow-fields.tsx';
import { WorkflowPreview } from './workflow-preview.tsx';

/** The saved workflow that the form edits. */
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

async function saveWorkflow(client: SurfClient, saved: SavedWorkflow | null, draft: Draft): Promise<SavedWorkflow> {
  const body = toDefinition(draft);
  if (saved === null) return answered(await client.POST('/v1/workflows', { body }));
  const params = { path: { id: saved.id }, header: { 'if-match': `"${saved.version}"` } };
  return answered(await client.PUT('/v1/workflows/{id}', { params, body }));
}

/** One definition as form and as JSON. The one edited last counts. */
interface WorkflowDraft {
  readonly texts: Readonly<Record<string, string>>;
  readonly setText: (path: string, text: string) => void;
  /** Null while the form is shown. */
  readonly json: string | null;
  readonly setJson: (json: string) => void;
  /** @throws SyntaxError */
  readonly draft: () => Draft;
  /** Switches between form and JSON. @throws SyntaxError if the JSON is invalid */
  readonly toggle: () => void;
}

function useWorkflowDraft(groups: readonly FieldGroup[], first: Draft): WorkflowDraft {
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

interface WorkflowSave {
  readonly save: (draft: Draft) => Promise<void>;
  readonly run: (draft: Draft, allowPrivate: boolean) => Promise<void>;
}

function useSaveWorkflow({ saved, onSaved }: Pick<FormProps, 'saved' | 'onSaved'>): WorkflowSave {
  const { client } = useSession();
  const save = async (draft: Draft): Promise<void> => {
    const after = await saveWorkflow(client, saved, draft);
    if (saved === null) navigate(`workflows/${after.id}`, 'replace');
    else onSaved();
  };
  const run = async (draft: Draft, allowPrivate: boolean): Promise<void> => {
    const { id, version } = await saveWorkflow(client, saved, draft);
    const allowPrivateNetwork = allowPrivate && hasPrivate(draft);
    const { execution } = await startExecution(client, { workflow: id, version, allowPrivateNetwork });
    navigate(`executions/${execution}`);
  };
  return { save, run };
}

/** Edits a definition as form or JSON; tries, saves and runs it. */
export function WorkflowForm({ groups, saved, first, onSaved }: FormProps): ReactNode {
  const editor = useWorkflowDraft(groups, first);
  const { save, run } = useSaveWorkflow({ saved, onSaved });
  const { problem, busy, mutate } = useMutation(toFormProblem);
  const [allowPrivate, setAllowPrivate] = useState(true);
  const [previewing, setPreviewing] = useState(false);
  const { result, problem: noEstimate, busy: estimating, estimate } = useEstimate(toFormProblem);
  const { texts, json, draft } = editor;
  return (
    <>
      <FormHead
        saved={saved}
        busy={busy}
        asJson={json !== null}
        previewing={previewing}
        estimating={estimating}
        onEstimate={() => estimate(() => toEstimate(draft(), allowPrivate))}
        onToggle={() => void mutate(editor.toggle)}
        onPreview={() => setPreviewing(!previewing)}
        onSave={() => void mutate(() => save(draft()))}
        onRun={() => void mutate(() => run(draft(), allowPrivate))}
      />
      {problem !== null && <ProblemNotice problem={problem} />}
      {noEstimate !== null && <ProblemNotice problem={noEstimate} />}
      {(texts.seeds ?? '').split('\n').some(isPrivateUrl) && (
        <Checkbox
          label="Allow URLs in my private network when it runs"
          checked={allowPrivate}
          onChange={setAllowPrivate}
          help="Applies to this run, not to the workflow. A deployment requires a right for it."
        />
      )}
      {estimating && <p className="fine">Surf looks at the sites, as slowly as the crawl would: 20 s at most.</p>}
      {result !== null && <EstimateResult estimate={result} />}
      {previewing && (
        <WorkflowPreview
          draft={draft}
          edition={json ?? JSON.stringify(texts)}
          firstUrl={/^\S*/.exec(texts.seeds ?? '')?.[0] ?? ''}
          allowPrivate={allowPrivate}
          explain={toFormProblem}
        />
      )}
      {json === null ? (
        <WorkflowFields groups={groups} texts={texts} problem={problem} onChange={editor.setText} />
      ) : (
        <Panel title="JSON">
          <TextArea
            label="Definition"
            rows={28}
            value={json}
            onChange={(event) => editor.setJson(event.target.value)}
            help="The same JSON works as request body of the API and as file for surf run."
          />
        </Panel>
      )}
    </>
  );
}

const hasPrivate = ({ seeds }: Draft): boolean =>
  Array.isArray(seeds) && seeds.some((seed) => isPrivateUrl(typeof seed === 'string' ? seed : String(seed?.url)));

/** An estimate request for the current rules, saved or not. */
const toEstimate = (draft: Draft, allowPrivate: boolean): EstimateRequest => ({
  workflow: draft,
  ...(allowPrivate && hasPrivate(draft) && { settings: { allowPrivateNetwork: true, connectTo: [] } }),
});

/** @throws SyntaxError */
function parsed(json: string): Draft {
  const value: unknown = JSON.parse(json);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Draft;
  throw new SyntaxError('a workflow is an object');
}

const toFormProblem = (error: unknown): Problem =>
  error instanceof SyntaxError ? invalidJson(error) : toProblem(error);

const invalidJson = (error: SyntaxError): Problem => ({
  type: 'about:blank',
  title: `Invalid JSON: ${error.message}`,
  status: 0,
  code: 'REQUEST_INVALID',
  remedy: 'Correct the JSON at the position in the message.',
  requestId: '',
});

interface HeadProps {
  readonly saved: SavedWorkflow | null;
  readonly busy: boolean;
  readonly asJson: boolean;
  readonly previewing: boolean;
  readonly estimating: boolean;
  readonly onToggle: () => void;
  readonly onPreview: () => void;
  readonly onEstimate: () => void;
  readonly onSave: () => void;
  readonly onRun: () => void;
}

function FormHead({ saved, busy, asJson, previewing, estimating, ...on }: HeadProps): ReactNode {
  return (
    <PageHead
      title={saved === null ? 'New workflow' : <UntrustedText text={saved.name} maxLength={120} />}
      lead={
        saved === null
          ? 'Only seeds are required; every other field has a default.'
          : `Version ${saved.version}. Saving a change creates the next version; executions keep theirs.`
      }
      actions={
        <>
          <Button icon="try" onClick={on.onPreview} aria-pressed={previewing}>
            Try it
          </Button>
          <Button onClick={on.onEstimate} busy={estimating}>
            Estimate
          </Button>
          <Button onClick={on.onToggle} disabled={busy} aria-pressed={asJson}>
            {asJson ? 'Form' : 'JSON'}
          </Button>
          <Button onClick={on.onSave} busy={busy}>
            Save
          </Button>
          <Button kind="primary" icon="play" onClick={on.onRun} busy={busy}>
            Save and run
          </Button>
        </>
      }
    />
  );
}
