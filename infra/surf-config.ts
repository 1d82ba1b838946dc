import * as z from 'zod';

const text = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\x20-\x7e]+$/, 'printable ASCII');

const bound = z.number().min(0).nullable().exactOptional();
const count = z.int().min(1).nullable().exactOptional();

/** Limits of a role; core/identity/role-limits.ts has the usual ones, and a test compares the names. */
const RoleLimits = z.strictObject({
  executionsAtOnce: count,
  executionsQueued: z.int().min(0).nullable().exactOptional(),
  pages: bound,
  depth: bound,
  parallelism: count,
  budgetUsd: bound,
  requestsPerSecond: z.number().positive().nullable().exactOptional(),
  burst: z.int().min(1).exactOptional(),
});

const limitsOf = (role: string) =>
  RoleLimits.prefault({}).describe(
    `Limits of ${role}: \`executionsAtOnce\`, \`executionsQueued\`, \`pages\`, \`depth\`, \`parallelism\`, \`budgetUsd\`, \`requestsPerSecond\`, \`burst\`. What is left out is as in [identity](identity.md); null is unlimited.`,
  );

/**
 * `surf.config.json`: everything that may differ between deployments. All fields are optional; docs/deploy.md shows them in a table made from here.
 * `-c stage=…` and `-c region=…` win over the file.
 */
export const SurfConfig = z.strictObject({
  $schema: z.string().optional().describe('Ignored.'),
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,15}$/, 'a lower-case letter, then up to 15 of a–z, 0–9 and -')
    .default('main')
    .describe('Name of the deployment; several stand side by side in one account and region.'),
  region: z
    .string()
    .regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'a region like eu-central-1')
    .nullable()
    .default(null)
    .describe('AWS region; null: the one that your AWS profile is set to.'),
  contact: text
    .regex(/^(?:https?:\/\/|mailto:|[^\s@]+@)/, 'an e-mail address or a URL')
    .nullable()
    .default(null)
    .describe('Where owners of crawled sites reach you: stands in the user agent. Synthesis warns without it.'),
  userAgent: text
    .nullable()
    .default(null)
    .describe('User agent of workflows that set none; null: `surf-crawler/0.1` and the contact.'),
  api: z
    .strictObject({
      rate: z.number().min(1).max(10_000).default(5).describe('Requests a second to the API, on average.'),
      burst: z.int().min(1).max(5_000).default(20).describe('Requests at once.'),
    })
    .prefault({}),
  logLevel: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR']).default('INFO').describe('Least severe log line that is kept.'),
  logRetentionDays: z
    .union([z.literal(1), z.literal(7), z.literal(14), z.literal(30), z.literal(90), z.literal(365)])
    .default(14)
    .describe('Days until log lines are deleted.'),
  limits: z
    .strictObject({
      standard: limitsOf('standard users'),
      premium: limitsOf('premium users'),
      administrator: limitsOf('administrators'),
    })
    .prefault({}),
  tables: z
    .strictObject({
      mode: z
        .enum(['on-demand', 'provisioned'])
        .default('on-demand')
        .describe('on-demand: pay per request; provisioned: 5 units at least, scaled up to the ceilings.'),
      writeCeiling: z
        .int()
        .min(5)
        .max(40_000)
        .nullable()
        .default(null)
        .describe('Write units a second of each table at most; null: AWS decides (provisioned: 1,000).'),
      readCeiling: z.int().min(5).max(40_000).nullable().default(null).describe('The same for reads.'),
    })
    .prefault({}),
  worker: z
    .strictObject({
      memoryMb: z
        .int()
        .min(256)
        .max(10_240)
        .nullable()
        .default(null)
        .describe('Memory of workers; null: 256 MB below 12 hosts in flight, 1,024 MB above.'),
      seconds: z
        .int()
        .min(10)
        .max(840)
        .default(840)
        .describe('The most that a unit may take, whatever a workflow says.'),
    })
    .prefault({}),
  maxWorkers: z
    .int()
    .min(1)
    .max(1_000)
    .default(100)
    .describe(
      'Workers of one execution at once, whatever a workflow says. A new account has ten Lambdas at once in all.',
    ),
  retentionDays: z
    .int()
    .min(1)
    .max(3_650)
    .nullable()
    .default(null)
    .describe('Days after which archives and task rows are deleted; null: never.'),
  alarms: z
    .strictObject({
      email: z.email().nullable().default(null).describe('Gets all alarms (after confirming by e-mail); null: nobody.'),
      usdPerDay: z
        .number()
        .min(0.01)
        .default(10)
        .describe('Metered spend of all crawls in a day that raises an alarm.'),
      waveMinutes: z.int().min(5).default(30).describe('How long a wave may be past its deadline before an alarm.'),
    })
    .prefault({}),
  crawl: z
    .strictObject({
      allowPrivateNetwork: z
        .boolean()
        .default(false)
        .describe('May everybody crawl private addresses? Lambda reaches none but its own; for tests.'),
      connectTo: z
        .array(text.max(100))
        .max(20) // they are in a function's environment, which holds 4 KB
        .default([])
        .describe('HOST:PORT:ADDRESS:PORT, as curl’s --connect-to: asks another address. For tests.'),
      map: z
        .enum(['auto', 'inline', 'distributed'])
        .default('auto')
        .describe('Which map carries a wave; auto: inline up to 40 units, distributed above.'),
    })
    .prefault({}),
  identity: z
    .strictObject({
      issuer: z
        .string()
        .regex(/^(?:https:\/\/|http:\/\/(?:127\.0\.0\.1|localhost)[:/])[^\s?#]+$/, 'an https address')
        .nullable()
        .default(null)
        .describe('OpenID Connect issuer; null: API keys only.'),
      audience: text.nullable().default(null).describe('`aud` that tokens must have; null: the client id.'),
      clientId: text.nullable().default(null).describe('Client of the console.'),
      administrators: z
        .array(text)
        .max(100)
        .default([])
        .describe('Subjects (`sub`) of users who are administrators, unless another role was given by hand.'),
    })
    .refine(({ issuer, audience, clientId }) => issuer === null || audience !== null || clientId !== null, {
      message: 'an issuer needs an audience or a clientId: tokens of its other clients would be taken',
    })
    .prefault({}),
  tags: z
    .record(z.string().min(1).max(100), z.string().max(200))
    .default({})
    .describe('Tags of all resources, besides `surf:stage`.'),
});
export type SurfConfig = z.infer<typeof SurfConfig>;

/** The user agent that this deployment sends where a workflow sets none. */
export function userAgentOf({ userAgent, contact }: Pick<SurfConfig, 'userAgent' | 'contact'>): string {
  return userAgent ?? (contact === null ? 'surf-crawler/0.1' : `surf-crawler/0.1 (+${contact})`);
}

/**
 * Checks a configuration.
 * @throws Error one line a fault: path, and what is wrong there
 */
export function parseConfig(value: unknown): SurfConfig {
  const parsed = SurfConfig.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `  ${path.join('.') || '(top)'}: ${message}`);
  throw new Error(`surf.config.json is not valid:\n${faults.join('\n')}\nsurf.config.example.json shows every field`);
}
