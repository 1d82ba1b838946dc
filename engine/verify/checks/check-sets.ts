import { type Frontier, HostTable } from '#core/frontier/frontier.ts';
import { decodeDigest } from '#core/frontier/segments/digest-record.ts';
import { decodeSeen } from '#core/frontier/segments/seen-record.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import { hostOf } from '#engine/verify/audit/replay.ts';
import { sameJson } from '#engine/verify/audit/same-json.ts';
import { segmentRecords } from '#engine/verify/objects/segment-records.ts';

/** The seen set has exactly the keys that were discovered, each with its last level and verdict. */
export async function checkSeen(audit: Audit, frontier: Frontier): Promise<void> {
  const { replay, differences } = audit;
  for await (const bytes of segmentRecords(audit, frontier.seen)) {
    const { key, level, reason, wave } = decodeSeen(bytes);
    const seen = replay.seen.get(key);
    if (seen === undefined) {
      differences.add('seen-unproven', `key ${key}`, {
        expected: 'a URL that was discovered',
        found: { level, reason },
      });
    } else if (!seen.found) {
      seen.found = true;
      const decided = wave ?? seen.wave; // older records name none
      if (seen.level === level && seen.reason === reason && seen.wave === decided) continue;
      const expected = { level: seen.level, reason: seen.reason, wave: seen.wave };
      differences.add('seen-record', `key ${key}`, { expected, found: { level, reason, wave } });
    }
  }
  for (const [key, seen] of replay.seen) {
    if (seen.found) continue;
    const expected = { level: seen.level, reason: seen.reason };
    differences.add('seen-missing', `key ${key}`, { expected, found: 'no record' });
  }
}

/**
 * The digest set has exactly the digests of the pages, each with the page that has it; the host
 * table has their hosts' pages.
 */
export async function checkDigests(audit: Audit, frontier: Frontier): Promise<void> {
  const { replay, differences, objects } = audit;
  const table = await objects.json(frontier.hosts, HostTable, 'frontier-missing');
  const names = table?.names ?? [];
  const found = new Set<string>();
  for await (const bytes of segmentRecords(audit, frontier.digests)) {
    const { digest, key, level, rank, host, notModified } = decodeDigest(bytes);
    if (found.has(digest)) continue; // a newer record counts
    found.add(digest);
    const holder = replay.holders.get(digest);
    const record = { key, level, rank, host: names[host] ?? host, notModified };
    if (holder === undefined) {
      differences.add('digest-unproven', `digest ${digest}`, { expected: 'the digest of a page', found: record });
      continue;
    }
    const expected = {
      key: holder.key,
      level: holder.level,
      rank: holder.rank,
      host: hostOf(holder.url),
      notModified: holder.settled?.outcome.type === 'notModified',
    };
    if (!sameJson(expected, record)) differences.add('digest-record', `digest ${digest}`, { expected, found: record });
  }
  for (const [digest, { key }] of replay.holders) {
    if (!found.has(digest))
      differences.add('digest-missing', `digest ${digest}`, { expected: key, found: 'no record' });
  }
  if (table !== null) checkHosts(audit, frontier.hosts, table);
}

function checkHosts({ replay, differences }: Audit, where: string, table: HostTable): void {
  const left = new Map(replay.hostPages);
  for (const [place, name] of table.names.entries()) {
    const what = { expected: left.get(name) ?? 0, found: table.pages[place] ?? 0 };
    left.delete(name);
    differences.compare('host-pages', `${where} host ${name}`, what);
    const sitemaps = { expected: replay.hostSitemaps.get(name) ?? 0, found: table.sitemaps[place] ?? 0 };
    differences.compare('host-pages', `${where} host ${name} sitemaps`, sitemaps);
  }
  for (const [name, expected] of left) {
    if (expected !== 0) differences.add('host-pages', `${where} host ${name}`, { expected, found: 'no host' });
  }
}
