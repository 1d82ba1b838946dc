import { codeOf, type ErrorCode, SurfError } from '#core/error.ts';
import type { RandomId } from '#core/execution/clock.ts';
import { LimitsOverride } from '#core/execution/execution.ts';
import { ExecutionId } from '#core/execution/ids.ts';
import type { Runner } from '#core/execution/runner.ts';
import { checkWorkflow } from '#core/workflow/parse-workflow.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { parseDocument } from '#core/workflow/workflow-document.ts';
import { type Command, controlExecution } from '#engine/control-execution.ts';
import { type DescribePorts, describeExecution } from '#engine/describe-execution.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';
import { type ListTasksPorts, listTasks } from '#engine/list-tasks.ts';
import { startExecution } from '#engine/start-execution.ts';
import type { StartRules } from './settings.ts';
import type { Telemetry } from './telemetry.ts';

export interface ApiParts {
  readonly ports: DescribePorts & ListTasksPorts & { readonly runner: Runner; readonly random: RandomId };
  readonly telemetry: Telemetry;
  readonly stage: string;
  readonly identity: { readonly issuer: string | null; readonly clientId: string | null };
  readonly start: StartRules | undefined;
}

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: string | null;
}

export interface ApiAnswer {
  readonly status: number;
  readonly value: unknown;
}

const VERSION = '0.1.0';
const MOST_TASKS = 1_000;

/** HTTP statuses of our errors; others are 400, and what is no error of ours is 500. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  EXECUTION_NOT_FOUND: 404,
  WORKFLOW_NOT_FOUND: 404,
  STATE_CONFLICT: 409,
  CONTINUE_BELOW_USED: 409,
  STORE_THROTTLED: 503,
  STORE_UNAVAILABLE: 503,
};

/** The few routes that a deployment has until the full API: start, look, list, control. Never throws. */
export async function answerRequest(parts: ApiParts, request: ApiRequest): Promise<ApiAnswer> {
  try {
    return await route(parts, request);
  } catch (error) {
    const code = codeOf(error);
    if (code !== undefined) {
      const { message, remedy } = error as SurfError;
      return { status: STATUS[code] ?? 400, value: { error: { code, message, remedy } } };
    }
    parts.telemetry.problem('request failed', { path: request.path }, error);
    return { status: 500, value: { error: { code: 'INTERNAL', message: 'something went wrong on our side' } } };
  }
}

async function route(parts: ApiParts, request: ApiRequest): Promise<ApiAnswer> {
  const { method, path } = request;
  const { stage, identity } = parts;
  if (method === 'GET' && path === '/health') return { status: 200, value: { status: 'ok' } };
  if (method === 'GET' && path === '/config.json') {
    return { status: 200, value: { ...identity, stage, version: VERSION } };
  }
  const [version, kind, name, what, ...rest] = path.split('/').slice(1);
  if (version !== 'v1' || kind !== 'executions' || rest.length > 0) return noRoute(request);
  if (method === 'POST' && name === undefined) return start(parts, request);
  const id = ExecutionId.safeParse(name);
  if (!id.success) return noRoute(request);
  if (method === 'GET' && what === undefined) {
    return { status: 200, value: await describeExecution(parts.ports, id.data) };
  }
  if (method === 'GET' && what === 'tasks') return tasks(parts, id.data, request);
  if (method === 'POST' && what !== undefined) return control(parts, id.data, commandOf(what, request));
  return noRoute(request);
}

const noRoute = ({ method, path }: ApiRequest): ApiAnswer => ({
  status: 404,
  value: {
    error: {
      code: 'NO_ROUTE',
      message: `there is no ${method} ${path.slice(0, 100)}`,
      remedy:
        'POST /v1/executions, GET /v1/executions/{id}, GET /v1/executions/{id}/tasks, POST /v1/executions/{id}/stop, pause, resume or continue',
    },
  },
});

/** A workflow as JSON (or YAML) starts at once. */
async function start({ ports, start: rules }: ApiParts, { body }: ApiRequest): Promise<ApiAnswer> {
  if (rules === undefined) throw new Error('no rules for starts in the environment');
  const document = withUserAgent(parseDocument(body ?? ''), rules.userAgent);
  const workflow = checkWorkflow(document);
  refuseBeyond(workflow, rules.limits);
  const { id, lastRun } = await startExecution(ports, { workflow, settings: rules.settings });
  await ports.runner.start(id, lastRun);
  return { status: 201, value: { execution: id } };
}

/** The deployment's user agent, where the workflow sets none. */
function withUserAgent(document: unknown, userAgent: string): unknown {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return document;
  const { politeness = {} } = document as { politeness?: unknown };
  if (typeof politeness !== 'object' || politeness === null) return document;
  return { ...document, politeness: { userAgent, ...politeness } };
}

/** @throws SurfError FIELD_INVALID for a workflow that asks for more than its starter may have */
function refuseBeyond({ limits, parallelism }: Workflow, most: StartRules['limits']): void {
  const asked = { pages: limits.pages, budgetUsd: limits.budgetUsd, parallelism };
  for (const name of ['pages', 'budgetUsd', 'parallelism'] as const) {
    const bound = most[name];
    const value = asked[name];
    if (bound === null || (value !== null && value <= bound)) continue;
    throw new SurfError('FIELD_INVALID', `${name} ${value ?? 'none'} is more than the ${bound} that you may ask for`, {
      remedy: `give at most ${bound}; the deployment's surf.config.json sets it (limits)`,
    });
  }
}

function commandOf(what: string, { body }: ApiRequest): Command {
  if (what === 'stop' || what === 'pause' || what === 'resume') return { type: what };
  if (what !== 'continue') {
    throw new SurfError('COMMAND_USAGE', `there is no command ${JSON.stringify(what.slice(0, 40))}`, {
      remedy: 'stop, pause, resume or continue',
    });
  }
  const { limits = {} } = (body === null || body === '' ? {} : parseDocument(body)) as { limits?: unknown };
  const parsed = LimitsOverride.safeParse(limits);
  if (parsed.success) return { type: 'continue', limits: parsed.data };
  throw new SurfError('FIELD_INVALID', `limits: ${parsed.error.issues[0]?.message ?? 'invalid'}`, {
    remedy: 'give {"limits": {…}} with new totals, as in a workflow',
  });
}

/** When the run cannot be started now, the watchdog starts it. */
async function control({ ports }: ApiParts, id: ExecutionId, command: Command): Promise<ApiAnswer> {
  const { row, changed } = await controlExecution(ports, id, command);
  if (changed) await ports.runner.start(id, row.lastRun);
  return { status: 202, value: { execution: id, status: row.status, desired: row.desired } };
}

/** A page of the list: `next` is how many come before the next one. */
async function tasks({ ports }: ApiParts, id: ExecutionId, { query }: ApiRequest): Promise<ApiAnswer> {
  const limit = wholeNumber(query.limit ?? '100', { name: 'limit', most: MOST_TASKS });
  const skip = wholeNumber(query.next ?? '0', { name: 'next', most: Number.MAX_SAFE_INTEGER });
  const page: TaskView[] = [];
  let number = 0;
  for await (const view of listTasks(ports, id)) {
    if (page.length === limit) return { status: 200, value: { tasks: page, next: String(skip + limit) } };
    if (number++ >= skip) page.push(view);
  }
  return { status: 200, value: { tasks: page, next: null } };
}

function wholeNumber(text: string, of: { name: string; most: number }): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= of.most) return value;
  throw new SurfError('FIELD_INVALID', `${of.name} is no whole number up to ${of.most}`, {
    remedy: 'leave it away for the first page',
  });
}
