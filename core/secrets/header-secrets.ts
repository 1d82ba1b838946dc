import type { HeaderSecretFault } from '#core/secrets/header-secret-fault.ts';
import type { HeaderValue } from '#core/secrets/header-value.ts';
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

/** Values of a workflow's secret headers, by the header's name as the workflow writes it. */
export type HeaderSecrets = ReadonlyMap<string, Secret>;

export type HeaderSecretsFound =
  | { readonly ok: true; readonly values: HeaderSecrets }
  | { readonly ok: false; readonly fault: HeaderSecretFault };

/** Of a workflow that refers to no secret. */
export const NO_HEADER_SECRETS: HeaderSecrets = new Map();

/**
 * Looks up all secrets that the headers of a workflow refer to, each once.
 *
 * A secret that is bound to origins is refused unless it is bound to the origin of every seed: with
 * one seed elsewhere, part of the crawl would silently go without it.
 *
 * @returns the values, or what is wrong with the first header that cannot be sent
 * @throws SurfError as `Secrets.get`
 */
export async function headerSecrets(
  secrets: Secrets,
  owner: string,
  { fetch, seeds }: WithHeaders & { readonly seeds: readonly Seed[] },
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
    const said = bounded(await answer, seeds);
    if (!said.ok) return { ok: false, fault: { header, secret: name, reason: said.reason, detail: said.detail } };
    found.set(header, said.secret);
  }
  return { ok: true, values: found };
}

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
