import { SurfError } from '#core/error.ts';
import { type HeaderSecretFault, PROXY_FIELD } from '#core/secrets/header-secret-fault.ts';
import type { HeaderValue } from '#core/secrets/header-value.ts';
import { type ProxyAddress, parseProxy } from '#core/secrets/proxy-address.ts';
import type { ProxyValue } from '#core/secrets/proxy-value.ts';
import type { Secret } from '#core/secrets/secret.ts';
import type { SecretName } from '#core/secrets/secret-name.ts';
import type { SecretAnswer, Secrets } from '#core/secrets/secrets.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import { originOf } from '#core/url/origin.ts';
import { type Seed, seedUrl } from '#core/url/seed/seed.ts';

/** The part of a workflow that has its headers. */
interface WithHeaders {
  readonly fetch: { readonly headers: Readonly<Record<string, HeaderValue>> };
}

/** The part of a workflow that can refer to secrets. */
export interface WithSecrets {
  readonly fetch: WithHeaders['fetch'] & { readonly proxy: ProxyValue | null };
}

/** Values of a workflow's secret headers, by the header's name as the workflow writes it. */
export type HeaderSecrets = ReadonlyMap<string, Secret>;

export type HeaderSecretsFound =
  | {
      readonly ok: true;
      readonly values: HeaderSecrets;
      /** The proxy of the workflow with its credentials; null: it has none. */
      readonly proxy: ProxyAddress | null;
    }
  | { readonly ok: false; readonly fault: HeaderSecretFault };

/** The secrets of a workflow whose headers refer to none. */
export const NO_HEADER_SECRETS: HeaderSecrets = new Map();

/**
 * Looks up all secrets that the headers and the proxy of a workflow refer to, each once.
 *
 * A secret that is bound to origins is refused unless it is bound to the origin of every seed: with
 * one seed elsewhere, part of the crawl would silently go without it. The secret of a proxy is
 * refused if it is bound to other origins than the proxy's.
 *
 * @returns the values, or the fault of the first header, or of the proxy, that cannot be used
 * @throws SurfError as `Secrets.get`
 */
export async function headerSecrets(
  secrets: Secrets,
  owner: string,
  { fetch, seeds }: WithSecrets & { readonly seeds: readonly Seed[] },
): Promise<HeaderSecretsFound> {
  const found = new Map<string, Secret>();
  const asked = new Map<SecretName, Promise<SecretAnswer>>();
  for (const [header, given] of Object.entries(fetch.headers)) {
    if (typeof given === 'string') continue;
    if ('value' in given) {
      if (given.secret) return { ok: false, fault: { header, secret: null, reason: 'literal', detail: LITERAL } };
      continue;
    }
    const name = given.secretRef;
    const answer = asked.get(name) ?? secrets.get(owner, name);
    asked.set(name, answer);
    const bound = bounded(await answer, seeds);
    if (!bound.ok) return { ok: false, fault: { header, secret: name, reason: bound.reason, detail: bound.detail } };
    found.set(header, bound.secret);
  }
  const proxy = await proxyOf(fetch.proxy, (name) => asked.get(name) ?? secrets.get(owner, name));
  return 'reason' in proxy ? { ok: false, fault: proxy } : { ok: true, values: found, ...proxy };
}

async function proxyOf(
  given: ProxyValue | null,
  ask: (name: SecretName) => Promise<SecretAnswer>,
): Promise<{ readonly proxy: ProxyAddress | null } | HeaderSecretFault> {
  if (given === null || typeof given === 'string') return { proxy: literalProxy(given) };
  const name = given.secretRef;
  const refused = (reason: HeaderSecretFault['reason'], detail: string) =>
    ({ header: PROXY_FIELD, secret: name, reason, detail }) as const;
  const answer = await ask(name);
  if (!answer.ok) return refused(answer.reason, answer.detail);
  const { origins } = answer.secret;
  const proxy = parseProxy(answer.secret.reveal(), `of the secret ${name}`);
  if (typeof proxy === 'string') return refused('invalid', NO_PROXY);
  const origin = `${proxy.protocol}//${proxy.hostname}`;
  const allowed = origins === null || origins.some((bound) => bound === originOfProxy(origin, proxy.port));
  return allowed ? { proxy } : refused('bound', 'its owner bound it to other origins than that of the proxy');
}

/** The proxy that a workflow names itself, which `checkWorkflow` has checked; null: it has none. */
export function literalProxy(given: ProxyValue | null): ProxyAddress | null {
  const proxy = typeof given === 'string' ? parseProxy(given) : null;
  if (typeof proxy !== 'string') return proxy;
  throw new SurfError('FIELD_INVALID', 'fetch.proxy is not a proxy', { remedy: NO_PROXY });
}

const originOfProxy = (origin: string, port: number): string => {
  const url = parseCrawlUrl(`${origin}:${port}`);
  return url === null ? '' : originOf(url);
};

const NO_PROXY = 'a proxy is one URL: http://USER:PASSWORD@HOST:PORT, or https://… where it speaks TLS';

/** The name of the secret that is the workflow's proxy; null: no secret is. */
const proxySecret = ({ fetch }: WithSecrets): SecretName | null =>
  fetch.proxy === null || typeof fetch.proxy === 'string' ? null : fetch.proxy.secretRef;

/** Counts the headers, and the proxy, that are secrets: each worker reads their values. */
export const secretCount = (workflow: WithSecrets): number =>
  secretHeaders(workflow).length + (proxySecret(workflow) === null ? 0 : 1);

/** Names of the headers whose values are secrets, as the workflow writes them. */
export const secretHeaders = ({ fetch }: WithHeaders): string[] =>
  Object.entries(fetch.headers).flatMap(([header, given]) =>
    typeof given !== 'string' && ('secretRef' in given || given.secret) ? [header] : [],
  );

const LITERAL =
  'an earlier version of Surf stored the value in the workflow; save the workflow with {secretRef: NAME}, start it again, and replace the secret at the service';

function bounded(answer: SecretAnswer, seeds: readonly Seed[]): SecretAnswer {
  if (!answer.ok || answer.secret.origins === null) return answer;
  const { origins } = answer.secret;
  for (const seed of seeds) {
    const url = parseCrawlUrl(seedUrl(seed));
    if (url === null || origins.includes(originOf(url))) continue;
    const detail = `its owner bound it to other origins than ${originOf(url).slice(0, 100)}, which is the origin of a seed`;
    return { ok: false, reason: 'bound', detail };
  }
  return answer;
}
