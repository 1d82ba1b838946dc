import type { RequestRules } from '#core/fetch/fetch-rules.ts';
import { type HeaderPair, requestHeaders, seedOriginsOf } from '#core/fetch/headers/request-headers.ts';
import type { LinkDecision } from '#core/model/hook.ts';
import type { Verdict } from '#core/model/outcome.ts';
import type { HeaderSecrets } from '#core/secrets/header-secrets.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** The hooks of a program, as a worker calls them. Both throw SurfError HOOK_FAILED. */
export interface UnitHooks {
  /** @default every link that the workflow admits is followed */
  readonly link?: (url: CrawlUrl) => LinkDecision;
  /** Further headers of a request. @default none */
  readonly headers?: (url: CrawlUrl) => readonly HeaderPair[];
}

/**
 * The verdict about a link with the program's decision. The program decides only what all rules of
 * the workflow and the deployment that come before admit: it can refuse a link, never add one.
 */
export function hookedVerdict({ link }: UnitHooks, url: CrawlUrl, verdict: Verdict): Verdict {
  if (link === undefined || (verdict.reason !== null && verdict.reason !== 'trap')) return verdict;
  const decision = link(url);
  return decision === 'follow' ? verdict : { reason: 'hook', rule: decision };
}

/**
 * Makes the headers of each request: those of the workflow, and those of the program, which replace
 * others of the same name.
 * @param of.redacted takes the names of the program's headers in lower case: they may be
 * credentials, which no archive holds
 */
export function headersFor(
  workflow: RequestRules,
  of: { readonly secrets: HeaderSecrets; readonly hooks: UnitHooks; readonly redacted: Set<string> },
): (url: CrawlUrl) => readonly HeaderPair[] {
  const { secrets, hooks, redacted } = of;
  const configuredFor = requestHeaders(workflow, { seedOrigins: seedOriginsOf(workflow), secrets });
  return (url) => {
    const configured = configuredFor(url);
    const added = hooks.headers?.(url) ?? [];
    if (added.length === 0) return configured;
    const names = new Set(added.map(([name]) => name.toLowerCase()));
    for (const name of names) redacted.add(name);
    return [...configured.filter(([name]) => !names.has(name.toLowerCase())), ...added];
  };
}
