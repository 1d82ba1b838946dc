import { BarrenGroups } from '#core/frontier/barren/barren-group.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';

/** The table of groups has those that the log adds up to. */
export async function checkBarren({ replay, objects, differences }: Audit, { barren }: Frontier): Promise<void> {
  if (replay.barren === null) return;
  const table = typeof barren === 'string' ? await objects.json(barren, BarrenGroups, 'barren-record') : null;
  const found = new Map((table?.groups ?? []).map((group) => [group.group, group]));
  for (const { name, sketched, pages, barren: row } of replay.barren.groups.values()) {
    const record = found.get(name);
    const expected = JSON.stringify({ sketched, pages, barren: row });
    const has = record && JSON.stringify({ sketched: record.sketched, pages: record.pages, barren: record.barren });
    differences.compare('barren-record', `group ${name}`, { expected, found: has ?? 'no record' });
  }
  for (const { group, pages } of found.values()) {
    if (pages === 0 || replay.barren.groups.has(group)) continue;
    differences.add('barren-record', `group ${group}`, { expected: 'no record', found: pages });
  }
}
