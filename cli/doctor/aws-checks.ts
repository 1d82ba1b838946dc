import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AccountLimits } from '#adapters/aws/account/account-limits.ts';
import { type Finding, fine, reasonOf, wrong } from '#cli/doctor/finding.ts';

/** `advance`, the API and the watchdog, which workers must leave room for. */
const RESERVED = 3;
/** A wave of the default workflow, and what serves it. */
const FEW_FUNCTIONS = 50;

/** Credentials, region and quota of AWS: only where this machine is set up for it. */
export async function awsChecks(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const endpoint = environment.AWS_ENDPOINT_URL || undefined;
  if (endpoint !== undefined) {
    const emulator = await emulatorCheck(endpoint);
    if (emulator.state !== 'ok') return [emulator];
    return [emulator, ...(await accountChecks(endpoint))];
  }
  if (!isSetUp(environment)) return [fine('aws', 'not set up here; only a deployment needs it')];
  return await accountChecks(undefined);
}

const isSetUp = (environment: NodeJS.ProcessEnv): boolean =>
  ['AWS_PROFILE', 'AWS_ACCESS_KEY_ID', 'AWS_REGION', 'AWS_DEFAULT_REGION'].some((name) => environment[name]) ||
  existsSync(join(homedir(), '.aws'));

async function emulatorCheck(endpoint: string): Promise<Finding> {
  try {
    const { status } = await fetch(endpoint, { signal: AbortSignal.timeout(5_000), redirect: 'manual' });
    return fine('emulator', `${endpoint} answers (${status})`);
  } catch (error) {
    const says = `AWS_ENDPOINT_URL is ${endpoint}, and nothing answers there: ${reasonOf(error)}`;
    return wrong('emulator', 'fail', { says, mend: 'start the emulator, or unset AWS_ENDPOINT_URL' });
  }
}

async function accountChecks(endpoint: string | undefined): Promise<Finding[]> {
  const { accountLimits } = await import('#adapters/aws/account/account-limits.ts');
  try {
    const limits = await accountLimits(endpoint);
    return [fine('aws', `credentials hold in ${limits.region}`), quotaCheck(limits)];
  } catch (error) {
    const mend = 'aws sso login or aws configure, and AWS_REGION or a region in the profile';
    return [wrong('aws', 'warn', { says: `AWS cannot be used from here: ${reasonOf(error)}`, mend })];
  }
}

function quotaCheck({ concurrent, unreserved }: AccountLimits): Finding {
  if (unreserved >= FEW_FUNCTIONS) return fine('lambda quota', `${unreserved} functions at once`);
  const workers = Math.max(1, unreserved - RESERVED);
  return wrong('lambda quota', 'warn', {
    says: `this account runs ${concurrent} Lambda functions at once, ${unreserved} of them not reserved: a crawl waits for room`,
    mend: `set "maxWorkers": ${workers} in surf.config.json, or ask for more: Service Quotas, AWS Lambda, Concurrent executions`,
  });
}
