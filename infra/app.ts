import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { App } from 'aws-cdk-lib';
import type { Target } from './config/deployment.ts';
import { loadConfig } from './config/load-config.ts';
import { bundledCode } from './constructs/functions/function-code.ts';
import { addSurfStack } from './surf-app.ts';

/**
 * What `cdk synth` and `cdk deploy` run (cdk.json).
 * `-c stage=… -c region=… -c config=… -c map=… -c workers=… -c target=local`.
 */
const app = new App();
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
const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: defaultRegion } = process.env;
const loaded = loadConfig(given);
// The account and region of the AWS profile, where there is one: the bucket's name is then written
// out, which CloudFormation asks of what it imports.
const config = { ...loaded, region: loaded.region ?? (account === undefined ? null : (defaultRegion ?? null)) };
const target: Target = context('target') === 'local' ? 'local' : 'aws';
const root = fileURLToPath(new URL('../', import.meta.url));

addSurfStack(app, {
  config,
  target,
  ...(account !== undefined && { account }),
  // Beside the assets of this synthesis: another one at the same time must not write what this one
  // reads.
  code: bundledCode({ root, out: resolve(app.outdir, 'bundles') }),
});
