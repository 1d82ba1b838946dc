import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeBody } from '#adapters/http/content-coding.ts';
import type { ApiPorts } from '#api/api-ports.ts';
import { createApp } from '#api/app.ts';
import { openEmbedded } from '#cli/wiring.ts';
import { SurfError } from '#core/error.ts';
import { type Caller, LOCAL_CALLER } from '#core/identity/caller.ts';

/** The app over a fresh data folder; who asks is said by the header `x-test-user`. */
export interface ApiBench {
  readonly ports: ApiPorts;
  /** Runs that the app started, as `<execution>-<run>`. */
  readonly started: readonly string[];
  /** @returns status, headers and the parsed body */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
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
  readonly body: Record<string, unknown>;
}

const NO_RIGHTS = { ignoreRobots: false, privateNetwork: false };

export const CALLERS = {
  admin: LOCAL_CALLER,
  anna: { user: 'anna', role: 'standard', rights: NO_RIGHTS },
  bert: { user: 'bert', role: 'standard', rights: NO_RIGHTS },
} as const satisfies Record<string, Caller>;

export function openApiBench(): ApiBench {
  const data = mkdtempSync(join(tmpdir(), 'surf-api-'));
  const embedded = openEmbedded({ data });
  const started: string[] = [];
  const runner = { start: async (id: string, run: number) => void started.push(`${id}-${run}`) };
  const ports: ApiPorts = { ...embedded, decodeBody, runner };
  const identify = async (request: Request): Promise<Caller> => {
    const name = request.headers.get('x-test-user') ?? '';
    if (name in CALLERS) return CALLERS[name as keyof typeof CALLERS];
    throw new SurfError('SIGN_IN_REQUIRED', 'the request has no credentials', { remedy: 'send them' });
  };
  const app = createApp(ports, { identify, version: 'test' });
  return {
    ports,
    started,
    async send(method, path, { body, headers = {}, as = 'admin' } = {}) {
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await app.request(path, { method, headers: { 'x-test-user': as, ...type, ...headers }, ...json });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, body: text === '' ? {} : JSON.parse(text) };
    },
    async close() {
      await embedded.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
