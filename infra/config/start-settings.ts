import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SETTINGS } from '../../lambdas/settings/settings.env.ts';
import { type SurfConfig, userAgentOf } from './surf-config.ts';

/** Configures a function that starts executions: defaults of a crawl, and the limits of roles. */
export function configureStarts(fn: LambdaFunction, config: SurfConfig): void {
  const { allowPrivateNetwork, connectTo } = config.crawl;
  const { retentionDays } = config;
  const defaults = { userAgent: userAgentOf(config), allowPrivateNetwork, connectTo, retentionDays };
  fn.addEnvironment(SETTINGS.defaults, JSON.stringify(defaults));
  configureRoles(fn, config);
}

/** Configures a function that applies the limits of roles to users. */
export function configureRoles(fn: LambdaFunction, { limits }: SurfConfig): void {
  fn.addEnvironment(SETTINGS.roles, JSON.stringify(limits));
}

/** Configures a function that charges crawls, or shows their cost. */
export function configurePrices(fn: LambdaFunction, { prices }: SurfConfig): void {
  if (prices !== null) fn.addEnvironment(SETTINGS.prices, JSON.stringify(prices));
}
