import type { CandidateLine } from '#core/archive/chunk/chunk-lines.ts';
import { sha256Prefix } from '#core/bytes/digest.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { decodePattern } from '#core/frontier/segments/pattern-record.ts';
import { patternRule, urlPattern } from '#core/scope/patterns/url-pattern.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import { segmentRecords } from '#engine/verify/objects/segment-records.ts';

/**
 * Counts an address that is next in rank order for its pattern (`traps.pagesPerPattern`).
 * @returns null when there is room for it, else the candidate as it is refused
 */
export function overPattern({ replay, workflow }: Audit, candidate: CandidateLine): CandidateLine | null {
  const most = workflow.traps.pagesPerPattern;
  if (most === null) return null;
  const pattern = urlPattern(candidate.url as CrawlUrl);
  const count = (replay.patterns.get(pattern) ?? 0) + 1;
  if (count > most) return { ...candidate, reason: 'trap', rule: patternRule(most, pattern) };
  replay.patterns.set(pattern, count);
  return null;
}

/**
 * The pattern table has exactly the patterns of the addresses that were admitted, each with their
 * number.
 */
export async function checkPatterns(audit: Audit, frontier: Frontier): Promise<void> {
  const { replay, differences } = audit;
  const left = new Map([...replay.patterns].map(([pattern, count]) => [sha256Prefix(pattern), { pattern, count }]));
  const found = new Set<string>();
  for await (const bytes of segmentRecords(audit, frontier.patterns)) {
    const { pattern: key, count } = decodePattern(bytes);
    if (found.has(key)) continue; // a newer record counts
    found.add(key);
    const expected = left.get(key);
    left.delete(key);
    const where = `pattern ${expected?.pattern ?? key}`;
    differences.compare('pattern-record', where, { expected: expected?.count ?? 0, found: count });
  }
  for (const { pattern, count } of left.values()) {
    differences.add('pattern-record', `pattern ${pattern}`, { expected: count, found: 'no record' });
  }
}
