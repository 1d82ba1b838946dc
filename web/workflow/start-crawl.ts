import { answered, type SurfClient } from '#api/client/client.ts';
import type { Execution, WorkflowDefinition } from '#api/client/schema.ts';

const PRIVATE =
  /^(?:localhost|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[::1\]|\[f[cd][\da-f:]+\])$/;

/**
 * True if the URL names a private host. It only decides what the form shows; the server enforces
 * the rule.
 */
export function isPrivateUrl(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && PRIVATE.test(url.hostname);
}

/** Adds `https://` to a URL without a scheme. */
export function withScheme(address: string): string {
  const text = address.trim();
  return /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
}

interface Start {
  readonly workflow: string;
  readonly version?: number;
  readonly allowPrivateNetwork: boolean;
  /** An ended execution: the crawl requests its pages only if they have changed. */
  readonly base?: string;
  /** Every page of the collection is due. @default false */
  readonly full?: boolean;
}

/**
 * Starts an execution. An idempotency key keeps a repeated request from starting two.
 *
 * @throws ApiProblem
 */
export async function startExecution(
  client: SurfClient,
  { workflow, version, allowPrivateNetwork, base, full = false }: Start,
): Promise<Execution> {
  return answered(
    await client.POST('/v1/workflows/{id}/executions', {
      params: { path: { id: workflow }, header: { 'idempotency-key': crypto.randomUUID() } },
      body: {
        ...(version !== undefined && { version }),
        ...(base !== undefined && { base }),
        ...(full && { full }),
        ...(allowPrivateNetwork && { settings: { allowPrivateNetwork, connectTo: [] } }),
      },
    }),
  );
}

/** A definition as the user writes it: absent fields have their defaults. */
export type Draft = Readonly<Record<string, unknown>>;

export const toDefinition = (draft: Draft): WorkflowDefinition => draft as unknown as WorkflowDefinition;
