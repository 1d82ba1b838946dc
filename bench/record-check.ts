import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type CheckedRun, surf } from '#bench/archive-check.ts';
import type { SitePage } from '#bench/bench-site.ts';

/** A record; of its fields those that the site's maker knows. */
interface FieldsOfPage {
  readonly title: string | null;
  readonly links: readonly string[];
}

/** By the page's address. */
export type Records = ReadonlyMap<string, FieldsOfPage>;

/** Anything but zero makes the figures void. */
export interface RecordCheck {
  /**
   * Pages without a record, or with one whose title or number of links is not what the site's maker
   * noted.
   */
  readonly wrong: number;
  /** Pages whose record is not the reference's to the last character. */
  readonly different: number;
}

/** Records of a run of surf, through the commands that a user has. */
export function surfRecords(run: CheckedRun): Records {
  const lines = join(run.data, '..', 'pages.jsonl');
  if (surf(run, ['verify', 'last', '--json']) !== 0) throw new Error('surf verify does not hold');
  if (surf(run, ['export', 'last', '--format', 'jsonl', '--out', lines]) !== 0) throw new Error('no jsonl export');
  const records = recordsIn(lines);
  rmSync(lines);
  return records;
}

/** Of a file of JSON lines with `url` and `record`. @throws Error when it has a page twice */
export function recordsIn(file: string): Records {
  const records = new Map<string, FieldsOfPage>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { url, record } = JSON.parse(line) as { url: string; record: FieldsOfPage };
    if (records.has(url)) throw new Error(`${file} has two records of ${url}`);
    records.set(url, record);
  }
  return records;
}

export function checkRecords(records: Records, reference: Records, pages: readonly SitePage[]): RecordCheck {
  const wrong = pages.filter(({ url, title, links }) => {
    const record = records.get(url);
    return record?.title !== title || record.links.length !== links;
  }).length;
  const different = pages.filter(({ url }) => !isDeepStrictEqual(records.get(url), reference.get(url))).length;
  return { wrong: wrong + Math.abs(records.size - pages.length), different };
}
