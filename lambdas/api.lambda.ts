import { fileURLToPath } from 'node:url';
import { handle, type LambdaContext, type LambdaEvent } from 'hono/aws-lambda';
import { lambdaCall, lambdaEvent } from '#adapters/aws/calls/lambda-call.ts';
import { filesIn } from '#adapters/embedded/files/folder-files.ts';
import { TextThreads } from '#adapters/threads/text-threads.ts';
import { asText } from '#api/http/gateway-text.ts';
import { pricesIn } from '#core/cost/prices.ts';
import { requestedAudit } from '#engine/audit/requested-audit.ts';
import { requestedChanges } from '#engine/diff/requested-changes.ts';
import { requestedDuplicates } from '#engine/duplicate-list/requested-duplicates.ts';
import { requestedFile } from '#engine/export-file/requested-file.ts';
import { requestedBuild } from '#engine/search/requested-builds.ts';
import { deployedApp } from './api/deployed-app.ts';
import { previewBy, sampleBy } from './api/preview-call.ts';
import { auditBy } from './builds/audit-run.ts';
import { compareBy } from './builds/comparison-ticket.ts';
import { duplicatesBy } from './builds/duplicates-run.ts';
import { exportBy } from './builds/export-run.ts';
import { indexBy } from './builds/index-run.ts';
import { fetchedSearch } from './fetched-search.ts';
import { firstRunEvent } from './run/first-run-event.ts';
import { TEXT_THREAD } from './run/text-thread.ts';
import { SETTINGS } from './settings/settings.env.ts';
import { openWiring } from './wiring.ts';

const { environment, telemetry, open, place } = openWiring({ firstRuns: firstRunEvent });
/** Time limit of a preview call. A preview takes 20 seconds at most; API Gateway waits for 29. */
const PREVIEW_MS = 27_000;
/** Time limit for handing over an event, which Lambda accepts at once. */
const HAND_OVER_MS = 10_000;

/**
 * Threads for the PDF of one request. Two compared PDFs, with the starts of their threads, take
 * less than 29 seconds; the memory is that of a function of 1,024 MB.
 */
const ONE_PDF = { entry: TEXT_THREAD, threads: 1, pageMs: 8_000, heapMb: 128, outsideMb: 128 };

const ports = open();
const callPreview = lambdaCall({ ...place, name: environment[SETTINGS.preview], timeoutMs: PREVIEW_MS });
const handOver = lambdaEvent({ ...place, name: environment[SETTINGS.index], timeoutMs: HAND_OVER_MS });
const requested = { ...ports, mostBytes: ports.downloads.mostAnswerBytes };
const app = deployedApp({
  environment,
  telemetry,
  ports: {
    ...ports,
    exports: null,
    texts: () => new TextThreads(ONE_PDF),
    search: {
      index: fetchedSearch(ports.archive, 'api'),
      build: requestedBuild({ ...ports, start: indexBy(handOver) }),
    },
    changes: requestedChanges({ ...requested, start: compareBy(handOver) }),
    file: requestedFile({ ...ports, start: exportBy(handOver) }),
    issues: requestedAudit({ ...requested, start: auditBy(handOver) }),
    duplicates: requestedDuplicates({ ...requested, start: duplicatesBy(handOver) }),
    mail: environment[SETTINGS.notifications].email,
    plugins: environment[SETTINGS.plugins],
    topics: Object.keys(environment[SETTINGS.notifications].topics),
    prices: pricesIn(environment.AWS_REGION, environment[SETTINGS.prices]),
    preview: previewBy(callPreview),
    sample: sampleBy(callPreview),
  },
  firstKeyHash: ports.firstKeyHash,
  console: filesIn(fileURLToPath(new URL('./console', import.meta.url))), // put there by infra/constructs/functions/function-bundle.ts
});
/**
 * Answers with base64 first: text in other charsets is binary to a function, and so the size of an
 * answer is known.
 */
const answer = handle(app, { isContentTypeBinary: () => true });

/** An event of a REST API of API Gateway. */
type GatewayEvent = Extract<LambdaEvent, { readonly resource: string }>;

/** Request of API Gateway → answer of the app, which identifies the caller. */
export const handler = async (event: GatewayEvent, context?: LambdaContext) => {
  if (context !== undefined) telemetry.begin(context.awsRequestId);
  const result = asText(await answer(event, context));
  const { httpMethod: method, path } = event;
  telemetry.line('request', { method, path, status: result.statusCode });
  return result;
};
