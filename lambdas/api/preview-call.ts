import * as z from 'zod';
import { codeOf, type ErrorCode, SurfError } from '#core/error.ts';
import { SiteSample } from '#core/estimate/site-sample.ts';
import { RunSettings } from '#core/execution/execution.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import type { SampleRequest } from '#engine/estimate/sample-request.ts';
import type { Preview, PreviewRequest } from '#engine/preview/preview.ts';

/**
 * Event from the API's function to the one that fetches. It is self-contained, because that
 * function reads nothing of the deployment.
 */
export const PreviewTicket = z.object({
  url: z.string().transform((text, context) => {
    const url = parseCrawlUrl(text);
    if (url !== null) return url;
    context.addIssue({ code: 'custom', message: 'is not an http(s) URL' });
    return z.NEVER;
  }),
  workflow: Workflow,
  settings: RunSettings,
  blocklist: z.array(z.string()).max(1_000),
});

/** The event for a sample of the sites of a workflow. */
export const SampleTicket = PreviewTicket.omit({ url: true }).extend({ task: z.literal('sample') });

/** An error that keeps its code between functions. */
interface FailedCall {
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly remedy: string | null };
}

/** Answer of the function that fetches. */
export type PreviewAnswer = { readonly preview: Preview } | FailedCall;
export type SampleAnswer = { readonly sample: SiteSample } | FailedCall;

/** Tasks of the function. */
export interface PreviewWork {
  readonly preview: (request: PreviewRequest) => Promise<Preview>;
  readonly sample: (request: SampleRequest) => Promise<SiteSample>;
}

/** Largest answer: a function returns 6 MB at most, and the API 4. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Runs a preview or a sample for the API's function. */
export async function answerPreview(event: unknown, work: PreviewWork): Promise<PreviewAnswer | SampleAnswer> {
  try {
    if (isSample(event)) return { sample: await work.sample(SampleTicket.parse(event)) };
    const preview = await work.preview(PreviewTicket.parse(event));
    if (Buffer.byteLength(JSON.stringify(preview)) <= MOST_BYTES) return { preview };
    throw new SurfError('ANSWER_TOO_LARGE', 'the links and extracted fields of the page exceed 4 MB', {
      remedy: 'select fewer fields, or crawl the page instead',
    });
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    const { message, remedy = null } = error as SurfError;
    return { error: { code, message, remedy } };
  }
}

const isSample = (event: unknown): boolean =>
  typeof event === 'object' && event !== null && 'task' in event && event.task === 'sample';

/** Sends an event to the function and returns its answer. */
type Call = (event: unknown) => Promise<unknown>;

/** Lets another function run the preview. */
export const previewBy =
  (call: Call) =>
  async ({ url, workflow, settings, blocklist = [] }: PreviewRequest): Promise<Preview> => {
    const answer = (await call({ url, workflow, settings, blocklist })) as PreviewAnswer;
    if ('preview' in answer) return answer.preview;
    throw errorOf(answer);
  };

/** Lets another function take the sample. Checks its answer, because it has met the hostile web. */
export const sampleBy =
  (call: Call) =>
  async ({ workflow, settings, blocklist = [] }: SampleRequest): Promise<SiteSample> => {
    const answer = (await call({ task: 'sample', workflow, settings, blocklist })) as SampleAnswer;
    if ('sample' in answer) return SiteSample.parse(answer.sample);
    throw errorOf(answer);
  };

function errorOf({ error: { code, message, remedy } }: FailedCall): SurfError {
  return new SurfError(code, message, { ...(remedy !== null && { remedy }) });
}
