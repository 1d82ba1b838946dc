import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { awsProgram } from '#cli/deployment/aws-package.ts';
import { type Finding, fine, reasonOf, wrong } from '#cli/doctor/finding.ts';

/** Workers of a wave of the default workflow. */
const FEW_WORKERS = 47;
const TIMEOUT_MS = 20_000;
/**
 * Program that queries AWS in a checkout. It is separate: no package of the command contains it.
 */
const SOURCES = join(fileURLToPath(new URL('../../infra/packaged/', import.meta.url)), 'main.ts');
const NEEDS_PACKAGE = 'set up here; with @surf-crawler/aws installed, surf doctor asks whether the credentials hold';

/** Output of `surf-aws account`. */
interface Account {
  readonly region: string;
  readonly concurrent: number;
  readonly workers: number;
}

/** Checks credentials, region and quota of AWS, only if this machine is set up for it. */
export async function awsChecks(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const endpoint = environment.AWS_ENDPOINT_URL || undefined;
  if (endpoint !== undefined) {
    const emulator = await emulatorCheck(endpoint);
    if (emulator.state !== 'ok') return [emulator];
    return [emulator, ...(await accountChecks())];
  }
  if (!isSetUp(environment)) return [fine('aws', 'not set up here; only a deployment needs it')];
  return await accountChecks();
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

/** Queries AWS through the deployment's package: Surf itself has no AWS SDK. */
async function accountChecks(): Promise<Finding[]> {
  const program = existsSync(SOURCES) ? SOURCES : awsProgram();
  if (program === null) return [fine('aws', NEEDS_PACKAGE)];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'account'], { timeout: TIMEOUT_MS });
    const account = JSON.parse(stdout) as Account;
    return [fine('aws', `credentials hold in ${account.region}`), quotaCheck(account)];
  } catch (error) {
    const mend = 'aws sso login or aws configure, and AWS_REGION or a region in the profile';
    const { stderr = '' } = error as { stderr?: string };
    const why = stderr.replace(/^error: /, '').split('\n', 1)[0] || reasonOf(error);
    return [wrong('aws', 'warn', { says: `AWS cannot be used from here: ${why}`, mend })];
  }
}

function quotaCheck({ concurrent, workers }: Account): Finding {
  if (workers >= FEW_WORKERS) return fine('lambda quota', `${concurrent} functions at once, ${workers} workers`);
  return wrong('lambda quota', 'warn', {
    says: `this account runs ${concurrent} Lambda functions at once, ${workers} of them workers: a crawl waits for room`,
    mend: `set "maxWorkers": ${workers} in surf.config.json, or ask for more: Service Quotas, AWS Lambda, Concurrent executions`,
  });
}
