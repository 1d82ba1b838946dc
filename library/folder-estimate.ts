import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SystemClock } from '#adapters/embedded/system-clock.ts';
import { openEmbedded } from '#compose/compose-local.ts';
import { localEstimate } from '#compose/local-estimate.ts';
import type { Estimate } from '#core/estimate/estimate.ts';
import { crawlRequest } from '#core/run/crawl-request.ts';
import type { Fields } from '#core/run/record-type.ts';
import { checkFirstWorkflow } from '#core/workflow/parsing/checked-workflow.ts';
import type { EstimateOptions } from '#library/call-options.ts';
import { type DataOptions, DEFAULT_DATA } from '#library/data-options.ts';

/** `estimate` of the library. It counts what the data folder knows of hosts, where there is one. */
export async function folderEstimate<const Select extends Fields = Fields>(
  seeds: string | URL | readonly (string | URL)[],
  options: EstimateOptions<Select> & Pick<DataOptions, 'data'> = {},
): Promise<Estimate> {
  const { data = DEFAULT_DATA, ...given } = options;
  const { document, settings } = crawlRequest(seeds, given);
  const request = { workflow: await checkFirstWorkflow(document), settings, clock: new SystemClock() };
  if (!existsSync(join(data, 'surf.db'))) return await localEstimate({ ...request, accounts: null });
  const surf = openEmbedded({ data });
  try {
    return await localEstimate({ ...request, accounts: surf.accounts });
  } finally {
    await surf.close();
  }
}
