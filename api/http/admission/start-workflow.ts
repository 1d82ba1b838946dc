import { admitStart, boundsOf, checkRights, mayBegin } from '#api/http/admission/admission.ts';
import { limitsWithinQuotas, quotasOf } from '#api/http/admission/quotas.ts';
import type { ApiPorts, Defaults } from '#api/http/api-ports.ts';
import { nullOn, SurfError } from '#core/error.ts';
import type { Execution, RunSettings } from '#core/execution/execution.ts';
import type { Caller } from '#core/identity/caller.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { checkPlugins } from '#core/plugin/known-plugins.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { WorkflowHead } from '#core/workflow/workflow-store.ts';
import { checkSecrets } from '#engine/start/check-secrets.ts';
import { type StartOptions, startExecution, tellCreated } from '#engine/start/start-execution.ts';

/** Longest error text in the history, in characters. */
const MOST_WHY = 200;

/** Ports that a start uses, whether a caller or a schedule starts the workflow. */
export type StartWorkflowPorts = Pick<
  ApiPorts,
  'catalog' | 'accounts' | 'clock' | 'random' | 'runner' | 'readableSecrets' | 'plugins'
>;

export interface WorkflowStart {
  readonly caller: Caller;
  readonly head: WorkflowHead;
  /** @default the newest */
  readonly version?: number;
  /** @default what the deployment gives to everybody */
  readonly settings?: RunSettings;
  readonly base?: ExecutionId;
  /** Every page of the collection is due. @default false */
  readonly full?: boolean;
  /**
   * Returns the execution's id, once everything else is known to be allowed.
   * @param what the whole request as one string
   */
  readonly idFor: (what: string) => Promise<ExecutionId>;
}

/**
 * Starts an execution of a saved workflow within the limits and places of its caller's role. An id
 * that was started before does not start again.
 *
 * @throws SurfError PLUGIN_UNKNOWN, RIGHT_MISSING, ROLE_LIMIT, QUOTA_USED, EXECUTIONS_AT_ONCE,
 * SECRET_MISSING, SECRET_UNUSABLE, BASE_NOT_ENDED
 */
export async function startWorkflow(
  ports: StartWorkflowPorts,
  defaults: Defaults | undefined,
  asked: WorkflowStart,
): Promise<Execution> {
  const { caller, head, base, full = false } = asked;
  const version = asked.version ?? head.version;
  const settings = settingsFor(caller, asked.settings, defaults);
  const { definition } = await ports.catalog.workflow(head.id, version);
  checkRights(caller, definition.politeness.robots);
  const bounds = boundsOf(caller, definition);
  checkPlugins(definition, ports.plugins ?? []);
  if (ports.readableSecrets !== undefined) await checkSecrets(ports.readableSecrets, caller.user, definition);
  const id = await asked.idFor(JSON.stringify([head.id, version, settings, base, ...(full ? ['full'] : [])]));
  const start = {
    workflow: definition,
    settings,
    openedByDeployment: isOpenToAll(asked.settings, defaults),
    ...(defaults?.retentionDays !== undefined && { retentionDays: defaults.retentionDays }),
    of: { id: head.id, version },
    owner: caller.user,
    id,
    ...(base !== undefined && { base }),
    full,
    ...bounds,
  };
  const row = await startOnce(ports, { id, definition }, async () => {
    await admitStart(ports, caller);
    const states = await quotasOf(ports, caller, { owner: caller.user });
    const asked = { ...definition.limits, ...start.limits };
    return { ...start, limits: { ...start.limits, ...limitsWithinQuotas(states, asked) } };
  });
  if (row.run === 0 && (await mayBegin(ports, row))) await begin(ports, id);
  return row;
}

/**
 * Starts the first run. If that fails, the execution already exists and waits for the watchdog,
 * which starts executions past their deadline; the history gives the reason.
 */
async function begin({ runner, catalog, clock }: StartWorkflowPorts, id: ExecutionId): Promise<void> {
  try {
    await runner.start(id, 1);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const text = `run 1 could not be started, the watchdog starts it: ${why.slice(0, MOST_WHY)}`;
    await catalog.addEvents(id, [{ once: 'not-started', at: clock.now(), type: 'control', text }]);
  }
}

/**
 * The execution of this id: created now, by an earlier request with the same key, or by a
 * concurrent one.
 * @param admitted checks that the start is allowed, and returns its options
 */
async function startOnce(
  ports: StartWorkflowPorts,
  { id, definition }: { readonly id: ExecutionId; readonly definition: Workflow },
  admitted: () => Promise<StartOptions>,
): Promise<Execution> {
  const row = await nullOn('EXECUTION_NOT_FOUND', ports.catalog.execution(id));
  if (row !== null) return await madeBefore(ports, row, definition);
  const start = await admitted();
  try {
    return await startExecution(ports, start);
  } catch (error) {
    // Made by a rival, or by this call, whose answer or whose event was lost: it would run anyway.
    const made = await ports.catalog.execution(id).catch(() => null);
    if (made === null) throw error;
    return await madeBefore(ports, made, definition);
  }
}

/** A row that a start made. Its history gets its first event if that start could not write it. */
async function madeBefore(ports: StartWorkflowPorts, row: Execution, definition: Workflow): Promise<Execution> {
  if (row.run === 0) await tellCreated(ports, row, definition).catch(() => undefined);
  return row;
}

/** The requested value, or the deployment's default. @throws SurfError RIGHT_MISSING */
export function settingsFor(
  { rights }: Caller,
  asked: RunSettings | undefined,
  defaults: Defaults | undefined,
): RunSettings {
  if (asked === undefined) return defaults?.settings ?? { allowPrivateNetwork: false, connectTo: [] };
  const isOpen = defaults?.settings.allowPrivateNetwork === true; // to everybody: asking for it needs no right
  const privately = (asked.allowPrivateNetwork && !isOpen) || asked.connectTo.length > 0;
  if (!privately || rights.allowPrivateNetwork) return asked;
  throw new SurfError(
    'RIGHT_MISSING',
    'settings.allowPrivateNetwork and settings.connectTo need the right allowPrivateNetwork',
    {
      remedy: 'leave them out, or ask an administrator of this deployment',
    },
  );
}

/** True if the deployment gives these settings to every user, so that they require no right. */
const isOpenToAll = (asked: RunSettings | undefined, defaults: Defaults | undefined): boolean =>
  asked === undefined || (asked.connectTo.length === 0 && defaults?.settings.allowPrivateNetwork === true);
