import * as z from 'zod';

/** Failures that may be tried again. */
export const RETRY_CLASSES = [
  'dns',
  'connect',
  'proxy',
  'tls',
  'timeout',
  'reset',
  'truncated',
  'protocol',
  'http-5xx',
  'http-429',
  'http-408',
] as const;
export const Retry = z.strictObject({
  attempts: z.int().min(1).max(20).default(3).describe('Tries in all; 1 = Surf never repeats a request.'),
  on: z
    .array(z.enum(RETRY_CLASSES))
    .default(['dns', 'connect', 'proxy', 'timeout', 'reset', 'truncated', 'http-5xx', 'http-429', 'http-408'])
    .describe('Failures after which a URL is tried again.'),
  backoffSeconds: z.number().min(0).max(86_400).default(2).describe('Seconds before the second try; 0 = no wait.'),
  factor: z.number().min(1).max(100).default(2).describe('Each wait is this many times the previous one.'),
});
export type Retry = z.infer<typeof Retry>;
