import type { App } from 'aws-cdk-lib';
import { loadConfig } from './config/load-config.ts';
import type { SurfAppProps } from './surf-stack.ts';

/** Environment variables in which CDK tells an app the AWS profile. */
export interface ProfileEnvironment {
  readonly CDK_DEFAULT_ACCOUNT?: string | undefined;
  readonly CDK_DEFAULT_REGION?: string | undefined;
}

/**
 * Settings from the context of `cdk` and from surf.config.json:
 * `-c stage=… -c region=… -c config=… -c map=… -c workers=… -c target=local`.
 * @throws Error that names the file and its fault
 */
export function appSettings(app: App, environment: ProfileEnvironment): Omit<SurfAppProps, 'code'> {
  const context = (name: string): string | undefined => {
    const value: unknown = app.node.tryGetContext(name);
    return typeof value === 'string' ? value : undefined;
  };
  const given = Object.fromEntries(
    ['config', 'stage', 'region', 'map', 'workers'].flatMap((name) => {
      const value = context(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: defaultRegion } = environment;
  const loaded = loadConfig(given);
  // The account and region of the AWS profile, if there is one: then the bucket's name is literal,
  // which CloudFormation requires for an import.
  const config = { ...loaded, region: loaded.region ?? (account === undefined ? null : (defaultRegion ?? null)) };
  return {
    config,
    target: context('target') === 'local' ? 'local' : 'aws',
    ...(account !== undefined && { account }),
  };
}
