import * as z from 'zod';
import { sha256Prefix } from '#core/bytes/digest.ts';
import type { External } from '#core/scope/external/external.ts';
import { Blacklist, MAX_RULE_LENGTH } from '#core/scope/patterns/pattern-list.ts';
import { parseSite } from '#core/scope/site.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { originOf } from '#core/url/origin.ts';

/** The decision of the rules about an external link. `unchecked`: no rule matches it. */
export const ExternalState = z.enum(['unchecked', 'allowed', 'banned']);
export type ExternalState = z.infer<typeof ExternalState>;

/** The state of an external link, and the rule that decided it. */
export const ExternalDecision = z.object({
  state: ExternalState,
  /** The pattern or host name. Absent: `unchecked`. */
  rule: z.string().max(MAX_RULE_LENGTH).optional(),
});
export type ExternalDecision = z.infer<typeof ExternalDecision>;

const UNCHECKED: ExternalDecision = Object.freeze({ state: 'unchecked' });

/** Decides about external links by the workflow's lists; `banned` wins over `allowed`. */
export class ExternalRules {
  /** Equal lists have one id: a link is decided again only when it changes. */
  readonly id: string;
  readonly #lists: readonly (readonly [ExternalState, Blacklist])[];

  /** @throws SurfError `EXPRESSION_INVALID` for a workflow that `checkWorkflow` has not seen */
  constructor({ allowed, banned }: Pick<External, 'allowed' | 'banned'>) {
    this.id = sha256Prefix(JSON.stringify({ allowed, banned }));
    this.#lists = [
      ['banned', new Blacklist(banned, 'blacklist')],
      ['allowed', new Blacklist(allowed, 'not-included')],
    ];
  }

  decide(url: CrawlUrl): ExternalDecision {
    const site = parseSite(originOf(url));
    const path = url.slice(url.indexOf('/', 8));
    for (const [state, list] of this.#lists) {
      const verdict = list.findHost(site.host) ?? list.find(site.text + path);
      if (verdict !== null) return { state, ...(verdict.rule !== undefined && { rule: verdict.rule }) };
    }
    return UNCHECKED;
  }
}
