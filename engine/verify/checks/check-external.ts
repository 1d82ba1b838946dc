import { externalHead, externalPrefix, publishedManifest } from '#core/archive/object-keys.ts';
import { codeOf } from '#core/error.ts';
import { hasEnded } from '#core/execution/execution.ts';
import { type ExternalLink, ExternalRegister } from '#core/external/external-link.ts';
import { registerHeadsIn } from '#core/external/register-head.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { ExternalRules } from '#core/scope/external/external-rules.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import { sameJson } from '#engine/verify/audit/same-json.ts';

/**
 * The register has each link that left the scope, once and in order, as its rules decide; what it
 * has from earlier executions it does not ascribe to this one.
 */
export async function checkExternal(audit: Audit, last: Frontier): Promise<void> {
  const { objects, differences, row, workflow } = audit;
  if (!workflow.external.keep || !hasEnded(row.status) || !(await isFinished(audit))) return;
  const keys: string[] = [];
  for await (const object of audit.archive.list(externalPrefix(row.id))) keys.push(object.key);
  const key = registerHeadsIn(keys).findLast(({ wave }) => wave === row.wave)?.key ?? externalHead(row.id, row.wave);
  const register = await objects.json(key, ExternalRegister, 'external');
  if (register === null) return;
  const links = new ExternalCheck(audit, outsideOf(audit, last));
  for (const { object } of register.files) {
    const bytes = await objects.bytes(object, 'external');
    if (bytes === null) continue;
    for (const line of objects.lines(object, bytes, 'external')) links.check(object, line as unknown as ExternalLink);
  }
  const { rules, links: sums, leftOut, checks = NO_CHECKS } = register;
  const expected = { rules: links.rules.id, links: links.sums, leftOut: links.missing, checks: links.checks };
  const found = { rules, links: sums, leftOut, checks };
  if (!sameJson(expected, found)) differences.add('external', key, { expected, found });
}

const NO_CHECKS = { alive: 0, dead: 0, unknown: 0 };

/** Paused executions, and those that have just ended, have no register yet. */
async function isFinished({ archive, row }: Audit): Promise<boolean> {
  if (row.status === 'paused') return false;
  try {
    await archive.range(publishedManifest(row.id), 0, 1);
    return true;
  } catch (error) {
    if (codeOf(error) === 'OBJECT_NOT_FOUND') return false;
    throw error;
  }
}

/** Keys of what left the scope: of closed levels, and of the open one. */
function outsideOf({ outside, replay }: Audit, { widened }: Frontier): Set<string> {
  const keys = new Set(outside);
  for (const wave of widened ? [] : replay.candidates) {
    for (const { key, reason } of wave.values()) if (reason === 'outside-scope') keys.add(key);
  }
  return keys;
}

class ExternalCheck {
  readonly rules: ExternalRules;
  readonly sums = { unchecked: 0, allowed: 0, banned: 0 };
  readonly checks = { ...NO_CHECKS };
  readonly #audit: Audit;
  /** Links that no line had yet. */
  readonly #left: Set<string>;
  #last = '';

  constructor(audit: Audit, outside: Set<string>) {
    this.rules = new ExternalRules(audit.workflow.external);
    this.#audit = audit;
    this.#left = outside;
  }

  get missing(): number {
    return this.#left.size;
  }

  check(object: string, link: ExternalLink): void {
    const { differences, row, workflow } = this.#audit;
    const where = `${object} ${link.key}`;
    const url = link.url as CrawlUrl;
    const isOwn = this.#left.delete(link.key);
    const { state, rule } = this.rules.decide(url);
    this.sums[state] += 1;
    if (link.check !== undefined) this.checks[link.check.state] += 1;
    const expected = [urlKey(url, workflow.key), state, rule, isOwn, true];
    const isAscribed = link.execution === row.id && link.lastSeenAt === row.createdAt;
    const found = [link.key, link.state, link.rule, isAscribed, link.key > this.#last];
    differences.compare('external', where, { expected: JSON.stringify(expected), found: JSON.stringify(found) });
    this.#last = link.key;
  }
}
