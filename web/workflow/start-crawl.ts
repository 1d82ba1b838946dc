import { answered, type SurfClient } from '#api/client/client.ts';
import type { Execution, WorkflowDefinition } from '#api/client/schema.ts';

const PRIVATE =
  /^(?:localhost|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[::1\]|\[f[cd][\da-f:]+\])$/;

/** Does an address name a machine of one's own network? Only to ask the right question; the server decides. */
export function isPrivateAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && PRIVATE.test(url.hostname);
}

/** `example.org` is what people type. */
export function withScheme(address: string): string {
  const text = address.trim();
  return /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
}

interface Start {
  readonly workflow: string;
  readonly version?: number;
  readonly allowPrivateNetwork: boolean;
  /** An ended execution: what has not changed since is not fetched again. */
  readonly base?: string;
}

/** Starts an execution; pressing twice, or an answer that is lost, does not start two. @throws ApiProblem */
export async function startExecution(
  client: SurfClient,
  { workflow, version, allowPrivateNetwork, base }: Start,
): Promise<Execution> {
  return answered(
    await client.POST('/v1/workflows/{id}/executions', {
      params: { path: { id: workflow }, header: { 'idempotency-key': crypto.randomUUID() } },
      body: {
        ...(version !== undefined && { version }),
        ...(base !== undefined && { base }),
        ...(allowPrivateNetwork && { settings: { allowPrivateNetwork, connectTo: [] } }),
      },
    }),
  );
}

/** A definition as people write it: what is absent has its default. */
export type Draft = Readonly<Record<string, unknown>>;

export const toDefinition = (draft: Draft): WorkflowDefinition => draft as unknown as WorkflowDefinition;
