import * as z from 'zod';
import { ENVIRONMENT } from '#adapters/aws/environment/names.env.ts';
import { UnitPrices } from '#core/cost/prices.ts';
import { RunSettings } from '#core/execution/execution.ts';
import { parseConnectTo } from '#core/fetch/address/connect-to.ts';
import { GivenRoles, USUAL_ROLES } from '#core/identity/roles/role-limits.ts';
import { MailPolicy } from '#core/notify/mail-policy.ts';
import { TopicName } from '#core/notify/topic-name.ts';
import { PluginTerms } from '#core/plugin/plugin.ts';
import { MAP_FORMS } from '../run/machine-step.ts';
import { SETTINGS } from './settings.env.ts';

const megabytes = z.int().min(128).max(10_240);

/** A variable that holds JSON. */
const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

const Bounds = z.object({
  units: z.int().positive(),
  unitSeconds: z.int().positive(),
  memory: z.object({ fewHostsMb: megabytes, manyHostsMb: megabytes }),
});

/** adapters/aws/calls/aws-clients.ts has the defaults. */
const TimeLimits = z.object({
  requestTimeoutMs: z.number().positive().exactOptional(),
  transferTimeoutMs: z.number().positive().exactOptional(),
});

const DefaultsOfCrawls = z
  .object({
    userAgent: z.string().min(1),
    allowPrivateNetwork: z.boolean(),
    connectTo: z.array(z.string()),
    retentionDays: z.int().positive().nullable().default(null),
  })
  .transform(({ userAgent, allowPrivateNetwork, connectTo, retentionDays }) => ({
    userAgent,
    retentionDays,
    settings: RunSettings.parse({ allowPrivateNetwork, connectTo: connectTo.map(parseConnectTo) }),
  }));

const Notifications = z.object({
  email: MailPolicy.nullable(),
  topics: z.record(TopicName, z.string().min(1)),
});

const Incidents = z.object({
  topic: z.string().min(1),
  url: z.string(),
  usdPerDay: z.number().positive(),
  waveMinutes: z.number().positive(),
});

/** Terms of a plug-in; workers also have the ARN. */
const DeployedPlugin = PluginTerms.extend({ functionArn: z.string().min(1).exactOptional() });

const Identity = z.object({
  issuer: z.string().nullable(),
  clientId: z.string().nullable(),
  audience: z.string().nullable(),
  administrators: z.array(z.string()),
});

/** The environment of a function. The stack sets only the variables that the function needs. */
const FunctionEnvironment = z.object({
  AWS_REGION: z.string().min(1),
  /** Address of an emulator. */
  AWS_ENDPOINT_URL: z.url().optional(),
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: z.coerce.number().pipe(megabytes),
  [SETTINGS.stage]: z.string().min(1),
  [SETTINGS.mapForm]: z.enum(MAP_FORMS).default('auto'),
  [SETTINGS.workerOfFewHosts]: z.string().default(''),
  [SETTINGS.workerOfManyHosts]: z.string().default(''),
  [SETTINGS.markDied]: z.string().default(''),
  [SETTINGS.finish]: z.string().default(''),
  [SETTINGS.firstRun]: z.string().default(''),
  [SETTINGS.bounds]: json(Bounds).optional(),
  [SETTINGS.defaults]: json(DefaultsOfCrawls).optional(),
  [SETTINGS.identity]: json(Identity).default({ issuer: null, clientId: null, audience: null, administrators: [] }),
  [SETTINGS.roles]: json(GivenRoles).default(USUAL_ROLES),
  [SETTINGS.preview]: z.string().default(''),
  [SETTINGS.index]: z.string().default(''),
  [SETTINGS.prices]: json(UnitPrices).nullable().default(null),
  [SETTINGS.notifications]: json(Notifications).default({ email: null, topics: {} }),
  [SETTINGS.incidents]: json(Incidents).optional(),
  [SETTINGS.plugins]: json(z.array(DeployedPlugin)).default([]),
  [SETTINGS.calls]: json(TimeLimits).default({}),
  [ENVIRONMENT.workflows]: z.string().default(''),
  [ENVIRONMENT.tasks]: z.string().default(''),
  [ENVIRONMENT.units]: z.string().default(''),
  [ENVIRONMENT.hosts]: z.string().default(''),
  [ENVIRONMENT.bucket]: z.string().default(''),
  [ENVIRONMENT.machineArn]: z.string().default(''),
});
export type FunctionEnvironment = z.infer<typeof FunctionEnvironment>;

/**
 * Checks a function's environment once, when it starts.
 * @throws Error that names every invalid variable: a function without its environment fails at
 * start, not at its first call
 */
export function parseEnvironment(environment: Readonly<Record<string, string | undefined>>): FunctionEnvironment {
  const parsed = FunctionEnvironment.safeParse(environment);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`the function's environment is incomplete (${faults.join('; ')}): deploy the stack again`);
}
