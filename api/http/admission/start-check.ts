import { type StartWorkflowPorts, startWorkflow } from '#api/http/admission/start-workflow.ts';
import type { ApiPorts, Defaults } from '#api/http/api-ports.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { codeOf, nullOn, SurfError } from '#core/error.ts';
import { type Execution, hasEnded, type RunSettings } from '#core/execution/execution.ts';
import { checkDocument } from '#core/external/check-document.ts';
import type { Caller } from '#core/identity/caller.ts';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import type { ProxyValue } from '#core/secrets/proxy-value.ts';
import { reseeded } from '#core/workflow/reseeding/reseeded.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import type { WorkflowHead } from '#core/workflow/workflow-store.ts';
import { type DueLinks, dueLinks } from '#engine/external/due-links.ts';
import { newestExecution } from '#engine/start/newest-execution.ts';
import { newExecutionId } from '#engine/start/start-execution.ts';

export type StartCheckPorts = StartWorkflowPorts & Pick<ApiPorts, 'archive' | 'workflows'>;

export interface CheckStart {
  readonly caller: Caller;
  /** Surf writes the answers into the register of this execution, or into the one it began with. */
  readonly of: Execution;
  /** Links checked within this many days are not requested. */
  readonly days: number;
  /** @default the settings of the deployment for all users */
  readonly settings?: RunSettings;
  /** @default a new one */
  readonly id?: ExecutionId;
}

/** Deleted check workflows that are passed over, one after the other. */
const MOST_DELETED = 20;
/** Attempts to save a workflow that others also write. */
const MOST_TRIES = 5;
const MOST_NAME = 200;

/**
 * Starts a check of the external links that are due. The collection has one saved workflow for its
 * checks; each check is a version of it with other seeds, and what its owner changed in it holds.
 *
 * @throws SurfError STATE_CONFLICT while a check runs, and where no link is due; OUTPUT_NOT_KEPT;
 * RIGHT_MISSING for an execution of others; as `startWorkflow`
 */
export async function startCheck(
  ports: StartCheckPorts,
  defaults: Defaults | undefined,
  { caller, of, days, settings, id = newExecutionId(ports) }: CheckStart,
): Promise<Execution> {
  if (ownerOf(of) !== caller.user) throw ofOthers(of);
  const started = await nullOn('EXECUTION_NOT_FOUND', ports.catalog.execution(id));
  if (started !== null) return started;
  const last = await lastCheck(ports, of);
  if (last !== null && !hasEnded(last.status)) throw underWay(last);
  const due = await dueLinks(ports, of, { days });
  if (due.seeds.length === 0) throw nothingDue(due, days);
  const head = await savedCheck(ports, of, due);
  return await startWorkflow(ports, defaults, {
    caller,
    head,
    idFor: async () => id,
    ...(settings !== undefined && { settings }),
  });
}

/** The newest check of an execution's collection, or null. */
export async function lastCheck(
  { catalog }: Pick<StartCheckPorts, 'catalog'>,
  of: Execution,
): Promise<Execution | null> {
  return await newestExecution(catalog, { workflows: checkWorkflowIds(of), owner: ownerOf(of) });
}

/**
 * Saves the check as the next version of the collection's workflow for checks. Surf never uses the
 * id of a deleted workflow again.
 */
async function savedCheck(ports: StartCheckPorts, of: Execution, due: DueLinks): Promise<WorkflowHead> {
  const { definition } = await ports.catalog.workflow(of.workflowId, of.workflowVersion);
  const document = checkDocument(due.register, due.seeds, {
    name: `external links of ${definition.name}`.slice(0, MOST_NAME),
    userAgent: definition.politeness.userAgent,
    proxy: definition.fetch.proxy,
  });
  const check = reseeded(Workflow.parse(document), due.seeds);
  for (const id of checkWorkflowIds(of)) {
    const head =
      (await changed(ports, id, { ...due, proxy: definition.fetch.proxy })) ??
      (await created(ports, { id, owner: ownerOf(of), check }));
    if (head !== null) return head;
  }
  throw new SurfError('STATE_CONFLICT', `workflows of checks of ${of.workflowId} were deleted too often`, {
    remedy: 'start the check that `surf external ID --check` prints',
  });
}

/** Saves the changed workflow; null if there is none. @throws SurfError STATE_CONFLICT */
async function changed(
  { workflows, catalog, clock }: StartCheckPorts,
  id: WorkflowId,
  { seeds, register, proxy }: DueLinks & { readonly proxy: ProxyValue | null },
): Promise<WorkflowHead | null> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const head = await workflows.head(id);
    if (head === null) return null;
    const { definition } = await catalog.workflow(id, head.version);
    const external = { ...definition.external, checks: register };
    const fetch = { ...definition.fetch, proxy: proxy ?? definition.fetch.proxy };
    const next = { ...head, version: head.version + 1, updatedAt: clock.now() };
    if ((await workflows.update(next, reseeded({ ...definition, external, fetch }, seeds))) === 'saved') return next;
  }
  throw new SurfError('STATE_CONFLICT', `workflow ${id} was changed by others at the same time`, {
    remedy: 'send the request again',
    retryable: true,
  });
}

/** Creates the workflow. @returns null if its id belongs to a deleted workflow */
async function created(
  { workflows, clock }: StartCheckPorts,
  { id, owner, check }: { readonly id: WorkflowId; readonly owner: string; readonly check: Workflow },
): Promise<WorkflowHead | null> {
  const now = clock.now();
  const head: WorkflowHead = { v: 1, id, owner, name: check.name, version: 1, createdAt: now, updatedAt: now };
  try {
    await workflows.create(head, check);
    return head;
  } catch (error) {
    if (codeOf(error) === 'STATE_CONFLICT') return null;
    throw error;
  }
}

const checkWorkflowIds = (of: Execution): WorkflowId[] =>
  Array.from({ length: MOST_DELETED }, (_, n) => {
    const digest = sha256Hex(`check of external links/${of.workflowId}/${ownerOf(of)}/${n}`);
    return `w${digest.slice(0, 19)}` as WorkflowId;
  });

const ownerOf = (row: Execution): string => row.owner ?? LOCAL_USER;

const ofOthers = ({ id }: Execution): SurfError =>
  new SurfError('RIGHT_MISSING', `execution ${id} belongs to another user: answers go to the person who started it`, {
    remedy: 'ask its owner to start the check',
  });

const underWay = ({ id, status }: Execution): SurfError =>
  new SurfError('STATE_CONFLICT', `check ${id} is ${status}: another one can begin when it has ended`, {
    remedy: 'wait for its end, or stop it',
  });

const nothingDue = ({ register, more }: DueLinks, days: number): SurfError =>
  new SurfError(
    'STATE_CONFLICT',
    `no external link of ${register} is due: each had an answer within ${days} days${more ? ', as far as one look reads' : ''}`,
    { remedy: 'wait, or give fewer days' },
  );
