import { Annotations, type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Target } from './config/deployment.ts';
import type { SurfConfig } from './config/surf-config.ts';
import type { FunctionCode } from './constructs/functions/function-code.ts';
import { SurfStack, stackName } from './surf-stack.ts';

/** The region of core/cost/prices.json. */
const PRICED_REGION = 'us-east-1';

export interface SurfAppProps {
  readonly config: SurfConfig;
  readonly target: Target;
  readonly code: FunctionCode;
  /** 12 digits. @default the account of the AWS profile, which the template leaves open */
  readonly account?: string;
}

/**
 * Adds the stack of a deployment to `app`, together with the checks of cdk-nag (AwsSolutions). The
 * checks run for every target: an emulator gets a part of the template that AWS gets, so a finding
 * there is a finding on AWS.
 */
export function addSurfStack(app: App, { config, target, code, account }: SurfAppProps): SurfStack {
  const env = { ...(config.region !== null && { region: config.region }), ...(account !== undefined && { account }) };
  const stack = new SurfStack(app, stackName(config.stage), { config, target, code, env });
  if (config.contact === null) {
    Annotations.of(stack).addWarningV2(
      'surf:contact',
      'no contact in surf.config.json: owners of the sites that you crawl cannot reach you, and may block you',
    );
  }
  if (target === 'aws' && config.prices === null && config.region !== null && config.region !== PRICED_REGION) {
    Annotations.of(stack).addWarningV2(
      'surf:prices',
      `no prices of ${config.region} in surf.config.json: budgetUsd counts 1.6 times the prices of ${PRICED_REGION}, and ends crawls early`,
    );
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return stack;
}
