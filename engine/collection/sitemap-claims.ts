import { claimsIn, MOST_DATES, type SitemapRead, sitemapsToRead } from '#core/collection/sitemap-claim.ts';
import type { BodyDecoder } from '#core/fetch/body-decoder.ts';
import { Canonicalizer } from '#core/url/canonical-url.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { ExternalSort } from '#engine/external-sort/external-sort.ts';
import { textRecord } from '#engine/external-sort/record-file.ts';
import type { Attempt } from '#engine/frontier/crawl-state.ts';
import { byLineKey } from '#engine/frontier/lines/line-key.ts';

/** Claims kept in memory; more are spilled to the archive. */
const MEMORY_BYTES = 32 * 1024 * 1024;

/** The archived sitemaps, and what it takes to read them. */
export interface ClaimSource {
  readonly sitemaps: readonly SitemapRead[];
  readonly workflow: Pick<Workflow, 'key'>;
  readonly decodeBody: BodyDecoder;
}

/**
 * The dates in the sitemaps that the base archived, sorted by the key of their page: of a hundred
 * sitemaps at most, and a million dates. Each sitemap is one read.
 * @throws SurfError OBJECT_NOT_FOUND
 */
export async function sitemapClaims(
  { archive, name }: Attempt,
  { sitemaps, workflow, decodeBody }: ClaimSource,
): Promise<ExternalSort> {
  let spills = 0;
  const newName = (): string => name(`claim-spill-${spills++}`);
  const sorter = new ExternalSort({ archive, newName, keyOf: byLineKey, memoryBytes: MEMORY_BYTES });
  const how = { decodeBody, keys: new Canonicalizer(workflow.key) };
  let dates = 0;
  for (const { archived } of sitemapsToRead(sitemaps)) {
    if (dates >= MOST_DATES) break;
    const record = await archive.range(archived.object, archived.offset, archived.length);
    for (const claim of claimsIn(record, how)) {
      dates += 1;
      const spilled = sorter.add(textRecord(JSON.stringify(claim)));
      if (spilled !== undefined) await spilled;
    }
  }
  return sorter;
}
