import { isCredentialHeader } from '#core/secrets/credential-header.ts';
import type { HeaderValue } from '#core/secrets/header-value.ts';
import { Workflow } from '#core/workflow/workflow.ts';

/** Shown instead of a literal secret that a row of an earlier version holds. */
const REMOVED = '(removed)';

/**
 * A workflow as rows and plans hold it. Earlier versions of Surf took secrets as literals: reading
 * removes their values, so that no answer, plan, export or request has them. What is left of such a
 * header is refused before the crawl's next request (`secret-literal`).
 */
export const StoredWorkflow = Workflow.transform(withoutLiteralSecrets);

/** Does a row hold a literal secret, or what is left of one? */
export const hasLiteralSecrets = ({ fetch }: Workflow): boolean =>
  Object.entries(fetch.headers).some(([name, value]) => isLiteralSecret(name, value));

function withoutLiteralSecrets(workflow: Workflow): Workflow {
  const { headers } = workflow.fetch;
  if (!hasLiteralSecrets(workflow)) return workflow;
  const kept = Object.entries(headers).map(([name, value]): [string, HeaderValue] => [
    name,
    isLiteralSecret(name, value) ? { value: REMOVED, secret: true } : value,
  ]);
  return { ...workflow, fetch: { ...workflow.fetch, headers: Object.fromEntries(kept) } };
}

/** Text counts by the header's name; `{value, secret: false}` says that it is none. */
const isLiteralSecret = (name: string, value: HeaderValue): boolean =>
  typeof value === 'string' ? isCredentialHeader(name) : 'value' in value && value.secret;
