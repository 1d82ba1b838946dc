import { z } from '@hono/zod-openapi';
import { MOST_EXAMPLES, MOST_TOPICS } from '#core/topics/page-topics.ts';

export const TopicsParameters = z.strictObject({
  topics: z.coerce.number().int().min(1).max(MOST_TOPICS).optional().openapi({
    description: 'Topics, at most. Default: the root of half the number of pages, at most 20.',
  }),
  examples: z.coerce.number().int().min(0).max(MOST_EXAMPLES).default(3).openapi({
    description: 'Example pages of each topic.',
  }),
});

const count = z.int().nonnegative();

const TopicSchema = z
  .object({
    words: z.array(z.string()).openapi({ description: 'What names it, the heaviest first; at most six.' }),
    pages: count,
    likeness: z.number().openapi({ description: 'How alike its pages are: mean cosine of page and topic, 0 to 1.' }),
    examples: z
      .array(
        z.object({
          key: z.string().openapi({ description: 'Names the archived page: `GET …/pages/{key}`.' }),
          execution: z.string().openapi({
            description:
              'The execution that stores the page. In a collection it is the one that last requested the page.',
          }),
          url: z.string(),
          title: z.string(),
          keywords: z
            .array(z.string())
            .openapi({ description: 'Keywords of the page (TF-IDF), the heaviest first; at most six.' }),
        }),
      )
      .openapi({ description: 'The most typical first.' }),
  })
  .openapi('Topic');

export const TopicsAnswerSchema = z
  .object({
    indexed: count.openapi({ description: 'Pages of the index.' }),
    read: count.openapi({ description: 'Pages that the topics are made from: 5,000 at most.' }),
    complete: z.boolean().openapi({ description: 'False: the execution has more pages than an index takes.' }),
    topics: z.array(TopicSchema).openapi({ description: 'Largest first.' }),
    without: count.openapi({ description: 'Pages that were read and whose keywords no topic has.' }),
  })
  .openapi('TopicsAnswer');
