import { z } from '@hono/zod-openapi';
import type { ArchivedFacts } from '#core/facts/archived-facts.ts';

const Counted = z.object({
  count: z.int().nonnegative(),
  first: z.array(z.string()).openapi({ description: 'The first five.' }),
});

const Item = z.object({
  type: z.array(z.string()),
  id: z.string().optional(),
  properties: z.record(z.string(), z.array(z.unknown())),
});

/** What one archived page says about itself, and facts of its response. */
export const PageFactsSchema = z
  .object({
    url: z.string(),
    status: z.int().nullable(),
    fetchedAt: z.iso.datetime().nullable(),
    title: z.string().nullable(),
    description: z.string().nullable(),
    headings: Counted.openapi({ description: 'The h1 elements.' }),
    language: z.string().nullable(),
    canonicals: z.array(z.string()).openapi({ description: 'Each rel=canonical in the head, absolute.' }),
    movesTo: z.string().nullable().openapi({ description: 'Target of a refresh without delay, absolute.' }),
    alternates: z.array(z.object({ language: z.string(), href: z.string() })),
    robots: z.array(z.string()).openapi({ description: 'Contents of meta elements `robots`.' }),
    noindex: z.boolean().openapi({ description: 'The page, or a header of its answer, says so.' }),
    openGraph: z.record(z.string(), z.string()),
    publishedAt: z.string().nullable().openapi({ description: 'As the page has it.' }),
    modifiedAt: z.string().nullable(),
    words: z.int().nonnegative().openapi({ description: 'Without navigation, header, footer and aside.' }),
    images: z.int().nonnegative(),
    imagesWithoutAlt: Counted,
    insecure: Counted.openapi({ description: 'Files and forms with an http: address.' }),
    items: z.array(Item).openapi({ description: 'JSON-LD, microdata and RDFa in one shape, at most 100.' }),
    isCut: z.boolean().openapi({ description: 'The page is too long or too deep: these are facts of its beginning.' }),
    answerMs: z.int().nullable().openapi({ description: 'From the start of the request to the end of the answer.' }),
    links: z
      .object({ internal: z.int().nonnegative(), external: z.int().nonnegative() })
      .openapi({ description: 'Links to the host and port of the page, and to others.' }),
    textDigest: z.string().nullable().openapi({
      description:
        'Digest of the main text: equal where only the frame of a page differs. Null: above 1 Mi characters.',
    }),
  })
  .openapi('PageFacts');

/** Copies the facts: the schema of the route declares a mutable object. */
export const factsJson = (facts: ArchivedFacts): z.infer<typeof PageFactsSchema> =>
  structuredClone(facts) as z.infer<typeof PageFactsSchema>;
