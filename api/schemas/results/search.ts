import { z } from '@hono/zod-openapi';
import { SEARCH_KINDS } from '#core/search/search-document.ts';
import { MOST_OFFSET, MOST_RESULTS } from '#core/search/search-index.ts';
import { MOST_QUERY } from '#core/search/search-query.ts';

const USUAL_RESULTS = 10;

export const SearchParameters = z.strictObject({
  q: z.string().min(1).max(MOST_QUERY).openapi({
    description: 'Words, "phrases", -not, site:, title:, type:, lang:, changed:<7d.',
    example: '"rate limit" site:docs.example.org',
  }),
  limit: z.coerce.number().int().min(1).max(MOST_RESULTS).default(USUAL_RESULTS).openapi({
    description: 'Most results of the answer.',
  }),
  offset: z.coerce.number().int().min(0).max(MOST_OFFSET).default(0).openapi({
    description: 'Results to leave out at the beginning.',
  }),
  nearDuplicates: z.enum(['keep', 'skip']).optional().openapi({
    description:
      '`skip` leaves out results with nearly the same text as a better one, among the best thousand. By default `keep`.',
  }),
});

const count = z.int().nonnegative();
const Kind = z.enum(SEARCH_KINDS);
const facetOf = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, pages: count }));

const FoundPage = z
  .object({
    key: z.string().openapi({ description: 'Names the archived page: `GET …/pages/{key}`.' }),
    execution: z.string().openapi({
      description: 'The execution that stores the page. In a collection it is the one that last requested the page.',
    }),
    url: z.string(),
    title: z.string(),
    kind: Kind.openapi({ description: 'How its text was read.' }),
    language: z.string().nullable().openapi({ description: 'As the page says; null: it does not.' }),
    bytes: count.nullable(),
    fetchedAt: z.iso.datetime().nullable(),
    inlinks: count.openapi({
      description: 'Pages that link to it; of a collection the most that one of its executions counted.',
    }),
    changes: z
      .object({
        visits: count.openapi({ description: 'How often the executions of the collection requested it.' }),
        changed: count.openapi({ description: 'At how many of them it had changed since the previous one.' }),
        changedAt: z.iso.datetime().openapi({ description: 'When it was found changed last; at first when found.' }),
      })
      .nullable()
      .openapi({ description: 'Null: the execution is not of a collection.' }),
    links: z.object({
      page: z.string().openapi({ description: 'Path of the archived page.' }),
      history: z.string().openapi({ description: 'Path of all versions of the page.' }),
    }),
    snippet: z.object({
      text: z.string().openapi({ description: 'Plain text of a stranger’s page; never markup of ours.' }),
      marks: z
        .array(z.object({ start: count, end: count }))
        .openapi({ description: 'Places of the words in `text`, in UTF-16 units, end excluded.' }),
    }),
    score: z
      .number()
      .openapi({ description: 'Relevance; compares within one answer. 0: the query has no word to look for.' }),
  })
  .openapi('FoundPage');

export const SearchAnswerSchema = z
  .object({
    match: z.enum(['all', 'any']).openapi({
      description: '`any`: fewer than ten pages have every word, so one word is enough.',
    }),
    total: count.openapi({ description: 'Pages that were found.' }),
    indexed: count.openapi({ description: 'Pages of the index; of a collection also those that the execution kept.' }),
    complete: z.boolean().openapi({
      description: 'False: the execution has more pages than an index takes, or the executions before it are gone.',
    }),
    leftOut: count.optional().openapi({
      description: 'With `nearDuplicates=skip`: near copies that were left out up to the last result.',
    }),
    results: z.array(FoundPage).openapi({ description: 'Best first.' }),
    facets: z
      .object({ host: facetOf(z.string()), type: facetOf(Kind), language: facetOf(z.string()) })
      .openapi({ description: 'Found pages by value, most frequent first, at most 20 each.' }),
  })
  .openapi('SearchAnswer');
