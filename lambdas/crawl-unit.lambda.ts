import { lambdaPlugin } from '#adapters/aws/calls/lambda-plugin.ts';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
import { UnitTicket } from '#core/archive/plan.ts';
import { fetchers } from './fetchers.ts';
import { crawlTicket, type UnitAnswer } from './run/crawl-ticket.ts';
import { SETTINGS } from './settings/settings.env.ts';
import { invocation } from './telemetry/invocation.ts';
import { type LambdaCall, openWiring } from './wiring.ts';

const { environment, telemetry, open, place } = openWiring();
const fetcher = fetchers(environment.AWS_LAMBDA_FUNCTION_MEMORY_SIZE);
/**
 * Its module is bundled beside this one (infra/constructs/functions/function-bundle.ts). The thread
 * starts with the first page that needs extraction.
 */
const extraction = new ThreadExtraction({ entry: new URL('./extraction-thread.js', import.meta.url) });

/** The deployer's plug-in functions, in order. */
const plugins = environment[SETTINGS.plugins].flatMap(({ functionArn, ...terms }) => {
  const { endpoint } = place;
  if (functionArn === undefined) return [];
  return [lambdaPlugin({ ...terms, functionArn, jitter: Math.random, ...(endpoint !== undefined && { endpoint }) })];
});

/**
 * Item of the map, or call of `crawl-small` → chunks in the archive. Its answer decides nothing:
 * the result of a unit is what it wrote.
 */
export const handler = (event: unknown, call: LambdaCall): Promise<UnitAnswer> =>
  invocation(telemetry, event, async () => {
    const remainingMs = call.getRemainingTimeInMillis();
    const { metered, ...opened } = open(call.awsRequestId);
    const extractor = extraction.extractor.bind(extraction);
    const ports = { ...opened, fetcher, decodeBody, extractor, plugins: plugins.map(metered) };
    return await crawlTicket({ ports, telemetry, remainingMs }, UnitTicket.parse(event));
  });
