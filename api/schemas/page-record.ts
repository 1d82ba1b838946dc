import { z } from '@hono/zod-openapi';
import { described } from '#api/schemas/described.ts';
import { FactFields } from '#core/archive/chunk/chunk-lines.ts';
import { RecordError } from '#core/selection/records/record-lines.ts';
import { UrlKey } from '#core/url/url-key.ts';
import type { PageRecord as Page } from '#engine/page-chunks/page-record.ts';

const count = z.int().nonnegative();

/** One page of an execution, with the values that the selection policy extracted. */
export const PageRecord = z
  .object({
    key: described(UrlKey, { description: 'Names its archived answer: /v1/executions/{id}/pages/{key}.' }),
    provisional: z.boolean().openapi({
      description: 'True until the outcome is settled: the page can still turn out to be a duplicate.',
    }),
    url: z.string(),
    status: z.int().nullable(),
    title: z.string().nullable().openapi({ description: 'At most 512 characters.' }),
    contentType: z.string().nullable(),
    bytes: z.number().nullable().openapi({ description: 'Size of the decoded body.' }),
    level: count,
    rank: count.openapi({ description: 'Place in its level, from 1.' }),
    via: z.string().nullable().openapi({ description: 'Page or sitemap that it was found on first; null for seeds.' }),
    movedFrom: z.string().nullable().openapi({ description: 'The address that has moved here for good (301, 308).' }),
    fetchedAt: z.iso.datetime().nullable(),
    digest: z.string().nullable().openapi({ description: 'SHA-256 of the decoded body, hex.' }),
    textDigest: z.string().optional().openapi({
      description: 'Digest of the main text; only of HTML pages of collections that compare texts.',
    }),
    noindex: z.boolean(),
    facts: described(FactFields, {
      description: 'What an HTML page says of itself; only with output.facts.',
    }).optional(),
    etag: z.string().nullable(),
    lastModified: z.string().nullable(),
    titleCut: z.boolean().openapi({ description: 'Is the page’s own title longer?' }),
    cut: z.boolean().openapi({ description: 'Are its bytes the first ones of a larger page?' }),
    warc: z
      .object({ file: z.string(), offset: count, length: count })
      .nullable()
      .openapi({ description: 'Where its response record lies.' }),
    record: z
      .record(z.string(), z.unknown())
      .nullable()
      .optional()
      .openapi({ description: 'Values by field; null when no rule applied. Absent without a selection policy.' }),
    recordErrors: z.array(described(RecordError, 'RecordError')).optional(),
  })
  .openapi('PageRecord');
export type PageRecord = z.infer<typeof PageRecord>;

export const recordOf = (page: Page): PageRecord => {
  const { warc, recordErrors, record, ...rest } = page;
  return {
    ...rest,
    warc: warc === null ? null : { ...warc },
    ...(record !== undefined && { record }),
    ...(recordErrors !== undefined && { recordErrors: [...recordErrors] }),
  };
};
