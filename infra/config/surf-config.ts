import * as z from 'zod';
import { configFaults } from './config-faults.ts';

const text = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\x20-\x7e]+$/, 'printable ASCII');

const usd = z.number().nonnegative();

/** Name of an existing table or bucket. */
const kept = (what: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_.-]{3,255}$/, '3 to 255 of A–Z, a–z, 0–9, _, - and .')
    .nullable()
    .default(null)
    .describe(`Name of the ${what}, for one that was restored under another name; null: the usual one.`);

const units = z.int().min(1).max(40_000);

/** Capacity of one table; null for that of `tables.mode`. */
const capacityOf = (table: string) =>
  z
    .union([z.literal('on-demand'), z.strictObject({ read: units, write: units })])
    .nullable()
    .default(null)
    .describe(
      `Capacity of the table ${table} and its indexes: \`"on-demand"\`, or \`{"read": 50, "write": 100}\`: exactly these units a second, not scaled. null: as \`tables.mode\`.`,
    );

const bound = z.number().min(0).nullable().exactOptional();
const count = z.int().min(1).nullable().exactOptional();

/**
 * Limits of a role; core/identity/roles/role-limits.ts has the defaults, and a test compares the
 * names.
 */
const RoleLimits = z.strictObject({
  executionsAtOnce: count,
  executionsQueued: z.int().min(0).nullable().exactOptional(),
  pages: bound,
  depth: bound,
  parallelism: count,
  budgetUsd: bound,
  pagesPerDay: bound,
  pagesPerMonth: bound,
  usdPerDay: bound,
  usdPerMonth: bound,
  storedBytes: bound,
  storedBytesOfAll: bound,
  schedules: z.int().nonnegative().nullable().exactOptional(),
  requestsPerSecond: z.number().positive().nullable().exactOptional(),
  burst: z.int().min(1).exactOptional(),
});

const LIMIT_NAMES = Object.keys(RoleLimits.shape)
  .map((name) => `\`${name}\``)
  .join(', ');

const limitsOf = (role: string) =>
  RoleLimits.prefault({}).describe(
    `Limits of ${role}: ${LIMIT_NAMES}. Missing limits are those of [identity](../reference/identity.md); null is unlimited.`,
  );

/**
 * `surf.config.json`: everything that may differ between deployments. All fields are optional;
 * docs/how-to/deploy.md has a table of them, generated from here. `-c stage=…` and `-c region=…`
 * win over the file.
 */
