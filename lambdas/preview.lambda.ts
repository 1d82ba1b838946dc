import { SystemClock } from '#adapters/embedded/system-clock.ts';
import { createUndiciFetcher } from '#adapters/http/undici-fetcher.ts';
import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
import type { RunSettings } from '#core/execution/execution.ts';
import type { ProxyAddress } from '#core/secrets/proxy-address.ts';
import { sampleSite } from '#engine/estimate/sample-site.ts';
import { preview } from '#engine/preview/preview.ts';
import { answerPreview, type PreviewAnswer, type PreviewWork, type SampleAnswer } from './api/preview-call.ts';
import { bodyBudgetBytes } from './body-budget.ts';
import { parseEnvironment } from './settings/settings.ts';
import { powertoolsTelemetry } from './telemetry/telemetry.ts';
import type { LambdaCall } from './wiring.ts';

const environment = parseEnvironment(process.env); // fails at once when the stack is broken
const budget = bodyBudgetBytes(environment.AWS_LAMBDA_FUNCTION_MEMORY_SIZE);
const telemetry = powertoolsTelemetry();
/** Its module is bundled beside this one (infra/constructs/functions/function-bundle.ts). */
const extraction = new ThreadExtraction({ entry: new URL('./extraction-thread.js', import.meta.url) });
const ports = {
  /** Closed after each preview. */
  fetcher: (settings: RunSettings, proxy: ProxyAddress | null) =>
    createUndiciFetcher({ ...settings, bodyBudgetBytes: budget }, proxy),
  extractor: extraction.extractor.bind(extraction),
  clock: new SystemClock(),
};

const work: PreviewWork = {
  preview: (request) => preview(ports, request),
  sample: (request) => sampleSite(ports, request),
};

/**
 * One URL → its preview; a workflow → a sample of its sites. It meets the hostile web, and has no
 * access to the deployment (design.md §9).
 */
export const handler = async (event: unknown, call: LambdaCall): Promise<PreviewAnswer | SampleAnswer> => {
  telemetry.begin(call.awsRequestId);
  const answer = await answerPreview(event, work);
  telemetry.line('preview', { outcome: outcomeOf(answer) });
  return answer;
};

function outcomeOf(answer: PreviewAnswer | SampleAnswer): string {
  if ('error' in answer) return answer.error.code;
  return 'preview' in answer ? answer.preview.outcome.type : `sample of ${answer.sample.pages.length} pages`;
}
