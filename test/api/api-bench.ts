import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#api/app.ts';
import type { ApiPorts } from '#api/http/api-ports.ts';
import { apiPorts } from '#cli/serve/threads/api-ports.ts';
import { openEmbedded } from '#compose/compose-local.ts';
import { SurfError } from '#core/error.ts';
import { type Caller, LOCAL_CALLER } from '#core/identity/caller.ts';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import { startExecution } from '#engine/start/start-execution.ts';

/** The app over a fresh data folder; the caller is named by the header `x-test-user`. */
export interface ApiBench {
  readonly ports: ApiPorts;
  /** Runs that the app started, as `<execution>-<run>`. */
  readonly started: readonly string[];
  /** Has a crawl of sites on this machine run to its end. @returns the execution's id */
  crawl(workflow: Readonly<Record<string, unknown>>, as?: keyof typeof CALLERS): Promise<string>;
  /** Runs what the app started last of an execution, to its end. */
  drive(execution: string): Promise<void>;
  /** Where the data lies. */
  readonly data: string;
  /** @returns status, headers and the parsed body */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
  /** The answer to a GET, its body unread. */
  stream(path: string, as: keyof typeof CALLERS): Promise<Response>;
  close(): Promise<void>;
}

export interface SendOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** One of `CALLERS`. @default admin */
  readonly as?: keyof typeof CALLERS | 'nobody';
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed, where it is JSON. */
  readonly body: Record<string, unknown>;
  readonly text: string;
  readonly bytes: Buffer;
}

const NO_RIGHTS = { ignoreRobots: false, allowPrivateNetwork: false };

export const CALLERS = {
  admin: LOCAL_CALLER,
  anna: { user: 'anna', role: 'standard', rights: NO_RIGHTS },
  bert: { user: 'bert', role: 'standard', rights: NO_RIGHTS },
} as const satisfies Record<string, Caller>;

/** @param change of the ports, for what only a deployment has */
export function openApiBench(change: Partial<ApiPorts> = {}): ApiBench {
  const data = mkdtempSync(join(tmpdir(), 'surf-api-'));
  const embedded = openEmbedded({ data });
  const started: string[] = [];
  const runner = { start: async (id: string, run: number) => void started.push(`${id}-${run}`) };
  const ports: ApiPorts = { ...apiPorts(embedded, runner), ...change };
  const identify = async (request: Request): Promise<Caller> => {
    const name = request.headers.get('x-test-user') ?? '';
    if (name in CALLERS) return CALLERS[name as keyof typeof CALLERS];
    throw new SurfError('SIGN_IN_REQUIRED', 'the request has no credentials', { remedy: 'send them' });
  };
  const app = createApp(ports, { identify, version: 'test' });
  const send: ApiBench['send'] = async (method, path, { body, headers = {}, as = 'admin' } = {}) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await app.request(path, { method, headers: { 'x-test-user': as, ...type, ...headers }, ...json });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text = bytes.toString('utf8');
    const isJson = /^application\/(?:problem\+)?json(?:;|$)/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : {}, text, bytes };
  };
  return {
    ports,
    started,
    data,
    send,
    stream: async (path, as) => await app.request(path, { headers: { 'x-test-user': as } }),
    async drive(execution) {
      await embedded.drive(execution as ExecutionId);
    },
    async crawl(workflow, as = 'admin') {
      const quick = { politeness: { delaySeconds: 0 }, retry: { attempts: 1 }, ...workflow };
      const saved = await send('POST', '/v1/workflows', { body: quick, as });
      const { definition } = await embedded.catalog.workflow(saved.body.id as WorkflowId, 1);
      // Sites on this machine need a right that most callers of the tests have not.
      const settings = { allowPrivateNetwork: true, connectTo: [] };
      const of = { id: saved.body.id as WorkflowId, version: 1 };
      const owner = CALLERS[as].user;
      const { id } = await startExecution(embedded, {
        workflow: definition,
        settings,
        openedByDeployment: true,
        of,
        owner,
      });
      await embedded.drive(id);
      return id;
    },
    async close() {
      await embedded.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
