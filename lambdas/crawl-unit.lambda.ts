import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
import { UnitTicket } from '#core/archive/plan.ts';
import { fetchers } from './fetchers.ts';
import { crawlTicket, type UnitAnswer } from './run/crawl-ticket.ts';
import { type LambdaCall, openWiring } from './wiring.ts';

const { environment, telemetry, open } = openWiring();
const fetcher = fetchers(environment.AWS_LAMBDA_FUNCTION_MEMORY_SIZE);
/**
 * Its module is bundled beside this one (infra/constructs/functions/function-bundle.ts); the thread
 * starts with the first page that is extracted from.
 */
const extraction = new ThreadExtraction({ entry: new URL('./extraction-thread.js', import.meta.url) });

/**
 * Item of the map, or call of `crawl-small` → chunks in the archive. Returns nothing that decides:
 * a unit's result is what it wrote.
 */
export const handler = async (event: unknown, call: LambdaCall): Promise<UnitAnswer> => {
  try {
    const remainingMs = call.getRemainingTimeInMillis();
    const ports = { ...open(call.awsRequestId), fetcher, decodeBody, extractor: extraction.extractor.bind(extraction) };
    return await crawlTicket({ ports, telemetry, remainingMs }, UnitTicket.parse(event));
  } finally {
    telemetry.flush();
  }
};
