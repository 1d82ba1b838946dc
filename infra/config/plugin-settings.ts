import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SETTINGS } from '../../lambdas/settings/settings.env.ts';
import type { SurfConfig } from './surf-config.ts';

const termsOf = ({ name, storesData, timeoutSeconds, memoryMb }: SurfConfig['plugins'][number]) => ({
  name,
  storesData,
  timeoutMs: timeoutSeconds * 1_000,
  memoryMb,
});

/**
 * Configures a function that checks workflows, or reserves what calls cost; does nothing without
 * plug-ins.
 */
export function configurePlugins(fn: LambdaFunction, { plugins }: SurfConfig): void {
  if (plugins.length > 0) fn.addEnvironment(SETTINGS.plugins, JSON.stringify(plugins.map(termsOf)));
}

/**
 * Lets `fn` call only the functions of the deployer's plug-ins (lambda:InvokeFunction), and names
 * them to it. Does nothing without plug-ins. Both workers may: crawls with plug-ins go to the
 * larger one, but with `worker.memoryMb` the other one crawls all.
 */
export function grantPlugins(fn: LambdaFunction, { plugins }: SurfConfig): void {
  if (plugins.length === 0) return;
  const given = plugins.map((plugin) => ({ ...termsOf(plugin), functionArn: plugin.functionArn }));
  fn.addEnvironment(SETTINGS.plugins, JSON.stringify(given));
  const resources = [...new Set(plugins.map(({ functionArn }) => functionArn))];
  fn.addToRolePolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources }));
}
