import * as z from 'zod';
import { HeaderValue } from '#core/secrets/header-value.ts';
import { ProxyValue } from '#core/secrets/proxy-value.ts';
import type { Seed } from '#core/url/seed/seed.ts';

/** Settings for fetching pages. */
export const Fetch = z.strictObject({
  headFirst: z
    .boolean()
    .default(false)
    .describe(
      'Does Surf request each URL by HEAD first, and by GET only when it is a page? Redirects and errors come from the HEAD.',
    ),
  timeoutSeconds: z
    .number()
    .min(0.1)
    .max(600)
    .default(30)
    .describe('Seconds for connecting, for the headers, and between two parts of the body.'),
  tuneTimeout: z
    .boolean()
    .default(false)
    .describe(
      'Does the first try of a URL wait for its answer no longer than ten times what its host usually takes (at least 5 s)? Later tries have `timeoutSeconds`.',
    ),
  largePages: z
    .enum(['skip', 'cut'])
    .default('skip')
    .describe(
      'A page over `limits.pageBytes`: is it skipped(too-large), or are its first `pageBytes` the page? Such a page has the mark `cut`.',
    ),
  redirects: z
    .int()
    .min(0)
    .max(20)
    .default(10)
    .describe('Redirects in a chain; a longer one is skipped(too-many-redirects).'),
  http2: z
    .boolean()
    .default(false)
    .describe(
      'Does Surf use HTTP/2 with https servers that offer it? The archive keeps such responses in the form of HTTP/1.1.',
    ),
  cookies: z
    .boolean()
    .default(false)
    .describe(
      'Does a worker send a host the cookies that it sets? For as long as it works on this host in one step of the crawl; the next one begins without any. A page that redirects to itself until its cookie comes back needs this.',
    ),
  proxy: z
    .union([...ProxyValue.options, z.null()])
    .default(null)
    .describe(
      'An HTTP proxy, http://host:port or https://host:port, through which every request of the crawl goes; {secretRef: NAME} for one with a password, whose whole URL is the secret. See “Proxy”.',
    ),
  headers: z
    .record(z.string().min(1).max(100), HeaderValue)
    .default({})
    .describe(
      "Headers that Surf adds to each request: name and text, or {secretRef: NAME} for a secret, whose value is not part of the workflow and goes to the seeds' origins (scheme, host, port) only, see “Secrets”. Headers that frame or identify a request are not allowed.",
    ),
  acceptTypes: z
    .array(z.string().min(1).max(100))
    .max(100)
    .default(['text/*', 'application/xhtml+xml', 'application/xml', 'application/json', '*+xml', '*+json'])
    .describe(
      'Media types that are pages, without parameters; `text/*` and `*+xml` are wildcards. Others are skipped(content-type).',
    ),
});
export type Fetch = z.infer<typeof Fetch>;

/** The fields of a workflow that shape its requests. */
export interface RequestRules {
  readonly seeds: readonly Seed[];
  readonly fetch: Pick<Fetch, 'headers' | 'acceptTypes'>;
  readonly politeness: { readonly userAgent: string };
}
