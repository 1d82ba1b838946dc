import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SETTINGS } from '../../lambdas/settings/settings.env.ts';
import { type SurfConfig, userAgentOf } from './surf-config.ts';

/**
 * What a function needs that starts executions: what a crawl gets by default, and the limits of
 * roles.
 */
export function configureStarts(fn: LambdaFunction, config: SurfConfig): void {
  const { allowPrivateNetwork, connectTo } = config.crawl;
  const { retentionDays } = config;
  const defaults = { userAgent: userAgentOf(config), allowPrivateNetwork, connectTo, retentionDays };
  fn.addEnvironment(SETTINGS.defaults, JSON.stringify(defaults));
  configureRoles(fn, config);
}

/** What a function needs that holds users to the limits of their roles. */
export function configureRoles(fn: LambdaFunction, { limits }: SurfConfig): void {
  fn.addEnvironment(SETTINGS.roles, JSON.stringify(limits));
}

/** What a function needs that charges crawls, or shows what they cost. */
export function configurePrices(fn: LambdaFunction, { prices }: SurfConfig): void {
  if (prices !== null) fn.addEnvironment(SETTINGS.prices, JSON.stringify(prices));
}
