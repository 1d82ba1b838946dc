import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { addSurfStack, type SurfAppProps, type SurfStack } from './surf-stack.ts';

/**
 * Adds the stack of a deployment to `app`, together with the checks of cdk-nag (AwsSolutions). The
 * checks run for every target: an emulator gets a part of the template that AWS gets, so a finding
 * there is a finding on AWS.
 */
export function addCheckedStack(app: App, props: SurfAppProps): SurfStack {
  const stack = addSurfStack(app, props);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return stack;
}
