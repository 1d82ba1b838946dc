import * as z from 'zod';
import { codeOf, type ErrorCode, SurfError } from '#core/error.ts';
import { RunSettings } from '#core/execution/execution.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import type { Preview, PreviewRequest } from '#engine/preview/preview.ts';

/**
 * What the API's function hands to the one that fetches: everything that it needs, as it reads
 * nothing of the deployment.
 */
export const PreviewTicket = z.object({
  url: z.string().transform((text, context) => {
    const url = parseCrawlUrl(text);
    if (url !== null) return url;
    context.addIssue({ code: 'custom', message: 'is no http(s) URL' });
    return z.NEVER;
  }),
  workflow: Workflow,
  settings: RunSettings,
  blocklist: z.array(z.string()).max(1_000),
});

/** What comes back: an error keeps its code on the way. */
export type PreviewAnswer =
  | { readonly preview: Preview }
  | { readonly error: { readonly code: ErrorCode; readonly message: string; readonly remedy: string | null } };

/** A function returns 6 MB at most, and the API answers 4. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Runs a preview for the other function. */
export async function answerPreview(
  event: unknown,
  run: (request: PreviewRequest) => Promise<Preview>,
): Promise<PreviewAnswer> {
  try {
    const preview = await run(PreviewTicket.parse(event));
    if (Buffer.byteLength(JSON.stringify(preview)) <= MOST_BYTES) return { preview };
    throw new SurfError('ANSWER_TOO_LARGE', 'what the page has in links and extracted fields is more than 4 MB', {
      remedy: 'take fewer fields, or crawl the page instead',
    });
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    const { message, remedy = null } = error as SurfError;
    return { error: { code, message, remedy } };
  }
}

/**
 * Has the preview run by another function.
 * @param call hands over an event, and returns what the function did
 */
export const previewBy =
  (call: (event: unknown) => Promise<unknown>) =>
  async ({ url, workflow, settings, blocklist = [] }: PreviewRequest): Promise<Preview> => {
    const answer = (await call({ url, workflow, settings, blocklist })) as PreviewAnswer;
    if ('preview' in answer) return answer.preview;
    const { code, message, remedy } = answer.error;
    throw new SurfError(code, message, { ...(remedy !== null && { remedy }) });
  };
