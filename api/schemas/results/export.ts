import { z } from '@hono/zod-openapi';
import { FIT_QUERY } from '#api/schemas/fit-query.ts';
import { LEAST_THRESHOLD, USUAL_THRESHOLD } from '#core/content/near/threshold.ts';
import { LEAST_CHUNK_TOKENS, MOST_CHUNK_TOKENS, USUAL_CHUNK_TOKENS } from '#core/export/text-chunks.ts';
import { EXPORT_FORMATS, FORMAT_NAMES } from '#engine/export/formats.ts';

const about = FORMAT_NAMES.map((name) => `\`${name}\`: ${EXPORT_FORMATS[name].about}`).join(' ');

export const ExportFormat = z.enum(FORMAT_NAMES).openapi('ExportFormat', { description: about });

/** Query parameters of an export. */
export const ExportQuery = z.strictObject({
  as: z.enum(['file', 'zip']).optional().openapi({
    description:
      "`zip`: the format's folder as a ZIP file (warc, markdown, mirror). By default the format's file; a ZIP for `mirror`, which has none.",
  }),
  by: z.enum(['page', 'target']).optional().openapi({
    description:
      'What has an object in the format `links`: each link, or each target with each page that links to it. By default `page`.',
  }),
  changedSince: z.string().max(64).optional().openapi({
    description:
      'An earlier execution, or a time of RFC 3339, which is the newest execution of the same name from before it: only pages that are new or changed since, in jsonl, csv, parquet and markdown.',
    example: '2026-11-24T08:00:00Z',
  }),
  explicitPorts: z.enum(['true', 'false']).optional().openapi({
    description: 'Whether URLs of the format `crawl-table` have their port spelled out. By default false.',
  }),
  columns: z.string().max(8_192).optional().openapi({
    description:
      'Names of columns of `jsonl`, `csv` and `parquet`, with commas between; also `text`, `markdown`, `wordCount`, `description`, `language`, `canonical`, `published`, `modified`, `inLinks`, `depth`, `pageRank`, `visits`, `weight`.',
  }),
  ...FIT_QUERY,
  chunkTokens: z.coerce
    .number()
    .int()
    .min(LEAST_CHUNK_TOKENS)
    .max(MOST_CHUNK_TOKENS)
    .optional()
    .openapi({
      description: `The most tokens of a chunk in the format \`chunks\`; a token is estimated as four characters. By default ${USUAL_CHUNK_TOKENS}.`,
    }),
  nearDuplicates: z.enum(['keep', 'skip']).optional().openapi({
    description:
      '`skip` leaves out pages with nearly the same text as an earlier one, from jsonl, csv, parquet, markdown, chunks, llms and llms-full. By default `keep`.',
  }),
  threshold: z.coerce
    .number()
    .min(LEAST_THRESHOLD)
    .max(1)
    .optional()
    .openapi({
      description: `Share of runs of five words that two pages must have in common, for \`near-duplicates\` and with \`nearDuplicates=skip\`. By default ${USUAL_THRESHOLD}.`,
    }),
});

/** A format, and the address of its file. */
export const ExportItem = z
  .object({
    format: ExportFormat,
    title: z.string().openapi({ example: 'Text (Markdown)' }),
    about: z.string().openapi({ description: 'One sentence.' }),
    fileName: z.string().openapi({ example: 'x1-markdown.md' }),
    mediaType: z.string(),
    url: z.string().openapi({ description: 'Relative to the API, with its credentials.' }),
    zipUrl: z
      .string()
      .nullable()
      .openapi({ description: 'Address of its folder as a ZIP; null: the format has no folder.' }),
  })
  .openapi('ExportItem');

export const ExportList = z.object({ items: z.array(ExportItem) }).openapi('ExportList');
