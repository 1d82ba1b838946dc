import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemClock } from '#adapters/embedded/system-clock.ts';
import { createApp } from '#api/app.ts';
import type { ApiPorts } from '#api/http/api-ports.ts';
import { authenticate, type SignInOptions } from '#api/middleware/authenticate.ts';
import { apiPorts } from '#cli/serve/threads/api-ports.ts';
import { type Embedded, openEmbedded } from '#compose/compose-local.ts';
import { SurfError } from '#core/error.ts';
import { keyHash } from '#core/identity/api-key.ts';
import { type RoleTable, USUAL_ROLES } from '#core/identity/roles/role-limits.ts';
import type { Answer } from '#test/api/api-bench.ts';

/** The machine's time, that a test moves on. */
export class MovedClock extends SystemClock {
  ahead = 0;
  override now(): number {
    return super.now() + this.ahead;
  }
  override monotonic(): number {
    return super.monotonic() + this.ahead;
  }
}

export const FIRST_KEY = 'the key that the deployment was made with';

/** Roles without a rate, so that tests ask as fast as they can. */
export const UNHURRIED: RoleTable = {
  administrator: { ...USUAL_ROLES.administrator, requestsPerSecond: null },
  premium: { ...USUAL_ROLES.premium, requestsPerSecond: null },
  standard: { ...USUAL_ROLES.standard, requestsPerSecond: null },
};

/**
 * The app with sign-in: a token `subject` is one of that subject, `root` is an administrator by
 * configuration.
 */
export interface IdentityBench {
  readonly ports: ApiPorts;
  readonly embedded: Embedded;
  readonly clock: MovedClock;
  /** Runs that the app started, as `<execution>-<run>`. */
  readonly started: readonly string[];
  /** @param as a subject, or null for nobody; `headers` may have another credential */
  send(
    as: string | null,
    request: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
  close(): Promise<void>;
}

export function openIdentityBench(change: Partial<SignInOptions> = {}): IdentityBench {
  const data = mkdtempSync(join(tmpdir(), 'surf-identity-'));
  const { roles = UNHURRIED } = change;
  const embedded = openEmbedded({ data, roles });
  const started: string[] = [];
  const runner = { start: async (id: string, run: number) => void started.push(`${id}-${run}`) };
  const clock = new MovedClock();
  const ports: ApiPorts = { ...apiPorts(embedded, runner), clock };
  const verify = async (token: string) => {
    if (token === 'bad') throw new SurfError('SIGN_IN_INVALID', 'the token is not valid', { remedy: 'sign in again' });
    return { id: token, email: `${token}@example.org` };
  };
  const identify = authenticate(ports, {
    tokens: { verify },
    administrators: ['root'],
    roles,
    firstKeyHash: async () => keyHash(FIRST_KEY),
    ...change,
  });
  const app = createApp(ports, { identify, version: 'test' });
  return {
    ports,
    embedded,
    clock,
    started,
    async send(as, request, { body, headers = {} } = {}) {
      const [method = '', path = ''] = request.split(' ');
      const answer = await app.request(path, {
        method,
        headers: {
          ...(as !== null && { authorization: `Bearer ${as}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const text = bytes.toString('utf8');
      const isJson = /json(?:;|$)/.test(answer.headers.get('content-type') ?? '');
      return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : {}, text, bytes };
    },
    async close() {
      await embedded.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