export const SurfConfig = z.strictObject({
  $schema: z.string().optional().describe('Ignored.'),
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,15}$/, 'a lower-case letter, then up to 15 of a–z, 0–9 and -')
    .default('main')
    .describe('Name of the deployment; one account and region can have several.'),
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
    .describe('Contact for owners of crawled sites, as part of the user agent. Synthesis warns without it.'),
  userAgent: text
    .nullable()
    .default(null)
    .describe('User agent of workflows that set none; null: `surf-crawler/0.1` and the contact.'),
  api: z
    .strictObject({
      rate: z.number().min(1).max(10_000).default(5).describe('Requests a second to the API, on average.'),
      burst: z.int().min(1).max(5_000).default(20).describe('Requests at once.'),
      requestsPerAddress: z
        .int()
        .min(10)
        .max(2_000_000)
        .nullable()
        .default(null)
        .describe(
          'Requests in five minutes that one IP address may send; Surf answers more with 429 and does not count them in `rate`. A web ACL of AWS WAF, about 6 USD a month. null: none, and one caller can use up the `rate` of all.',
        ),
    })
    .prefault({}),
  logLevel: z
    .enum(['DEBUG', 'INFO', 'WARN', 'ERROR'])
    .default('INFO')
    .describe('Least severe log line that Surf writes.'),
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
      readCeiling: z.int().min(5).max(40_000).nullable().default(null).describe('Capacity for reads.'),
      workflows: capacityOf('workflows'),
      tasks: capacityOf('tasks'),
      units: capacityOf('units'),
      hosts: capacityOf('hosts'),
    })
    .prefault({}),
  names: z
    .strictObject({
      workflows: kept('table workflows'),
      tasks: kept('table tasks'),
      units: kept('table units'),
      hosts: kept('table hosts'),
      archive: kept('bucket'),
    })
    .prefault({}),
  calls: z
    .strictObject({
      timeoutSeconds: z
        .number()
        .min(1)
        .max(60)
        .default(5)
        .describe(
          'Time limit of one call to DynamoDB, S3 or Step Functions, until its answer begins. Surf repeats a call that takes longer.',
        ),
      transferTimeoutSeconds: z
        .number()
        .min(1)
        .max(300)
        .default(30)
        .describe('Time limit of one write of an object to S3, the sending included.'),
    })
    .prefault({}),
  metrics: z
    .boolean()
    .default(true)
    .describe(
      'The functions write Surf’s metrics to CloudWatch, for the dashboard. Ten of an account are free; each further one is 0.30 USD a month, in hours in which a crawl runs.',
    ),
  dashboard: z
    .boolean()
    .default(true)
    .describe('The stage has a dashboard. Three of an account are free; each further one costs 3.00 USD a month.'),
  worker: z
    .strictObject({
      memoryMb: z
        .int()
        .min(256)
        .max(10_240)
        .nullable()
        .default(null)
        .describe(
          'Memory of workers; null: 256 MB below 25 hosts in flight (12 where the delay is below a second), 1,024 MB above.',
        ),
      seconds: z
        .int()
        .min(10)
        .max(840)
        .default(840)
        .describe('The most that a unit may take; no workflow can exceed it.'),
    })
    .prefault({}),
  maxWorkers: z
    .int()
    .min(1)
    .max(1_000)
    .default(100)
    .describe(
      'Workers of one execution at once; no workflow can exceed it. A new account has ten Lambdas at once in all.',
    ),
  prices: z
    .strictObject({
      read: z.iso.date(),
      gbSecond: usd,
      invocation: usd,
      transition: usd,
      writeUnit: usd,
      readUnit: usd,
      put: usd,
      get: usd,
      secretRead: usd,
    })
    .nullable()
    .default(null)
    .describe(
      'List prices of the region in USD, by which budgets are kept: `read` (the date), and of one unit `gbSecond`, `invocation`, `transition`, `writeUnit`, `readUnit`, `put`, `get`, `secretRead`, as in core/cost/prices.json. null: those of us-east-1; in every other region 1.6 times as much.',
    ),
  retentionDays: z
    .int()
    .min(1)
    .max(3_650)
    .nullable()
    .default(null)
    .describe('Days from the end of an execution to its deletion, where its workflow says none; null: it stays.'),
  alarms: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe(
          'Does the stage report [faults](runbook.md) to its operator? false: there are no alarms, and the watchdog reports nothing. Ten alarms of an account are free at CloudWatch; a stage has four, and each further one is 0.10 USD a month.',
        ),
      email: z
        .email()
        .nullable()
        .default(null)
        .describe(
          'E-mail address that gets reports of faults, after confirming by e-mail; null: nobody, unless you subscribe to the topic `surf-<stage>-alarms`.',
        ),
      usdPerDay: z
        .number()
        .min(0.01)
        .default(10)
        .describe('Metered spend of all crawls in a day (UTC) from which on Surf reports it to the operator.'),
      usdPerMonth: z
        .number()
        .min(1)
        .nullable()
        .default(null)
        .describe(
          'AWS Budget of all resources that carry this stage’s tag: AWS reports 80 % and 100 % of it like an alarm. null: none. Activate the cost allocation tag `surf:stage` in the Billing console once.',
        ),
      waveMinutes: z
        .int()
        .min(5)
        .default(30)
        .describe('Minutes that an execution may be past its deadline before Surf reports it to the operator.'),
    })
    .prefault({}),
  notifications: z
    .strictObject({
      emailFrom: z
        .email()
        .max(254)
        .nullable()
        .default(null)
        .describe('Sender of e-mail about executions, by SES: verified there, as address or domain. null: no e-mail.'),
      emailTo: z
        .array(text.max(254))
        .max(20) // they are in a function's environment, which holds 4 KB
        .default([])
        .describe('Allowed receivers: addresses, domains, or `*`. Empty: the domain of `emailFrom`.'),
      topics: z
        .array(z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, '1 to 100 of A–Z, a–z, 0–9, _ and -'))
        .max(5)
        .default([])
        .describe('Names of SNS topics of this account and region to which subscriptions may publish.'),
    })
    .prefault({}),
  plugins: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'a lower-case letter, then up to 30 of a–z, 0–9 and -'),
        functionArn: z
          .string()
          .max(300)
          .regex(
            /^arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:function:[A-Za-z0-9_-]+(?::[A-Za-z0-9_$-]+)?$/,
            'an ARN of a function',
          ),
        storesData: z.boolean(),
        timeoutSeconds: z.number().positive().max(30).default(5),
        memoryMb: z.int().min(128).max(10_240).default(1_024),
      }),
    )
    .max(10) // they are in a function's environment, which holds 4 KB
    .refine((plugins) => new Set(plugins.map(({ name }) => name)).size === plugins.length, {
      message: 'two plug-ins have one name',
    })
    .default([])
    .describe(
      'Functions of yours that add fields to the record of each page, in this order: `name`, `functionArn`, `storesData`, and where it is not the usual `timeoutSeconds` (5) and `memoryMb` (1024). See [plug-ins](extend.md#a-plug-in).',
    ),
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
        .describe('HOST:PORT:ADDRESS:PORT, as curl’s --connect-to: connects to another address. For tests.'),
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
      message: 'an issuer needs an audience or a clientId: otherwise Surf would accept tokens of its other clients',
    })
    .prefault({}),
  tags: z
    .record(z.string().min(1).max(100), z.string().max(200))
    .default({})
    .describe('Tags of all resources, besides `surf:stage`.'),
});
export type SurfConfig = z.infer<typeof SurfConfig>;

/** The user agent of this deployment for workflows that set none. */
export function userAgentOf({ userAgent, contact }: Pick<SurfConfig, 'userAgent' | 'contact'>): string {
  return userAgent ?? (contact === null ? 'surf-crawler/0.1' : `surf-crawler/0.1 (+${contact})`);
}

/**
 * Checks a configuration.
 * @param file for the message
 * @throws Error with one line per fault: field, value and allowed values; for an unknown field the
 * nearest known one
 */
export function parseConfig(value: unknown, file = 'surf.config.json'): SurfConfig {
  const parsed = SurfConfig.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = configFaults(parsed.error, { schema: SurfConfig, value });
  throw new Error(
    `${file} is not valid:\n${faults.map((fault) => `  ${fault}\n`).join('')}surf.config.example.json shows every field`,
  );
}
