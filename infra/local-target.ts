import type { SurfConfig } from './config/surf-config.ts';

/** Account of every emulator; none checks credentials. */
const ACCOUNT = '000000000000';
/** Region of an emulator where the configuration names none. */
const REGION = 'us-east-1';

/** Place in an emulator that the stack is deployed into. */
export interface LocalTarget {
  readonly endpoint: string;
  readonly stage: string;
  readonly region: string;
  /** Account and region, as `cdk bootstrap` takes them: each region is bootstrapped by itself. */
  readonly environment: string;
}

export function localTarget(endpoint: string, { stage, region }: Pick<SurfConfig, 'stage' | 'region'>): LocalTarget {
  const named = region ?? REGION;
  return { endpoint, stage, region: named, environment: `aws://${ACCOUNT}/${named}` };
}

/** Arguments of `env` for the CDK: the emulator, and nothing of an account of the user. */
export function cdkEnvironment({ endpoint, region }: Pick<LocalTarget, 'endpoint' | 'region'>): string[] {
  const set = {
    AWS_ENDPOINT_URL: endpoint,
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  const unset = ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_DEFAULT_REGION'].flatMap((name) => ['-u', name]);
  return [...unset, ...Object.entries(set).map(([name, value]) => `${name}=${value}`)];
}
