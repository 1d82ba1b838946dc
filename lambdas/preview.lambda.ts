import { SystemClock } from '#adapters/embedded/system-clock.ts';
import { createUndiciFetcher } from '#adapters/http/undici-fetcher.ts';
import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
import type { RunSettings } from '#core/execution/execution.ts';
import { preview } from '#engine/preview/preview.ts';
import { answerPreview, type PreviewAnswer } from './api/preview-call.ts';
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
  fetcher: (settings: RunSettings) => createUndiciFetcher({ ...settings, bodyBudgetBytes: budget }), // closed after each preview
  extractor: extraction.extractor.bind(extraction),
  clock: new SystemClock(),
};

/**
 * One URL → what a crawl would make of it. It meets the hostile web, and may reach nothing of the
 * deployment (design.md §9).
 */
export const handler = async (event: unknown, call: LambdaCall): Promise<PreviewAnswer> => {
  telemetry.begin(call.awsRequestId);
  const answer = await answerPreview(event, (request) => preview(ports, request));
  telemetry.line('preview', { outcome: 'preview' in answer ? answer.preview.outcome.type : answer.error.code });
  return answer;
};
