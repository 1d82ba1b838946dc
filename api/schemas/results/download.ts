import { z } from '@hono/zod-openapi';
import { DOWNLOAD_FORMATS } from '#engine/pages/list-downloads.ts';

export const DownloadFormat = z.enum(DOWNLOAD_FORMATS).openapi('DownloadFormat', {
  description: 'WARC files; records of the selection policy, and links, as JSON lines. All are gzip.',
});

const link = {
  url: z
    .string()
    .openapi({ description: 'Relative to the API, with its credentials; or absolute, without, until `expiresAt`.' }),
  expiresAt: z.iso.datetime().nullable(),
};

/** One file of an execution. */
export const Download = z
  .object({
    format: DownloadFormat,
    name: z.string().openapi({ description: 'Name of the file.', example: '000001~000000~k3v9-000000.warc.gz' }),
    bytes: z.int().nonnegative(),
    sha256: z.string(),
    ...link,
  })
  .openapi('Download');
export type Download = z.infer<typeof Download>;

/**
 * Link to the bytes, for clients that cannot follow a redirect to it, such as a page under a
 * Content Security Policy.
 */
export const DownloadLink = z.object({ url: link.url, expiresAt: z.iso.datetime() }).openapi('DownloadLink');
export type DownloadLink = z.infer<typeof DownloadLink>;

/** A page of the list of files, and links to one file per format. */
export const DownloadPage = z
  .object({
    items: z.array(Download),
    next: z.string().nullable(),
    whole: z
      .array(z.object({ format: DownloadFormat, url: z.string() }))
      .openapi({ description: 'One file a format; empty for executions of more than 100 MB.' }),
  })
  .openapi('DownloadPage');
